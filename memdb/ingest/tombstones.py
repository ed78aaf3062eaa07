"""Tombstones: what was forgotten stays out of later imports, by digests from which nothing can be read.

A digest is keyed with a random number of the file's own, so that it means nothing elsewhere and no list of digests of
common sentences fits it. Who has the file and guesses a record whole, with its session, turn, speaker and time, can
find out that it was forgotten.
"""

import json
import secrets
from collections.abc import Iterator, Sequence
from hashlib import blake2b

import msgpack

from memdb.records.packet import Draft, Profile, page_of
from memdb.store import Connection, sql

_KEY = "tombstone_key"
_BYTES = 16


class Tombstones:
    """The records that were forgotten in one file."""

    def __init__(self, connection: Connection) -> None:
        """A file in which nothing was ever forgotten is not asked again."""
        self._connection = connection
        found: str | None = connection.value(sql("store/get_property"), {"name": _KEY})
        self._key = bytes.fromhex(found) if found else None

    def holds(self, stream: str, profile: Profile, label: str, draft: Draft, content_hash: bytes) -> bool:
        """Whether a draft was forgotten: the record itself, or of notes its text on its page."""
        return any(
            self._connection.row(sql("ingest/find_tombstone"), {"digest": digest}) is not None
            for digest in self._digests(stream, profile, label, content_hash, draft.content)
        )

    def lift(self, stream: str, profile: Profile, label: str, draft: Draft, content_hash: bytes) -> None:
        """Lets a draft in again."""
        for digest in self._digests(stream, profile, label, content_hash, draft.content):
            self._connection.rows(sql("ingest/drop_tombstone"), {"digest": digest})

    def add(self, packets: Sequence[int]) -> None:
        """Keeps packets out that are about to be deleted, inside the caller's write transaction."""
        if self._key is None:
            self._key = secrets.token_bytes(32)
            self._connection.rows(sql("store/set_property"), {"name": _KEY, "value": self._key.hex()})
        rows = self._connection.rows(sql("ingest/identities"), {"packets": json.dumps(list(packets))})
        self._connection.many(
            sql("ingest/add_tombstone"), [{"digest": digest} for row in rows for digest in self._digests(*row)]
        )

    def _digests(self, stream: str, profile: Profile, label: str, content_hash: bytes, content: str) -> Iterator[bytes]:
        if self._key is None:
            return
        yield self._digest(stream, content_hash)
        if profile == "notes" and content:
            # Their turns are named after lines, which an edit of the page moves.
            yield self._digest(stream, page_of(label), content)

    def _digest(self, *parts: str | bytes) -> bytes:
        packed: bytes = msgpack.packb(parts, unicode_errors="surrogatepass")
        return blake2b(packed, digest_size=_BYTES, key=self._key or b"").digest()
