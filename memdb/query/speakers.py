"""The speakers of some streams, and those whom a question names."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from memdb.query.state import Intent, Scope
from memdb.store import Connection, sql


class Speaker(NamedTuple):
    """One speaker of one stream: a row of query/speakers.sql."""

    name: str
    key: str
    first_name: str


def speakers(connection: Connection, streams: Sequence[Scope]) -> list[Speaker]:
    """The speakers of some streams; one who speaks in several stands there once for each."""
    rows = connection.rows(sql("query/speakers"), {"streams": json.dumps([stream.id for stream in streams])})
    return [Speaker(*row) for row in rows]


def named(known: Sequence[Speaker], intent: Intent) -> list[Speaker]:
    """Those whom the question names by full or first name."""
    words = set(intent.key_words)
    text = f" {' '.join(intent.key_words)} "
    return [one for one in known if one.first_name in words or f" {one.key} " in text]


def named_speakers(connection: Connection, streams: Sequence[Scope], intent: Intent) -> set[str]:
    """The names, as written, of the speakers whom the question names."""
    return {one.name for one in named(speakers(connection, streams), intent)}
