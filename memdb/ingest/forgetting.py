"""Forgetting: removes packets and everything derived from them, from the file's free pages and its log too.

Foreign keys and triggers carry a deletion on to documents, postings, claims, statements and the latest view;
`secure_delete` overwrites what is freed.
"""

from collections.abc import Sequence

from memdb.records.keys import entity_key
from memdb.records.reports import ForgetReport
from memdb.store import Connection, sql


def forget(
    connection: Connection,
    *,
    packet: int | None = None,
    session: tuple[int, str] | None = None,
    stream: int | None = None,
    speaker: tuple[Sequence[int], str] | None = None,
) -> ForgetReport:
    """Forgets what one selector names; a session is (stream id, label), a speaker (stream ids, name)."""
    with connection.write():
        gone = _delete(connection, packet, session, stream, speaker)
        sessions = len(connection.rows(sql("ingest/drop_empty_sessions")))
        streams = len(connection.rows(sql("ingest/drop_empty_streams")))
        for (stream_id,) in connection.rows(sql("ingest/stream_ids")):
            connection.rows(sql("ingest/recount_speakers"), {"stream_id": stream_id})
        for statement in ("drop_silent_speakers", "drop_unused_sources", "drop_unused_relations"):
            connection.rows(sql(f"ingest/{statement}"))
    connection.rows(sql("ingest/truncate_log"))
    return ForgetReport(packets=gone, sessions=sessions, streams=streams)


def _delete(
    connection: Connection,
    packet: int | None,
    session: tuple[int, str] | None,
    stream: int | None,
    speaker: tuple[Sequence[int], str] | None,
) -> int:
    if packet is not None:
        return len(connection.rows(sql("ingest/forget_packet"), {"packet": packet}))
    if session is not None:
        of = {"stream_id": session[0], "label": session[1]}
        return len(connection.rows(sql("ingest/forget_session"), of))
    if stream is not None:
        return len(connection.rows(sql("ingest/forget_stream"), {"stream_id": stream}))
    assert speaker is not None, "the caller gives exactly one selector"
    key = entity_key(speaker[1])
    return sum(
        len(connection.rows(sql("ingest/forget_speaker"), {"stream_id": stream_id, "person_key": key}))
        for stream_id in speaker[0]
    )
