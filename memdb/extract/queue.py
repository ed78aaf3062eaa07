"""The queue of a model's work: `extractions` rows, of which each is held by one reader at a time.

Whoever takes a packet holds it until a moment; a killed process holds it no longer than that. All of it is short write
transactions: a model is never called inside one.
"""

import os
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from uuid import uuid4

from memdb.records.extraction import Extraction
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

    def take(self, stream_id: int, profile: Profile, *, after: int) -> Taken | None:
        """Takes the next packet after a position in one stream, or None when there is none."""
        now = time.time()
        bindings = {
            "stream_id": stream_id, "after": after, "every": reads_all(profile), "now": now,
            "until": now + self._lease_s, "owner": self._owner,
        }  # fmt: skip
        with self._connection.write():
            row = self._connection.row(sql("extract/take_packet"), bindings)
        return None if row is None else Taken(extraction=row[0], packet=row[1], attempts=row[2])

    def renew(self, taken: Taken) -> bool:
        """Holds a packet for longer; false when another took it or it was forgotten."""
        held = {"id": taken.extraction, "owner": self._owner, "until": time.time() + self._lease_s}
        with self._connection.write():
            return self._connection.row(sql("extract/renew_lease"), held) is not None

    def finish(self, taken: Taken, extraction: Extraction) -> bool:
        """Writes the status of a packet that was read, inside the caller's transaction; false as in `renew`."""
        return self._write(taken, extraction.status, extraction.reason)

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
    ) -> bool:
        bindings = {
            "id": taken.extraction, "owner": self._owner, "status": status, "reason": reason, "model": self._model,
            "attempts": attempts,
        }  # fmt: skip
        return self._connection.row(sql("extract/finish_extraction"), bindings) is not None


def reads_all(profile: Profile) -> int:
    """1 where a model reads every packet; of a fact stream, which the rules read exactly, only what they could not."""
    return int(profile != "facts")


def awaiting(connection: Connection, streams: Sequence[tuple[int, Profile]]) -> int:
    """How many packets of some streams a model has not read."""
    return sum(
        connection.value(sql("extract/awaiting_model"), {"stream_id": stream_id, "every": reads_all(profile)})
        for stream_id, profile in streams
    )
