"""Stores drafts as packets: normalise, hash, insert or ignore, index. One writer serves one write transaction."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from memdb.errors import UsageError
from memdb.ingest.documents import add_document, document
from memdb.ingest.speakers import count_speaker
from memdb.ingest.tombstones import Tombstones
from memdb.records.hashes import content_hash
from memdb.records.packet import Draft, Packet, Profile
from memdb.records.shown import shown
from memdb.store import Connection, sql


@dataclass(slots=True)
class _Stream:
    id: int
    name: str
    profile: Profile
    next_position: int
    known_people: set[str]


@dataclass(slots=True)
class _Session:
    id: int
    label: str
    started_at: str | None
    next_turn_index: int
    last_asks: bool


@dataclass(frozen=True, slots=True)
class Stored:
    """A packet with where it stands; `new` is false when the stream held it already."""

    packet: Packet
    stream_id: int
    profile: Profile
    known_people: Collection[str]
    new: bool


class PacketWriter:
    """Turns drafts into packets inside one write transaction of `connection`; call `finish` before the commit."""

    def __init__(
        self,
        connection: Connection,
        *,
        uri: str,
        source_format: str,
        profile: Profile,
        explicit: bool = False,
        revive: bool = True,
    ) -> None:
        """`uri` and `source_format` describe the source.

        `profile` is given to streams that do not exist yet, unless a draft brings its own. An `explicit` one goes
        before those, and a stream that exists must have it. Without `revive` what was forgotten stays out.
        """
        self._connection = connection
        self._uri = uri
        self._format = source_format
        self._profile: Profile = profile
        self._explicit = explicit
        self._source_id: int | None = None
        self._streams: dict[str, _Stream] = {}
        self._sessions: dict[tuple[int, str], _Session] = {}
        self._revive = revive
        self._left_out = False
        self._tombstones = Tombstones(connection)
        self._spoken: Counter[tuple[int, str]] = Counter()

    def store(self, draft: Draft, *, stream: str) -> Stored | None:
        """Stores one draft unless its stream holds the same turn already; None if it was forgotten and stays out.

        Raises:
            UsageError: its stream is there with another profile than the explicit one.
        """
        into = self._stream(draft.stream or stream, draft.profile)
        label, digest = placed_identity(draft, into.profile)
        of = {"stream_id": into.id, "content_hash": digest}
        found = self._connection.row(sql("ingest/find_packet"), of)
        if found is None:
            told = into.name, into.profile, label, draft, digest
            if self._revive:
                self._tombstones.lift(*told)
            elif self._tombstones.holds(*told):
                self._left_out = True
                return None
        session = self._session(into, label, draft)
        if found is not None:
            return _stored(draft, into, session, found[0], position=found[1], turn_index=found[2], new=False)
        if draft.place is not None:
            into.next_position = max(into.next_position, draft.place.position)
            session.next_turn_index = max(session.next_turn_index, draft.place.turn_index)
        added: int = self._connection.value(sql("ingest/add_packet"), of | {
            "session_id": session.id, "source_id": self._source(), "position": into.next_position,
            "turn_index": session.next_turn_index, "turn": draft.turn, "speaker": draft.speaker,
            "said_at": draft.said_at, "content": draft.content, "caption": draft.caption,
            "image_query": draft.image_query,
        })  # fmt: skip
        self._index(draft, into, session, added)
        stored = _stored(
            draft, into, session, added, position=into.next_position, turn_index=session.next_turn_index, new=True
        )
        into.next_position += 1
        session.next_turn_index += 1
        return stored

    def _index(self, draft: Draft, into: _Stream, session: _Session, packet_id: int) -> None:
        entry = document(draft, session.started_at)
        add_document(self._connection, entry, packet_id=packet_id, stream_id=into.id, answers=session.last_asks)
        session.last_asks = entry.asks
        if draft.speaker:
            self._spoken[into.id, draft.speaker] += 1
            into.known_people.add(draft.speaker)

    def _stream(self, name: str, brought: Profile | None) -> _Stream:
        found = self._streams.get(name)
        if found is None:
            row = self._connection.row(sql("ingest/find_stream"), {"name": name})
            if row is None:
                profile = self._profile if self._explicit else brought or self._profile
                added = self._connection.value(sql("ingest/add_stream"), {"name": name, "profile": profile})
                row = (added, profile, 1)
            elif self._explicit:
                refuse_other_profile(name, row[1], self._profile)
            people = {str(person) for (person,) in self._connection.rows(sql("ingest/speakers"), {"stream_id": row[0]})}
            found = self._streams[name] = _Stream(row[0], name, row[1], row[2], people)
        return found

    def _session(self, stream: _Stream, label: str, draft: Draft) -> _Session:
        found = self._sessions.get((stream.id, label))
        if found is None:
            of = {"stream_id": stream.id, "label": label}
            row = self._connection.row(sql("ingest/find_session"), of)
            if row is None:
                place = draft.place
                started_at = draft.session_started_at or (None if place else draft.said_at)
                wanted = place.session_index if place else None
                more = {"started_at": started_at, "wanted": wanted}
                added = self._connection.value(sql("ingest/add_session"), of | more)
                row = (added, started_at, 0, 0)
            found = self._sessions[stream.id, label] = _Session(row[0], label, row[1], row[2], bool(row[3]))
        return found

    def _source(self) -> int:
        if self._source_id is None:
            self._source_id = _use_source(self._connection, uri=self._uri, source_format=self._format)
        return self._source_id

    def finish(self) -> None:
        """Writes the counters that the next packets go on from."""
        for stream in self._streams.values():
            self._connection.rows(
                sql("ingest/set_next_position"), {"stream_id": stream.id, "next_position": stream.next_position}
            )
        for session in self._sessions.values():
            self._connection.rows(
                sql("ingest/set_next_turn"), {"session_id": session.id, "next_turn_index": session.next_turn_index}
            )
        for (stream_id, name), count in self._spoken.items():
            count_speaker(self._connection, stream_id, name, count)
        if self._left_out:
            # A stream that was made for records that stay out has none.
            self._connection.rows(sql("ingest/drop_empty_streams"))


def _stored(
    draft: Draft, into: _Stream, session: _Session, packet_id: int, *, position: int, turn_index: int, new: bool
) -> Stored:
    packet = Packet(
        id=packet_id, stream=into.name, session=session.label, position=position, turn_index=turn_index,
        turn=draft.turn, speaker=draft.speaker, said_at=draft.said_at, content=draft.content,
        caption=draft.caption, image_query=draft.image_query, session_started_at=session.started_at,
    )  # fmt: skip
    return Stored(packet, into.id, into.profile, into.known_people, new)


def finish_source(connection: Connection, uri: str, sha256: str) -> None:
    """Writes the hash of a source once all of it was read."""
    connection.rows(sql("ingest/finish_source"), {"uri": uri, "sha256": sha256})


def refuse_other_profile(stream: str, present: Profile, asked: Profile) -> None:
    """Refuse to read a stream that is there in another way.

    Raises:
        UsageError: the profiles differ.
    """
    if present != asked:
        raise UsageError(
            f"stream {shown(stream)} is read as {present}, not as {asked}: leave the profile out, or name another "
            "stream"
        )


def placed_identity(draft: Draft, profile: Profile) -> tuple[str, bytes]:
    """The label of a draft's session in a stream of a profile, and the hash by which its packet is known there.

    The label is as given; else one session a day for dialogue; else the unnamed session.
    """
    label = draft.session
    if label is None:
        label = draft.said_at[:10] if profile == "dialogue" and draft.said_at else ""
    # The label stands for a session that has no name, so that an export is recognised when it is ingested again.
    return label, content_hash(replace(draft, session=label))


def _use_source(connection: Connection, *, uri: str, source_format: str) -> int:
    """The id of a source whose hash stays empty while it is being read."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    added: int = connection.value(
        sql("ingest/use_source"), {"uri": uri, "format": source_format, "sha256": "", "imported_at": now}
    )
    return added
