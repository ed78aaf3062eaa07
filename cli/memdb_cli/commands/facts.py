"""`memdb facts`: what holds, and what held."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

import click

from memdb_cli.read_options import as_of_option
from memdb_cli.target import Target, common
from memdb_cli.text import columns, one_line

if TYPE_CHECKING:
    from memdb import Fact


@click.command()
@click.argument("subject", required=False)
@click.option("--history", is_flag=True, help="Show former values too, and what replaced them.")
@as_of_option
@common(streams="many")
def command(target: Target, /, *, subject: str | None, history: bool, as_of: str | None) -> None:
    """Show the current values of SUBJECT, or of everything; each with the record that states it."""
    with target.open() as memory:
        facts = memory.facts(subject, streams=target.selected, history=history, as_of=as_of)
    document = {"subject": subject, "facts": [fact.to_dict() for fact in facts]}
    nothing = "Nothing is stated" + (f" about {one_line(subject)}." if subject else " yet.")
    target.print(document, list(_lines(facts)) or [nothing])


def _lines(facts: Iterable["Fact"]) -> Iterator[str]:
    for (stream, subject), group in groupby(facts, key=lambda fact: (fact.stream, fact.subject)):
        yield one_line(f"{subject} ({stream})")
        yield from columns((_row(fact) for fact in group), indent="  ")


def _row(fact: "Fact") -> tuple[str, ...]:
    value = fact.object if fact.positive else f"not {fact.object}"
    state = "" if fact.current else f"replaced by {fact.superseded_by}" if fact.superseded_by else "no longer"
    return (fact.relation, value, fact.asserted_at or "", f"packet {fact.packet}", state)
