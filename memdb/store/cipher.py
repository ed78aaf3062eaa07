"""Encryption at rest: the key of a file, for a build of SQLite that encrypts (SQLite3 Multiple Ciphers)."""

from pathlib import Path

import apsw

from memdb.errors import ExtraNeededError, PassphraseError

INSTALL = "pip install 'memdb-engine[encrypted]' && pip install --force-reinstall --no-deps apsw-sqlite3mc"
"""Both packages bring the module `apsw`, and the one that was installed last is there."""
_PLAIN = b"SQLite format 3\x00"


def encrypts() -> bool:
    """Whether the SQLite that is installed can encrypt."""
    return hasattr(apsw, "mc_version")


def is_plain(path: Path) -> bool:
    """Whether a file is a database that is not encrypted."""
    try:
        with path.open("rb") as file:
            return file.read(len(_PLAIN)) == _PLAIN
    except OSError:
        return False


def require_key(passphrase: str, path: Path) -> None:
    """Refuses a passphrase that cannot be the file's, before the file is opened or made.

    Raises:
        ExtraNeededError: the SQLite that is installed does not encrypt.
        PassphraseError: the passphrase is empty, not text, or the file is not encrypted.
    """
    if not encrypts():
        raise ExtraNeededError(f"{path} has a passphrase, which needs an SQLite that encrypts: {INSTALL}")
    if not passphrase:
        raise PassphraseError(f"the passphrase of {path} is empty: give one, or none at all")
    check_passphrase(passphrase)
    if is_plain(path):
        raise PassphraseError(
            f"{path} is not encrypted: open it without a passphrase, or encrypt it with `memdb encrypt`"
        )


def unlock(db: apsw.Connection, passphrase: str) -> None:
    """Gives a connection its key, before anything else is asked of it."""
    db.pragma("key", passphrase)


def check_passphrase(passphrase: str) -> None:
    """Refuses what SQLite cannot take as a key, before an error could repeat it.

    Raises:
        PassphraseError: the passphrase has a NUL in it, or half a character.
    """
    if "\0" in passphrase or any("\ud800" <= sign <= "\udfff" for sign in passphrase):
        raise PassphraseError("the passphrase is no UTF-8 text, or holds a NUL: give another one")


def change_key(db: apsw.Connection, passphrase: str | None) -> None:
    """Writes the whole file with another key, or with none, page by page in place."""
    db.pragma("rekey", passphrase or "")
