"""Marks of questions about streams of facts: what the evidence holds, what was answered, and whose label to doubt."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memdb.evals import scorers
from memdb.evals.fact_graph import Doubt, FactGraph
from memdb.evals.tasks import Observation, Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question with what its labels tell of it, for the scorer alone.

    `kind` is its class of hops. `closure` are the turns of the newest facts within five hops. `keys_change` is whether
    updates change which slots those are. `updates` is how many facts of the path to the gold replaced another value,
    None where the path is not known.
    """

    id: str
    text: str
    golds: tuple[str, ...]
    kind: str
    part: str
    closure: frozenset[str]
    keys_change: bool
    updates: int | None
    doubt: Doubt

    @classmethod
    def of(
        cls,
        identifier: str,
        text: str,
        golds: Sequence[str],
        kind: str,
        part: str,
        *,
        graph: FactGraph,
        path: Sequence[int] | None,
    ) -> "Asked":
        """A question about a labelled stream; `path` are the serials of the facts that lead to the gold."""
        slots = graph.closure(text)
        return cls(
            id=identifier, text=text, golds=tuple(golds), kind=kind, part=part,
            closure=frozenset(graph.records(slots)), keys_change=slots != graph.prior_closure(text),
            updates=None if path is None else sum(map(graph.updated, path)), doubt=graph.doubt(text, golds),
        )  # fmt: skip

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups over which its marks are reported."""
        keys = "keys change" if self.keys_change else "keys stay"
        doubt = ("doubtful label",) if self.doubt.unreachable else ()
        return (self.kind, self.part, f"{self.kind} {self.part}", f"{self.kind}, {keys}", *doubt)


def score_facts(asked: Asked, seen: Observation) -> Score:
    """Coverage of the gold by evidence and closure, and the marks of the answer."""
    answer = seen.answer or ""
    marks = score_read(asked, seen)
    shares = {
        "coverage": any(scorers.contains(seen.text, gold) for gold in asked.golds),
        "substring": any(scorers.substring_match(answer, gold) for gold in asked.golds),
        "exact": any(scorers.exact_match(answer, gold) for gold in asked.golds),
        **marks.shares,
    }
    return Score(
        gold=list(asked.golds), shares=shares, amounts=marks.amounts, groups=marks.groups, details=marks.details
    )


def score_read(asked: Asked, seen: Observation) -> Score:
    """The marks of a read whatever is answered.

    `whole_closure` is whether it shows every newest fact of the labels' closure, `truncated` whether records did not
    fit. `closure` and `empty_closure` are of the statements that it found, for arms with the graph.
    """
    shown = seen.rankings[seen.selected]
    shares = {"whole_closure": asked.closure.issubset(shown), "truncated": seen.left_out > 0}
    if seen.edges is not None:
        names = {name for edge in seen.edges for name in edge}
        shares["closure"] = any(scorers.contains(name, gold) for gold in asked.golds for name in names)
        shares["empty_closure"] = not seen.edges
    return Score(
        gold=list(asked.golds),
        shares=shares,
        amounts={"evidence_chars": len(seen.text), "evidence_records": len(shown)},
        groups=asked.groups,
        details={"keys_change": asked.keys_change, "updates": asked.updates},
    )


def label_report(asked: Sequence[Asked]) -> dict[str, Any]:
    """Which golds the newest facts do not reach or contradict, and how often updates lie on the way to the others."""
    updates = {
        kind: Counter("unknown" if one.updates is None else str(one.updates) for one in asked if one.kind == kind)
        for kind in dict.fromkeys(one.kind for one in asked)
    }
    return {
        "unreachable": [one.id for one in asked if one.doubt.unreachable],
        "overridden": [one.id for one in asked if one.doubt.overridden],
        "keys_change": dict(Counter(one.kind for one in asked if one.keys_change)),
        "updates": {kind: dict(sorted(counts.items())) for kind, counts in updates.items()},
    }
