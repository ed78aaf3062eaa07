"""Running a dataset: build each memory once, put every question to it under every arm, score, summarise."""

import random
import tempfile
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import memdb
from memdb.errors import UsageError
from memdb.evals import extraction, factconsolidation, locomo, longmemeval, memstream, toychat
from memdb.evals.files import split_name
from memdb.evals.report import EvalReport
from memdb.evals.statistics import require_scipy
from memdb.evals.summary import Tally
from memdb.evals.tasks import Built, Channels, Dataset, Enriching, Observation, Part, Score, Task, Way
from memdb.records import UsageReport, View

DATASETS: Mapping[str, Dataset] = {
    module.DATASET.name: module.DATASET
    for module in (factconsolidation, memstream, locomo, longmemeval, toychat, extraction)
}
INGEST_ARM, MODEL_ARM = "ingest", "model"


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
    workdir: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> EvalReport:
    """Evaluate memdb on a benchmark.

    `path` is the benchmark's folder or file. `arms` picks some of the dataset's arms. `sample` draws that many
    questions with `seed`; `limit` then keeps the first so many. `reader`, `scheduler` and `view` are those of
    `Memory.ask`; `model` is the one that reads and selects, `embedder` the one in place of the static table.
    `enriching` lets a model read the records first. Memory files are built in a folder that is removed afterwards, or
    in `workdir`, where those that are there are gone on with: answers that a model gave before are kept in them, so
    that a run which was stopped costs little to repeat. `progress` is called with (done, all) questions.

    Raises UsageError, ImportFileError for files that are not the benchmark's, ExtraNeededError without scipy,
    ModelError and NotFoundError for a model that fails or is not there.
    """
    chosen = _dataset(dataset)
    arms = _possible_arms(chosen, arms, enriched=enriching is not None)
    if reader is not None and not chosen.answers:
        raise UsageError(f"{chosen.name} has no answers to score: leave the reader out")
    ways = {
        arm: Way(channels=channels, reader=reader, scheduler=scheduler, view=view)
        for arm, channels in _arms(chosen, arms).items()
    }
    require_scipy()
    parts = _pick(chosen.load(Path(path)), limit=limit, sample=sample, seed=seed)
    job = _Job(chosen, ways, parts, progress)
    with _folder(workdir) as folder:
        for part in job.parts:
            with memdb.open(folder / f"{chosen.name}-{part.name}.memdb") as memory:
                if model is not None:
                    memory.use("reader", model)
                if embedder is not None:
                    memory.use("embedder", embedder)
                if enriching is not None:
                    memory.use("extractor", enriching.model)
                job.run(memory, part, enriching)
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
        "arms": {arm: {"channels": list(way.channels)} for arm, way in ways.items()},
        "parts": {part.name: {"questions": len(part.tasks), **part.details} for part in parts},
        "ingest": job.built,
    }
    return EvalReport(
        dataset=chosen.name,
        split=_split(parts),
        settings=settings,
        arms={arm: metrics for arm, tally in job.tallies.items() if (metrics := tally.metrics())},
        rows=tuple(job.rows),
    )


