"""Changes JSON by its structure, which changes of single bytes mostly break: values of other kinds, gone or doubled."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

_VALUES = (
    None, True, 0, -1, 1.5, 2**31, 2**63, 10**400, "", "x", "\ud83d", "\x00", "2024-01-01", "x" * 99,
    [], {}, [[]], {"a": 1}, ["a", {}],
)  # fmt: skip


def mutated(data: bytes, seed: int) -> bytes | None:
    """The data with one change in a document of it, or None where it is neither JSON nor lines of JSON."""
    chance = random.Random(seed)  # noqa: S311 - changes, not secrets
    documents = _documents(data)
    slots = [slot for document in documents for slot in _slots(document)]
    if not slots:
        return None
    holder, key = chance.choice(slots)
    other, name = chance.choice(slots)
    match chance.randrange(4):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        case 2:
            holder[key] = copy.deepcopy(other[name])
        case _:
            holder[key] = copy.deepcopy(chance.choice(_VALUES))
    return "\n".join(map(json.dumps, documents)).encode()


def _documents(data: bytes) -> list[Any]:
    for texts in ([data], data.splitlines()):
        try:
            return [json.loads(text) for text in texts]
        except (ValueError, RecursionError):
            continue
    return []


def _slots(document: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a document: a list or an object with an index or key of it."""
    keys = document.keys() if isinstance(document, dict) else range(len(document)) if isinstance(document, list) else ()
    for key in keys:
        yield document, key
        yield from _slots(document[key])
