"""Control views of fact streams (section B6): other statements in place of the closure, with all else the same.

They tell what resolving updates before selecting is worth: each leaves out one of the two, or selects in another way.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from memdb.errors import UsageError
from memdb.query.ranked_facts import by_meaning, by_words
from memdb.query.state import ClosureEdge, ReadState
from memdb.query.unranked_facts import latest_state, nothing, unrelated
from memdb.query.version_facts import refreshed_prior, stale_closure
from memdb.records.moments import NOW
from memdb.records.settings import FactView
from memdb.store import Connection

VIEWS: Mapping[FactView, Callable[[ReadState, Connection], tuple[ClosureEdge, ...]]] = {
    "prior": refreshed_prior,
    "stale": stale_closure,
    "latest": latest_state,
    "bm25": by_words,
    "dense": by_meaning,
    "random": unrelated,
    "history": nothing,
}
"""How each control view selects; the state that they are given holds the closure."""


def viewed(state: ReadState, connection: Connection) -> ReadState:
    """Puts the statements of the control view in place of the closure, where one is set and only facts are read.

    Raises:
        UsageError: the read is of an earlier moment, or the view needs an embedder and there is none.
    """
    if not state.request.controlled:
        return state
    name = state.request.settings.facts.view
    if name not in VIEWS:
        raise UsageError(f"no view of facts is named {name!r}: use closure or one of {', '.join(VIEWS)}")
    if state.request.at != NOW:
        raise UsageError(f"the view {name!r} shows what holds now: read without as_of")
    return replace(state, edges=VIEWS[name](state, connection), former=())
