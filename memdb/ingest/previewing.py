"""Which drafts a memory would take: what an ingest does to packets, without writing."""

from memdb.ingest.packets import placed_identity, refuse_other_profile
from memdb.records.packet import Draft, Profile
from memdb.store import Connection, sql


class PacketPreview:
    """Answers as `PacketWriter` would for the same drafts in the same order; `profile` and `explicit` as there."""

    def __init__(self, connection: Connection, *, profile: Profile, explicit: bool) -> None:
        """Only reads of `connection` are made."""
        self._connection = connection
        self._profile: Profile = profile
        self._explicit = explicit
        self._streams: dict[str, tuple[int | None, Profile]] = {}
        self._seen: set[tuple[str, bytes]] = set()

    def takes(self, draft: Draft, *, stream: str) -> bool:
        """Whether a draft would become a packet: its stream holds it not, and no draft before it was the same.

        Raises:
            UsageError: its stream is there with another profile than the explicit one.
        """
        name = draft.stream or stream
        stream_id, profile = self._stream(name, draft.profile)
        _, digest = placed_identity(draft, profile)
        if (name, digest) in self._seen:
            return False
        self._seen.add((name, digest))
        of = {"stream_id": stream_id, "content_hash": digest}
        return stream_id is None or self._connection.row(sql("ingest/find_packet"), of) is None

    def _stream(self, name: str, brought: Profile | None) -> tuple[int | None, Profile]:
        if name not in self._streams:
            row = self._connection.row(sql("ingest/find_stream"), {"name": name})
            if row is not None and self._explicit:
                refuse_other_profile(name, row[1], self._profile)
            new: Profile = self._profile if self._explicit else brought or self._profile
            self._streams[name] = (row[0], row[1]) if row is not None else (None, new)
        return self._streams[name]
