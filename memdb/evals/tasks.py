"""The protocol between a dataset and the runner: tasks, what is observed, and how it is scored.

A dataset is four things: arms, a loader, an `observe` that may see the memory and the question only, and one `score`
for each task that may see the gold and what was observed only. The runner holds both, and passes nothing else.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import memdb
from memdb.records import EnrichReport, FactFrontendName, Recipe, View
from memdb.records.packet import Layout
from memdb.records.settings import ReadSettings

Channels = tuple[str, ...]
"""The search channels of an arm, as `Memory.read` takes them."""
Selection = Literal["scheduled", "claims", "distinct claims", "sources"]
"""What takes the places of a read: what the scheduler selected; the first claims; those of different text; the first
packets by their best claim (the paper's Table 3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """One way of reading that a dataset compares with others.

    `channels` None are all of the `recipe`. `scheduler` and `view` None are those of the run. `layout` is how the
    claims are grouped while the arm is asked (None: it does without Cells), and `speaker_counts` whether every claim
    then involves its speaker. A `selection` other than the scheduler's is never read for an answer.
    """

    channels: Channels | None = None
    recipe: Recipe = "best"
    settings: ReadSettings = field(default_factory=ReadSettings)
    extra: int = 2
    scheduler: str | None = None
    view: View | None = None
    layout: Layout | None = None
    speaker_counts: bool = False
    selection: Selection = "scheduled"

    @property
    def graph(self) -> bool:
        """Whether statements are a channel."""
        return self.channels is None or "graph" in self.channels


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How a question is put to a memory: an arm, what selects and shows packets, and who reads them.

    Without a `reader` only those datasets ask for answers that do so without a model.
    """

    arm: Arm
    reader: str | None = None
    scheduler: str = "fast"
    view: View = "bundle"


@dataclass(frozen=True, slots=True, kw_only=True)
class Enriching:
    """How a model reads the records before the questions are put: which, how many of them, and whether `alone`.

    `frontend` is how it reads streams of facts.
    """

    model: str
    limit: int | None = None
    alone: bool = False
    frontend: FactFrontendName = "hybrid"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """All that a read may know of a task: its text, the streams it is asked of (None: all), and when it is asked."""

    id: str
    text: str
    streams: tuple[str, ...] | None = None
    asked_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What the memory gave for one question.

    `rankings` maps a list's name to turn ids in order; `selected` names the list that a row shows. `packets` are the
    packet ids of the selected list. `edges` are the closure's (subject, object) pairs, None where the arm has no
    graph. `cited` are the turns that the answer cites. `answer_ms` is what reading took after `read_ms`. Times are
    milliseconds, and next to nothing where a model's answer was kept from an earlier run. `extraction` is what was
    read out of one record, for a dataset that asks for that. `pool` are the turns among which the read selected
    (None: not told), `claims` the packets of the claims that found them, both best first. `left_out` records did not
    fit into the reader's budget.
    """

    rankings: Mapping[str, tuple[str, ...]]
    selected: str
    packets: tuple[int, ...]
    text: str = ""
    answer: str | None = None
    edges: tuple[tuple[str, str], ...] | None = None
    cited: tuple[str, ...] = ()
    read_ms: float = 0.0
    answer_ms: float | None = None
    extraction: Mapping[str, Any] = field(default_factory=dict[str, Any])
    pool: tuple[str, ...] | None = None
    claims: tuple[int, ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The marks of one question under one arm.

    `shares` are yes-or-no marks, reported as proportions; `counts` are several of them at once, as (passed, checked);
    `amounts` are numbers, reported as means. These are reported over all questions and over each of `groups`; `spreads`
    are numbers too, reported over all questions with the 95th percentile and the largest. `gold` and `details` only go
    to the question's row; where `gold` is not the answer in words, `gold_answer` among the details is, for a judge.
    """

    gold: str | list[str]
    shares: Mapping[str, bool]
    counts: Mapping[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    amounts: Mapping[str, float] = field(default_factory=dict[str, float])
    spreads: Mapping[str, float] = field(default_factory=dict[str, float])
    groups: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One question, and the function that scores what was observed for it: the only holder of its gold."""

    question: Question
    score: Callable[[Observation], Score]


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """What it cost to fill a memory from source text: `cpu_s` processor seconds of this process for its `records`."""

    records: int
    cpu_s: float
    details: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """How what was read out of a memory's records compares: `shares` maps a check to (passed, checked)."""

    shares: Mapping[str, tuple[int, int]]
    details: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One memory of a dataset with its tasks. `build` fills an empty memory and sees source text only.

    `check` compares what was read out of the records, by whoever read them, with what is known of them. `answers` is
    whether answers can be scored.
    """

    name: str
    split: str
    build: Callable[[memdb.Memory], Built]
    tasks: Sequence[Task]
    check: Callable[[memdb.Memory], Checked] | None = None
    answers: bool = True
    details: Mapping[str, Any] = field(default_factory=dict[str, Any])


def enrich(memory: memdb.Memory, enriching: Enriching) -> list[EnrichReport]:
    """Lets the extractor read the records of a memory."""
    return [memory.enrich(limit=enriching.limit, alone=enriching.alone, frontend=enriching.frontend)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """One benchmark: its name, its arms, how its files are loaded and how its questions are put to a memory.

    `sets` are names for several arms: those of "usual" are run where nobody names any, or all without such a set.
    `enrich` lets a model read the records where one is to; the arms of `needs_model` are left out where none is.
    `contrasted` are the marks by which arms are compared question by question, where they have them, over all questions
    and in the groups `contrasted_in`.
    """

    name: str
    arms: Mapping[str, Arm]
    load: Callable[[Path], Sequence[Part]]
    observe: Callable[[memdb.Memory, Question, Way], Observation]
    enrich: Callable[[memdb.Memory, Enriching], list[EnrichReport]] = enrich
    needs_model: frozenset[str] = frozenset()
    contrasted: tuple[str, ...] = ()
    contrasted_in: tuple[str, ...] = ()
    sets: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
