"""`memdb eval`: reproduce a benchmark."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from memdb_cli.files import check_output, write_text
from memdb_cli.progress import progress_bar
from memdb_cli.read_options import SCHEDULERS, VIEWS
from memdb_cli.target import Target, common
from memdb_cli.text import json_text, one_line, plain

if TYPE_CHECKING:
    from memdb import FactFrontendName, View

DATASETS = ("factconsolidation", "memstream", "locomo", "longmemeval", "toychat", "dialogue", "extraction")


@click.command()
@click.argument("dataset", type=click.Choice(DATASETS))
@click.argument("path")
@click.option(
    "--arm", "arms", multiple=True, metavar="NAME", help="Run this arm, or set of arms, only; may be repeated."
)
@click.option("--limit", type=click.IntRange(1), help="Ask the first so many questions.")
@click.option("--sample", type=click.IntRange(1), help="Draw so many questions at random, before --limit.")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of --sample.")
@click.option("--reader", type=click.Choice(("extractive", "llm", "auto")), help="Who answers, to score the answers.")
@click.option("--model", metavar="MODEL", help="The model that reads and selects: as for memdb models use.")
@click.option("--scheduler", type=click.Choice(SCHEDULERS), default="fast", show_default=True, help="What selects.")
@click.option("--view", type=click.Choice(VIEWS), default="bundle", show_default=True, help="How records are shown.")
@click.option("--embedder", metavar="MODEL", help="The embedder, in place of the static table.")
@click.option("--enrich", metavar="MODEL", help="Let a model read the records first: as for memdb models use.")
@click.option("--enrich-limit", type=click.IntRange(1), metavar="N", help="Let it read at most so many records.")
@click.option("--alone", is_flag=True, help="Let its statements replace the rules'.")
@click.option(
    "--frontend",
    type=click.Choice(("grammar", "llm", "hybrid")),
    default="grammar",
    show_default=True,
    help="What reads streams of facts: the rules, or alone the model of --enrich.",
)
@click.option("--judge", metavar="MODEL", help="Let a model mark the answers, after it was tried on sure ones.")
@click.option("--workdir", metavar="FOLDER", help="Keep the memories there, and go on with those that are there.")
@click.option("--out", metavar="FILE", help="Write the JSON document, one row a question, to FILE.")
@common(streams="none")
def command(
    target: Target,
    /,
    *,
    dataset: str,
    path: str,
    arms: tuple[str, ...],
    limit: int | None,
    sample: int | None,
    seed: int,
    reader: str | None,
    model: str | None,
    scheduler: str,
    view: "View",
    embedder: str | None,
    enrich: str | None,
    enrich_limit: int | None,
    alone: bool,
    frontend: "FactFrontendName | Literal['grammar']",
    judge: str | None,
    workdir: str | None,
    out: str | None,
) -> None:
    """Build memories from a benchmark's source text, ask its questions, and report every arm.

    PATH is the benchmark's file or folder. Streams of facts have sets of arms: usual, views and depths; LoCoMo: usual,
    joined, ablation, claims, sources, views, layouts and frontier. The memory given with --db is not touched. A run
    with a model that was stopped goes on where it was when --workdir names the same folder again, since answers are
    kept in the memories.
    """
    if out is not None:
        check_output(Path(out))
    from memdb import evals  # noqa: PLC0415 - start-up time

    if frontend != "grammar" and enrich is None:
        raise click.UsageError(f"the frontend {frontend} needs a model: name one with --enrich")
    enriching = evals.Enriching(model=enrich, limit=enrich_limit, alone=alone) if enrich else None
    if enriching and frontend != "grammar":
        enriching = replace(enriching, alone=True, frontend=frontend)
    with progress_bar(dataset) as progress:
        report = evals.run(
            dataset,
            path,
            arms=arms or None,
            limit=limit,
            sample=sample,
            seed=seed,
            reader=reader,
            model=model,
            scheduler=scheduler,
            view=view,
            embedder=embedder,
            enriching=enriching,
            judge=judge,
            workdir=Path(workdir) if workdir else None,
            progress=progress,
        )
    document = report.to_dict()
    lines = [plain(report.table())]
    if out is not None:
        write_text(Path(out), [json_text(document), "\n"])
        lines.append(one_line(f"Wrote {out}."))
    target.print(document, lines)
