"""Embeds packets: their text in pieces, a vector for each, and token states where the embedder has them.

A file holds the vectors of one embedder at a time: those of two cannot be compared.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memdb.errors import ModelError
from memdb.models import Embedder, TokenStates, has_states
from memdb.store import Connection, drop_index, ensure_index, index, sql


@dataclass(frozen=True, slots=True)
class Embedded:
    """One piece of a packet as it is stored; `tokens` and `states` are None without late interaction."""

    packet_id: int
    piece: int
    vector: bytes
    tokens: bytes | None
    states: bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderIdentity:
    """What a file knows an embedder by. Asking a server for it takes time: do so before the file is held."""

    name: str
    dimension: int
    with_states: bool


def identity(embedder: Embedder) -> EmbedderIdentity:
    """What a file knows an embedder by.

    Raises:
        ModelError: it is behind a server that cannot be reached.
    """
    return EmbedderIdentity(name=embedder.name, dimension=embedder.dimension, with_states=has_states(embedder))


def embedded_text(content: str, caption: str | None, image_query: str | None) -> str:
    """What of a packet is embedded: its own words, neither speaker nor time, which would be much of a short turn."""
    return " ".join(part for part in (content, caption, image_query) if part)


def embed(embedder: Embedder, packets: Sequence[tuple[int, str]]) -> list[Embedded]:
    """The vectors of some packets, each (id, text); the file is not touched.

    Raises:
        ModelError: the embedder failed, or gave something else than vectors of its dimension.
    """
    import numpy as np  # noqa: PLC0415 - only who embeds pays

    from memdb.records.vectors import pack_direction, pack_states  # noqa: PLC0415

    pieces = [(packet, n, part) for packet, text in packets for n, part in enumerate(embedder.pieces(text))]
    texts = [part for _, _, part in pieces]
    states: Sequence[TokenStates | None] = [None] * len(texts)
    if has_states(embedder):
        vectors, states = embedder.embed_tokens(texts)
    else:
        vectors = embedder.embed(texts)
    if vectors.shape != (len(texts), embedder.dimension) or not np.isfinite(vectors).all():
        raise ModelError(f"{embedder.name} gave no {len(texts)} vectors of {embedder.dimension} numbers: use another")
    found: list[Embedded] = []
    for (packet, n, _), vector, state in zip(pieces, vectors, states, strict=True):
        tokens, packed = pack_states(state.ids, state.states) if state else (None, None)
        found.append(Embedded(packet, n, pack_direction(vector), tokens, packed))
    return found


def find_embedder(connection: Connection, embedder: EmbedderIdentity) -> int:
    """The row of an embedder, or 0 where the file holds no vectors of it."""
    return connection.value(sql("vectors/find_embedder"), _row(embedder)) or 0


def use_embedder(connection: Connection, embedder: EmbedderIdentity) -> int:
    """The row of the embedder, inside the caller's write transaction; the vectors of any other one are deleted."""
    found = find_embedder(connection, embedder)
    if not found:
        drop_index(connection)
        for statement in ("drop_vectors", "drop_embedders"):
            connection.rows(sql(f"vectors/{statement}"))
        found = connection.value(sql("vectors/add_embedder"), _row(embedder))
    ensure_index(connection, found, embedder.dimension)
    return found


def own_embedder(connection: Connection, embedder: EmbedderIdentity) -> int:
    """As `use_embedder`, but 0 where the file holds the vectors of another one, which are left alone."""
    others = connection.rows(sql("vectors/embedders")) and not find_embedder(connection, embedder)
    return 0 if others else use_embedder(connection, embedder)


def _row(embedder: EmbedderIdentity) -> dict[str, object]:
    return {"name": embedder.name, "dimension": embedder.dimension}


def store_vectors(connection: Connection, embedder_id: int, found: Sequence[Embedded]) -> None:
    """Stores vectors and indexes them, inside the caller's write transaction.

    What is there already is left alone, and forgotten packets are passed over.
    """
    for one in found:
        of = {"packet_id": one.packet_id, "piece": one.piece}
        stream_id = connection.value(sql("vectors/add_vector"), of | {"embedder_id": embedder_id, "vector": one.vector})
        if one.states is not None:
            connection.rows(sql("vectors/add_states"), of | {"tokens": one.tokens, "states": one.states})
        if stream_id is not None:
            index(connection, [(one.packet_id, one.piece, stream_id, one.vector)])


def awaiting(
    connection: Connection, embedder_id: int, *, page: int, after: int = 0, with_states: bool = False
) -> Iterator[list[tuple[int, str]]]:
    """The packets that an embedder has not read, each (id, text), in pages in the order of their ids.

    Args:
        connection: to the file.
        embedder_id: the embedder's row, or 0 where the file does not know it.
        page: how many packets a page has at most.
        after: the id after which to begin.
        with_states: whether a packet without token states has not been read.
    """
    of = {"embedder_id": embedder_id, "with_states": int(with_states), "most": page}
    while rows := connection.rows(sql("vectors/awaiting"), of | {"after": after}):
        yield [(packet, embedded_text(content, caption, query)) for packet, content, caption, query in rows]
        after = rows[-1][0]


def count_awaiting(connection: Connection, embedder: EmbedderIdentity) -> int:
    """How many packets an embedder has not read."""
    of = {"embedder_id": find_embedder(connection, embedder), "with_states": int(embedder.with_states)}
    count: int = connection.value(sql("vectors/count_awaiting"), of)
    return count
