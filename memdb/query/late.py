"""Stage 7: late interaction looks once more at the best candidates of the other channels (RETRIEVAL: M)."""

import json
from dataclasses import replace

from memdb.models import TokenEmbedder
from memdb.query.dense import sample
from memdb.query.fusion import weights
from memdb.query.state import Candidate, ReadState
from memdb.store import Connection, sql


def interact(state: ReadState, connection: Connection) -> ReadState:
    """Adds the interaction of the best candidates to their scores; the others keep their places below."""
    embedder = state.request.models.embedder
    if not state.dense or not isinstance(embedder, TokenEmbedder) or not embedder.state_width:
        return state
    import numpy as np  # noqa: PLC0415 - only who has token states gets here

    from memdb.query.interaction import interactions, weighed  # noqa: PLC0415
    from memdb.query.windows import ALONE  # noqa: PLC0415

    settings = state.request.settings.dense
    _, (asked,) = embedder.embed_tokens([embedder.pieces(state.request.question)[0]])
    if not len(asked.ids):
        return state
    ranked = sorted({one.packet: one.score for one in state.candidates}.items(), key=lambda one: (-one[1], one[0]))
    pool = [packet for packet, _ in ranked[: settings.late_pool]]
    streams = [stream for stream in state.request.scope if stream.profile != "facts"]
    spread = sample(connection, streams, settings.sample)
    question = weighed(connection, asked, sample(connection, streams, settings.counted))
    talk = {stream.id for stream in state.request.scope if stream.profile == "dialogue"}
    wanted = list(dict.fromkeys([*pool, *spread]))
    rows = connection.rows(sql("vectors/places"), {"packets": json.dumps(wanted)})
    groups = [
        ([row[2] for row in rows if row[3] in talk], state.request.settings.lexical.window),
        ([row[2] for row in rows if row[3] not in talk], ALONE),
    ]
    found = interactions(connection, question, groups, settings.threshold)
    typical = np.asarray([found.get(packet, 0.0) for packet in spread])
    mean, deviation = float(typical.mean()), max(float(typical.std()), 1e-6)
    weight = weights(state).late
    late = {packet: weight * (found.get(packet, 0.0) - mean) / deviation for packet in pool}
    # What was not looked at is as if nothing in it met the question.
    rest = -weight * mean / deviation
    candidates = (
        Candidate(packet=one.packet, via=one.via, score=one.score + late.get(one.packet, rest))
        for one in state.candidates
    )
    return replace(state, candidates=tuple(candidates))
