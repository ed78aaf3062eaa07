"""`memdb export`: every record as JSON lines, as Markdown for reading, or as plain tables."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memdb_cli.files import check_output, write_text
from memdb_cli.markdown_pages import write_pages
from memdb_cli.target import Target, common
from memdb_cli.text import counted, json_text, omit_none, one_line

if TYPE_CHECKING:
    from memdb import Memory


@click.command()
@click.option("--out", metavar="PATH", help="Write to PATH, a file, or for Markdown a folder, and not to the terminal.")
@click.option(
    "--format",
    "format",
    type=click.Choice(("jsonl", "markdown", "sqlite")),
    default="jsonl",
    show_default=True,
    help="JSON lines to move the memory, pages to read, or a SQLite file to look into.",
)
@click.option("--overwrite", is_flag=True, help="Replace what is at PATH.")
@common(streams="many")
def command(target: Target, /, *, out: str | None, format: str, overwrite: bool) -> None:
    """Write every record as JSON lines, which `memdb ingest` reads back as the same memory.

    Or as Markdown, a page for each session; or as plain tables for sqlite3, Datasette and other tools.

    Nothing is overwritten unless you say so, and a failure leaves what was there.

    With --json: one document, {"packets": [...], "settings": [...], "readings": [...]}; with --json and --out: the path
    and the number of records.
    """
    if out is None and format != "jsonl":
        raise click.UsageError(
            f"{format} is written to a {'folder' if format == 'markdown' else 'file'}; add --out PATH."
        )
    with target.open() as memory:
        if out is None:
            _print(target, memory)
            return
        path = Path(out)
        _refuse_memory(path, memory.path)
        if format == "markdown":
            number = write_pages(path, memory.export(streams=target.selected), overwrite=overwrite)
        else:
            check_output(path, overwrite=overwrite)
            number = (
                _write_lines(path, memory, target.selected)
                if format == "jsonl"
                else memory.export_tables(path, streams=target.selected, overwrite=overwrite).packets
            )
    target.print({"path": out, "packets": number}, [one_line(f"Wrote {counted(number, 'record')} to {out}.")])


def _print(target: Target, memory: "Memory") -> None:
    records, settings, readings = _parts(memory, target.selected)
    if target.json:
        target.print({"packets": list(records), "settings": list(settings), "readings": list(readings)}, ())
        return
    for line in _lines(records, settings, readings):
        click.echo(json_text(line, indent=None))


def _parts(memory: "Memory", streams: Sequence[str] | None) -> tuple[Iterable[dict[str, Any]], ...]:
    """The records, what was decided by hand, and what models read."""
    return (
        (omit_none(asdict(draft)) for draft in memory.export(streams=streams)),
        map(asdict, memory.settings(streams=streams)),
        map(asdict, memory.readings(streams=streams)),
    )


def _lines(
    records: Iterable[dict[str, Any]], settings: Iterable[dict[str, Any]], readings: Iterable[dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Each line as an object; what is no record comes after the records that it is about."""
    yield from records
    yield from ({"setting": one} for one in settings)
    yield from ({"reading": one} for one in readings)


def _refuse_memory(out: Path, memory: Path) -> None:
    if out.exists() and memory.exists() and out.samefile(memory):
        raise click.UsageError(f"{out} is the memory itself; export to another file.")


def _write_lines(path: Path, memory: "Memory", streams: Sequence[str] | None) -> int:
    """Write lines of JSON; they are never all in memory. Returns how many records they hold."""
    number = 0

    def counted_records(records: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        nonlocal number
        for number, record in enumerate(records, 1):  # noqa: B007 - counted while they are written
            yield record

    def lines() -> Iterator[str]:
        records, settings, readings = _parts(memory, streams)
        for line in _lines(counted_records(records), settings, readings):
            yield json.dumps(line, ensure_ascii=False) + "\n"

    write_text(path, lines())
    return number
