"""Rebuilds the lexical index from the packets: after damage, or when the tokenizer has changed."""

from memdb.ingest.documents import add_document, document
from memdb.ingest.speakers import recount_speakers
from memdb.records.packet import Draft
from memdb.records.tokens import TOKENIZER_VERSION
from memdb.store import Connection, put_back, sql

_PAGE = 1000


def reindex(connection: Connection) -> int:
    """Makes documents, postings and counters anew inside the caller's write transaction; returns how many packets."""
    for statement in ("drop_documents", "drop_postings"):
        connection.rows(sql(f"store/{statement}"))
    put_back(connection)
    for statement in ("reset_counters", "reset_turns"):
        connection.rows(sql(f"store/{statement}"))
    after, count = 0, 0
    streams: set[int] = set()
    asked: dict[tuple[int, int], bool] = {}
    while rows := connection.rows(sql("ingest/all_packets"), {"after": after, "most": _PAGE}):
        for after, stream_id, session_id, turn_index, speaker, said_at, content, caption, query, started_at in rows:
            draft = Draft(content=content, speaker=speaker, said_at=said_at, caption=caption, image_query=query)
            entry = document(draft, started_at)
            asked[session_id, turn_index] = entry.asks
            answers = asked.pop((session_id, turn_index - 1), False)
            add_document(connection, entry, packet_id=after, stream_id=stream_id, answers=answers)
            streams.add(stream_id)
            count += 1
    for stream_id in streams:
        recount_speakers(connection, stream_id)
    connection.rows(sql("store/set_property"), {"name": "tokenizer_version", "value": str(TOKENIZER_VERSION)})
    return count
