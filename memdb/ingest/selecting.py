"""Which packets a user means to forget."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memdb.ingest.speakers import spellings
from memdb.records.unicode import folded
from memdb.store import Connection, sql

_PAGE = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What to forget in some `streams` (ids).

    One `packet`, one `session`, a `speaker`'s words, records that hold a phrase (`matching`), or with none all.
    """

    streams: Sequence[int]
    packet: int | None = None
    session: str | None = None
    speaker: str | None = None
    matching: str | None = None


def chosen(connection: Connection, selection: Selection) -> list[int]:
    """The ids of the packets that are meant."""
    if selection.packet is not None:
        rows = connection.rows(sql("ingest/chosen_packet"), {"packet": selection.packet})
        return [packet for (packet,) in rows]
    return [packet for stream_id in selection.streams for packet in _of_stream(connection, stream_id, selection)]


def _of_stream(connection: Connection, stream_id: int, selection: Selection) -> Iterator[int]:
    of: dict[str, object] = {"stream_id": stream_id}
    if selection.matching is not None:
        yield from _matching(connection, stream_id, folded(selection.matching))
        return
    if selection.session is not None:
        rows = connection.rows(sql("ingest/chosen_session"), of | {"label": selection.session})
    elif selection.speaker is not None:
        names = json.dumps(spellings(connection, stream_id, selection.speaker), ensure_ascii=False)
        rows = connection.rows(sql("ingest/chosen_speaker"), of | {"names": names})
    else:
        rows = connection.rows(sql("ingest/chosen_stream"), of)
    yield from (packet for (packet,) in rows)


def _matching(connection: Connection, stream_id: int, phrase: str) -> Iterator[int]:
    """Packets whose text, caption or query of a picture holds a phrase, whatever its case and spelling in Unicode."""
    after = 0
    while rows := connection.rows(sql("ingest/texts"), {"stream_id": stream_id, "after": after, "most": _PAGE}):
        after = rows[-1][0]
        for _, packet, *texts in rows:
            if any(phrase in folded(text) for text in texts if text):
                yield packet
