"""The SQL of memdb: one statement a file, a folder per room, numbered migrations."""
