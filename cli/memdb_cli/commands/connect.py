"""`memdb connect`: enter the memory in the settings of an assistant."""

import difflib
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from memdb_cli.failures import Failure
from memdb_cli.host_files import Change, merged, snippet
from memdb_cli.hosts import HOSTS, Host, here
from memdb_cli.target import Target, common


@click.command()
@click.argument("host", type=click.Choice(list(HOSTS)))
@click.option("--name", default="memdb", show_default=True, metavar="NAME", help="What the host calls the server.")
@click.option("--file", "path", type=click.Path(path_type=Path), help="The host's file, where it is not the usual one.")
@click.option("--print", "only_print", is_flag=True, help="Print what the file needs, for adding it by hand.")
@click.option("--dry-run", is_flag=True, help="Print the change, and write nothing.")
@common(streams="many")
def command(target: Target, /, *, host: str, name: str, path: Path | None, only_print: bool, dry_run: bool) -> None:
    """Enter the memory in the settings of HOST, an assistant, which then starts `memdb mcp` by itself.

    All else in the file stays as it is, and a copy of it is kept beside it. --stream bounds what the assistant reaches.
    Where the file cannot be read it is left alone.
    """
    if not name.strip():
        raise click.UsageError("--name is empty: give the server a name.")
    importlib.import_module("memdb.mcp")  # a server that cannot start is not entered

    chosen = HOSTS[host]
    with target.open(create=True) as memory:
        words = ["--db", str(memory.path.absolute()), *(word for one in target.streams for word in ("--stream", one))]
    entry = chosen.entry(_memdb(), [*words, "mcp"])
    if only_print:
        target.print({"host": host, "name": name, "entry": entry}, [snippet(chosen, name, entry).rstrip()])
        return
    change = merged(chosen, path or chosen.path(here()), name, entry)
    backup = change.apply() if change.needed and not dry_run else None
    document = {
        "host": host, "path": str(change.path), "name": name, "entry": entry, "changed": change.needed and not dry_run,
        "backup": str(backup) if backup else None,
    }  # fmt: skip
    target.print(document, _lines(chosen, change, name, backup, dry_run=dry_run))


def _lines(host: Host, change: Change, name: str, backup: Path | None, *, dry_run: bool) -> Iterator[str]:
    if not change.needed:
        yield f"{host.title} knows {name} already: {change.path} is as it should be."
    elif dry_run:
        old = (change.old or "").splitlines()
        before = str(change.path) if change.old is not None else "/dev/null"
        yield from difflib.unified_diff(old, change.new.splitlines(), before, str(change.path), lineterm="", n=1)
    else:
        yield f"{host.title} knows {name} now: {change.path}. Start it anew."
        if backup is not None:
            yield f"What was there is kept as {backup}."


def _memdb() -> str:
    """The absolute path of this command, as it was called or beside the interpreter."""
    beside = Path(sys.executable)
    for candidate in (Path(sys.argv[0]), beside.with_name("memdb"), beside.with_name("memdb.exe")):
        if candidate.stem == "memdb" and candidate.is_file():
            return str(candidate.absolute())
    raise Failure("cannot tell where the command memdb is: call it by its path.")
