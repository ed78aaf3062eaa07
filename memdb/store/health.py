"""Verifies the file: SQLite's own checks, and that every derived table equals what it is derived from."""

from itertools import zip_longest

from memdb.records.reports import Problem
from memdb.store.connection import Connection
from memdb.store.statements import sql

VERIFIED = (
    "SQLite's integrity check",
    "every row's parent exists",
    "the latest view equals a replay of all statements",
    "the inverted index equals the lexical documents",
    "every packet is indexed and was read by a frontend",
)


def problems(connection: Connection) -> list[Problem]:
    """Everything that is wrong with the file, in the order of `VERIFIED`."""
    found = [
        Problem(check=VERIFIED[0], detail=str(finding), repairable=False)
        for (finding,) in connection.rows(sql("store/integrity_check"))
        if finding != "ok"
    ]
    orphans = connection.rows(sql("store/foreign_key_check"))
    if orphans:
        found.append(Problem(check=VERIFIED[1], detail=f"{len(orphans)} rows without parent", repairable=False))
    differing = _differing_latest(connection)
    if differing:
        found.append(Problem(check=VERIFIED[2], detail=f"{differing} rows differ", repairable=True))
    missing, surplus = connection.row(sql("store/postings_differ")) or (0, 0)
    if missing or surplus:
        detail = f"{missing} rows missing, {surplus} too many"
        found.append(Problem(check=VERIFIED[3], detail=detail, repairable=True))
    documents, extractions, counters = connection.row(sql("store/undocumented")) or (0, 0, 0)
    if documents or counters:
        detail = f"{documents} packets without document, {counters} streams with wrong counters"
        found.append(Problem(check=VERIFIED[4], detail=detail, repairable=True))
    if extractions:
        found.append(Problem(check=VERIFIED[4], detail=f"{extractions} packets not read", repairable=False))
    return found


def _differing_latest(connection: Connection) -> int:
    kept = connection.rows(sql("store/all_latest"))
    replayed = connection.rows(sql("store/replay_latest"))
    if kept == replayed:
        return 0
    return sum(a != b for a, b in zip_longest(kept, replayed))


def rebuild_latest(connection: Connection) -> None:
    """Replays all statements into an empty latest view, inside the caller's write transaction."""
    replayed = connection.rows(sql("store/replay_latest"))
    connection.rows(sql("store/clear_latest"))
    names = ("stream_id", "subject_key", "relation_id", "slot", "object_key", "positive", "assertion_id")
    connection.many(sql("store/fill_latest"), [dict(zip(names, row, strict=True)) for row in replayed])
