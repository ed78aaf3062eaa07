"""LongMemEval as its authors publish it: instances, each a question with the chat history that it is asked of.

Only the history is read; the question, its answer and the marks on answering turns are not.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from memdb.importers.contents import Contents
from memdb.importers.documents import as_list, as_object, value
from memdb.importers.jsonl import draft
from memdb.importers.source import Format, Item, Items, Skipped

KEYS = frozenset({"question_id", "haystack_sessions"})
"""The keys of an instance that tell this format from others."""


def read(contents: Contents) -> Items:
    """One draft a turn, in the order of the history."""
    instances = contents.document.objects
    for index, instance in enumerate(instances, start=1):
        yield from read_instance(instance or {}, index)
        contents.bytes_read = contents.size * index // len(instances)


def read_instance(instance: Mapping[str, msgspec.Raw], index: int) -> Iterator[Item]:
    """The drafts of one instance; `index` names one without a history, and begins at 1."""
    name = value(instance.get("question_id"))
    sessions = as_list(value(instance.get("haystack_sessions")))
    if sessions is None or not isinstance(name, str | int):
        yield Skipped("instance without a history", f"instance {index}")
        return
    labels = session_labels(_list(instance.get("haystack_session_ids")), len(sessions))
    dates = _list(instance.get("haystack_dates"))
    for place, session in enumerate(sessions):
        when = dates[place] if place < len(dates) else None
        yield from _session(as_list(session), stream=str(name), label=labels[place], when=when)


def session_labels(ids: Sequence[Any], sessions: int) -> list[str]:
    """The names of the sessions of a history: their ids, each other than those before it."""
    seen: Counter[str] = Counter()
    labels: list[str] = []
    for place in range(sessions):
        label = str(ids[place]) if place < len(ids) else f"session-{place + 1}"
        seen[label] += 1
        # A history may show one session twice, under two dates.
        labels.append(label if seen[label] == 1 else f"{label}#{seen[label]}")
    return labels


def turn_name(session: str, index: int) -> str:
    """The name of a turn by its place in a session, which begins at 0."""
    return f"{session}-t{index}"


def _list(raw: msgspec.Raw | None) -> list[Any]:
    return as_list(value(raw)) or []


def _session(turns: list[Any] | None, *, stream: str, label: str, when: Any) -> Iterator[Item]:
    if turns is None:
        yield Skipped("session without turns", f"{stream} {label}")
        return
    shared = {"stream": stream, "session": label, "session_started_at": when, "said_at": when}
    for index, each in enumerate(turns):
        name = turn_name(label, index)
        if (turn := as_object(each)) is not None:
            taken = {"speaker": turn.get("role"), "content": turn.get("content"), "turn": name}
            yield draft(taken | shared, where=f"{stream} {name}")
        else:
            yield Skipped("not an object", f"{stream} {name}")


FORMAT = Format(name="longmemeval", profile="dialogue", default_stream="longmemeval", read=read)
