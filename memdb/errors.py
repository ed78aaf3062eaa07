"""Every error that memdb raises on purpose.

    MemdbError
    ├── UsageError          a call or an option that cannot mean anything
    ├── StoreError          the memory file
    │   ├── MissingFileError    there is no file at the path
    │   ├── NotMemdbError       the file is something else
    │   ├── NewerSchemaError    the file was written by a newer memdb
    │   ├── PassphraseError     the passphrase is missing, wrong or superfluous
    │   ├── BusyError           another process held the file for too long
    │   └── DamagedError        the file fails its own checks
    ├── ImportFileError     a file to import that cannot be read
    │   └── UnknownFormatError  its shape is none that memdb reads
    ├── NotFoundError       a stream, session, packet or subject that is not there
    ├── ExtraNeededError    an optional part that is not installed
    └── ModelError          a language model or embedder that failed

A message says what happened, to what, and what to do about it, on one line.
"""


class MemdbError(Exception):
    """Base of every error that memdb raises on purpose."""

    def __init__(self, message: str = "") -> None:
        """A message may quote what others wrote: what no line of a terminal can show in it is escaped."""
        super().__init__("".join(one if one.isprintable() else ascii(one)[1:-1] for one in message))


class UsageError(MemdbError):
    """The call cannot mean anything: an empty question, an unknown view, two selectors that exclude each other."""


class StoreError(MemdbError):
    """Something about the memory file itself."""


class MissingFileError(StoreError):
    """There is no memory file at the path."""


class NotMemdbError(StoreError):
    """The file exists and is not a memory file of memdb."""


class NewerSchemaError(StoreError):
    """The file has a schema version that this memdb does not know."""


class PassphraseError(StoreError):
    """The passphrase of an encrypted memory is missing or wrong, or there is one and the memory is not encrypted."""


class BusyError(StoreError):
    """Another process held the file longer than the busy timeout."""


class DamagedError(StoreError):
    """The file is damaged: SQLite or one of memdb's invariants says so."""


class ImportFileError(MemdbError):
    """A file to import that is missing, empty, binary, cut short or too large."""


class UnknownFormatError(ImportFileError):
    """The shape of the file, or the format asked for, is none that memdb reads."""


class NotFoundError(MemdbError):
    """A stream, session, packet or subject that the memory does not hold."""


class ExtraNeededError(MemdbError):
    """An optional part is needed and not installed; the message names the command that installs it."""


class ModelError(MemdbError):
    """A language model or an embedder failed or answered something unusable."""
