"""Reads what a model replied about several records: every entry that can be read counts, whatever is wrong with others.

A reply is `{"facts": [[number, relation, subject, object], [number, "unresolved"], ...]}`; objects in place of arrays,
text around it and an end that a limit cut off cost no entry that is whole.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from memdb.extract.fact_prompt import Verdict
from memdb.extract.model_output import RawFact
from memdb.models import Completion

Json: TypeAlias = object
_NUMBER = ("number", "record", "id", "n")
_PARTS = (("relation", "predicate", "r"), ("subject", "s"), ("object", "value", "o"))
_VERDICTS: Mapping[str, Verdict] = {
    "unresolved": "unresolved", "nothing": "nothing", "no_fact": "nothing", "none": "nothing",
}  # fmt: skip
_FACT, _ENTRY = 3, 2
# An innermost array or object: strings may hold brackets.
_INNERMOST = re.compile(r'\[(?:[^"\[\]{}]|"(?:[^"\\]|\\.)*")*\]|\{(?:[^"\[\]{}]|"(?:[^"\\]|\\.)*")*\}')


@dataclass(frozen=True, slots=True)
class Entry:
    """What a reply says of one record: facts, or a verdict in their place."""

    facts: tuple[RawFact, ...] = ()
    verdict: Verdict | None = None


def read_entries(completion: Completion, records: int) -> dict[int, Entry]:
    """What a reply says of the records 1 to `records`, those left out that it does not tell of in a readable way."""
    text = completion.text if completion.text.strip() else completion.reasoning
    found: dict[int, Entry] = {}
    for number, parts in _entries(text):
        if not 1 <= number <= records:
            continue
        before = found.get(number, Entry())
        if len(parts) == _FACT:
            fact = RawFact(relation=parts[0], subject=parts[1], object=parts[2])
            found[number] = Entry((*before.facts, fact))
        elif not before.facts and (verdict := _VERDICTS.get(parts[0].casefold())):
            found[number] = Entry(verdict=verdict)
    return found


def _entries(text: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Each numbered entry with its one or three texts."""
    for match in _INNERMOST.finditer(text):
        try:
            value: Json = json.loads(match[0])
        except ValueError:
            continue
        if isinstance(value, dict):
            table = cast("dict[str, Json]", value)
            number = next((table[name] for name in _NUMBER if name in table), None)
            ends = [next((table[name] for name in names if name in table), None) for names in _PARTS]
            value = [number, *ends] if any(ends) else [number, table.get("status", table.get("verdict"))]
        items = cast("list[Json]", value)
        if len(items) in {_ENTRY, _FACT + 1} and isinstance(items[0], int):
            parts = [part.strip() for part in items[1:] if isinstance(part, str)]
            if len(parts) == len(items) - 1 and all(parts):
                yield items[0], parts
