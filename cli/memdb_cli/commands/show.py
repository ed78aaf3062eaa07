"""`memdb show`: one record and what was read out of it."""

from collections.abc import Iterator, Mapping
from typing import Any

import click

from memdb_cli.target import Target, common
from memdb_cli.text import one_line, plain


@click.command()
@click.argument("id", metavar="ID", type=int)
@common(streams="none")
def command(target: Target, /, *, id: int) -> None:
    """Show the packet with this ID: its text, claims, statements and how its extraction went."""
    with target.open() as memory:
        document = memory.show(id)
    target.print(document, _lines(document))


def _lines(document: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    for name, value in document.items():
        label = f"{indent}{one_line(str(name))}:"
        match value:
            case None | "" | [] | {} | ():
                continue
            case dict():
                yield label
                yield from _lines(value, indent + "  ")  # pyright: ignore[reportUnknownArgumentType] - JSON
            case list() | tuple():
                yield label
                yield from _items(value, indent + "  ")  # pyright: ignore[reportUnknownArgumentType] - JSON
            case str() if "\n" in value:
                yield label
                yield from (f"{indent}  {line}" for line in plain(value).split("\n"))
            case _:
                yield f"{label} {one_line(str(value))}"


def _items(values: Any, indent: str) -> Iterator[str]:
    for value in values:
        if isinstance(value, dict):
            lines = list(_lines(value, indent + "  "))  # pyright: ignore[reportUnknownArgumentType] - JSON
            yield f"{indent}- {lines[0].strip()}" if lines else f"{indent}-"
            yield from lines[1:]
        else:
            yield f"{indent}- {one_line(str(value))}"
