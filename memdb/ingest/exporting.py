"""Gives packets back as drafts, so that an export can be ingested again."""

from collections.abc import Iterator

from memdb.records.packet import Draft, Place, Profile
from memdb.store import Connection, sql

_PAGE = 1000


def export_stream(connection: Connection, stream_id: int, name: str) -> Iterator[Draft]:
    """Every packet of a stream in source order, page by page, so that writers may go on meanwhile."""
    row = connection.row(sql("ingest/find_stream"), {"name": name})
    profile: Profile | None = row[1] if row else None
    after = 0
    while True:
        rows = connection.rows(sql("ingest/export"), {"stream_id": stream_id, "after": after, "most": _PAGE})
        for after, session, number, started_at, turn_index, *fields in rows:
            turn, speaker, said_at, content, caption, image_query = fields
            yield Draft(
                stream=name, session=session, session_started_at=started_at, turn=turn, speaker=speaker,
                said_at=said_at, content=content, caption=caption, image_query=image_query,
                profile=profile, place=Place(position=after, session_index=number, turn_index=turn_index),
            )  # fmt: skip
        if len(rows) < _PAGE:
            return
