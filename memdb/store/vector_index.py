"""The index of nearest vectors: a vec0 table of sqlite-vec, derived from `packet_vectors` and rebuilt from it.

It holds one bit a dimension, the sign: enough to find the few hundred packets that are then compared exactly.
"""

import json
from collections.abc import Iterable, Sequence

from memdb.errors import StoreError
from memdb.store.connection import Connection, Row
from memdb.store.statements import sql

_PIECES = 1 << 20  # a place is a packet and one of its pieces in one number
_PAGE = 10_000


def place(packet_id: int, piece: int) -> int:
    """The number of one piece of a packet in the index."""
    return packet_id * _PIECES + piece


def packet_at(number: int) -> int:
    """The packet of a place."""
    return number // _PIECES


def signs(vector: bytes) -> bytes:
    """One bit a dimension of a vector of signed bytes; a last byte that is not full ends in zeros."""
    import numpy as np  # noqa: PLC0415 - a tenth of a second that only who embeds pays

    return np.packbits(np.frombuffer(vector, np.int8) > 0, bitorder="little").tobytes()


def ensure_index(connection: Connection, dimension: int) -> bool:
    """Makes the index where the file has none of this dimension, inside the caller's write transaction.

    Returns:
        Whether it was made, and is empty.
    """
    bits = -(-dimension // 8) * 8
    defined = connection.value(sql("vectors/has_index"))
    if defined is not None and f"BIT[{bits}]" in defined:
        return False
    connection.rows(sql("vectors/drop_index"))
    connection.rows(sql("vectors/make_index").replace("BIT[DIMENSION]", f"BIT[{bits}]"))
    return True


def has_index(connection: Connection) -> bool:
    """Whether the file has an index."""
    return connection.value(sql("vectors/has_index")) is not None


def index(connection: Connection, vectors: Iterable[Row]) -> None:
    """Adds vectors, each (packet id, piece, stream id, signed bytes), inside the caller's write transaction."""
    for packet_id, piece, stream_id, vector in vectors:
        connection.rows(
            sql("vectors/index_vector"),
            {"place": place(packet_id, piece), "stream_id": stream_id, "vector": signs(vector)},
        )


def unindex(connection: Connection, places: Iterable[int]) -> None:
    """Takes vectors out, and their bytes with them, inside the caller's write transaction."""
    for number in places:
        connection.rows(sql("vectors/unindex"), {"place": number})


def rebuild_index(connection: Connection, embedder_id: int, dimension: int) -> None:
    """Makes the index anew from the vectors of one embedder, inside the caller's write transaction."""
    connection.rows(sql("vectors/drop_index"))
    ensure_index(connection, dimension)
    after = (0, -1)
    while rows := connection.rows(sql("vectors/all_vectors"), {
        "embedder_id": embedder_id, "after_packet": after[0], "after_piece": after[1], "most": _PAGE,
    }):  # fmt: skip
        index(connection, rows)
        after = (rows[-1][0], rows[-1][1])


def surplus(connection: Connection) -> list[int]:
    """The places whose vector is no longer there."""
    return [number for (number,) in connection.rows(sql("vectors/surplus"))] if has_index(connection) else []


def index_differs(connection: Connection) -> tuple[int, int]:
    """How many vectors the index lacks, and how many it holds that are not there; an unreadable index lacks all."""
    held = connection.value(sql("vectors/count_vectors"))
    if not has_index(connection):
        return held, 0
    try:
        return connection.value(sql("vectors/lacking")), len(surplus(connection))
    except StoreError:
        return held, 0


def restore_index(connection: Connection) -> None:
    """Makes the index anew for the embedder whose vectors the file holds, inside the caller's write transaction."""
    connection.rows(sql("vectors/drop_index"))
    for embedder_id, dimension in connection.rows(sql("vectors/embedders")):
        rebuild_index(connection, embedder_id, dimension)


def nearest(connection: Connection, vector: bytes, streams: Sequence[int], most: int) -> list[int]:
    """The packets whose vectors are likely nearest to one of signed bytes, at most `most`, nearest first."""
    found = connection.rows(
        sql("vectors/nearest"), {"vector": signs(vector), "most": most, "streams": json.dumps(list(streams))}
    )
    return list(dict.fromkeys(packet_at(number) for (number,) in found))
