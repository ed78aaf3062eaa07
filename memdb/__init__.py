"""memdb: long-term memory for assistants in one SQLite file."""
