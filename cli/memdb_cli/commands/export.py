"""`memdb export`: every record, in the form that `memdb ingest` reads."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memdb_cli.files import check_output, write_text
from memdb_cli.target import Target, common
from memdb_cli.text import counted, json_text, omit_none, one_line

if TYPE_CHECKING:
    from memdb import Draft


@click.command()
@click.option("--out", metavar="FILE", help="Write to FILE instead of standard output.")
@common(streams="many")
def command(target: Target, /, *, out: str | None) -> None:
    """Write every record as JSON lines, which `memdb ingest` reads back.

    With --json: one document, {"packets": [...]}; with --json and --out: the file's name and the number of records.
    """
    with target.open() as memory:
        records = (_record(draft) for draft in memory.export(streams=target.selected))
        if out is not None:
            check_output(Path(out))
            _refuse_memory(Path(out), memory.path)
            lines = _Counted(records)
            write_text(Path(out), lines)
            line = one_line(f"Wrote {counted(lines.number, 'record')} to {out}.")
            target.print({"path": out, "packets": lines.number}, [line])
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


class _Counted:
    """Records as lines of JSON, counted while they are written: they are never all in memory."""

    def __init__(self, records: Iterable[dict[str, Any]]) -> None:
        self.number = 0
        self._records = records

    def __iter__(self) -> Iterator[str]:
        for record in self._records:
            self.number += 1
            yield json.dumps(record, ensure_ascii=False) + "\n"
