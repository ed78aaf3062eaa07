"""Stage 3: the current statements within five hops of the anchors, in one recursive statement (section B4).

Of a hub the newest statements are followed, and every cut is told: a walk is bounded whatever the graph is like. A
control view puts other statements in their place (section B6).
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memdb.query.fact_views import viewed
from memdb.query.former import former_values
from memdb.query.state import ClosureEdge, ReadState
from memdb.query.told_time import moment_told
from memdb.records.moments import NOW, Moment
from memdb.records.settings import GraphSettings
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
        "max_values": settings.max_values,
        "max_reached": settings.max_reached,
        "max_edges": settings.max_edges,
    }
    at = state.held_at
    if at == NOW:
        rows = connection.rows(sql("query/traverse"), bindings)
    else:
        rows = connection.rows(sql("query/traverse_as_of"), bindings | {"until": at.until, "position": at.position})
    edges = tuple(ClosureEdge(*row) for row in rows)
    # What the closure's values replaced matters where the question is about the past.
    former = former_values(connection, edges, at) if state.known_intent.past else ()
    return replace(state, edges=edges, former=former, notes=(*state.notes, *_cuts(edges, at, settings, connection)))


def _cuts(edges: Sequence[ClosureEdge], at: Moment, settings: GraphSettings, connection: Connection) -> Iterator[str]:
    """What was cut from a closure, and how much, as far as that is known without reading it."""
    if len(edges) < settings.max_values:
        return
    subjects = {(edge.stream_id, edge.subject_key) for edge in edges}
    hubs = connection.rows(sql("query/hubs"), {
        "subjects": json.dumps(sorted(subjects), ensure_ascii=False), "max_values": settings.max_values,
    })  # fmt: skip
    held = "has" if at == NOW else "has by now"
    for subject, statements in hubs:
        kept = f"{settings.max_values} were followed, its single values and then the newest"
        yield f"{subject} {held} {statements} statements: {kept}"
    if len(edges) == settings.max_edges:
        yield f"the closure was cut at {settings.max_edges} statements, nearest and newest kept"
