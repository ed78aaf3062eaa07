"""Reads what a model replied, however it wrapped it: nothing that can be read is lost, and nothing unreadable counts.

A reply is `{"claims": [[text, type, [[subject, relation, object], ...]], ...]}`. Runtimes that hold to a grammar give
exactly that; a server that ignores the schema may give prose around it, another name for a field, objects instead of
arrays, or thoughts before it. A reply that holds no such value is an error, never "no facts".
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

import msgspec

from memdb.errors import ModelError
from memdb.models import Completion

Json: TypeAlias = object
_THOUGHT_END = "</think>"
# Names under which models give the same things, the asked-for one first.
_CLAIMS = ("claims", "facts", "statements", "items", "results")
_TEXT = ("text", "claim", "statement", "sentence", "fact", "content")
_TYPE = ("type", "event_type", "kind")
_FACTS = ("facts", "triples", "relations", "edges")
_ENDS = (("subject", "s"), ("relation", "predicate", "r"), ("object", "value", "o"))
_TRIPLE = 3
_SCHEMA_WORDS = frozenset(("properties", "$schema", "prefixItems"))


class RecordError(ModelError):
    """A record that this model cannot read, whatever becomes of others."""


class UnreadableReplyError(RecordError):
    """A model's reply that holds no claims in any form; the message says what it holds instead."""


class CutReplyError(UnreadableReplyError):
    """A reply that the token or time limit cut before its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RawFact:
    """One statement as the model gave it, unchecked."""

    subject: str
    relation: str
    object: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RawClaim:
    """One claim as the model gave it, unchecked; `type` is '' when it named none, `dropped` counts unreadable facts."""

    text: str
    type: str = ""
    facts: tuple[RawFact, ...] = ()
    dropped: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The claims of a reply; `dropped` counts claims and facts among them that could not be read."""

    claims: tuple[RawClaim, ...]
    dropped: int = 0


def read_reply(completion: Completion) -> Reply:
    """The claims that a completion holds.

    Raises:
        CutReplyError: a limit cut the reply.
        UnreadableReplyError: it holds no claims in any known form.
    """
    if completion.finish != "stop":
        what = "token" if completion.finish == "length" else "time"
        raise CutReplyError(f"the {what} limit cut the reply after {completion.completion_tokens} tokens")
    text = completion.text if completion.text.strip() else completion.reasoning
    if not text.strip():
        raise UnreadableReplyError("the reply is empty")
    _, _, answer = text.rpartition(_THOUGHT_END)
    values = list(_values(answer))
    for value in values:
        items = _items(value)
        if items is not None:
            return _reply(items)
    raise UnreadableReplyError(
        "the reply repeats the schema" if any(_is_schema(value) for value in values) else "the reply holds no claims"
    )


def _values(text: str) -> Iterator[Json]:
    """Every JSON object and array of a text that is no part of another, in order."""
    decoder = json.JSONDecoder()
    at = 0
    while (start := min((place for mark in "{[" if (place := text.find(mark, at)) >= 0), default=-1)) >= 0:
        try:
            value, at = decoder.raw_decode(text, start)
        except ValueError as error:
            if _is_cut(text[start:]):
                raise CutReplyError("the reply ends in the middle") from error
            at = start + 1
        except RecursionError:  # thousands of opening brackets
            return
        else:
            yield value


def _is_cut(text: str) -> bool:
    """Whether an object begins here and the text ends before it does: some servers do not say that a limit cut it."""
    if not text.startswith(('{"', '{ "', "{\n")):
        return False
    try:
        msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        return "truncated" in str(error)
    return False


def _items(value: Json) -> list[Json] | None:
    """The list of claims that a value is or holds, or None."""
    if isinstance(value, list):
        found = cast("list[Json]", value)
        # Prose may hold "[1]" or "[]"; an array of claims holds claims.
        return found if any(_claim(item) for item in found) else None
    if isinstance(value, dict):
        table = cast("dict[str, Json]", value)
        if _is_schema(table):
            return None
        if not isinstance(table.get(_CLAIMS[0]), list) and _claim(table):
            return [table]
        for name in _CLAIMS:
            if isinstance(table.get(name), list):
                return cast("list[Json]", table[name])
    return None


def _is_schema(value: Json) -> bool:
    return isinstance(value, dict) and not _SCHEMA_WORDS.isdisjoint(cast("dict[str, Json]", value))


def _reply(items: Sequence[Json]) -> Reply:
    claims = [_claim(item) for item in items]
    found = tuple(claim for claim in claims if claim)
    if items and not found:
        raise UnreadableReplyError(f"none of the {len(items)} items of the reply is a claim")
    return Reply(claims=found, dropped=len(items) - len(found) + sum(claim.dropped for claim in found))


def _claim(item: Json) -> RawClaim | None:
    if isinstance(item, str):
        return RawClaim(text=item.strip()) if _is_sentence(item) else None
    if isinstance(item, dict):
        table = cast("dict[str, Json]", item)
        text, kind, facts = _text(table, _TEXT), _text(table, _TYPE), _first(table, _FACTS)
    elif isinstance(item, list) and item:
        text, kind, facts = _parts(cast("list[Json]", item))
    else:
        return None
    if not text:
        return None
    given = cast("list[Json]", facts) if isinstance(facts, list) else []
    # One triple alone, without the list around it.
    given = [given] if len(given) == _TRIPLE and all(isinstance(one, str) for one in given) else given
    read = tuple(fact for one in given if (fact := _fact(one)))
    return RawClaim(text=text, type=kind, facts=read, dropped=len(given) - len(read))


def _parts(item: list[Json]) -> tuple[str, str, Json]:
    """Text, type and facts of a claim given as an array."""
    texts = [one.strip() for one in item if isinstance(one, str)]
    lists = [cast("list[Json]", one) for one in item if isinstance(one, list)]
    text = texts[0] if texts and _is_sentence(texts[0]) else ""
    facts = lists[0] if len(lists) == 1 and not (lists[0] and isinstance(lists[0][0], str)) else lists
    return text, texts[1] if len(texts) > 1 else "", facts


def _is_sentence(text: str) -> bool:
    """Whether a text can be a claim: of several words, or of a script that may have no spaces between them."""
    return " " in text.strip() or not text.isascii()


def _fact(one: Json) -> RawFact | None:
    if isinstance(one, dict):
        ends = [_text(cast("dict[str, Json]", one), names) for names in _ENDS]
    elif isinstance(one, list):
        ends = [part.strip() if isinstance(part, str) else "" for part in cast("list[Json]", one)]
    else:
        return None
    if len(ends) != _TRIPLE or not all(ends):
        return None
    return RawFact(subject=ends[0], relation=ends[1], object=ends[2])


def _first(table: Mapping[str, Json], names: Sequence[str]) -> Json:
    return next((table[name] for name in names if name in table), None)


def _text(table: Mapping[str, Json], names: Sequence[str]) -> str:
    found = next((table[name] for name in names if isinstance(table.get(name), str)), "")
    return str(found).strip()
