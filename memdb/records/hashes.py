"""Content hashes: the identity of a packet inside its stream."""

from hashlib import blake2b

import msgpack

from memdb.records.packet import Draft

HASH_BYTES = 16


def content_hash(draft: Draft) -> bytes:
    """16 bytes that are equal for two drafts exactly when session, turn, speaker, time and contents are equal.

    The stream and its profile are left out: a hash is compared inside one stream only.
    """
    fields = (
        draft.session,
        draft.turn,
        draft.speaker,
        draft.said_at,
        draft.content,
        draft.caption,
        draft.image_query,
    )
    packed: bytes = msgpack.packb(fields, unicode_errors="surrogatepass")
    return blake2b(packed, digest_size=HASH_BYTES).digest()
