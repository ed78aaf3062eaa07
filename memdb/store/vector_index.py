"""The index of nearest vectors: a vec0 table of sqlite-vec, derived from `packet_vectors` and rebuilt from it.

It holds one bit a dimension, the sign: enough to find the few hundred packets that are then compared exactly.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence

from memdb.errors import DamagedError, StoreError
from memdb.store.connection import Connection, Row
from memdb.store.statements import sql

_PIECES = 1 << 20  # a place is a packet and one of its pieces in one number
_PAGE = 10_000
_PARTS = ("chunks", "info", "metadatachunks00", "rowids", "vector_chunks00")
"""The tables in which vec0 keeps what it holds; without one of them it may crash the process rather than fail."""
_DEFINED = re.compile(r"BIT\[(\d+)\]")


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


def ensure_index(connection: Connection, embedder_id: int, dimension: int) -> None:
    """Makes the index where the file has none of this dimension, inside the caller's write transaction.

    Raises:
        DamagedError: a part of the index is missing.
    """
    if _held_bits(connection) != _bits(dimension):
        _make(connection, embedder_id, dimension)


def index(connection: Connection, vectors: Iterable[Row]) -> None:
    """Adds vectors, each (packet id, piece, stream id, signed bytes), inside the caller's write transaction."""
    for packet_id, piece, stream_id, vector in vectors:
        connection.rows(
            sql("vectors/index_vector"),
            {"place": place(packet_id, piece), "stream_id": stream_id, "vector": signs(vector)},
        )


def unindex_rest(connection: Connection) -> None:
    """Takes out, and their bytes with them, those entries whose vector is gone; inside the caller's write transaction.

    Raises:
        DamagedError: a part of the index is missing.
    """
    if _held_bits(connection):
        for number in _surplus(connection):
            connection.rows(sql("vectors/unindex"), {"place": number})


def nearest(connection: Connection, vector: bytes, streams: Sequence[int], most: int) -> list[int]:
    """The packets whose vectors are likely nearest to one of signed bytes, at most `most`, nearest first.

    Raises:
        DamagedError: the index or a part of it is missing.
    """
    if not _held_bits(connection):
        raise _damaged(connection)
    found = connection.rows(
        sql("vectors/nearest"), {"vector": signs(vector), "most": most, "streams": json.dumps(list(streams))}
    )
    return list(dict.fromkeys(packet_at(number) for (number,) in found))


def index_differs(connection: Connection) -> tuple[int, int]:
    """How many vectors the index lacks or holds otherwise, and how many entries have no vector.

    One that cannot be read lacks all of them.
    """
    embedders, indexed = connection.rows(sql("vectors/embedders")), sql("vectors/indexed")
    try:
        if _held_bits(connection):
            pages = (page for embedder_id, *_ in embedders for page in _pages(connection, indexed, embedder_id))
            differing = sum(_differs(row) for page in pages for row in page)
            return max(differing, connection.value(sql("vectors/unplaced"))), len(_surplus(connection))
    except StoreError:
        pass
    return connection.value(sql("vectors/count_vectors")), 0


def restore_index(connection: Connection) -> None:
    """Makes the index anew from the vectors that can be read, inside the caller's write transaction.

    What cannot be read is deleted, so that its packet awaits embedding again.
    """
    for statement in ("drop_stray_vectors", "drop_stray_states"):
        connection.rows(sql(f"vectors/{statement}"))
    drop_index(connection)
    for embedder_id, _, dimension in connection.rows(sql("vectors/embedders")):
        _make(connection, embedder_id, dimension)


def drop_index(connection: Connection) -> None:
    """Drops the index, whole or not, inside the caller's write transaction."""
    if connection.rows(sql("vectors/index_tables")):
        # vec0 drops its parts with the table, and fails where one is missing.
        for part in _PARTS:
            connection.rows(sql("vectors/make_part").replace("PART", part))
    connection.rows(sql("vectors/drop_index"))
    for part in _PARTS:
        connection.rows(sql("vectors/drop_part").replace("PART", part))


def _make(connection: Connection, embedder_id: int, dimension: int) -> None:
    """Makes the index of one embedder's vectors, in the place of any other."""
    drop_index(connection)
    connection.rows(sql("vectors/make_index").replace("DIMENSION", str(_bits(dimension))))
    for page in _pages(connection, sql("vectors/all_vectors"), embedder_id):
        index(connection, page)


def _pages(connection: Connection, statement: str, embedder_id: int) -> Iterator[list[Row]]:
    after = (0, -1)
    while rows := connection.rows(
        statement,
        {"embedder_id": embedder_id, "after_packet": after[0], "after_piece": after[1], "most": _PAGE},
    ):
        yield rows
        after = (rows[-1][0], rows[-1][1])


def _bits(dimension: int) -> int:
    """How many bits a vector has in the index, which takes whole bytes."""
    return -(-dimension // 8) * 8


def _held_bits(connection: Connection) -> int:
    """How many bits a vector of the file's index has; 0 without an index.

    Raises:
        DamagedError: a part of the index is missing.
    """
    tables: dict[str, str] = dict(connection.rows(sql("vectors/index_tables")))
    if "vector_index" not in tables:
        return 0
    if not tables.keys() >= {f"vector_index_{part}" for part in _PARTS}:
        raise _damaged(connection)
    bits = _DEFINED.search(tables["vector_index"])
    return int(bits[1]) if bits else 0


def _damaged(connection: Connection) -> DamagedError:
    return DamagedError(f"the index of vectors in {connection.path} is damaged: run `memdb check --repair`")


def _surplus(connection: Connection) -> list[int]:
    """The places whose vector is no longer there."""
    return [number for (number,) in connection.rows(sql("vectors/surplus"))]


def _differs(row: Row) -> bool:
    """Whether a row of `vectors/indexed.sql` shows an entry that is missing or not its vector's."""
    _, _, vector, stream_id, indexed_stream_id, bits = row
    return (indexed_stream_id, bits) != (stream_id, signs(vector))
