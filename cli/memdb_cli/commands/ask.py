"""`memdb ask`: answer a question with sources."""

from typing import Any

import click

from memdb_cli.answer_text import answer_lines, evidence_lines
from memdb_cli.read_options import read_options
from memdb_cli.target import Target, common


@click.command()
@click.argument("question")
@click.option("--evidence", is_flag=True, help="Show the evidence instead of an answer.")
@click.option(
    "--reader",
    type=click.Choice(("auto", "extractive", "llm")),
    default="auto",
    show_default=True,
    help="Who reads the evidence: rules, or the model that was chosen to read.",
)
@read_options
@common(streams="many")
def command(target: Target, /, *, question: str, evidence: bool, reader: str, **read: Any) -> None:
    """Answer a question from the memory, with numbered sources.

    A value that has been replaced since is marked as superseded. Without a model the answer is a value that a
    record states; else the closest record, marked as that; else "Unknown". A model is chosen by "memdb models use
    reader MODEL"; the reader "auto" then asks it where the statements leave a choice.
    """
    with target.open() as memory:
        if evidence:
            found = memory.read(question, streams=target.selected, **read)
            target.print(found.to_dict(), evidence_lines(found))
        else:
            answer = memory.ask(question, reader=reader, streams=target.selected, **read)
            target.print(answer.to_dict(), answer_lines(answer))
