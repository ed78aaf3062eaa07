"""Control views that do not look at the question's words: all that holds, what has nothing to do with it, nothing."""

import random
from bisect import bisect_left

from memdb.query.current_facts import CurrentFact, current_facts
from memdb.query.state import ClosureEdge, ReadState
from memdb.store import Connection


def latest_state(state: ReadState, connection: Connection) -> tuple[ClosureEdge, ...]:
    """All current statements, or the newest of them: more than any budget of characters holds."""
    return tuple(fact.edge for fact in current_facts(state, connection, state.request.settings.render.most_records))


def unrelated(state: ReadState, connection: Connection) -> tuple[ClosureEdge, ...]:
    """For each statement of the closure one from outside it, drawn among those nearest in length.

    The draw depends on the question alone. Where fewer statements are left, all of them are taken.
    """
    taken = {edge.slot for edge in state.edges}
    facts = current_facts(state, connection)
    length = {fact.edge.slot: len(fact.text) for fact in facts if fact.edge.slot in taken}
    draw = random.Random(state.request.question)  # noqa: S311 - a repeatable draw, not a secret
    others = [fact for fact in facts if fact.edge.slot not in taken]
    draw.shuffle(others)
    others.sort(key=_length)  # stable: those of one length stay shuffled
    return tuple(others.pop(_nearest(others, length.get(edge.slot, 0))).edge for edge in state.edges[: len(others)])


def nothing(state: ReadState, connection: Connection) -> tuple[ClosureEdge, ...]:
    """No statement: the reader gets the newest records as they are."""
    del state, connection
    return ()


def _length(fact: CurrentFact) -> int:
    return len(fact.text)


def _nearest(facts: list[CurrentFact], length: int) -> int:
    """The place of the fact whose length is nearest, among facts in order of their length."""
    place = bisect_left(facts, length, key=_length)
    if place == len(facts) or (place and length - _length(facts[place - 1]) < _length(facts[place]) - length):
        return place - 1
    return place
