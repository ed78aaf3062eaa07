"""Verifies packets against the hashes that they were stored with, and their lexical documents against their words."""

from dataclasses import astuple

from memdb.ingest.documents import document
from memdb.records.hashes import content_hash
from memdb.records.packet import Draft
from memdb.records.reports import Problem
from memdb.store import Connection, sql

CONTENT = "every packet has the content that it was stored with"
DOCUMENTS = "every lexical document is made of its packet's words"
_PAGE = 1000


def altered_packets(connection: Connection) -> list[Problem]:
    """What is wrong with packets, and with the documents of those that are as they were stored."""
    changed = differing = after = 0
    while rows := connection.rows(sql("ingest/verified_packets"), {"after": after, "most": _PAGE}):
        after = rows[-1][0]
        for _, label, turn, speaker, said_at, content, caption, query, digest, started_at, *kept in rows:
            draft = Draft(
                session=label, turn=turn, speaker=speaker, said_at=said_at, content=content, caption=caption,
                image_query=query,
            )  # fmt: skip
            if content_hash(draft) != digest:
                changed += 1
            elif kept[0] is not None:
                differing += astuple(document(draft, started_at)) != tuple(kept)
    found = (
        (changed, CONTENT, f"{changed} packets are not what was stored", False),
        (differing, DOCUMENTS, f"{differing} documents differ", True),
    )
    return [Problem(check=check, detail=detail, repairable=can) for number, check, detail, can in found if number]
