"""Storing: drafts become packets with their lexical documents, each exactly once; and leave again when forgotten."""

from memdb.ingest.embedding import awaiting, embed, embedded_text, store_vectors, use_embedder
from memdb.ingest.exporting import export_stream
from memdb.ingest.forgetting import forget
from memdb.ingest.packets import PacketWriter, Stored, finish_source, use_source
from memdb.ingest.reindexing import reindex

__all__ = [
    "PacketWriter",
    "Stored",
    "awaiting",
    "embed",
    "embedded_text",
    "export_stream",
    "finish_source",
    "forget",
    "reindex",
    "store_vectors",
    "use_embedder",
    "use_source",
]
