"""The read path: a tuple of stages, each a function from a state to a state (DESIGN: reading)."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from memdb.query.anchors import find_anchors
from memdb.query.asking import match_claims
from memdb.query.dense import match_vectors
from memdb.query.frontier import extend_frontier
from memdb.query.fusion import fuse
from memdb.query.intent import read_intent
from memdb.query.late import interact
from memdb.query.lexical import match_terms
from memdb.query.ordering import order_pool
from memdb.query.recency import prefer_newer
from memdb.query.relevance import score_claims
from memdb.query.render import render
from memdb.query.routing import route
from memdb.query.schedule import schedule
from memdb.query.sources import normalise_sources
from memdb.query.state import ReadState, Request
from memdb.query.traversal import traverse
from memdb.records.evidence import Recipe
from memdb.store import Connection

Stage = Callable[[ReadState, Connection], ReadState]

STAGES: tuple[tuple[str, Stage], ...] = (
    ("intent", read_intent),
    ("anchors", find_anchors),
    ("traversal", traverse),
    ("lexical", match_terms),
    ("dense", match_vectors),
    ("fusion", fuse),
    ("late", interact),
    ("sources", normalise_sources),
    ("recency", prefer_newer),
    ("schedule", schedule),
    ("frontier", extend_frontier),
    ("render", render),
)
"""How memdb reads by default, the recipe "best"."""

PAPER_STAGES: tuple[tuple[str, Stage], ...] = (
    ("intent", read_intent),
    ("anchors", find_anchors),
    ("traversal", traverse),
    ("claims", match_claims),
    ("routing", route),
    ("relevance", score_claims),
    ("sources", normalise_sources),
    ("lexical", match_terms),
    ("dense", match_vectors),
    ("order", order_pool),
    ("schedule", schedule),
    ("frontier", extend_frontier),
    ("render", render),
)
"""The recipe "paper": the pool is that of claims and Cells; words, vectors and prior put it in order."""

RECIPES: Mapping[Recipe, tuple[tuple[str, Stage], ...]] = {"best": STAGES, "paper": PAPER_STAGES}


@dataclass(frozen=True, slots=True)
class Step:
    """One stage of a read: its name, its wall-clock milliseconds, and the state it left."""

    stage: str
    ms: float
    state: ReadState


def run(request: Request, connection: Connection) -> tuple[Step, ...]:
    """Runs every stage on one state of the file; the last step's state holds the evidence."""
    state = ReadState(request=request)
    steps: list[Step] = []
    with connection.snapshot():
        for name, stage in RECIPES[request.recipe]:
            begun = time.perf_counter()
            state = stage(state, connection)
            steps.append(Step(name, (time.perf_counter() - begun) * 1000, state))
    assert state.evidence is not None, "the last stage renders"
    timing = {step.stage: round(step.ms, 3) for step in steps}
    calls = request.models.scheduler
    usage = calls.taken("schedule") if calls else {}
    finished = replace(state, evidence=replace(state.evidence, timing_ms=timing, usage=usage))
    steps[-1] = replace(steps[-1], state=finished)
    return tuple(steps)
