"""`memdb trace`: a read, stage by stage."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import click

from memdb_cli.read_options import read_options
from memdb_cli.target import Target, common
from memdb_cli.text import one_line

WIDTH = 160
"""Characters shown of one value of a stage's state."""


@click.command()
@click.argument("question")
@read_options
@common(streams="many")
def command(target: Target, /, *, question: str, **read: Any) -> None:
    """Show what every stage of a read found, with its time in milliseconds."""
    with target.open() as memory:
        document = memory.trace(question, streams=target.selected, **read).to_dict()
    target.print(document, _lines(document))


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    for stage in document["stages"]:
        yield one_line(f"{stage['stage']}: {stage['ms']:.2f} ms")
        for name, value in stage["state"].items():
            shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            yield f"  {one_line(str(name))}: {one_line(shown, limit=WIDTH)}"
