"""Stage 6: source normalisation, the boundary after which only packets exist (section A6, in SQL)."""

import json
from dataclasses import replace
from typing import cast

from memdb.query.state import Pooled, ReadState
from memdb.records.evidence import Via
from memdb.store import Connection, sql


def normalise_sources(state: ReadState, connection: Connection) -> ReadState:
    """Fills in the closed pool, best first: one entry a packet, with every door it came through."""
    if not state.candidates:
        return state
    rows = connection.rows(sql("query/normalise"), {
        "candidates": json.dumps([[one.packet, one.via, one.score, one.claim] for one in state.candidates]),
    })  # fmt: skip
    pool = tuple(
        Pooled(packet, score, cast("tuple[Via, ...]", tuple(dict.fromkeys(channels.split(",")))), claim)
        for packet, score, channels, claim in rows
    )
    return replace(state, pool=pool)
