"""What all verbs of a memory work on: its file and its models."""

from collections.abc import Mapping
from pathlib import Path

from memdb._memory_models import MemoryModels
from memdb.ingest import reindex
from memdb.models import ChatModel, Embedder
from memdb.placement import restore_cells
from memdb.records.tokens import TOKENIZER_VERSION
from memdb.store import (
    Connection,
    Store,
    sql,
)


class Verbs:
    """An open memory file."""

    def __init__(
        self,
        path: Path,
        *,
        create: bool = True,
        chat: Mapping[str, ChatModel] | None = None,
        embedder: Embedder | None = None,
        passphrase: str | None = None,
    ) -> None:
        """See `memdb.open`, which is the way to get one."""
        self.path = path
        self._store = Store(path, create=create, passphrase=passphrase)
        self._models = MemoryModels(self._store, self._reading_connection, chat or {}, embedder)

    def _reading_connection(self) -> Connection:
        connection = self._store.reader()
        if connection.value(sql("store/get_property"), {"name": "tokenizer_version"}) != str(TOKENIZER_VERSION):
            with connection.write():
                reindex(connection)
                restore_cells(connection)
        return connection
