"""LoCoMo as its authors publish it: a list of samples, each a conversation of many sessions between two people.

Questions, answers and summaries lie beside the conversation and are never read.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from memdb.importers.contents import Contents
from memdb.importers.documents import as_list, as_object, value
from memdb.importers.jsonl import draft
from memdb.importers.source import Format, Item, Items, Skipped

KEYS = frozenset({"sample_id", "conversation"})
"""The keys of a sample that tell this format from others."""

_SESSION = re.compile(r"session_\d{1,9}", re.ASCII)
_TAKEN = {"turn": "dia_id", "speaker": "speaker", "content": "text", "caption": "blip_caption", "image_query": "query"}


def read(contents: Contents) -> Items:
    """One draft a turn, sessions in the order of their numbers; a date without a session is no session."""
    samples = contents.document.objects
    for index, sample in enumerate(samples, start=1):
        yield from _sample(sample or {}, index)
        contents.bytes_read = contents.size * index // len(samples)


def _sample(sample: dict[str, msgspec.Raw], index: int) -> Iterator[Item]:
    name = value(sample.get("sample_id"))
    conversation = as_object(value(sample.get("conversation")))
    if conversation is None or not isinstance(name, str | int):
        yield Skipped("sample without a conversation", f"sample {index}")
        return
    labels = [key for key in conversation if _SESSION.fullmatch(key)]
    for label in sorted(labels, key=lambda one: int(one.removeprefix("session_"))):
        yield from _session(conversation, label, stream=str(name))


def _session(conversation: dict[str, Any], label: str, *, stream: str) -> Iterator[Item]:
    turns = as_list(conversation[label])
    if turns is None:
        yield Skipped("session without turns", f"{stream} {label}")
        return
    when = conversation.get(f"{label}_date_time")
    shared = {"stream": stream, "session": label, "session_started_at": when, "said_at": when}
    for place, each in enumerate(turns, start=1):
        where = f"{stream} {label} turn {place}"
        if (turn := as_object(each)) is not None:
            yield draft({name: turn.get(key) for name, key in _TAKEN.items()} | shared, where=where)
        else:
            yield Skipped("not an object", where)


FORMAT = Format(name="locomo", profile="dialogue", default_stream="locomo", read=read)
