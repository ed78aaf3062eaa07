"""Stage 5: the dense channel, cosines with the question of vectors mixed over the window (RETRIEVAL: D).

A scope of many packets is not read whole: the index gives those that are likely nearest, which are compared exactly,
and packets spread over the streams tell mean and deviation.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memdb.models import Embedder
from memdb.query.state import Candidate, ReadState, Scope, pool_size
from memdb.store import Connection, nearest, sql

if TYPE_CHECKING:
    from memdb.query.channel import ChannelScores
    from memdb.query.vectors import Cosines
    from memdb.query.windows import Floats, Window


def match_vectors(state: ReadState, connection: Connection) -> ReadState:
    """Fills in the dense candidates, best first, and the scores of packets by meaning; nothing without an embedder."""
    embedder = state.request.models.embedder
    if embedder is None or "dense" not in state.request.channels or state.closure_only:
        return state
    found = connection.row(sql("vectors/find_embedder"), {"name": embedder.name})
    # What awaits embedding is found by its words meanwhile, and `stats` says how much that is.
    if found is None or not connection.value(sql("vectors/any_vector"), {"embedder_id": found[0]}):
        return state
    window = state.request.settings.lexical.window
    groups = [
        ([one for one in state.request.scope if one.profile == "dialogue"], window),
        ([one for one in state.request.scope if one.profile == "notes"], ((0, 1.0),)),
    ]
    channel = _Channel(state, connection, embedder, found[0], state.request.question)
    parts = [channel.ranked(streams, near) for streams, near in groups if streams]
    if not any(candidates for candidates, _ in parts):
        return state
    from memdb.query.channel import joined  # noqa: PLC0415 - numpy

    candidates = sorted((one for some, _ in parts for one in some), key=_rank)
    if state.request.scheduler != "fast":
        asked = _Channel(state, connection, embedder, found[0], enriched(state))
        best = sorted((one for streams, near in groups if streams for one in asked.ranked(streams, near)[0]), key=_rank)
        state = replace(state, nearest=tuple(one.packet for one in best[: state.request.settings.schedule.dense_top]))
    return replace(
        state,
        dense=tuple(candidates[: pool_size(state)]),
        dense_scores=joined([scores for _, scores in parts]),
    )


def enriched(state: ReadState) -> str:
    """The question, and once more the people, key words and time of its intent, which weigh more so (section A8)."""
    intent = state.known_intent
    return " ".join(part for part in (state.request.question, *intent.people, *intent.keywords, intent.time) if part)


def _rank(one: Candidate) -> tuple[float, int]:
    return (-one.score, one.packet)


class _Channel:
    """One question against the vectors of one embedder."""

    def __init__(
        self, state: ReadState, connection: Connection, embedder: Embedder, embedder_id: int, asked: str
    ) -> None:
        self._state = state
        self._connection = connection
        self._embedder_id = embedder_id
        self._question: Floats = embedder.embed([embedder.pieces(asked)[0]])[0]

    def ranked(self, streams: Sequence[Scope], window: "Window") -> "tuple[list[Candidate], ChannelScores]":
        """The best packets of some streams, and the scores of all that were compared."""
        import numpy as np  # noqa: PLC0415

        from memdb.query.channel import ChannelScores  # noqa: PLC0415
        from memdb.query.vectors import of_streams  # noqa: PLC0415

        settings = self._state.request.settings.dense
        size = sum(stream.documents for stream in streams)
        if size <= settings.exact_packets:
            ids = [stream.id for stream in streams]
            cosines = of_streams(self._connection, ids, self._embedder_id, self._question, window)
            typical = cosines.values
        else:
            cosines, typical = self._compared(streams, window)
        if not len(cosines.rows):
            return [], ChannelScores(np.zeros(0, np.int64), np.zeros(0), 0.0)
        scores = (cosines.values - typical.mean()) / max(float(typical.std()), 1e-6)
        order = np.argsort(cosines.packets)
        return self._best(cosines, scores), ChannelScores(cosines.packets[order], scores[order], 0.0)

    def _compared(self, streams: Sequence[Scope], window: "Window") -> "tuple[Cosines, Floats]":
        """The cosines of those packets that matter, and those of packets spread over the streams."""
        import numpy as np  # noqa: PLC0415

        from memdb.query.vectors import of_packets  # noqa: PLC0415
        from memdb.records.vectors import pack_direction  # noqa: PLC0415

        settings = self._state.request.settings.dense
        spread = sample(self._connection, streams, settings.sample)
        near = nearest(
            self._connection, pack_direction(self._question), [stream.id for stream in streams], settings.rough_pool
        )
        by_words = [candidate.packet for candidate in self._state.lexical]
        wanted = list(dict.fromkeys([*near, *by_words, *spread]))
        cosines = of_packets(self._connection, wanted, self._embedder_id, self._question, window)
        return cosines, cosines.values[np.isin(cosines.packets, np.asarray(spread, dtype=np.int64))]

    def _best(self, cosines: "Cosines", scores: "Floats") -> list[Candidate]:
        import numpy as np  # noqa: PLC0415

        found: list[Candidate] = []
        for n in np.argsort(-scores, kind="stable"):
            _, _, packet, position, said_at = cosines.rows[int(n)][:5]
            if self._state.request.at.sees(said_at, position):
                found.append(Candidate(packet=packet, via="dense", score=float(scores[n])))
                if len(found) == pool_size(self._state):
                    break
        return found


def sample(connection: Connection, streams: Sequence[Scope], size: int) -> list[int]:
    """About so many packets, spread evenly over some streams by their share of the packets."""
    total = sum(stream.documents for stream in streams)
    found: list[int] = []
    step = max(1, total // size)
    for stream in streams:
        # Positions have gaps where packets were forgotten: what falls into one is not replaced.
        positions = range(1, stream.documents + 1, step)
        rows = connection.rows(
            sql("vectors/sample"), {"stream_id": stream.id, "positions": json.dumps(list(positions))}
        )
        found += [packet for (packet,) in rows]
    return found
