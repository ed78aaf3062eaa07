"""Embedding, wired: the packets that await it, in small transactions beside whatever else the file is used for."""

import time
from collections.abc import Callable, Iterator

from memdb.ingest import (
    EmbedderIdentity,
    awaiting,
    count_awaiting,
    embed,
    find_embedder,
    identity,
    own_embedder,
    store_vectors,
    use_embedder,
)
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
    known = identity(embedder)
    with connection.write():
        embedder_id = use_embedder(connection, known)
    total = count_awaiting(connection, known)
    done = 0
    for done in _embedded(connection, embedder_id, known, embedder):
        if progress:
            progress(done, total)
    return EmbedReport(
        embedder=known.name, dimension=known.dimension, packets=done, awaiting=count_awaiting(connection, known),
        seconds=round(time.monotonic() - begun, 3),
    )  # fmt: skip


def newest_packet(connection: Connection) -> int:
    """The id of the packet stored last, or 0."""
    return connection.value(sql("vectors/newest_packet")) or 0


def embed_since(connection: Connection, load: Callable[[], Embedder | None], newest: int) -> None:
    """Embeds what was stored after the packet `newest`; the embedder is loaded only if there is something to embed.

    Where the file holds the vectors of another embedder nothing is embedded: `embed_awaiting` changes it for all.

    Raises:
        ModelError: the embedder failed; what was embedded before is kept.
    """
    if not any(awaiting(connection, 0, page=1, after=newest)):
        return
    embedder = load()
    if embedder is None:
        return
    known = identity(embedder)
    with connection.write():
        embedder_id = own_embedder(connection, known)
    if embedder_id:
        for _ in _embedded(connection, embedder_id, known, embedder, after=newest):
            pass


def _embedded(
    connection: Connection, embedder_id: int, known: EmbedderIdentity, embedder: Embedder, *, after: int = 0
) -> Iterator[int]:
    """Embeds page by page, and gives how many packets are done after each."""
    done = 0
    for packets in awaiting(connection, embedder_id, with_states=known.with_states, page=PAGE, after=after):
        found = embed(embedder, packets)
        with connection.write():
            # Another process may have changed the embedder meanwhile: its vectors are not to be mixed with these.
            if find_embedder(connection, known) != embedder_id:
                return
            store_vectors(connection, embedder_id, found)
        done += len(packets)
        yield done


def awaiting_embedding(connection: Connection, embedder: Embedder) -> int:
    """How many packets an embedder has not read.

    Raises:
        ModelError: it is behind a server that cannot be reached.
    """
    return count_awaiting(connection, identity(embedder))
