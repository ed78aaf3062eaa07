"""Stage 5: the dense channel, cosines with the question of vectors mixed over the window (RETRIEVAL: D).

In talk the one speaker whom a question names is left out of what a model embeds: nobody says their own name, so that
with it the question resembles what others say to them. Who speaks is the prior's to tell. A table of words, which reads
no context, was measured to do better with the name.

A scope of many packets is not read whole: the index gives those that are likely nearest, which are compared exactly,
and packets spread over the streams tell mean and deviation.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memdb.errors import ExtraNeededError, ModelError, NotFoundError
from memdb.models import Embedder, TokenStates, has_states
from memdb.query.fusion import STATIC
from memdb.query.sampling import sample
from memdb.query.speakers import named_speakers
from memdb.query.state import Candidate, ReadState, Scope, pool_size
from memdb.records.tokens import terms
from memdb.store import Connection, nearest, sql

if TYPE_CHECKING:
    from memdb.query.channel import ChannelScores
    from memdb.query.vectors import Cosines
    from memdb.query.windows import Floats, Window


def match_vectors(state: ReadState, connection: Connection) -> ReadState:
    """Fills in the dense candidates, best first, and the scores of packets by meaning.

    An embedder that fails, or has not read the records yet, is told in the notes: what words find is found.
    """
    load = state.request.models.embedder
    groups = _groups(state)
    if load is None or not groups or "dense" not in state.request.channels or state.closure_only:
        return state
    try:
        embedder = load()
        return state if embedder is None else _matched(state, connection, embedder, groups)
    except (ExtraNeededError, ModelError, NotFoundError) as error:
        return _without(state, str(error))


def _groups(state: ReadState) -> "list[tuple[list[Scope], Window]]":
    """The streams that are embedded, with their windows: in talk a packet's neighbours answer for it."""
    talk = [stream for stream in state.request.scope if stream.profile == "dialogue"]
    notes = [stream for stream in state.request.scope if stream.profile == "notes"]
    groups: list[tuple[list[Scope], Window]] = [(talk, state.request.settings.lexical.window), (notes, ((0, 1.0),))]
    return [group for group in groups if group[0]]


def _without(state: ReadState, reason: str) -> ReadState:
    return replace(state, notes=(*state.notes, f"found by words alone: {reason}"))


def _matched(
    state: ReadState, connection: Connection, embedder: Embedder, groups: "Sequence[tuple[list[Scope], Window]]"
) -> ReadState:
    known = connection.row(sql("vectors/find_embedder"), {"name": embedder.name, "dimension": embedder.dimension})
    if known is None:
        return _without(state, f"{embedder.name} has read no record yet, `memdb reembed` lets it")
    question = state.request.question
    unnamed = question if embedder.name.startswith(STATIC) else _unnamed(state, connection)
    forms = [unnamed if streams[0].profile == "dialogue" else question for streams, _ in groups]
    vectors, states = _embedded(embedder, question, forms)
    channel = _Channel(state, connection, known[0])
    parts = [
        channel.ranked(vectors[form], streams, window) for form, (streams, window) in zip(forms, groups, strict=True)
    ]
    if not any(candidates for candidates, _ in parts):
        return state
    from memdb.query.channel import joined  # noqa: PLC0415 - numpy

    state = replace(
        state,
        embedder=embedder,
        asked=states,
        dense=_best([one for some, _ in parts for one in some], pool_size(state)),
        dense_scores=joined([scores for _, scores in parts]),
    )
    if state.request.scheduler == "fast" and state.request.recipe == "best":
        return state
    vector = embedder.embed(embedder.pieces(enriched(state))[:1])[0]
    found = [one for streams, window in groups for one in channel.ranked(vector, streams, window)[0]]
    first = _best(found, state.request.settings.schedule.dense_top)
    return replace(state, nearest=tuple(one.packet for one in first))


def enriched(state: ReadState) -> str:
    """The question, and once more the people, key words and time of its intent, which weigh more so (section A8)."""
    if not state.request.settings.query_intent:
        return state.request.question
    intent = state.known_intent
    return " ".join(part for part in (state.request.question, *intent.people, *intent.keywords, intent.time) if part)


