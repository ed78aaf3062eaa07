"""Embedding, wired: the packets that await it, in small transactions beside whatever else the file is used for."""

import time
from collections.abc import Callable, Iterator

from memdb.ingest import awaiting, embed, store_vectors, use_embedder
from memdb.models import Embedder
from memdb.records.reports import EmbedReport
from memdb.store import Connection, sql

PAGE = 64
"""Packets a transaction: some seconds of a model's work at most are lost to a kill."""


def embed_awaiting(
    connection: Connection, embedder: Embedder, *, progress: Callable[[int, int | None], None] | None = None
) -> EmbedReport:
    """Embeds every packet that the embedder has not read; a killed run goes on where it stopped.

    Raises:
        ModelError: the embedder failed; what was embedded before is kept.
    """
    begun = time.monotonic()
    with connection.write():
        embedder_id = use_embedder(connection, embedder)
    total = count_awaiting(connection, embedder_id)
    done = 0
    for packets in _embedded(connection, embedder, embedder_id, after=0):
        done += packets
        if progress:
            progress(done, total)
    return EmbedReport(
        embedder=embedder.name, dimension=embedder.dimension, packets=done,
        awaiting=count_awaiting(connection, embedder_id), seconds=round(time.monotonic() - begun, 3),
    )  # fmt: skip


def embed_since(connection: Connection, embedder: Embedder, after: int) -> None:
    """Embeds the packets that were stored after one, and none of those before it that await the embedder.

    Raises:
        ModelError: the embedder failed; what was embedded before is kept.
    """
    if newest_packet(connection) == after:
        return
    with connection.write():
        embedder_id = use_embedder(connection, embedder)
    for _ in _embedded(connection, embedder, embedder_id, after=after):
        pass


def newest_packet(connection: Connection) -> int:
    """The id of the packet that was stored last, or 0."""
    newest: int = connection.value(sql("vectors/newest_packet"))
    return newest


def _embedded(connection: Connection, embedder: Embedder, embedder_id: int, *, after: int) -> Iterator[int]:
    """Embeds page by page, each in a transaction of its own; gives the packets of each."""
    for packets in awaiting(connection, embedder_id, PAGE, after=after):
        found = embed(embedder, packets)
        with connection.write():
            # Another process may have chosen another embedder meanwhile: its vectors would be dropped again and again.
            if not find_embedder(connection, embedder):
                return
            store_vectors(connection, embedder_id, found)
        yield len(packets)


def count_awaiting(connection: Connection, embedder_id: int) -> int:
    """How many packets an embedder has not read."""
    count: int = connection.value(sql("vectors/count_awaiting"), {"embedder_id": embedder_id})
    return count


def find_embedder(connection: Connection, embedder: Embedder) -> int:
    """The row of an embedder, or 0 while the file knows nothing of it."""
    row = connection.row(sql("vectors/find_embedder"), {"name": embedder.name})
    return row[0] if row else 0
