"""Running a dataset: build each memory once, put every question to it under every arm, score, summarise."""

import tempfile
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import memdb
from memdb.errors import UsageError
from memdb.evals import dialogue, extraction, factconsolidation, locomo, longmemeval, memstream, toychat
from memdb.evals.choosing import by_name, chosen_arms, chosen_parts
from memdb.evals.contrasts import contrasts
from memdb.evals.files import split_name
from memdb.evals.job import Job
from memdb.evals.judge import Judge
from memdb.evals.report import EvalReport
from memdb.evals.scorers import require_bleu
from memdb.evals.statistics import require_scipy
from memdb.evals.tasks import Arm, Dataset, Enriching, Part, Way
from memdb.records import View
from memdb.records.settings import ReadSettings

DATASETS: Mapping[str, Dataset] = {
    module.DATASET.name: module.DATASET
    for module in (factconsolidation, memstream, locomo, longmemeval, toychat, dialogue, extraction)
}


def run(
    dataset: str,
    path: str | Path,
    *,
    arms: Sequence[str] | None = None,
    limit: int | None = None,
    sample: int | None = None,
    seed: int = 0,
    reader: str | None = None,
    model: str | None = None,
    scheduler: str = "fast",
    view: View = "bundle",
    embedder: str | None = None,
    enriching: Enriching | None = None,
    judge: str | None = None,
    workdir: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> EvalReport:
    """Evaluate memdb on a benchmark.

    `path` is the benchmark's folder or file. `arms` picks some of the dataset's arms. `sample` draws that many
    questions with `seed`; `limit` then keeps the first so many. `reader`, `scheduler` and `view` are those of
    `Memory.ask`; `model` is the one that reads and selects, `embedder` the one in place of the static table.
    `enriching` lets a model read the records first. `judge` is a model that marks the answers, after it was tried on
    answers of which people are sure: the report's arm `judge` says how often it agrees with them.

    Memory files are built in a folder that is removed afterwards, or in `workdir`, where those that are there are gone
    on with: what a model answered or judged before is kept there, so that a run which was stopped costs little to
    repeat. `progress` is called with (done, all) questions.

    Raises UsageError, ImportFileError for files that are not the benchmark's, ExtraNeededError without scipy
    or sacrebleu, ModelError and NotFoundError for a model that fails or is not there.
    """
    chosen = by_name(DATASETS, dataset)
    ways = {
        name: _way(arm, reader=reader, scheduler=scheduler, view=view)
        for name, arm in chosen_arms(chosen, arms, enriched=enriching is not None).items()
    }
    require_scipy()
    if reader is not None:
        require_bleu()
    parts = chosen_parts(chosen.load(Path(path)), limit=limit, sample=sample, seed=seed)
    if judge is not None and reader is None:
        raise UsageError("a judge marks answers: name a reader who gives them")
    if reader is not None and not all(part.answers for part in parts):
        raise UsageError(f"{chosen.name} has no answers to score here: leave the reader out")
    with _folder(workdir) as folder:
        judging = None if judge is None else Judge(memdb.load_model(judge), folder / "judgements.jsonl")
        job = Job(chosen, ways, parts, judge=judging, progress=progress)
        for part in parts:
            with memdb.open(folder / f"{chosen.name}-{part.name}.memdb") as memory:
                if model is not None:
                    memory.use("reader", model)
                if embedder is not None:
                    memory.use("embedder", embedder)
                if enriching is not None:
                    memory.use("extractor", enriching.model)
                job.run(memory, part, enriching)
        job.judge()
    settings: dict[str, Any] = {
        "version": memdb.__version__,
        "path": str(path),
        "limit": limit,
        "sample": sample,
        "seed": seed,
        "reader": reader,
        "model": model,
        "scheduler": scheduler,
        "view": view,
        "embedder": embedder,
        "enriching": None if enriching is None else asdict(enriching),
        "judge": judge,
        "arms": {arm: _told(way) for arm, way in ways.items()},
        "parts": {part.name: {"questions": len(part.tasks), **part.details} for part in parts},
        "ingest": job.built,
    }
    return EvalReport(
        dataset=chosen.name,
        split=_split(parts),
        settings=settings,
        arms={arm: metrics for arm, tally in job.tallies.items() if (metrics := tally.metrics())},
        rows=tuple(job.rows),
        contrasts=tuple(contrasts(job.rows, chosen.contrasted, chosen.contrasted_in)) if len(ways) > 1 else (),
    )


def _way(arm: Arm, *, reader: str | None, scheduler: str, view: View) -> Way:
    return Way(
        arm=arm,
        reader=reader if arm.selection == "scheduled" else None,
        scheduler=arm.scheduler or scheduler,
        view=arm.view or view,
    )


def _told(way: Way) -> dict[str, Any]:
    """What a report says of a way, less the constants, which are those of the version where they are not told."""
    told: dict[str, Any] = asdict(way)
    settings = told["arm"].pop("settings")
    usual = asdict(ReadSettings())
    told["arm"]["settings"] = {name: value for name, value in settings.items() if value != usual[name]}
    return told


def _split(parts: Sequence[Part]) -> str:
    names = {part.split for part in parts}
    return names.pop() if len(names) == 1 else split_name(())


@contextmanager
def _folder(workdir: Path | None) -> Generator[Path]:
    if workdir is None:
        with tempfile.TemporaryDirectory(prefix="memdb-eval-") as folder:
            yield Path(folder)
        return
    try:
        workdir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot use the working folder {workdir}: {error.strerror or error}") from None
    yield workdir
