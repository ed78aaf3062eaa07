"""The question as the published recipe compares it: query terms and people (section A3)."""

import json

from memdb.query.addresses import Query
from memdb.query.state import ReadState
from memdb.records.keys import entity_key
from memdb.records.packet import OWNER
from memdb.store import Connection, sql


def asked(state: ReadState, connection: Connection) -> Query:
    """The terms of the question with those of its intent, and the keys of the people it names.

    A first name stands for the speakers who bear it, "I" for the asker. Without query intent only terms count.
    """
    intent = state.known_intent
    if not state.request.settings.query_intent:
        return Query(frozenset(intent.terms), frozenset(), temporal=False)
    words = set(intent.key_words)
    text = f" {' '.join(intent.key_words)} "
    rows = connection.rows(sql("query/speakers"), {"streams": json.dumps(state.stream_ids)})
    speakers = {key for _, key, first in rows if first in words or f" {key} " in text}
    if intent.first_person:
        asker = entity_key(state.request.asker or OWNER)
        speakers |= {key for _, key, first in rows if asker in {key, first}}
    known = {word for _, key, first in rows if key in speakers for word in (first, *key.split())}
    others = {key for name in intent.people if not known.issuperset((key := entity_key(name)).split())}
    return Query(frozenset(intent.terms), frozenset(speakers | others), temporal=intent.temporal)
