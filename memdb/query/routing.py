"""Stage 5 of the published recipe: which Cells a question opens (section A4; paper A, Algorithm 3).

The most useful ones are opened while one more still adds to them. Of few claims every Cell is looked at, of many those
of the claims that BM25 found: the Cells of its first claims, the seeds of the paper, are always among them.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import log1p
from typing import NamedTuple

from memdb.query.addresses import OpenedCell, Query, jaccard, keys_of, words_of
from memdb.query.state import ReadState
from memdb.records.settings import RoutingSettings
from memdb.records.tokens import terms
from memdb.store import Connection, sql


class Cell(NamedTuple):
    """A Cell as a question meets it: `title` are the terms of its title, `dated` whether a member has a time."""

    id: int
    members: int
    tokens: int
    keywords: frozenset[str]
    people: frozenset[str]
    title: frozenset[str]
    dated: bool


def route(state: ReadState, connection: Connection) -> ReadState:
    """Fills in the opened Cells, the most useful first."""
    if "cells" not in state.request.channels or state.query is None:
        return state
    return replace(state, opened=open_cells(state.query, _cells(state, connection), state.request.settings.routing))


def _cells(state: ReadState, connection: Connection) -> list[Cell]:
    """The Cells that a question may open."""
    if sum(stream.claims for stream in state.request.scope) <= state.request.settings.claims.exact_claims:
        rows = connection.rows(sql("query/cells"), {"streams": json.dumps(state.stream_ids)})
    else:
        rows = connection.rows(sql("query/cells_of_claims"), {"claims": json.dumps([hit.claim for hit in state.hits])})
    return [
        Cell(
            cell, members, tokens, words_of(keywords), keys_of(people), _title_terms(title), temporal > 0,
        )
        for cell, members, tokens, temporal, title, keywords, people in rows
    ]  # fmt: skip


@lru_cache(maxsize=8192)
def _title_terms(title: str) -> frozenset[str]:
    return frozenset(terms(title))


def utility(query: Query, cell: Cell, settings: RoutingSettings) -> float:
    """How useful a Cell is for a question, whatever else is open (equation 22)."""
    return (
        settings.keywords * jaccard(query.terms, cell.keywords)
        + settings.people * jaccard(query.people, cell.people)
        + settings.title * jaccard(query.terms, cell.title)
        + (settings.temporal if query.temporal and cell.dated else 0.0)
        + settings.size * log1p(cell.members) / log1p(settings.capacity)
    )


def open_cells(query: Query, cells: Iterable[Cell], settings: RoutingSettings) -> tuple[OpenedCell, ...]:
    """The Cells that a question opens, in descending utility; of equals the earliest comes first."""
    considered = _considered(query, cells, settings)
    enough = settings.cumulative * sum(useful for useful, _ in considered)
    opened: list[OpenedCell] = []
    covered: frozenset[str] = frozenset()
    reached = 0.0
    for useful, cell in considered:
        about = _about(cell)
        redundancy = jaccard(about, covered)
        adjusted = useful * (1 - settings.redundancy * redundancy)
        gain = adjusted - settings.opening_cost * (1 + len(opened)) - settings.token_cost * cell.tokens
        if opened and (gain < 0 or adjusted < settings.relative_floor * considered[0][0]):
            break
        opened.append(OpenedCell(cell.id, useful, redundancy, gain))
        covered |= about
        reached += adjusted
        if len(opened) == settings.opened or reached >= enough:
            break
    return tuple(opened)


def _considered(query: Query, cells: Iterable[Cell], settings: RoutingSettings) -> Sequence[tuple[float, Cell]]:
    """The admitted Cells that compete, the most useful first."""
    scored = [(utility(query, cell, settings), cell) for cell in cells]
    admitted = [one for one in scored if one[0] >= settings.admission]
    return sorted(admitted, key=lambda one: (-one[0], one[1].id))[: settings.considered]


def _about(cell: Cell) -> frozenset[str]:
    """The people and keywords of a Cell as one set; someone and something of one name are two things."""
    return cell.keywords | {f"person {name}" for name in cell.people}
