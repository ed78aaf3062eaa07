"""The memory file: connections, statements, migrations, checks, copies. The only room that knows SQLite."""

from memdb.store.backup import back_up
from memdb.store.cipher import INSTALL, check_passphrase, encrypts, is_plain
from memdb.store.connection import Connection, Row
from memdb.store.health import VERIFIED, problems, rebuild_indexes, rebuild_latest
from memdb.store.inventory import sessions, stats
from memdb.store.keeping import drop_migration_backups
from memdb.store.migrations import SCHEMA_VERSION
from memdb.store.reaching import reachable
from memdb.store.schema import put_back
from memdb.store.statements import sql
from memdb.store.store import Store
from memdb.store.vector_index import drop_index, ensure_index, index, nearest, restore_index, unindex_rest

__all__ = [
    "INSTALL",
    "SCHEMA_VERSION",
    "VERIFIED",
    "Connection",
    "Row",
    "Store",
    "back_up",
    "check_passphrase",
    "drop_index",
    "drop_migration_backups",
    "encrypts",
    "ensure_index",
    "index",
    "is_plain",
    "nearest",
    "problems",
    "put_back",
    "reachable",
    "rebuild_indexes",
    "rebuild_latest",
    "restore_index",
    "sessions",
    "sql",
    "stats",
    "unindex_rest",
]
