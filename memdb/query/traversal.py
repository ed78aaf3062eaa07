"""Stage 3: the current statements within five hops of the anchors, in one recursive statement (section B4).

A control view puts other statements in their place (section B6).
"""

import json
from dataclasses import replace

from memdb.query.fact_views import viewed
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
    return replace(state, edges=edges, former=_former(state, edges, connection), notes=notes)


def _former(state: ReadState, edges: tuple[ClosureEdge, ...], connection: Connection) -> tuple[ClosureEdge, ...]:
    """What the closure's values replaced, where the question is about the past."""
    if not state.known_intent.past:
        return ()
    at = state.held_at
    slots = [[*edge.slot, edge.object_key] for edge in edges]
    rows = connection.rows(sql("query/former"), {
        "slots": json.dumps(slots, ensure_ascii=False), "until": at.until, "position": at.position,
    })  # fmt: skip
    return tuple(ClosureEdge(*row) for row in rows)
