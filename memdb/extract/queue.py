"""The queue of a model's work: `extractions` rows, of which each is held by one reader at a time.

Whoever takes a packet holds it until a moment; a killed process holds it no longer than that. All of it is short write
transactions: a model is never called inside one.
"""

import json
import os
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from uuid import uuid4

from memdb.records.extraction import Extraction, Reader
from memdb.records.packet import Profile
from memdb.store import Connection, sql

MOST_ATTEMPTS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A packet that is held; `attempts` to read it failed before."""

    extraction: int
    packet: int
    attempts: int


class ExtractionQueue:
    """One reader's view of the queue."""

    def __init__(self, connection: Connection, *, model: str, lease_s: float) -> None:
        """`model` is the name that is written beside what it read; a packet is held for `lease_s` seconds."""
        self._connection = connection
        self._model = model
        self._lease_s = lease_s
        self._owner = f"{socket.gethostname()}:{os.getpid()}:{uuid4().hex[:8]}"

    def take(self, stream_id: int, *, after: int) -> Taken | None:
        """Takes the next packet after a position in a stream of conversation or notes, or None when there is none."""
        with self._connection.write():
            now = time.time()  # after the wait for the file: nobody who took a packet before holds it for longer
            row = self._connection.row(sql("extract/take_packet"), {
                "stream_id": stream_id, "after": after, "now": now, "until": now + self._lease_s, "owner": self._owner,
            })  # fmt: skip
        return None if row is None else Taken(extraction=row[0], packet=row[1], attempts=row[2])

    def waiting(self, stream_id: int, *, every: bool) -> list[int]:
        """The packets of a stream that no model has read; unless `every`, those that the rules left unresolved."""
        rows = self._connection.rows(sql("extract/waiting_packets"), {"stream_id": stream_id, "every": int(every)})
        return [packet for (packet,) in rows]

    def take_these(self, packets: Sequence[int]) -> list[Taken]:
        """Takes those of some packets that no model has read and nobody else holds, in the caller's transaction."""
        now = time.time()
        bindings = {
            "packets": json.dumps(packets), "now": now, "until": now + self._lease_s, "owner": self._owner,
        }  # fmt: skip
        rows = self._connection.rows(sql("extract/take_packets"), bindings)
        return [Taken(extraction=row[0], packet=row[1], attempts=row[2]) for row in rows]

    def reopen(self, packet: int) -> None:
        """Takes back what models read in a packet, in the caller's transaction, so that it can be taken once more."""
        self._connection.rows(sql("extract/drop_reading"), {"packet_id": packet})

    def renew(self, taken: Taken) -> bool:
        """Holds a packet for longer; false when another took it or it was forgotten."""
        held = {"id": taken.extraction, "owner": self._owner, "until": time.time() + self._lease_s}
        with self._connection.write():
            return self._connection.row(sql("extract/renew_lease"), held) is not None

    def finish(self, taken: Taken, extraction: Extraction, *, by: Reader = "llm") -> bool:
        """Writes the status of a packet that was read, inside the caller's transaction; false as in `renew`."""
        return self._write(taken, extraction.status, extraction.reason, by=by)

    def put_off(self, taken: Taken, reason: str, *, failed: bool) -> None:
        """Lets a packet go unread with the reason; `failed` counts an attempt, and the third is the last."""
        last = failed and taken.attempts + 1 >= MOST_ATTEMPTS
        with self._connection.write():
            self._write(taken, "failed" if last else "pending", reason, attempts=int(failed))

    def _write(
        self,
        taken: Taken,
        status: Literal["facts", "unresolved", "no_fact", "pending", "failed"],
        reason: str,
        *,
        attempts: int = 0,
        by: Reader = "llm",
    ) -> bool:
        bindings = {
            "id": taken.extraction, "owner": self._owner, "frontend": by, "status": status, "reason": reason,
            "model": self._model, "attempts": attempts,
        }  # fmt: skip
        return self._connection.row(sql("extract/finish_extraction"), bindings) is not None


def awaiting(connection: Connection, streams: Sequence[tuple[int, Profile]], *, every: bool = False) -> int:
    """How many packets of some streams a model has not read.

    Of a fact stream, which the rules read exactly, those that they could not read await it, unless `every` packet does.
    """
    return sum(
        connection.value(
            sql("extract/awaiting_model"), {"stream_id": stream_id, "every": int(every or profile != "facts")}
        )
        for stream_id, profile in streams
    )
