"""The `Memory` facade: one open file with all its verbs."""

import os
from pathlib import Path
from types import TracebackType
from typing import Self

from memdb._passphrases import found_passphrase
from memdb._stream_view import StreamView
from memdb._verbs import CareVerbs, ModellingVerbs, ReadingVerbs, WritingVerbs
from memdb.models import ChatModel, Embedder


def open_memory(
    path: str | os.PathLike[str] | None = None,
    *,
    create: bool = True,
    reader: ChatModel | None = None,
    extractor: ChatModel | None = None,
    scheduler: ChatModel | None = None,
    embedder: Embedder | None = None,
    passphrase: str | None = None,
) -> "Memory":
    """Opens a memory file: `path`, else `$MEMDB_PATH`, else a file in the platform's user data folder.

    A file that does not exist is made at the first write, unless `create` is unset. A model given here goes before the
    one that the file names for its role. An encrypted memory needs its `passphrase`: without one it is
    `$MEMDB_PASSPHRASE`, else what the keyring of the system has for the file. One that is made with it is encrypted.

    Raises:
        MissingFileError: there is no such file and `create` is unset.
        NotMemdbError: the file is something else.
        NewerSchemaError: a newer memdb wrote the file.
        PassphraseError: the passphrase is wrong, or the file is not encrypted.
        ExtraNeededError: there is a passphrase, and the SQLite that is installed does not encrypt.
    """
    models = {"reader": reader, "extractor": extractor, "scheduler": scheduler}
    chat = {role: model for role, model in models.items() if model is not None}
    file = default_path() if path is None else Path(path)
    secret = found_passphrase(file) if passphrase is None else passphrase
    return Memory(file, create=create, chat=chat, embedder=embedder, passphrase=secret)


def default_path() -> Path:
    """Where the memory lives when nobody says otherwise."""
    named = os.environ.get("MEMDB_PATH")
    if named:
        return Path(named)
    import platformdirs  # noqa: PLC0415 - only needed when no path is given

    return Path(platformdirs.user_data_dir("memdb", appauthor=False)) / "memory.db"


class Memory(WritingVerbs, ReadingVerbs, ModellingVerbs, CareVerbs):
    """A long-term memory in one SQLite file. Safe to use from several threads and processes at once."""

    def __enter__(self) -> Self:
        """Use as a context manager closes the memory at the end."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the memory."""
        self.close()

    def close(self) -> None:
        """Closes the file; using the memory afterwards raises `UsageError`."""
        self._store.close()

    def stream(self, name: str) -> "StreamView":
        """A view of this memory that reads and writes one stream."""
        return StreamView(self, name)
