"""The memory file: connections, statements and migrations. The only room that knows SQLite."""

from memdb.store.connection import Connection
from memdb.store.migrations import SCHEMA_VERSION
from memdb.store.statements import sql
from memdb.store.store import Store

__all__ = ["SCHEMA_VERSION", "Connection", "Store", "sql"]
