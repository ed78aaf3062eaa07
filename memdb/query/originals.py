"""The original records behind packets, as readers and schedulers are shown them."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from memdb.records.moments import NOW, Moment
from memdb.store import Connection, sql


class Original(NamedTuple):
    """One packet in full: a row of query/packets.sql."""

    packet: int
    stream: str
    session: str
    position: int
    turn_index: int
    turn: str | None
    speaker: str | None
    said_at: str | None
    content: str
    caption: str | None
    image_query: str | None
    session_started_at: str | None = None

    @property
    def shown(self) -> str:
        """The text with its caption and the query of its picture: the paper's raw view."""
        if not self.caption and not self.image_query:
            return self.content
        parts = (
            self.content,
            f"[caption: {self.caption}]" if self.caption else "",
            f"[query: {self.image_query}]" if self.image_query else "",
        )
        return " ".join(part for part in parts if part)


def originals(connection: Connection, packets: Sequence[int], at: Moment) -> dict[int, Original]:
    """The packets by id, less those that were not there at the moment of the read."""
    rows = connection.rows(sql("query/packets"), {"packets": json.dumps(list(packets))})
    found = (Original(*row) for row in rows)
    return {one.packet: one for one in found if at is NOW or at.sees(one.said_at, one.position)}
