"""The `memdb` command. It uses the public names of `memdb` only."""
