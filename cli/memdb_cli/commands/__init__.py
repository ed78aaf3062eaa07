"""One module per subcommand; each holds its click command under the name `command`."""
