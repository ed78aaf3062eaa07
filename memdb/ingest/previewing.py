"""Which drafts a memory would take: what an ingest does to packets, without writing."""

from typing import Literal

from memdb.ingest.packets import placed_identity, refuse_other_profile
from memdb.ingest.tombstones import Tombstones
from memdb.records.packet import Draft, Profile
from memdb.store import Connection, sql

Outcome = Literal["stored", "duplicates", "forgotten"]
"""What becomes of a draft: it would be stored, is there already, or stays out since it was forgotten."""


class PacketPreview:
    """Answers as `PacketWriter` would for the same drafts in the same order, with the same options."""

    def __init__(self, connection: Connection, *, profile: Profile, explicit: bool, revive: bool) -> None:
        """Only reads of `connection` are made."""
        self._connection = connection
        self._profile: Profile = profile
        self._explicit = explicit
        self._tombstones = None if revive else Tombstones(connection)
        self._streams: dict[str, tuple[int | None, Profile]] = {}
        self._seen: set[tuple[str, bytes]] = set()

    def outcome(self, draft: Draft, *, stream: str) -> Outcome:
        """What would become of a draft, whose like may have come before it.

        Raises:
            UsageError: its stream is there with another profile than the explicit one.
        """
        name = draft.stream or stream
        stream_id, profile = self._stream(name, draft.profile)
        label, digest = placed_identity(draft, profile)
        of = {"stream_id": stream_id, "content_hash": digest}
        known = stream_id is not None and self._connection.row(sql("ingest/find_packet"), of) is not None
        if known or (name, digest) in self._seen:
            return "duplicates"
        if self._tombstones is not None and self._tombstones.holds(name, profile, label, draft, digest):
            return "forgotten"
        self._seen.add((name, digest))
        return "stored"

    def _stream(self, name: str, brought: Profile | None) -> tuple[int | None, Profile]:
        if name not in self._streams:
            row = self._connection.row(sql("ingest/find_stream"), {"name": name})
            if row is not None and self._explicit:
                refuse_other_profile(name, row[1], self._profile)
            new: Profile = self._profile if self._explicit else brought or self._profile
            self._streams[name] = (row[0], row[1]) if row is not None else (None, new)
        return self._streams[name]
