"""`memdb relations`: whether relations hold one value or gather several, and saying so."""

from typing import TYPE_CHECKING, Any

import click

from memdb_cli.target import Target, common
from memdb_cli.text import columns, counted, one_line

if TYPE_CHECKING:
    from memdb import RelationInfo


@click.group(invoke_without_command=True)
@common(streams="many")
def command(target: Target, /) -> None:
    """Show the relations in use: whether each holds one value or gathers several, and how that is known.

    Those that memdb knows are built in. Of another one value is assumed, until records show how it behaves.
    """
    context = click.get_current_context()
    if context.invoked_subcommand:
        context.obj = target
        return
    with target.open() as memory:
        found = memory.relations(streams=target.selected)
    document = {"relations": [relation.to_dict() for relation in found]}
    target.print(document, columns(_row(relation) for relation in found) or ["Nothing is stated yet."])


def _row(relation: "RelationInfo") -> tuple[str, ...]:
    return (
        relation.name,
        relation.cardinality,
        relation.origin,
        counted(relation.statements, "statement"),
        counted(relation.subjects, "subject"),
    )


@command.command("set")
@click.argument("name")
@click.option("--single", "cardinality", flag_value="single", help="It holds one value: a newer one replaces it.")
@click.option("--multi", "cardinality", flag_value="multi", help="It gathers values: each holds until it is denied.")
@common(streams="none")
def set_(target: Target, /, *, name: str, cardinality: Any) -> None:
    """Say for good how many values the relation NAME holds, in all streams. What holds follows at once."""
    if cardinality is None:
        raise click.UsageError("say --single or --multi.")
    with target.open() as memory:
        relation = memory.set_cardinality(name, cardinality)
    target.print(relation.to_dict(), [one_line(f"{relation.name}: {relation.cardinality}, {relation.origin}.")])
