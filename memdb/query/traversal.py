"""Stage 3: the current statements within five hops of the anchors, in one recursive statement (section B4).

A control view puts other statements in their place (section B6).
"""

from dataclasses import replace

from memdb.query.fact_views import viewed
from memdb.query.former import former_values
from memdb.query.state import ClosureEdge, ReadState
from memdb.query.told_time import moment_told
from memdb.records.moments import NOW
from memdb.store import Connection, sql


def traverse(state: ReadState, connection: Connection) -> ReadState:
    """Fills in the closure of the anchors, or what a control view shows; without anchors the closure stays empty.

    It is that of the moment which the question tells, where it tells one.
    """
    state = replace(state, told=moment_told(state, connection))
    return viewed(_closure(state, connection) if state.anchors else state, connection)


def _closure(state: ReadState, connection: Connection) -> ReadState:
    settings = state.request.settings.graph
    bindings = {
        "anchors": state.anchor_keys,
        "max_depth": settings.max_depth,
        "max_edges": settings.max_edges,
    }
    at = state.held_at
    if at == NOW:
        rows = connection.rows(sql("query/traverse"), bindings)
    else:
        rows = connection.rows(sql("query/traverse_as_of"), bindings | {"until": at.until, "position": at.position})
    edges = tuple(ClosureEdge(*row) for row in rows)
    notes = state.notes
    if len(edges) == settings.max_edges:
        notes = (*notes, f"the closure was cut at {settings.max_edges} statements, nearest and newest kept")
    # What the closure's values replaced matters where the question is about the past.
    former = former_values(connection, edges, at) if state.known_intent.past else ()
    return replace(state, edges=edges, former=former, notes=notes)
