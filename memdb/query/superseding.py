"""Which statements of some packets no longer hold at the moment of a read."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from memdb.records.moments import NOW, Moment
from memdb.store import Connection, sql


@dataclass(frozen=True, slots=True)
class Superseded:
    """One statement that was replaced; `replacement` is the value in force, or None if it was only denied.

    `descriptor` counts the claims of `frontend`, which read the statement; `object` is the value that it gave.
    `replaced_in` is the packet that says so. `corrected` is 1 where it was a slip that its speaker put right.
    """

    packet: int
    stream_id: int
    subject_key: str
    relation: str
    descriptor: int | None
    frontend: str
    object: str
    replacement: str | None
    replaced_in: int
    corrected: int = 0


def superseded(connection: Connection, packets: Sequence[int], at: Moment) -> list[Superseded]:
    """The replaced statements of some packets, as known at a moment."""
    wanted = {"packets": json.dumps(list(packets))}
    if at == NOW:
        rows = connection.rows(sql("query/superseded"), wanted)
    else:
        rows = connection.rows(sql("query/superseded_as_of"), wanted | {"until": at.until, "position": at.position})
    return [Superseded(*row) for row in rows]
