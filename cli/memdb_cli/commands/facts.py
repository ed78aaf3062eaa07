"""`memdb facts`: what holds, and what held."""

from collections.abc import Callable, Iterable, Iterator
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
@click.option("--history", is_flag=True, help="Show what held from when to when, and how it ended.")
@as_of_option
@common(streams="many")
def command(target: Target, /, *, subject: str | None, history: bool, as_of: str | None) -> None:
    """Show the current values of SUBJECT, or of everything; each with the record that states it."""
    with target.open() as memory:
        facts = memory.facts(subject, streams=target.selected, history=history, as_of=as_of)
    document = {"subject": subject, "facts": [fact.to_dict() for fact in facts]}
    nothing = "Nothing is stated" + (f" about {one_line(subject)}." if subject else " yet.")
    target.print(document, list(_lines(facts, _span if history else _row)) or [nothing])


def _lines(facts: Iterable["Fact"], row: Callable[["Fact"], tuple[str, ...]]) -> Iterator[str]:
    for (stream, _), group in groupby(facts, key=lambda fact: (fact.stream, fact.subject.casefold())):
        shown = list(group)
        yield one_line(f"{shown[0].subject} ({stream})")
        yield from columns((row(fact) for fact in shown), indent="  ")


def _row(fact: "Fact") -> tuple[str, ...]:
    return (fact.relation, _value(fact), fact.asserted_at or "", f"packet {fact.packet}")


def _span(fact: "Fact") -> tuple[str, ...]:
    """One line of a timeline: from when to when, the value, its records, and how it ended."""
    packets = f"packet{'s' * (len(fact.packets) > 1)} {', '.join(map(str, fact.packets))}"
    until = "now" if fact.current and fact.since else fact.until
    return (fact.since or "", f"to {until}" if until else "", fact.relation, _value(fact), packets, _end(fact))


def _value(fact: "Fact") -> str:
    return fact.object if fact.positive else f"not {fact.object}"


def _end(fact: "Fact") -> str:
    if fact.ended is None:
        return ""
    how = {"replaced": "replaced by", "corrected": "a slip, corrected:", "ended": "ended"}[fact.ended]
    what = "" if fact.ended == "ended" else f" {fact.superseded_by}"
    return f"{how}{what} (packet {fact.ended_in})"
