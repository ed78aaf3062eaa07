"""LoCoMo: two-person conversations over many sessions, and Gold Source Recall of the turns that hold the evidence.

The path is the upstream JSON file, or a folder with one `locomo*.json`. Questions of categories 1 to 4 count;
adversarial ones do not. Gold Source Recall is the mean over questions of the fraction of a question's gold turns that
were selected. Evidence that names no turn of the conversation is dropped, and a question without any left is left out:
the report's settings say how many.

With an `ERRATA.json` beside the file, recall against its corrected evidence is reported too, and F1 and BLEU-1 against
its corrected answers, over the questions that have a right answer.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

import memdb
from memdb.errors import ImportFileError
from memdb.evals import scorers
from memdb.evals.files import Row, matching, read_json, split_name
from memdb.evals.locomo_errata import Correction, corrections
from memdb.evals.observing import ingest_cost, observed, ranking, timed_read, turns
from memdb.evals.tasks import Dataset, Observation, Part, Question, Score, Task, Way

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
HOLDOUT = {"conv-48", "conv-49", "conv-50"}
READ_DEPTHS = {5: "read", 10: "read", 12: "read+extra", 20: "search", 40: "search"}


class QuestionRow(Row, frozen=True, kw_only=True):
    """One item of a sample's `qa`."""

    question: str
    category: int
    evidence: list[str] = msgspec.field(default_factory=list[str])
    answer: str | int | float | None = None


class Sample(Row, frozen=True, kw_only=True):
    """One conversation with its questions."""

    sample_id: str
    conversation: dict[str, msgspec.Raw]
    qa: list[QuestionRow]


class Turn(Row, frozen=True, kw_only=True):
    """The identity of one turn."""

    dia_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """What is right of a question: its answer, None where nothing short is, and the turns that hold the evidence."""

    answer: str | None
    turns: tuple[str, ...]


def load(path: Path) -> list[Part]:
    """One memory with a stream for each conversation."""
    files = matching(path, "locomo*.json")
    if len(files) > 1:
        raise ImportFileError(f"{path} holds several LoCoMo files; give one: {', '.join(file.name for file in files)}")
    samples = read_json(files[0], list[Sample])
    corrected = corrections(files[0].with_name("ERRATA.json"))
    tasks: list[Task] = []
    left_out = {"adversarial": 0, "no usable evidence": 0}
    for sample in samples:
        known = _turn_ids(sample)
        for index, row in enumerate(sample.qa):
            turns_of = tuple(dict.fromkeys(turn for turn in row.evidence if turn in known))
            if row.category not in CATEGORIES:
                left_out["adversarial"] += 1
            elif not turns_of:
                left_out["no usable evidence"] += 1
            else:
                gold = Gold(answer="" if row.answer is None else str(row.answer), turns=turns_of)
                fixed = _fixed(gold, corrected.get((sample.sample_id, index)), known)
                tasks.append(_task(sample, index, row, gold=gold, corrected=fixed if corrected else None))
    return [
        Part(
            name=files[0].stem,
            split=split_name(sample.sample_id not in HOLDOUT for sample in samples),
            build=lambda memory: ingest_cost(lambda: memory.ingest(files[0])),
            tasks=tasks,
            details={"left_out": left_out, "corrected_evidence": bool(corrected)},
        )
    ]


def observe(memory: memdb.Memory, question: Question, way: Way) -> Observation:
    """The ten packets of a read, the twelve of the default one, those of an adaptive one, and the forty of a search.

    Where somebody is to read, the twelve are read for an answer.
    """
    ten, read_ms = timed_read(memory, question, way, extra=0)
    adaptive, _ = timed_read(memory, question, way, extra=0, adaptive=True)
    twelve = observed(memory, question, way, way.reader)
    rankings = {
        "read": turns(ten.packets),
        "adaptive": turns(adaptive.packets),
        "read+extra": twelve.rankings["read"],
        "search": ranking(memory, question, way, k=40),
    }
    return replace(twelve, rankings=rankings, selected="read+extra", read_ms=read_ms)


def score_recall(gold: Gold, corrected: Gold | None, groups: tuple[str, ...], seen: Observation) -> Score:
    """Gold Source Recall at each depth, whether all was found, the share of duplicate sources; the marks of an answer.

    `corrected` is what the errata say, or None without any; their marks stand beside those of the released gold.
    """
    shares, amounts = _found(gold, seen)
    amounts["recall_adaptive"] = scorers.recall(seen.rankings["adaptive"], gold.turns, len(seen.rankings["adaptive"]))
    amounts["packets_adaptive"] = len(seen.rankings["adaptive"])
    if corrected:
        for k in (10, 12):
            amounts[f"recall_corrected@{k}"] = scorers.recall(seen.rankings[READ_DEPTHS[k]], corrected.turns, k)
    if seen.answer is not None and gold.answer is not None:
        shares |= scorers.answer_shares(seen.answer, gold.answer)
        amounts |= scorers.answer_amounts(seen.answer, gold.answer)
        if corrected and corrected.answer is not None:
            marks = scorers.answer_amounts(seen.answer, corrected.answer)
            amounts |= {f"{name}_corrected": value for name, value in marks.items()}
    amounts["duplicate_share"] = scorers.duplicate_share(seen.packets)
    amounts["evidence_chars"] = len(seen.text)
    details: dict[str, Any] = {
        "gold_turns": list(gold.turns),
        "corrected_gold_turns": list(corrected.turns) if corrected else [],
        "corrected_gold": corrected.answer if corrected else None,
        "rankings": {name: list(found) for name, found in seen.rankings.items()},
    }
    return Score(gold=gold.answer or "", shares=shares, amounts=amounts, groups=groups, details=details)


def _found(gold: Gold, seen: Observation) -> tuple[dict[str, bool], dict[str, float]]:
    """Which of the gold turns were found at each depth."""
    amounts = {f"recall@{k}": scorers.recall(seen.rankings[name], gold.turns, k) for k, name in READ_DEPTHS.items()}
    shares = {f"complete@{k}": scorers.complete(seen.rankings[READ_DEPTHS[k]], gold.turns, k) for k in (10, 12)}
    return shares, amounts


def _task(sample: Sample, index: int, row: QuestionRow, *, gold: Gold, corrected: Gold | None) -> Task:
    question = Question(id=f"{sample.sample_id}:{index}", text=row.question, streams=(sample.sample_id,))
    return Task(question=question, score=partial(score_recall, gold, corrected, (CATEGORIES[row.category],)))


def _fixed(gold: Gold, correction: Correction | None, known: Collection[str]) -> Gold:
    """The gold of a question as the errata have it."""
    if correction is None:
        return gold
    evidence = gold.turns if correction.evidence is None else correction.evidence
    return Gold(answer=correction.answer, turns=tuple(turn for turn in evidence if turn in known) or gold.turns)


def _turn_ids(sample: Sample) -> set[str]:
    """The turns of a conversation. Keys without a list of turns (speakers, dates, dates of no session) hold none."""
    found: set[str] = set()
    for raw in sample.conversation.values():
        if bytes(raw).lstrip().startswith(b"["):
            found.update(turn.dia_id for turn in msgspec.json.decode(raw, type=list[Turn]))
    return found


DATASET = Dataset(
    name="locomo",
    arms={"default": ("lexical", "dense", "graph"), "lexical": ("lexical",)},
    load=load,
    observe=observe,
    contrasted=("recall@10", "recall@12", "f1", "bleu1", "judge"),
)
