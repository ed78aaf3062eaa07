"""Storing: drafts become packets with their lexical documents, each exactly once; and leave again when forgotten."""

from memdb.ingest.exporting import export_stream
from memdb.ingest.forgetting import forget
from memdb.ingest.packets import PacketWriter, Stored, finish_source, use_source
from memdb.ingest.reindexing import reindex

__all__ = ["PacketWriter", "Stored", "export_stream", "finish_source", "forget", "reindex", "use_source"]
