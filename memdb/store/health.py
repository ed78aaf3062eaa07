"""Verifies the file: SQLite's own checks, and that every derived table equals what it is derived from."""

import re
from itertools import zip_longest

from memdb.records.reports import Problem
from memdb.store.connection import Connection
from memdb.store.schema import DERIVED, altered, missing, put_back
from memdb.store.statements import sql
from memdb.store.vector_index import index_differs

_OF_INDEX = re.compile(r"^(?:row \d+ missing from|wrong # of entries in|non-unique entry in|NULL value in) index ")
"""Findings of SQLite that mean an index alone: its table is whole."""

VERIFIED = (
    "SQLite's integrity check",
    "every table, view, index and trigger is there, as a fresh memory has it",
    "every row's parent exists",
    "the latest view equals a replay of all statements",
    "the inverted index equals the lexical documents",
    "every packet is indexed and was read by a frontend",
    "every vector is whole, and the index of vectors holds it and no other",
    "the index of claims holds all claims and nothing else",
    "every Cell is what its claims make it",
)


def problems(connection: Connection) -> list[Problem]:
    """Everything that is wrong with the file, in the order of `VERIFIED`.

    A file whose pages are damaged or whose tables are missing is not asked further: the answers would be errors.
    """
    lost = [
        Problem(check=VERIFIED[1], detail=f"{one.kind} {one.name} is missing", repairable=one.repairable)
        for one in missing(connection)
    ]
    other = [
        Problem(check=VERIFIED[1], detail=f"{one.kind} {one.name} is another", repairable=True)
        for one in altered(connection)
    ]
    return damaged(connection) + lost + other or _derived(connection)


def damaged(connection: Connection) -> list[Problem]:
    """What SQLite itself finds wrong with the file, whatever its schema."""
    return [
        Problem(check=VERIFIED[0], detail=line, repairable=_OF_INDEX.search(line) is not None)
        for (findings,) in connection.rows(sql("store/integrity_check"))
        for line in str(findings).splitlines()
        if line != "ok" and not line.startswith("***")
    ]


def rebuild_indexes(connection: Connection) -> None:
    """Makes SQLite's indexes anew from the rows of their tables, inside the caller's write transaction."""
    connection.rows(sql("store/reindex"))


def _derived(connection: Connection) -> list[Problem]:
    found: list[Problem] = []
    orphans = connection.rows(sql("store/foreign_key_check"))
    if orphans:
        # Vectors can be computed again.
        repairable = all(table in DERIVED for table, *_ in orphans)
        found.append(Problem(check=VERIFIED[2], detail=f"{len(orphans)} rows without parent", repairable=repairable))
    differing = _differing_latest(connection)
    if differing:
        found.append(Problem(check=VERIFIED[3], detail=f"{differing} rows differ", repairable=True))
    lacking, surplus, garbled = connection.row(sql("store/postings_differ")) or (0, 0, 0)
    if lacking or surplus or garbled:
        detail = f"{lacking} rows missing, {surplus} too many, {garbled} documents unreadable"
        found.append(Problem(check=VERIFIED[4], detail=detail, repairable=True))
    documents, extractions, counters = connection.row(sql("store/undocumented")) or (0, 0, 0)
    if documents or counters:
        detail = f"{documents} packets without document, {counters} streams or sessions with wrong counters"
        found.append(Problem(check=VERIFIED[5], detail=detail, repairable=True))
    if extractions:
        found.append(Problem(check=VERIFIED[5], detail=f"{extractions} packets not read", repairable=False))
    stray = connection.value(sql("vectors/count_stray_vectors"))
    lacking, surplus = index_differs(connection)
    if stray or lacking or surplus:
        detail = f"{stray} vectors unreadable; in the index {lacking} missing or wrong, {surplus} too many"
        found.append(Problem(check=VERIFIED[6], detail=detail, repairable=True))
    return found + _address_plane(connection)


def _address_plane(connection: Connection) -> list[Problem]:
    """What is wrong with the claims and Cells by which questions find packets."""
    found: list[Problem] = []
    lacking, surplus = connection.row(sql("store/claims_differ")) or (0, 0)
    if lacking or surplus:
        detail = f"{lacking} claims await their place, {surplus} are there too many"
        found.append(Problem(check=VERIFIED[7], detail=detail, repairable=True))
    lacking, surplus, garbled, counters = connection.row(sql("store/claim_postings_differ")) or (0, 0, 0, 0)
    if lacking or surplus or garbled or counters:
        detail = (
            f"{lacking} rows missing, {surplus} too many, {garbled} claims unreadable, {counters} streams with wrong "
            "counters"
        )
        found.append(Problem(check=VERIFIED[7], detail=detail, repairable=True))
    homeless, wrong, terms = connection.row(sql("store/cells_differ")) or (0, 0, 0)
    if homeless or wrong or terms:
        detail = f"{homeless} claims in no Cell, {wrong} Cells and {terms} of their terms wrong"
        found.append(Problem(check=VERIFIED[8], detail=detail, repairable=True))
    return found


def _differing_latest(connection: Connection) -> int:
    kept = connection.rows(sql("store/all_latest"))
    replayed = connection.rows(sql("store/replay_latest"))
    if kept == replayed:
        return 0
    return sum(a != b for a, b in zip_longest(kept, replayed))


def rebuild_latest(connection: Connection) -> None:
    """Makes the latest view anew and replays all statements into it, inside the caller's write transaction."""
    connection.rows(sql("store/drop_latest"))
    put_back(connection)
    replayed = connection.rows(sql("store/replay_latest"))
    names = ("stream_id", "subject_key", "relation_id", "slot", "object_key", "positive", "assertion_id")
    connection.many(sql("store/fill_latest"), [dict(zip(names, row, strict=True)) for row in replayed])