class _Job:
    """The moving state of one evaluation."""

    def __init__(
        self,
        dataset: Dataset,
        arms: Mapping[str, Way],
        parts: Sequence[Part],
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self.dataset = dataset
        self.arms = arms
        self.parts = parts
        self.total = len(arms) * sum(len(part.tasks) for part in parts)
        self.progress = progress
        self.rows: list[dict[str, Any]] = []
        self.built: dict[str, Any] = {}
        self.tallies = {arm: Tally() for arm in (*arms, INGEST_ARM, MODEL_ARM)}

    def run(self, memory: memdb.Memory, part: Part, enriching: Enriching | None) -> None:
        self._count_ingest(part, part.build(memory))
        if enriching is not None:
            reports = self.dataset.enrich(memory, enriching)
            self.built[part.name]["enrich"] = [report.to_dict() for report in reports]
        for arm, way in self.arms.items():
            for task in part.tasks:
                observation = self.dataset.observe(memory, task.question, way)
                score = task.score(observation)
                self.tallies[arm].score(score)
                self.tallies[arm].time("read_ms", observation.read_ms)
                if observation.answer_ms is not None:
                    self.tallies[arm].time("answer_ms", observation.answer_ms)
                self.rows.append(_row(part, arm, task, observation, score))
                if self.progress:
                    self.progress(len(self.rows), self.total)

        self._count_calls(part, memory.usage())

    def _count_calls(self, part: Part, usage: UsageReport) -> None:
        """What the model's calls took, those of earlier runs on the same file too."""
        tally = self.tallies[MODEL_ARM]
        groups = (part.name,) if len(self.parts) > 1 else ()
        for row in usage.models:
            tally.rate(f"{row.kind}_seconds", row.seconds, row.calls, groups)
            tally.rate(f"{row.kind}_prompt_tokens", row.prompt_tokens, row.calls, groups)
            tally.rate(f"{row.kind}_completion_tokens", row.completion_tokens, row.calls, groups)

    def _count_ingest(self, part: Part, built: Built) -> None:
        tally = self.tallies[INGEST_ARM]
        groups = (part.name,) if len(self.parts) > 1 else ()
        for name, (passed, checked) in built.shares.items():
            tally.share(name, passed, checked, groups)
        tally.rate("ingest_cpu_ms", 1000 * built.cpu_s, built.records, groups)
        self.built[part.name] = {"records": built.records, "cpu_s": round(built.cpu_s, 4), **built.details}


def _row(part: Part, arm: str, task: Task, observation: Observation, score: Score) -> dict[str, Any]:
    return {
        "id": task.question.id,
        "part": part.name,
        "arm": arm,
        "question": task.question.text,
        "gold": score.gold,
        "answer": observation.answer,
        "selected": list(observation.rankings[observation.selected]),
        "groups": list(score.groups),
        "scores": {**score.shares, **score.amounts, **score.counts},
        "read_ms": round(observation.read_ms, 4),
        "answer_ms": None if observation.answer_ms is None else round(observation.answer_ms, 4),
        **score.details,
    }


def _dataset(name: str) -> Dataset:
    if name not in DATASETS:
        raise UsageError(f"no benchmark is called {name!r}; choose one of: {', '.join(DATASETS)}")
    return DATASETS[name]


def _possible_arms(dataset: Dataset, wanted: Sequence[str] | None, *, enriched: bool) -> Sequence[str] | None:
    """The arms that were asked for, less those that need a model to enrich where there is none and nobody insists."""
    if enriched or not dataset.needs_model:
        return wanted
    if wanted is None:
        return [arm for arm in dataset.arms if arm not in dataset.needs_model]
    if unable := [arm for arm in wanted if arm in dataset.needs_model]:
        raise UsageError(f"{dataset.name}: the arm {unable[0]} needs a model: name one with --enrich")
    return wanted


def _arms(dataset: Dataset, wanted: Sequence[str] | None) -> dict[str, Channels]:
    names = list(dict.fromkeys(wanted)) if wanted is not None else list(dataset.arms)
    unknown = [name for name in names if name not in dataset.arms]
    if unknown or not names:
        missing = f"no arm is called {unknown[0]!r}" if unknown else "no arm was given"
        raise UsageError(f"{dataset.name}: {missing}; choose from: {', '.join(dataset.arms)}")
    return {name: dataset.arms[name] for name in names}


def _pick(parts: Sequence[Part], *, limit: int | None, sample: int | None, seed: int) -> list[Part]:
    """The parts with only the chosen tasks, in file order; parts without any are not built."""
    for name, value in (("limit", limit), ("sample", sample)):
        if value is not None and value < 1:
            raise UsageError(f"{name} must be at least 1, not {value}")
    places = [(part, task) for part in range(len(parts)) for task in range(len(parts[part].tasks))]
    if sample is not None and sample < len(places):
        places = sorted(random.Random(seed).sample(places, sample))  # noqa: S311 - a repeatable draw, not a secret
    kept = set(places[:limit])
    picked = [
        replace(part, tasks=[task for place, task in enumerate(part.tasks) if (number, place) in kept])
        for number, part in enumerate(parts)
    ]
    return [part for part in picked if part.tasks]


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
