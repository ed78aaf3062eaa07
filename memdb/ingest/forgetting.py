"""Forgetting: removes packets and everything derived from them, from the file's free pages and its log too.

Foreign keys and triggers carry a deletion on to documents, postings, claims, statements and the latest view;
then the file is written anew, since its pages keep copies of rows that were moved before they were deleted.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

from memdb.errors import BusyError
from memdb.ingest.speakers import recount_speakers, spellings
from memdb.records.reports import ForgetReport
from memdb.store import Connection, Row, sql, unindex_rest


class _Undone(Exception):  # noqa: N818 - no error: it ends the transaction of a dry run
    def __init__(self, report: ForgetReport) -> None:
        self.report = report


def forget(
    connection: Connection,
    *,
    packet: int | None = None,
    session: tuple[int, str] | None = None,
    stream: int | None = None,
    speaker: tuple[Sequence[int], str] | None = None,
    settle: Callable[[], None],
    dry_run: bool = False,
) -> ForgetReport:
    """Forgets what one selector names; a session is (stream id, label), a speaker (stream ids, name).

    `settle` makes whole, inside the transaction, what others derived from several packets. A dry run says how much that
    would be, and leaves everything as it was.
    """
    try:
        report = _forgotten(connection, packet, session, stream, speaker, settle=settle, dry_run=dry_run)
    except _Undone as undone:
        return undone.report
    if report.packets == 0:
        return report
    try:
        connection.scrub()
    except BusyError:
        return replace(report, traces_left=True)
    return report


def _forgotten(
    connection: Connection,
    packet: int | None,
    session: tuple[int, str] | None,
    stream: int | None,
    speaker: tuple[Sequence[int], str] | None,
    *,
    settle: Callable[[], None],
    dry_run: bool,
) -> ForgetReport:
    """Deletes in one transaction, which a dry run undoes."""
    with connection.write():
        gone = _delete(connection, packet, session, stream, speaker)
        if not gone:
            return ForgetReport(packets=0, sessions=0, streams=0)
        connection.scrub_later()
        # No trigger reaches a virtual table, so the index of vectors is told by hand.
        unindex_rest(connection)
        sessions = len(connection.rows(sql("ingest/drop_empty_sessions")))
        streams = len(connection.rows(sql("ingest/drop_empty_streams")))
        report = ForgetReport(packets=len(gone), sessions=sessions, streams=streams)
        if dry_run:
            raise _Undone(report)
        for stream_id in set(gone):
            recount_speakers(connection, stream_id)
        for statement in ("drop_unused_sources", "drop_unused_relations"):
            connection.rows(sql(f"ingest/{statement}"))
        settle()
    return report


def _delete(
    connection: Connection,
    packet: int | None,
    session: tuple[int, str] | None,
    stream: int | None,
    speaker: tuple[Sequence[int], str] | None,
) -> list[int]:
    """Deletes the packets; returns the stream of each."""
    if packet is not None:
        rows = connection.rows(sql("ingest/forget_packet"), {"packet": packet})
    elif session is not None:
        rows = connection.rows(sql("ingest/forget_session"), {"stream_id": session[0], "label": session[1]})
    elif stream is not None:
        rows = connection.rows(sql("ingest/forget_stream"), {"stream_id": stream})
    else:
        assert speaker is not None, "the caller gives exactly one selector"
        rows = [row for stream_id in speaker[0] for row in _delete_speaker(connection, stream_id, speaker[1])]
    return [stream_id for (stream_id,) in rows]


def _delete_speaker(connection: Connection, stream_id: int, name: str) -> list[Row]:
    names = json.dumps(spellings(connection, stream_id, name), ensure_ascii=False)
    return connection.rows(sql("ingest/forget_speaker"), {"stream_id": stream_id, "names": names})