def _unnamed(state: ReadState, connection: Connection) -> str:
    """The question without the name of the one speaker whom it names; as it is where it names none or several."""
    question = state.request.question
    talk = [stream for stream in state.request.scope if stream.profile == "dialogue"]
    named = named_speakers(connection, talk, state.known_intent)
    if len(named) != 1:
        return question
    name = named.pop()
    names = "|".join(re.escape(one) for one in (name, name.split()[0]))
    rest = re.sub(rf"(?<!\w)(?:{names})(?:['\u2019]s)?(?!\w)", " ", question, flags=re.IGNORECASE)
    return " ".join(rest.split()) if terms(rest) else question


def _embedded(
    embedder: Embedder, question: str, forms: Sequence[str]
) -> "tuple[dict[str, Floats], TokenStates | None]":
    """The vectors of some forms of a question, and the states of its own tokens where the embedder has them."""
    if has_states(embedder):
        texts = list(dict.fromkeys((question, *forms)))
        vectors, states = embedder.embed_tokens([embedder.pieces(text)[0] for text in texts])
        return dict(zip(texts, vectors, strict=True)), states[0] if len(states[0].ids) else None
    texts = list(dict.fromkeys(forms))
    return dict(zip(texts, embedder.embed([embedder.pieces(text)[0] for text in texts]), strict=True)), None


def _best(found: Sequence[Candidate], most: int) -> tuple[Candidate, ...]:
    return tuple(sorted(found, key=lambda one: (-one.score, one.packet))[:most])


class _Channel:
    """The vectors of one embedder as one read sees them."""

    def __init__(self, state: ReadState, connection: Connection, embedder_id: int) -> None:
        self._request = state.request
        self._by_words = [candidate.packet for candidate in state.lexical]
        self._most = pool_size(state)
        self._connection = connection
        self._embedder_id = embedder_id

    def ranked(
        self, question: "Floats", streams: Sequence[Scope], window: "Window"
    ) -> "tuple[list[Candidate], ChannelScores]":
        """The best packets of some streams, and the scores of all that were compared; others have the mean."""
        import numpy as np  # noqa: PLC0415 - as all of it below: graph reads and the command's help do without

        from memdb.query.channel import ChannelScores  # noqa: PLC0415
        from memdb.query.vectors import of_streams  # noqa: PLC0415

        if sum(stream.documents for stream in streams) <= self._request.settings.dense.exact_packets:
            ids = [stream.id for stream in streams]
            cosines = of_streams(self._connection, ids, self._embedder_id, question, window)
            typical = cosines.values
        else:
            cosines, typical = self._compared(question, streams, window)
        if not len(typical):
            return [], ChannelScores(np.zeros(0, np.int64), np.zeros(0), 0.0)
        scores = (cosines.values - typical.mean()) / max(float(typical.std()), 1e-6)
        order = np.argsort(cosines.packets)
        return self._seen(cosines, scores), ChannelScores(cosines.packets[order], scores[order], 0.0)

    def _compared(self, question: "Floats", streams: Sequence[Scope], window: "Window") -> "tuple[Cosines, Floats]":
        """The cosines of those packets that matter, and those of packets spread over the streams."""
        import numpy as np  # noqa: PLC0415

        from memdb.query.vectors import of_packets  # noqa: PLC0415
        from memdb.records.vectors import pack_direction  # noqa: PLC0415

        settings = self._request.settings.dense
        spread = sample(self._connection, streams, settings.sample)
        ids = [stream.id for stream in streams]
        near = nearest(self._connection, pack_direction(question), ids, settings.rough_pool)
        wanted = list(dict.fromkeys([*near, *self._by_words, *spread]))
        cosines = of_packets(self._connection, wanted, self._embedder_id, question, window)
        return cosines, cosines.values[np.isin(cosines.packets, np.asarray(spread, dtype=np.int64))]

    def _seen(self, cosines: "Cosines", scores: "Floats") -> list[Candidate]:
        """The best of those packets that the read may see."""
        import numpy as np  # noqa: PLC0415

        found: list[Candidate] = []
        packets, values = cosines.packets.tolist(), scores.tolist()
        order: list[int] = np.argsort(-scores, kind="stable").tolist()
        for n in order:
            position, said_at = cosines.moments[n]
            if self._request.at.sees(said_at, position):
                found.append(Candidate(packet=packets[n], via="dense", score=values[n]))
                if len(found) == self._most:
                    break
        return found
