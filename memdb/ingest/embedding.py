"""Embeds packets: their text in pieces, a vector for each, and token states where the embedder has them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memdb.models import Embedder, TokenEmbedder, TokenStates
from memdb.store import Connection, ensure_index, index, rebuild_index, sql


@dataclass(frozen=True, slots=True)
class Embedded:
    """One piece of a packet as it is stored; `tokens` and `states` are None without late interaction."""

    packet_id: int
    piece: int
    vector: bytes
    tokens: bytes | None
    states: bytes | None


def embedded_text(content: str, caption: str | None, image_query: str | None) -> str:
    """What of a packet is embedded: its own words, neither speaker nor time, which would be much of a short turn."""
    return " ".join(part for part in (content, caption, image_query) if part)


def embed(embedder: Embedder, packets: Sequence[tuple[int, str]]) -> list[Embedded]:
    """The vectors of some packets, each (id, text); the file is not touched.

    Raises:
        ModelError: the embedder failed.
    """
    from memdb.records.vectors import pack_direction, pack_states  # noqa: PLC0415 - numpy

    pieces = [(packet, n, part) for packet, text in packets for n, part in enumerate(embedder.pieces(text))]
    texts = [part for _, _, part in pieces]
    states: Sequence[TokenStates | None] = [None] * len(texts)
    if isinstance(embedder, TokenEmbedder) and embedder.state_width:
        vectors, states = embedder.embed_tokens(texts)
    else:
        vectors = embedder.embed(texts)
    found: list[Embedded] = []
    for (packet, n, _), vector, state in zip(pieces, vectors, states, strict=True):
        tokens, packed = pack_states(state.ids, state.states) if state else (None, None)
        found.append(Embedded(packet, n, pack_direction(vector), tokens, packed))
    return found


def use_embedder(connection: Connection, embedder: Embedder) -> int:
    """The embedder's row, inside the caller's write transaction; the vectors of any other one are deleted.

    Vectors of two embedders cannot be compared, and a packet has one at a time.
    """
    embedder_id: int = connection.value(
        sql("vectors/use_embedder"), {"name": embedder.name, "dimension": embedder.dimension}
    )
    connection.rows(sql("vectors/drop_others"), {"embedder_id": embedder_id})
    if connection.rows(sql("vectors/drop_unused_embedders"), {"embedder_id": embedder_id}):
        connection.rows(sql("vectors/drop_index"))
    if ensure_index(connection, embedder.dimension):
        rebuild_index(connection, embedder_id, embedder.dimension)
    return embedder_id


def store_vectors(connection: Connection, embedder_id: int, found: Sequence[Embedded]) -> None:
    """Stores vectors and indexes them, inside the caller's write transaction; forgotten packets are passed over."""
    for one in found:
        of = {"packet_id": one.packet_id, "piece": one.piece}
        stream_id = connection.value(sql("vectors/add_vector"), of | {"embedder_id": embedder_id, "vector": one.vector})
        if stream_id is None:
            continue
        if one.states is not None:
            connection.rows(sql("vectors/add_states"), of | {"tokens": one.tokens, "states": one.states})
        index(connection, [(one.packet_id, one.piece, stream_id, one.vector)])


def awaiting(connection: Connection, embedder_id: int, page: int, *, after: int) -> Iterator[list[tuple[int, str]]]:
    """The packets after an id that an embedder has not read, each (id, text), in pages in the order of their ids."""
    while rows := connection.rows(sql("vectors/awaiting"), {"embedder_id": embedder_id, "after": after, "most": page}):
        yield [(packet, embedded_text(content, caption, query)) for packet, content, caption, query in rows]
        after = rows[-1][0]
