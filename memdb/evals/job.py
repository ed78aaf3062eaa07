"""The moving state of one evaluation: memories filled and asked, their marks counted, a row for each question."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import memdb
from memdb.evals.judge import Judge
from memdb.evals.summary import Tally
from memdb.evals.tasks import Built, Dataset, Enriching, Observation, Part, Score, Task, Way
from memdb.records import CellsReport, UsageReport
from memdb.records.packet import Layout

INGEST_ARM, MODEL_ARM, JUDGE_ARM = "ingest", "model", "judge"
SHOWN_PARTS = 10
"""Of more memories than these the costs are told together only."""


class Grouped(NamedTuple):
    """How the claims of a memory were grouped last: the layout, whether speakers counted, and what came of it."""

    by: tuple[Layout, bool]
    report: CellsReport


class Job:
    """Fills one memory after the other, and puts every question of it under every arm."""

    def __init__(
        self,
        dataset: Dataset,
        arms: Mapping[str, Way],
        parts: Sequence[Part],
        *,
        judge: Judge | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """Nothing is done yet but that the `judge` is tried.

        `progress` will be called with (done, all) questions; one that is judged counts twice.
        """
        self.rows: list[dict[str, Any]] = []
        self.built: dict[str, Any] = {}
        self.tallies = {arm: Tally() for arm in (*arms, INGEST_ARM, MODEL_ARM)}
        self._dataset = dataset
        self._arms = arms
        self._several = 1 < len(parts) <= SHOWN_PARTS
        self._judge = judge
        if judge is not None:
            self.tallies[JUDGE_ARM] = judge.agreement()
        self._total = len(arms) * sum(len(part.tasks) for part in parts) * (1 if judge is None else 2)
        self._done = 0
        self._progress = progress

    def run(self, memory: memdb.Memory, part: Part, enriching: Enriching | None) -> None:
        """Fills a memory and asks it all questions of its part."""
        self._count_ingest(part, part.build(memory))
        if enriching is not None:
            reports = self._dataset.enrich(memory, enriching)
            self.built[part.name]["enrich"] = [report.to_dict() for report in reports]
        if part.check is not None:
            checked = part.check(memory)
            for name, (passed, of) in checked.shares.items():
                self.tallies[INGEST_ARM].share(name, passed, of, self._groups(part))
            self.built[part.name] |= checked.details
        cells: Grouped | None = None
        for arm, way in self._arms.items():
            cells = self._group(memory, arm, way, cells)
            for task in part.tasks:
                self._ask(memory, part, task, arm, way)
        self._count_calls(part, memory.usage())

    def _group(self, memory: memdb.Memory, arm: str, way: Way, cells: Grouped | None) -> Grouped | None:
        """Groups the claims as an arm wants them, if they are not; `cells` says how the arm before it left them."""
        if way.arm.layout is None:
            return cells
        wanted = way.arm.layout, way.arm.speaker_counts
        if cells is None or cells.by != wanted:
            cells = Grouped(wanted, memory.rebuild_cells(wanted[0], speaker_counts=wanted[1]))
        self.tallies[arm].total("cells", cells.report.cells, cells.report.claims)
        return cells

    def judge(self) -> None:
        """Lets the judge mark every answer."""
        if self._judge is None:
            return
        for row in self.rows:
            if row["answer"] is not None:
                correct = self._judge.correct(row["question"], _gold_answer(row), row["answer"])
                row["scores"]["judge"] = correct
                self.tallies[row["arm"]].share("judge", int(correct), 1, row["groups"])
            self._advance()

    def _ask(self, memory: memdb.Memory, part: Part, task: Task, arm: str, way: Way) -> None:
        observation = self._dataset.observe(memory, task.question, way)
        score = task.score(observation)
        self.tallies[arm].score(score)
        self.tallies[arm].time("read_ms", observation.read_ms)
        if observation.answer_ms is not None:
            self.tallies[arm].time("answer_ms", observation.answer_ms)
        self.rows.append(_row(part, arm, task, observation, score))
        self._advance()

    def _advance(self) -> None:
        self._done += 1
        if self._progress:
            self._progress(self._done, self._total)

    def _count_calls(self, part: Part, usage: UsageReport) -> None:
        """What the model's calls took, those of earlier runs on the same file too."""
        tally = self.tallies[MODEL_ARM]
        for row in usage.models:
            tally.rate(f"{row.kind}_seconds", row.seconds, row.calls, self._groups(part))
            tally.rate(f"{row.kind}_prompt_tokens", row.prompt_tokens, row.calls, self._groups(part))
            tally.rate(f"{row.kind}_completion_tokens", row.completion_tokens, row.calls, self._groups(part))
            tally.total(f"{row.kind}_calls", row.calls, row.calls)
            tally.total(f"{row.kind}_tokens_in_all", row.prompt_tokens + row.completion_tokens, row.calls)

    def _count_ingest(self, part: Part, built: Built) -> None:
        tally = self.tallies[INGEST_ARM]
        tally.rate("ingest_cpu_ms", 1000 * built.cpu_s, built.records, self._groups(part))
        self.built[part.name] = {"records": built.records, "cpu_s": round(built.cpu_s, 4), **built.details}

    def _groups(self, part: Part) -> tuple[str, ...]:
        return (part.name,) if self._several else ()


def _gold_answer(row: Mapping[str, Any]) -> str:
    """What a judge compares an answer with: where the gold of a dataset are turns, what the last of them says."""
    gold = row.get("gold_answer", row["gold"])
    return gold if isinstance(gold, str) else " or ".join(gold)


def _row(part: Part, arm: str, task: Task, observation: Observation, score: Score) -> dict[str, Any]:
    return {
        "id": task.question.id,
        "part": part.name,
        "streams": None if task.question.streams is None else list(task.question.streams),
        "arm": arm,
        "question": task.question.text,
        "gold": score.gold,
        "answer": observation.answer,
        "selected": list(observation.rankings[observation.selected]),
        "groups": list(score.groups),
        "scores": {**score.shares, **score.amounts, **score.spreads, **score.counts},
        "read_ms": round(observation.read_ms, 4),
        "answer_ms": None if observation.answer_ms is None else round(observation.answer_ms, 4),
        **score.details,
    }
