"""Stage 6 of the published recipe: the candidate claims of both channels and their scores (section A5)."""

import json
from collections.abc import Mapping
from dataclasses import replace
from math import log1p

from memdb.query.addresses import Address, Query, ScoredClaim, addresses, jaccard
from memdb.query.fusion import nearest_first
from memdb.query.state import Candidate, ReadState
from memdb.records.evidence import Via
from memdb.records.settings import RelevanceSettings
from memdb.store import Connection, sql

_CONNECTED = 0.0  # the score of what only the graph found, below every claim that meets the question


def score_claims(state: ReadState, connection: Connection) -> ReadState:
    """Fills in the candidate claims, best first, and for each channel that found one a candidate, in pool order.

    The packets of the closure join them at the end.
    """
    if state.closure_only:
        return replace(state, candidates=nearest_first(state))
    graph = tuple(
        Candidate(packet=packet, via="graph", score=_CONNECTED)
        for packet in dict.fromkeys(edge.packet for edge in state.edges)
    )
    claims = _scored(state, connection)
    return replace(
        state,
        claims=tuple(sorted(claims, key=lambda one: -one.score)),
        candidates=tuple(Candidate(one.packet, via, one.score, one.claim) for one in claims for via in one.via) + graph,
    )


def _scored(state: ReadState, connection: Connection) -> list[ScoredClaim]:
    """The claims of the opened Cells and then those of BM25, each once, with their scores."""
    request, query = state.request, state.query
    if query is None:
        return []
    in_cells = _claims_of(state, connection)
    by_words = _lexical(state)
    cells = set(in_cells)
    return [
        ScoredClaim(
            claim=one.claim,
            packet=one.packet,
            cell=one.cell,
            via=_via(cell=one.claim in cells, bm25=one.claim in by_words),
            score=relevance(query, one, by_words.get(one.claim, 0.0), request.settings.relevance),
            bm25=by_words.get(one.claim, 0.0),
            text=one.text,
        )
        for one in addresses(connection, list(dict.fromkeys([*in_cells, *by_words])), request.at).values()
    ]


def _claims_of(state: ReadState, connection: Connection) -> list[int]:
    opened = json.dumps([one.cell for one in state.opened])
    return [claim for (claim,) in connection.rows(sql("query/cell_claims"), {"cells": opened})]


def _lexical(state: ReadState) -> Mapping[int, float]:
    """The mapped BM25 of the candidates of the lexical channel, best first."""
    if "lexical" not in state.request.channels:
        return {}
    settings = state.request.settings
    first = state.hits[: settings.claims.pool]
    return {hit.claim: mapped(hit.score, first[0].score, settings.relevance) for hit in first}


def _via(*, cell: bool, bm25: bool) -> tuple[Via, ...]:
    return (*(("cell",) if cell else ()), *(("bm25",) if bm25 else ()))


def relevance(query: Query, claim: Address, lexical: float, settings: RelevanceSettings) -> float:
    """How well a claim answers to a question (equation 7).

    `lexical` is its mapped BM25, 0 where the lexical channel did not return it.
    """
    return (
        settings.terms * jaccard(query.terms, claim.terms)
        + settings.keywords * jaccard(query.terms, claim.keywords)
        + settings.people * jaccard(query.people, claim.people)
        + (settings.temporal if query.temporal and claim.dated else 0.0)
        + settings.lexical * lexical
    )


def mapped(bm25: float, best: float, settings: RelevanceSettings) -> float:
    """A raw BM25 score on the scale of the other parts: that of the best one is `lexical_scale`."""
    return settings.lexical_scale * log1p(bm25) / log1p(best)
