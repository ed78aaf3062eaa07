"""Stage 7: late interaction looks once more at the best candidates of the other channels (RETRIEVAL: M)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from memdb.query.fusion import weights
from memdb.query.sampling import sample
from memdb.query.state import ReadState
from memdb.store import Connection

if TYPE_CHECKING:
    from memdb.query.channel import ChannelScores


def interact(state: ReadState, connection: Connection) -> ReadState:
    """Adds the interaction of the best candidates to their scores; the others keep their places below."""
    if state.asked is None or not state.candidates:
        return state
    scores = interacted(state, connection, {one.packet: one.score for one in state.candidates})
    return replace(state, candidates=tuple(one._replace(score=scores[one.packet]) for one in state.candidates))


def interacted(state: ReadState, connection: Connection, scores: Mapping[int, float]) -> dict[int, float]:
    """The scores of some packets with the interaction of the best of them; as they are without token states."""
    if state.asked is None or not scores:
        return dict(scores)
    settings, weight = state.request.settings.dense, weights(state).late
    pool = sorted(scores, key=lambda packet: (-scores[packet], packet))[: settings.late_pool]
    found = _deviations(state, connection, pool)
    by_words = found.of(pool) if state.lexical_scores is None else state.lexical_scores.of(pool)
    # What has no token states, as facts have none, is taken to be met as well as its words say.
    late = dict(zip(pool, found.known(pool, by_words).tolist(), strict=True))
    return {packet: score + weight * late.get(packet, found.rest) for packet, score in scores.items()}


def _deviations(state: ReadState, connection: Connection, pool: list[int]) -> "ChannelScores":
    """The interaction of some packets; what was not looked at is as if nothing in it met the question."""
    from memdb.query.channel import ChannelScores  # noqa: PLC0415 - numpy, for those only who have token states
    from memdb.query.interaction import interactions, weighed  # noqa: PLC0415

    assert state.asked is not None, "the caller has looked"
    settings = state.request.settings.dense
    streams = [stream for stream in state.request.scope if stream.profile != "facts"]
    spread = sample(connection, streams, settings.sample)
    question = weighed(connection, state.asked, sample(connection, streams, settings.counted))
    found = interactions(
        connection, question, list(dict.fromkeys([*pool, *spread])),
        talk={stream.id for stream in streams if stream.profile == "dialogue"},
        window=state.request.settings.lexical.window, threshold=settings.threshold,
    )  # fmt: skip
    typical = found.of(spread)
    mean, deviation = float(typical.mean()), max(float(typical.std()), 1e-6)
    return ChannelScores(found.packets, (found.values - mean) / deviation, -mean / deviation)
