"""Forgetting: removes packets and everything derived from them, from the file's free pages and its log too.

Foreign keys and triggers carry a deletion on to documents, postings, claims, statements and the latest view;
then the file is written anew, since its pages keep copies of rows that were moved before they were deleted.
"""

import json
from collections.abc import Callable
from dataclasses import replace

from memdb.errors import BusyError
from memdb.ingest.selecting import Selection, chosen
from memdb.ingest.speakers import recount_speakers
from memdb.ingest.tombstones import Tombstones
from memdb.records.reports import ForgetReport
from memdb.store import Connection, drop_migration_backups, sql, unindex_rest


def would_forget(connection: Connection, selection: Selection) -> ForgetReport:
    """How much of the memory a selection means; nothing is written and no writer waits."""
    with connection.snapshot():
        packets = chosen(connection, selection)
        row = connection.row(sql("ingest/emptied"), {"packets": json.dumps(packets)})
    sessions, streams = row or (0, 0)
    return ForgetReport(packets=len(packets), sessions=sessions, streams=streams)


def forget(connection: Connection, selection: Selection, *, settle: Callable[[], None]) -> ForgetReport:
    """Forgets what a selection names, and keeps it out of later imports.

    `settle` makes whole, inside the transaction, what others derived from several packets. Copies that memdb made
    before it changed the schema would still hold the records, so they go too.
    """
    with connection.write():
        report = _delete(connection, chosen(connection, selection), settle)
    if report.packets == 0:
        return report
    report = replace(report, copies=drop_migration_backups(connection.path))
    try:
        connection.scrub()
    except BusyError:
        return replace(report, traces_left=True)
    return report


def _delete(connection: Connection, packets: list[int], settle: Callable[[], None]) -> ForgetReport:
    """Deletes packets inside the caller's write transaction."""
    if not packets:
        return ForgetReport(packets=0, sessions=0, streams=0)
    Tombstones(connection).add(packets)
    gone = connection.rows(sql("ingest/forget_packets"), {"packets": json.dumps(packets)})
    connection.scrub_later()
    # No trigger reaches a virtual table, so the index of vectors is told by hand.
    unindex_rest(connection)
    sessions = len(connection.rows(sql("ingest/drop_empty_sessions")))
    streams = len(connection.rows(sql("ingest/drop_empty_streams")))
    for stream_id in {stream_id for (stream_id,) in gone}:
        recount_speakers(connection, stream_id)
    for statement in ("drop_unused_sources", "drop_unused_relations"):
        connection.rows(sql(f"ingest/{statement}"))
    settle()
    return ForgetReport(packets=len(gone), sessions=sessions, streams=streams)
