"""The settings of another program: an entry is merged into them, and nothing else in them is ever lost."""

import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from memdb_cli.failures import Failure
from memdb_cli.files import write_text
from memdb_cli.hosts import Host
from memdb_cli.json_edit import parse_json, set_in_json


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A file's text before and after; `old` is None where there is no file."""

    path: Path
    old: str | None
    new: str

    @property
    def needed(self) -> bool:
        """Whether there is anything to do."""
        return self.old != self.new

    def apply(self) -> Path | None:
        """Writes the file whole or not at all, after a copy of the old one beside it, whose path is returned.

        Raises:
            Failure: it cannot be written, or somebody changed it meanwhile.
        """
        if self.old is None:
            _make_folder(self.path.parent)
        if _read(self.path) != self.old:
            raise Failure(f"{self.path} was changed meanwhile; nothing was written. Try again.")
        backup = None
        if self.old is not None:
            now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%f")
            backup = self.path.with_name(f"{self.path.name}.{now}.bak")
            write_text(backup, [self.old], like=self.path)
        write_text(self.path, [self.new], like=self.path)
        return backup


def merged(host: Host, path: Path, name: str, entry: dict[str, Any]) -> Change:
    """The change that makes `entry` the server `name`, beside what its host has noted of that server.

    What cannot be read, or merged for sure, is left alone.

    Raises:
        Failure: the file cannot be read, or is not in the host's form.
    """
    path = _followed(path)
    old = _read(path)
    try:
        before = _parsed(host, old or "")
        servers: Any = before.get(host.key, {})
        if not isinstance(servers, dict):
            raise UnusualError(f"its {host.key} is no table of servers")
        servers = cast("dict[str, Any]", servers)
        held: Any = servers.get(name)
        whole: dict[str, Any] = cast("dict[str, Any]", held) | entry if isinstance(held, dict) else entry
        new = old if held == whole else _set(host, old or "", name, whole)
        if _parsed(host, new or "") != before | {host.key: servers | {name: whole}}:
            raise UnusualError("it is written in too unusual a way")
    except (ValueError, RecursionError) as error:
        raise Failure(
            f"{path} is not changed, since memdb cannot read it as {host.title} would "
            f"({str(error).splitlines()[0]}): mend it, or add what --print shows by hand."
        ) from error
    return Change(path=path, old=old, new=new or "")


class UnusualError(ValueError):
    """A file that is well-formed, and not as its host would have it."""


def _followed(path: Path) -> Path:
    """Where a link leads, so that it stays a link and its target is written."""
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise Failure(f"cannot follow {path}: its links lead in a circle.") from error


def snippet(host: Host, name: str, entry: dict[str, Any]) -> str:
    """What a new file would hold."""
    return _set(host, "", name, entry)


def _parsed(host: Host, text: str) -> dict[str, Any]:
    if host.form == "toml":
        return tomllib.loads(text.removeprefix("\ufeff"))
    return parse_json(text, comments=host.form == "json with comments")


def _set(host: Host, text: str, name: str, entry: dict[str, Any]) -> str:
    if host.form != "toml":
        return set_in_json(text, host.key, name, entry, comments=host.form == "json with comments")
    import tomlkit  # noqa: PLC0415 - start-up time

    document = tomlkit.parse(text)
    if host.key not in document:
        document[host.key] = tomlkit.table(is_super_table=True)
    document[host.key][name] = entry  # pyright: ignore[reportIndexIssue]
    return document.as_string()


def _read(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise Failure(f"{path} is not changed: it is no UTF-8 text.") from error


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(f"cannot make the folder {folder}: {error.strerror or error}.") from error
