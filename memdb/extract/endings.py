"""Sentences that end a value without naming it: "I quit last week", "We broke up", "The trip is off".

The patterns are the `ending` tables of `patterns.toml`, each with its tested examples.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import NotRequired, TypedDict

from memdb.extract.lists import load
from memdb.extract.subjects import subject_of
from memdb.records.catalogue import catalogue
from memdb.records.extraction import Triple

_SLOTS = {
    "{S}": r"(?P<S>I|[Ww]e|[A-Z][\w'\u2019-]*?(?: [A-Z][\w'\u2019-]*?)*)(?:['\u2019](?:m|ve|s|re))?",
    "{lately}": r"(?: (?:have|has|had|just|finally|recently|also|actually|already|officially|am|is|are|now))*",
    "{thing}": r"(?:[Tt]he|[Oo]ur|[Mm]y|[Tt]hat|[Tt]his) (?P<T>[\w'\u2019 -]{2,40}?)",
    "{mine}": "(?:my|our|his|her|their|the)(?: old)?",
    "{N}": "(?P<N>[a-z]+(?: [a-z]+)?)",
    "{O}": r"(?P<O>[A-Z][\w'\u2019-]*(?: [A-Z0-9][\w'\u2019-]*)*)",
}
_WHEN = (
    r"(?:,? (?:today|yesterday|last|this|in|on|two|three|a|back|for|after|because|since|so|again|now|any ?more"
    r"|any longer)\b.*)?"
)


class _Ending(TypedDict):
    match: str
    relations: list[str]
    status: NotRequired[str]
    examples: list[str]


@dataclass(frozen=True, slots=True)
class _Compiled:
    regex: re.Pattern[str]
    relations: tuple[str, ...]
    status: str


@cache
def examples() -> tuple[str, ...]:
    """Every example of the endings, for the tests."""
    return tuple(example for ending in _read() for example in ending["examples"])


def _read() -> list[_Ending]:
    endings: list[_Ending] = load("patterns")["ending"]
    return endings


@cache
def _compiled() -> tuple[_Compiled, ...]:
    return tuple(_Compiled(_regex(one["match"]), tuple(one["relations"]), one.get("status", "")) for one in _read())


def _regex(match: str) -> re.Pattern[str]:
    for slot, regex in _SLOTS.items():
        match = match.replace(slot, regex)
    return re.compile(match + _WHEN)


def ended(clause: str) -> tuple[Triple, ...]:
    """The denials that a whole clause makes, with an empty object where it names no value; () if it ends nothing."""
    for ending in _compiled():
        found = ending.regex.fullmatch(clause)
        groups = found.groupdict() if found else {}
        thing = groups.get("T")
        subject = thing or (subject_of(groups["S"]).text if groups.get("S") else "")
        relations = _of_noun(groups["N"]) if groups.get("N") else ending.relations
        if subject and relations:
            value = groups.get("O") or ""
            denied = [Triple(subject=subject, relation=one, object=value, positive=False) for one in relations]
            status = [Triple(subject=subject, relation="status", object=ending.status)] if ending.status else []
            return (*denied, *status)
    return ()


def _of_noun(noun: str) -> tuple[str, ...]:
    """The single-valued relation that a noun names ("car"): of others nothing ends unnamed."""
    entry = catalogue().relations.get(catalogue().noun(noun))
    return (entry.name,) if entry and entry.cardinality == "single" else ()
