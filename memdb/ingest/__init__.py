"""Storing: drafts become packets with their lexical documents, each exactly once."""

from memdb.ingest.packets import PacketWriter, Stored, finish_source, use_source

__all__ = ["PacketWriter", "Stored", "finish_source", "use_source"]
