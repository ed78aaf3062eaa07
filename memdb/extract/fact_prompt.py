"""What a model is asked about records of a fact stream: a prefix that never changes, and several records, quoted.

The relations that are in use are told after the prefix, since they grow from call to call (section B1).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from memdb.extract.lists import load
from memdb.models import ChatRequest, Message
from memdb.models.quoting import quoted, unquotable

Verdict = Literal["unresolved", "nothing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FactLimits:
    """The bounds of one call: at most `records`, of together at most `characters` unless one alone is longer.

    A reply may have `tokens_a_record` and `tokens_a_character` of the records. At most `relations` in use are told.
    """

    records: int = 10
    characters: int = 2000
    end_characters: int = 120
    relation_characters: int = 40
    tokens_a_record: int = 20
    tokens_a_character: float = 0.4
    timeout_s: float = 240.0
    relations: int = 40


LIMITS = FactLimits()


class _Example(TypedDict):
    relations: list[str]
    records: list[str]
    reply: str


def request(
    records: Sequence[str], relations: Sequence[str], *, again: bool = False, limits: FactLimits = LIMITS
) -> ChatRequest:
    """The call that reads some records, numbered from 1; `again` says that earlier entries for them were no good."""
    asked = _asked(records, relations[: limits.relations])
    if again:
        asked = f"{load('facts')['repair']}\n{asked}"
    return ChatRequest(
        messages=(*_prefix(), Message(role="user", content=asked)),
        max_tokens=limits.tokens_a_record * (len(records) + 1)
        + int(limits.tokens_a_character * sum(map(len, records))),
        timeout_s=limits.timeout_s,
        json_schema=schema(len(records), limits),
    )


def schema(records: int, limits: FactLimits = LIMITS) -> Mapping[str, Any]:
    """The JSON schema of a reply about so many records: one entry each, in order."""
    end = {"type": "string", "minLength": 1, "maxLength": limits.end_characters}
    relation = {"type": "string", "minLength": 1, "maxLength": limits.relation_characters}

    def entry(number: int) -> dict[str, Any]:
        fact = {"type": "array", "prefixItems": [{"const": number}, relation, end, end]}
        verdict = {"type": "array", "prefixItems": [{"const": number}, {"enum": ["unresolved", "nothing"]}]}
        return {"anyOf": [fact, verdict]}

    facts = {"type": "array", "prefixItems": [entry(number) for number in range(1, records + 1)]}
    return {"type": "object", "properties": {"facts": facts}, "required": ["facts"], "additionalProperties": False}


def _prefix() -> tuple[Message, ...]:
    table = load("facts")
    found = [Message(role="system", content=table["system"].strip())]
    examples: list[_Example] = table["examples"]
    for example in examples:
        found.append(Message(role="user", content=_asked(example["records"], example["relations"])))
        found.append(Message(role="assistant", content=example["reply"]))
    return tuple(found)


def _asked(records: Sequence[str], relations: Sequence[str]) -> str:
    known = ", ".join(unquotable(relations)) or "none yet"
    lines = (f"{number}. {quoted(record)}" for number, record in enumerate(records, 1))
    return "\n".join((f"Relations in use: {known}.", *lines))
