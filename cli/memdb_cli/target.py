"""What a command works on: the memory file, the streams, and how to print the result."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, TypeVar

import click

from memdb_cli.passphrases import ask_present
from memdb_cli.text import json_text, plain

if TYPE_CHECKING:
    from memdb import Memory

P = ParamSpec("P")
T = TypeVar("T")
PATHS = frozenset({"destination", "out", "path"})
"""Parameters that may hold any bytes that a file name can."""
StreamUse = Literal["none", "one", "many"]


def version() -> str:
    """Return the installed version of memdb."""
    from importlib.metadata import version as installed  # noqa: PLC0415 - start-up time

    return installed("memdb-engine")


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The global options of one call. `path` is None for the default file; no `streams` means all streams."""

    path: str | None = None
    streams: tuple[str, ...] = ()
    json: bool = False

    def open(self, *, create: bool = False) -> "Memory":
        """Open the memory; without `create` a file that is not there is an error."""
        import memdb  # noqa: PLC0415 - start-up time

        return self._knowing(lambda passphrase: memdb.open(self.path, create=create, passphrase=passphrase))

    def change_passphrase(self, new: str | None, *, keyring: bool = False) -> str:
        """Encrypt the memory with a new passphrase, or with None decrypt it; return its path."""
        import memdb  # noqa: PLC0415 - start-up time

        path = self.path or str(memdb.default_path())
        self._knowing(lambda passphrase: memdb.set_passphrase(path, new, passphrase=passphrase, keep=keyring))
        return path

    def _knowing(self, use: Callable[[str | None], T]) -> T:
        """Use the memory with the passphrase that is found for it, else with the one that somebody types."""
        import memdb  # noqa: PLC0415 - start-up time

        try:
            return use(None)
        except (memdb.NotMemdbError, memdb.PassphraseError):
            # An encrypted file reads as none at all: somebody at a terminal may know its passphrase.
            path = self.path or str(memdb.default_path())
            if not memdb.may_be_encrypted(path) or not (passphrase := ask_present(path)):
                raise
        return use(passphrase)

    @property
    def selected(self) -> tuple[str, ...] | None:
        """The streams to read, or None for all."""
        return self.streams or None

    @property
    def stream(self) -> str | None:
        """The one stream to write to, or None for the command's default."""
        return self.streams[0] if self.streams else None

    def print(self, document: Mapping[str, Any], lines: Iterable[str]) -> None:
        """Print one JSON document with `--json`, else the lines; nothing in them drives the terminal."""
        if self.json:
            click.echo(json_text(document))
            return
        for line in lines:
            click.echo(plain(line))


def common(*, streams: StreamUse) -> Callable[[Callable[Concatenate[Target, P], None]], Callable[..., None]]:
    """Give a command `--json`, and `--db` and `--stream` after its name as well as before it.

    `streams` says how many streams the command can work on; more are a usage error.
    """

    def decorate(function: Callable[Concatenate[Target, P], None]) -> Callable[..., None]:
        @wraps(function)
        def command(*args: Any, _db: str | None, _streams: tuple[str, ...] = (), _json: bool, **options: Any) -> None:
            given: Target = click.get_current_context().obj or Target()
            target = Target(path=_db or given.path, streams=_streams or given.streams, json=_json or given.json)
            _check_streams(target.streams, streams)
            _check_text({**options, "stream": " ".join(target.streams)})
            function(target, *args, **options)

        decorated = click.option("--json", "_json", is_flag=True, help="Print one JSON document, and only that.")(
            command
        )
        if streams != "none":
            many = " May be repeated." if streams == "many" else ""
            decorated = click.option(
                "--stream", "_streams", metavar="NAME", multiple=True, help=f"As `memdb --stream`.{many}"
            )(decorated)
        return click.option("--db", "_db", metavar="PATH", help="As `memdb --db`.")(decorated)

    return decorate


def _check_streams(given: tuple[str, ...], allowed: StreamUse) -> None:
    name = click.get_current_context().info_name
    if allowed == "none" and given:
        raise click.UsageError(f"{name} works on the whole file; --stream does not apply.")
    if allowed == "one" and len(given) > 1:
        raise click.UsageError(f"{name} works on one stream; give --stream once.")


def _check_text(options: Mapping[str, object]) -> None:
    """Refuse words that the shell passed in another encoding: they could not be stored as they were meant."""
    for name, value in options.items():
        if isinstance(value, str) and name not in PATHS and not _is_unicode(value):
            raise click.UsageError(f"{name} is not valid UTF-8 text: {value!a}.")


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
