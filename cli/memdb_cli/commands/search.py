"""`memdb search`: ranked records."""

import click

from memdb import Recipe
from memdb_cli.answer_text import hit_lines
from memdb_cli.read_options import as_of_option, asked_at_option, recipe_option
from memdb_cli.target import Target, common


@click.command()
@click.argument("query")
@click.option("--k", type=click.IntRange(1), default=10, show_default=True, help="Records to show.")
@as_of_option
@asked_at_option
@recipe_option
@common(streams="many")
def command(target: Target, /, *, query: str, k: int, as_of: str | None, asked_at: str | None, recipe: Recipe) -> None:
    """Rank the records for a query. No model reads them."""
    with target.open() as memory:
        hits = memory.search(query, streams=target.selected, k=k, as_of=as_of, asked_at=asked_at, recipe=recipe)
    document = {"query": query, "hits": [hit.to_dict() for hit in hits]}
    target.print(document, list(hit_lines(hits)) or ["No record matches."])
