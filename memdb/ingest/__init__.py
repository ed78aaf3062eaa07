"""Storing: drafts become packets with their lexical documents, each exactly once; and leave again when forgotten."""

from memdb.ingest.embedding import (
    EmbedderIdentity,
    awaiting,
    count_awaiting,
    embed,
    embedded_text,
    find_embedder,
    identity,
    own_embedder,
    store_vectors,
    use_embedder,
)
from memdb.ingest.exporting import export_stream
from memdb.ingest.forgetting import forget, would_forget
from memdb.ingest.known_texts import KnownTexts
from memdb.ingest.packets import PacketWriter, Stored, finish_source
from memdb.ingest.previewing import PacketPreview
from memdb.ingest.reindexing import reindex
from memdb.ingest.selecting import Selection
from memdb.ingest.verifying import CONTENT, DOCUMENTS, altered_packets

__all__ = [
    "CONTENT",
    "DOCUMENTS",
    "EmbedderIdentity",
    "KnownTexts",
    "PacketPreview",
    "PacketWriter",
    "Selection",
    "Stored",
    "altered_packets",
    "awaiting",
    "count_awaiting",
    "embed",
    "embedded_text",
    "export_stream",
    "find_embedder",
    "finish_source",
    "forget",
    "identity",
    "own_embedder",
    "reindex",
    "store_vectors",
    "use_embedder",
    "would_forget",
]
