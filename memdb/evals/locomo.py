"""LoCoMo: two-person conversations over many sessions, and Gold Source Recall of the turns that hold the evidence.

The path is the upstream JSON file, or a folder with one `locomo*.json`. Questions of categories 1 to 4 count;
adversarial ones do not. Gold Source Recall is the mean over questions of the fraction of a question's gold turns that
were selected. Evidence that names no turn of the conversation is dropped, and a question without any left is left out:
the report's settings say how many.

With an `ERRATA.json` beside the file, recall against its corrected evidence is reported too, and F1 and BLEU-1 against
its corrected answers, over the questions that have a right answer.
"""

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec

import memdb
from memdb.errors import ImportFileError
from memdb.evals.files import Row, matching, read_json, split_name
from memdb.evals.locomo_arms import ARMS, SETS
from memdb.evals.locomo_errata import Correction, corrections
from memdb.evals.locomo_scores import Gold, score_recall
from memdb.evals.observing import ingest_cost, observation, observed, ranking, read, turns, turns_of
from memdb.evals.sources import chosen
from memdb.evals.tasks import Dataset, Observation, Part, Question, Task, Way

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
HOLDOUT = {"conv-48", "conv-49", "conv-50"}
PLACES = 10


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
            evidence = tuple(dict.fromkeys(turn for turn in row.evidence if turn in known))
            if row.category not in CATEGORIES:
                left_out["adversarial"] += 1
            elif not evidence:
                left_out["no usable evidence"] += 1
            else:
                gold = Gold(answer="" if row.answer is None else str(row.answer), turns=evidence)
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
    """The packets of the arm's read, and the turns that it selected among; where somebody is to read, the answer."""
    if way.arm.selection != "scheduled":
        return _unscheduled(memory, question, way)
    if way.arm.recipe == "paper":
        return _published(memory, question, way)
    ten = read(memory, question, way, extra=0)
    adaptive = read(memory, question, way, extra=0, adaptive=True)
    whole = observed(memory, question, way, way.reader)
    rankings = {
        "read": turns(ten.evidence.packets),
        "adaptive": turns(adaptive.evidence.packets),
        "read+extra": whole.rankings["read"],
        "search": ranking(memory, question, way, k=40),
    }
    pool = turns_of(memory, ten.pool)
    return replace(whole, rankings=rankings, selected="read+extra", pool=pool, read_ms=ten.ms)


def _published(memory: memdb.Memory, question: Question, way: Way) -> Observation:
    """A read by the paper's recipe: its anchors are the first ten, since all of them stay."""
    whole = read(memory, question, way)
    seen = observation(whole.evidence, way, whole.ms)
    if way.reader is not None:
        seen = observed(memory, question, way, way.reader)
    found = seen.rankings["read"]
    rankings = {"read": found[:PLACES], "read+extra": found}
    return replace(seen, rankings=rankings, selected="read+extra", pool=turns_of(memory, whole.pool))


def _unscheduled(memory: memdb.Memory, question: Question, way: Way) -> Observation:
    """What takes ten places without a scheduler."""
    seen = read(memory, question, way)
    packets = chosen(seen.claims, way.arm.selection, PLACES)
    found = turns_of(memory, packets)
    return Observation(
        rankings={"read": found, "read+extra": found},
        selected="read",
        packets=packets,
        read_ms=seen.ms,
        pool=turns_of(memory, seen.pool),
        claims=tuple(claim.packet for claim in seen.claims) if way.arm.selection == "claims" else (),
    )


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
    arms=ARMS,
    sets=SETS,
    load=load,
    observe=observe,
    contrasted=("recall@10", "recall@12", "pool_recall", "f1", "bleu1", "judge"),
)
