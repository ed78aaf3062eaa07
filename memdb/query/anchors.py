"""Stage 2: the subjects that the question names, by span look-up with the longest match (section B3)."""

import json
from collections.abc import Sequence
from dataclasses import replace

from memdb.query.state import Anchor, ReadState
from memdb.records.keys import entity_key
from memdb.records.packet import OWNER
from memdb.store import Connection, sql


def find_anchors(state: ReadState, connection: Connection) -> ReadState:
    """Fills in the anchors: every longest span of the question that is a subject of some stream in scope."""
    if "graph" not in state.request.channels:
        return state
    words = state.known_intent.key_words
    spans = _spans(words, state.request.settings.graph.max_span_words)
    rows = connection.rows(sql("query/anchors"), {
        "streams": json.dumps(state.stream_ids),
        "spans": json.dumps([span for _, _, span in spans], ensure_ascii=False),
    })  # fmt: skip
    found: list[Anchor] = []
    for n, stream_id in rows:
        start, end, key = spans[int(n)]
        found.append(Anchor(stream_id=stream_id, key=key, start=start, end=end))
    notes = list(state.notes)
    named = _longest(found)
    named += _first_names(state, connection, named, notes)
    if state.known_intent.first_person:
        named += _asker(state, connection)
    return replace(state, anchors=tuple(named), notes=tuple(notes))


def _spans(words: Sequence[str], max_words: int) -> list[tuple[int, int, str]]:
    """Every span of at most `max_words` words as (start, end, text)."""
    return [
        (start, end, " ".join(words[start:end]))
        for start in range(len(words))
        for end in range(start + 1, min(start + max_words, len(words)) + 1)
    ]


def _longest(anchors: list[Anchor]) -> list[Anchor]:
    """The anchors that no longer one contains."""
    spans = {(anchor.start, anchor.end) for anchor in anchors}
    return [
        anchor
        for anchor in anchors
        if not any(
            start <= anchor.start and anchor.end <= end and end - start > anchor.end - anchor.start
            for start, end in spans
        )
    ]


def _first_names(state: ReadState, connection: Connection, named: list[Anchor], notes: list[str]) -> list[Anchor]:
    """Speakers named by their first name alone; a name that several bear anchors all of them, and a note says so.

    Fact streams keep the papers' exact rule: a name there is a subject or it is not.
    """
    talk = [stream.id for stream in state.request.scope if stream.profile != "facts"]
    if not talk:
        return []
    words = state.known_intent.key_words
    taken = {n for anchor in named for n in range(anchor.start, anchor.end) if anchor.end - anchor.start > 1}
    rows = connection.rows(sql("query/first_names"), {
        "streams": json.dumps(talk), "words": json.dumps(words, ensure_ascii=False),
    })  # fmt: skip
    already = {(anchor.stream_id, anchor.key) for anchor in named}
    found = [
        Anchor(stream_id=stream_id, key=key, start=n, end=n + 1)
        for n, stream_id, key in rows
        if n not in taken and (stream_id, key) not in already
    ]
    for word in sorted({anchor.start for anchor in found}):
        bearers = sorted({anchor.key for anchor in found if anchor.start == word})
        if len(bearers) > 1:
            notes.append(f'"{words[word]}" may be {" or ".join(bearers)}: both were looked up')
    return found


def _asker(state: ReadState, connection: Connection) -> list[Anchor]:
    """First person in the question: the asker by full or first name, else the owner of the memory."""
    key = entity_key(state.request.asker or OWNER)
    streams, keys = json.dumps(state.stream_ids), json.dumps([key], ensure_ascii=False)
    rows = connection.rows(sql("query/anchors"), {"streams": streams, "spans": keys})
    found = [Anchor(stream_id=stream_id, key=key, start=0, end=0) for _, stream_id in rows]
    named = connection.rows(sql("query/first_names"), {"streams": streams, "words": keys})
    return found + [
        Anchor(stream_id=stream_id, key=person, start=0, end=0) for _, stream_id, person in named if person != key
    ]
