"""The pool of LongMemEval turns: one turn a line, each session a stream of its own.

The pool mixes hundreds of made-up users, all called "user"; in one stream they would replace each other's facts.
Which questions a turn answers stands on its line and is never read.
"""

from memdb.importers.contents import Contents
from memdb.importers.jsonl import draft, objects
from memdb.importers.source import Format, Items, Skipped

KEYS = frozenset({"turn_id", "session_id", "date", "role", "text", "question_ids"})
"""The keys that tell this format from memdb JSONL."""

_TAKEN = {
    "stream": "session_id",
    "turn": "turn_id",
    "session": "session_id",
    "session_started_at": "date",
    "said_at": "date",
    "speaker": "role",
    "content": "text",
}


def read(contents: Contents) -> Items:
    """One draft a line."""
    for where, found in objects(contents):
        if isinstance(found, Skipped):
            yield found
        else:
            yield draft({name: found.get(key) for name, key in _TAKEN.items()}, where=where)


FORMAT = Format(name="longmemeval-pool", profile="dialogue", default_stream="longmemeval-pool", read=read, by_line=True)
