"""The memory file: connections, statements, migrations, checks. The only room that knows SQLite."""

from memdb.store.connection import Connection, Row
from memdb.store.health import VERIFIED, problems, rebuild_latest
from memdb.store.inventory import sessions, stats
from memdb.store.migrations import SCHEMA_VERSION
from memdb.store.schema import put_back
from memdb.store.statements import sql
from memdb.store.store import Store, reachable

__all__ = [
    "SCHEMA_VERSION",
    "VERIFIED",
    "Connection",
    "Row",
    "Store",
    "problems",
    "put_back",
    "reachable",
    "rebuild_latest",
    "sessions",
    "sql",
    "stats",
]
