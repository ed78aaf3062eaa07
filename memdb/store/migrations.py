"""Brings a file to the current schema: numbered scripts, each applied once, safe when several processes race."""

from memdb.errors import NewerSchemaError, NotMemdbError
from memdb.records.tokens import TOKENIZER_VERSION
from memdb.store.connection import APPLICATION_ID, Connection
from memdb.store.keeping import keep_copy, kept_name
from memdb.store.statements import migrations, sql

SCHEMA_VERSION = migrations()[-1][0]


def migrate(connection: Connection) -> None:
    """Applies the migrations that the file lacks, in one write transaction, after a copy of it was kept.

    Raises:
        NewerSchemaError: the file has a version that this memdb does not know; it is left as it is.
        StoreError: the copy cannot be written; the file is left as it is.
    """
    current = _checked_version(connection) == SCHEMA_VERSION
    connection.log_ahead()
    if current:
        return
    with connection.write():
        # Read again inside the transaction: another process may have migrated while this one waited.
        version = _checked_version(connection)
        if version == 0 and connection.value(sql("store/table_count")):
            raise NotMemdbError(f"{connection.path} is a database, but not a memory of memdb: give another --db path")
        if 0 < version < SCHEMA_VERSION:
            keep_copy(connection, version)
        for number, _, script in migrations():
            if number > version:
                _run(connection, script)
                _run(connection, f"PRAGMA user_version = {number}")
        if version == 0:
            _run(connection, f"PRAGMA application_id = {APPLICATION_ID}")
            connection.rows(sql("store/set_property"), {"name": "tokenizer_version", "value": str(TOKENIZER_VERSION)})


def _run(connection: Connection, script: str) -> None:
    connection.rows(script)


def _checked_version(connection: Connection) -> int:
    version = connection.user_version()
    if version > SCHEMA_VERSION:
        kept = kept_name(connection.path, SCHEMA_VERSION)
        back = f"go back to {kept}, the copy from before" if kept.exists() else "export it there for this one to import"
        raise NewerSchemaError(
            f"{connection.path} has schema {version}, written by a newer memdb, and this one knows {SCHEMA_VERSION}: "
            f"upgrade memdb-engine, or {back}"
        )
    return version
