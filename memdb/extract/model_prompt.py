"""What a model is asked: a prefix that never changes, and one record as quoted data (sections A1, B1).

The prefix (instructions and examples, `model.toml`) comes first in every call, so that a runtime that keeps its state
evaluates it once. A reply is arrays without field names: a laptop generates a few tokens a second.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from memdb.extract.lists import load
from memdb.extract.model_source import Source
from memdb.models import ChatRequest, Message
from memdb.models.quoting import LONGEST_NAME, quoted, unquotable
from memdb.records.catalogue import catalogue
from memdb.records.packet import OWNER


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelLimits:
    """The bounds of one call.

    A record of more than `characters` is read in pieces; of the turn before, the last `before_characters` are given.
    A reply may have `base_tokens` and `tokens_per_character` for each character that is read, at most `most_tokens`,
    and twice that when it was cut. At most `relations` names that the file has beyond the catalogue are offered.
    """

    characters: int = 800
    before_characters: int = 200
    claims: int = 8
    facts: int = 4
    text_characters: int = 240
    end_characters: int = 80
    base_tokens: int = 120
    tokens_per_character: float = 0.7
    most_tokens: int = 600
    timeout_s: float = 240.0
    retry_temperature: float = 0.4
    relations: int = 24


LIMITS = ModelLimits()


class _Record(TypedDict):
    record: str
    speaker: NotRequired[str]
    time: NotRequired[str]
    before: NotRequired[str]
    before_by: NotRequired[str]


class _Example(_Record):
    reply: str


def schema(limits: ModelLimits = LIMITS) -> Mapping[str, Any]:
    """The JSON schema of a reply."""
    end = {"type": "string", "minLength": 1, "maxLength": limits.end_characters}
    fact = {"type": "array", "items": end, "minItems": 3, "maxItems": 3}
    claim = [
        {"type": "string", "minLength": 1, "maxLength": limits.text_characters},
        {"enum": ["event", "state", "preference", "relationship", "plan"]},
        {"type": "array", "items": fact, "maxItems": limits.facts},
    ]
    claims = {"type": "array", "items": {"type": "array", "prefixItems": claim}, "maxItems": limits.claims}
    return {"type": "object", "properties": {"claims": claims}, "required": ["claims"], "additionalProperties": False}


def prefix(relations: Sequence[str] = ()) -> tuple[Message, ...]:
    """The messages that begin every call; `relations` are names that the file has beyond the catalogue."""
    table = load("model")
    known = ", ".join((*catalogue().relations, *unquotable(relations)))
    found = [Message(role="system", content=table["system"].strip().replace("RELATIONS", known))]
    examples: list[_Example] = table["examples"]
    for example in examples:
        found.append(Message(role="user", content=_asked(example)))
        found.append(Message(role="assistant", content=example["reply"]))
    return tuple(found)


def asked(source: Source, limits: ModelLimits = LIMITS) -> Message:
    """The message that gives one record, quoted, with who said it when, and what was said before."""
    packet = source.packet
    record: _Record = {"record": source.text}
    if packet.speaker and packet.speaker != OWNER:
        record["speaker"] = packet.speaker
    if packet.said_at:
        record["time"] = packet.said_at[:10]
    if source.before:
        record["before"] = source.before[-limits.before_characters :]
        record["before_by"] = source.before_by
    return Message(role="user", content=_asked(record))


def _asked(record: _Record) -> str:
    lines = [f"time: {record['time']}"] if "time" in record else []
    if "before" in record:
        lines.append(f"before{_by(record.get('before_by'))}: {quoted(record['before'])}")
    return "\n".join((*lines, f"record{_by(record.get('speaker'))}: {quoted(record['record'])}"))


def _by(name: str | None) -> str:
    return f" by {quoted(name[:LONGEST_NAME])}" if name else ""


def request(
    messages: tuple[Message, ...],
    source: Source,
    limits: ModelLimits,
    *,
    room: int,
    attempt: int = 0,
    longer: bool = False,
) -> ChatRequest:
    """A call with at most `room` tokens for the reply; `longer` allows twice as many, for a reply that was cut."""
    tokens = min(limits.most_tokens, limits.base_tokens + int(limits.tokens_per_character * len(source.text)))
    return ChatRequest(
        messages=messages,
        max_tokens=min(room, 2 * tokens if longer else tokens),
        timeout_s=limits.timeout_s,
        temperature=limits.retry_temperature if attempt else 0.0,
        seed=attempt,
        json_schema=schema(limits),
    )


def repair(messages: tuple[Message, ...], text: str, problem: str, limits: ModelLimits) -> tuple[Message, ...]:
    """The messages that ask once more, from the same record alone, for a reply that can be read."""
    shown = text[: limits.text_characters] or "(nothing)"
    demand = f'This is no reply: {problem}. Read the record above again and reply {{"claims": [...]}} only.'
    return (*messages, Message(role="assistant", content=shown), Message(role="user", content=demand))
