"""Control views that take other versions of the facts: selection before updates, and values before updates."""

from memdb.query.former import former_values
from memdb.query.state import ClosureEdge, ReadState
from memdb.store import Connection, sql


def refreshed_prior(state: ReadState, connection: Connection) -> tuple[ClosureEdge, ...]:
    """Prior read and refresh: slots are selected by the values of before, then shown with their current ones.

    The value of before is the newest that differs from the current one; a slot that never changed has its only one.
    """
    settings = state.request.settings.graph
    rows = connection.rows(sql("query/traverse_prior"), {
        "anchors": state.anchor_keys, "max_depth": settings.max_depth, "max_edges": settings.max_edges,
    })  # fmt: skip
    return tuple(ClosureEdge(*row) for row in rows)


def stale_closure(state: ReadState, connection: Connection) -> tuple[ClosureEdge, ...]:
    """The closure's slots, each with the value before its current one where it had another."""
    before = {edge.slot: edge for edge in former_values(connection, state.edges, state.request.at)}
    return tuple(before[edge.slot]._replace(depth=edge.depth) if edge.slot in before else edge for edge in state.edges)
