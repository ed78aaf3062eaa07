"""Passphrases: where the one of a file is found, and changing it. None is ever an argument of a process."""

import os
from pathlib import Path

from memdb.errors import ExtraNeededError, PassphraseError, StoreError
from memdb.store import INSTALL, Store, check_passphrase, encrypts, is_plain

VARIABLE = "MEMDB_PASSPHRASE"
SERVICE = "memdb"
"""Under which the keyring of the system keeps passphrases, each by the path of its file."""


def may_be_encrypted(path: str | os.PathLike[str]) -> bool:
    """Whether a file is there, holds something, and is no database that can be read without a passphrase."""
    file = Path(path)
    try:
        return encrypts() and file.is_file() and file.stat().st_size > 0 and not is_plain(file)
    except (OSError, ValueError):  # a path that cannot be is told where it is opened
        return False


def found_passphrase(path: Path) -> str | None:
    """The passphrase of a file: `$MEMDB_PASSPHRASE`, else what the keyring has for an encrypted file, else None."""
    given = os.environ.get(VARIABLE)
    if given:
        return given
    if not may_be_encrypted(path):
        return None
    try:
        import keyring  # noqa: PLC0415 - an extra, and slow to load
        from keyring.errors import KeyringError  # noqa: PLC0415 - with it
    except ImportError:
        return None
    try:
        return keyring.get_password(SERVICE, str(path.absolute()))
    except KeyringError:
        return None


def set_passphrase(
    path: str | os.PathLike[str], new: str | None, *, passphrase: str | None = None, keep: bool = False
) -> None:
    """Encrypts a memory, changes its passphrase, or with None writes it plain again, in one step.

    A process that is killed meanwhile leaves the file with the former key or the new one. Copies that memdb made before
    it changed the schema are deleted, since they have the former key or none.

    Args:
        path: the memory, which nobody else may have open.
        new: the passphrase from now on; None for no encryption.
        passphrase: the present one; it is looked for as `memdb.open` does if it is not given.
        keep: leave the new one with the keyring of the system.

    Raises:
        PassphraseError: the present passphrase is missing or wrong, the new one empty, or the keyring refuses it.
        BusyError: another process has the file open.
        ExtraNeededError: the SQLite that is installed does not encrypt.
    """
    file = Path(path)
    if new is not None and not new.strip():
        raise PassphraseError("the new passphrase is empty: give one")
    if new is not None:
        check_passphrase(new)
    if not encrypts():
        raise ExtraNeededError(f"encrypting needs an SQLite that can: {INSTALL}")
    present = passphrase or (None if is_plain(file) else found_passphrase(file))
    store = Store(file, create=False, passphrase=present)
    try:
        store.change_passphrase(new)
    finally:
        store.close()
    _tell_keyring(file, new if keep else None, required=keep)


def _tell_keyring(path: Path, passphrase: str | None, *, required: bool) -> None:
    try:
        import keyring  # noqa: PLC0415 - an extra, and slow to load
        from keyring.errors import KeyringError  # noqa: PLC0415 - with it
    except ImportError as error:
        if required:
            raise ExtraNeededError("the keyring needs the extra: pip install 'memdb-engine[encrypted]'") from error
        return
    name = str(path.absolute())
    try:
        if passphrase is not None:
            keyring.set_password(SERVICE, name, passphrase)
        elif keyring.get_password(SERVICE, name) is not None:
            keyring.delete_password(SERVICE, name)
    except KeyringError as error:
        if required:
            raise StoreError(
                f"{path} has its new passphrase, but the keyring of the system did not take it: keep it yourself"
            ) from error
