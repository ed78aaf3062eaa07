"""`memdb export`: every record, in the form that `memdb ingest` reads."""

import json
import os
import tempfile
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memdb_cli.failures import Failure
from memdb_cli.target import Target, common
from memdb_cli.text import counted, json_text, omit_none, one_line

if TYPE_CHECKING:
    from memdb import Draft


@click.command()
@click.option("--out", metavar="FILE", help="Write to FILE instead of standard output.")
@common(streams="many")
def command(target: Target, *, out: str | None) -> None:
    """Write every record as JSON lines, which `memdb ingest` reads back.

    With --json: one document, {"packets": [...]}; with --json and --out: the file's name and the number of records.
    """
    with target.open() as memory:
        records = (_record(draft) for draft in memory.export(streams=target.selected))
        if out is not None:
            _refuse_memory(Path(out), memory.path)
            number = _write(Path(out), records)
            target.print({"path": out, "packets": number}, [one_line(f"Wrote {counted(number, 'record')} to {out}.")])
        elif target.json:
            target.print({"packets": list(records)}, ())
        else:
            for record in records:
                click.echo(json_text(record, indent=None))


def _record(draft: "Draft") -> dict[str, Any]:
    return omit_none(asdict(draft))


def _refuse_memory(out: Path, memory: Path) -> None:
    if out.exists() and memory.exists() and out.samefile(memory):
        raise click.UsageError(f"{out} is the memory itself; export to another file.")


def _write(out: Path, records: Iterable[dict[str, Any]]) -> int:
    """Write beside the file and rename, so that a failure leaves what was there. Returns the number of records."""
    try:
        handle, name = tempfile.mkstemp(dir=out.parent, prefix=f".{out.name}.")
    except OSError as error:
        raise Failure(f"cannot write {out}: {error.strerror}.") from error
    number = 0
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            for number, record in enumerate(records, 1):  # noqa: B007 - the last number is the count
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
        Path(name).replace(out)
    except OSError as error:
        raise Failure(f"cannot write {out}: {error.strerror}.") from error
    finally:
        Path(name).unlink(missing_ok=True)
    return number
