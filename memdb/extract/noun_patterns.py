"""Sentences in which a noun names the relation: "the capital of X is Y", "my manager is Y" (section B1, grammar).

The patterns are data in `patterns.toml`, each with its tested examples.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NotRequired, TypedDict

from memdb.records.catalogue import catalogue

_COMPLEMENTS = "state|birth|death|origin|citizenship|residence|employment|government|work|study|foundation|staff|music"
_CLASSES = (
    "city|town|village|country|state|continent|island|language|religion|sport|field|position|company|genre|street"
)
# What a project, a household or a group has one of: "the budget is …" sets its value without saying whose it is.
_ATTRIBUTES = (
    "budget|deadline|due date|password|passcode|pin|price|rent|venue|caterer|photographer|florist|dentist|doctor|vet"
    "|plumber|supplier|vendor|landlord|lead|captain|host|chair|treasurer|version|status|theme|address|phone number"
    "|start date|end date|launch date|release date|meeting room|password manager|provider|sponsor|headcount"
)
# Who is one somewhere without working there.
_NO_JOB = (
    "regular|student|pupil|guest|member|customer|patient|visitor|fan|volunteer|speaker|friend|lot|bit|few|while|at|for"
)
_OWNED = "(?:[Mm]y|[Hh]is|[Hh]er|[Yy]our|[Tt]heir)"
_NOUN = rf"(?P<N>[^\W\d_A-Z][\w'\u2019-]*(?: [^\W\d_A-Z][\w'\u2019-]*){{0,3}}?(?: of (?:{_COMPLEMENTS}))?)"
_SLOTS = {
    "{S}": "(?P<S>.+)",
    "{S_short}": "(?P<S>.+?)",
    "{O_name}": "(?P<O>[^a-z].*)",
    "{S_title}": r"(?P<S>[A-Z]\S*(?: (?:[A-Z]\S*|of|the|for|and|de))*|[a-z]+ of (?:the )?[A-Z]\S*(?: \S+)*)",
    "{O}": "(?P<O>.+)",
    "{N}": _NOUN,
    "{V_done}": r"(?P<V>[a-z]+(?:ed|es|s)|wrote|made|built|sang|won|led|runs)",
    "{the}": "(?:(?:The|the|Our|our|This|this) )?(?:[Nn]ew |[Cc]urrent )?",
    "{S_attribute}": rf"(?P<S>(?!{_OWNED} )(?:[A-Za-z][\w-]* ){{0,2}}?(?i:{_ATTRIBUTES}))",
    "{V}": r"(?P<V>(?:(?:is|was|are|were) )?[a-z]+)",
    "{be}": r"(?:is|are|was|were|will be)(?: now| currently| still| called| named| actually)*",
    "{be_not}": r"(?:(?:is|are|was|were) (?:no longer|not|never)|isn['\u2019]t|wasn['\u2019]t|aren['\u2019]t)(?: now)?",
    "{parted}": (
        r"(?:(?:have|has|had|just|recently|finally|\w+['\u2019]ve) )*"
        r"(?:broken? up|split up|split|parted ways|separated|got divorced) (?:with|from)"
    ),
    "{occupation}": rf"(?!(?:{_NO_JOB})\b)[a-z][a-z-]+(?: (?!(?:{_NO_JOB})\b)[a-z][a-z-]+){{0,2}}?",
    "{class}": rf"(?:the (?:{_CLASSES}) of )?",
}


class _Pattern(TypedDict):
    match: str
    relation: str
    subject: NotRequired[str]
    denies: NotRequired[bool]
    strict: NotRequired[bool]
    examples: list[str]


@dataclass(frozen=True, slots=True)
class NounMatch:
    """A statement found by a noun pattern: literal spans, and the catalogue's relation for `phrase`."""

    subject: str
    relation: str
    phrase: str
    object: str
    positive: bool


@dataclass(frozen=True, slots=True)
class _Compiled:
    regex: re.Pattern[str]
    relation: str
    subject: str | None
    denies: bool
    strict: bool


@cache
def examples() -> tuple[str, ...]:
    """Every example of the pattern file, for the tests."""
    return tuple(example for pattern in _read() for example in pattern["examples"])


def _read() -> list[_Pattern]:
    patterns: list[_Pattern] = tomllib.loads(
        files("memdb.extract").joinpath("patterns.toml").read_text(encoding="utf-8")
    )["pattern"]
    return patterns


@cache
def _compiled() -> tuple[_Compiled, ...]:
    return tuple(
        _Compiled(
            regex=_regex(pattern["match"]),
            relation=pattern["relation"],
            subject=pattern.get("subject"),
            denies=pattern.get("denies", False),
            strict=pattern.get("strict", False),
        )
        for pattern in _read()
    )


def _regex(match: str) -> re.Pattern[str]:
    for slot, regex in _SLOTS.items():
        match = match.replace(slot, regex)
    if match[0].isalpha():
        match = f"[{match[0]}{match[0].lower()}]{match[1:]}"
    elif match.startswith("(?:My"):
        match = "(?:[Mm]y|[Oo]ur" + match[len("(?:My|Our") :]
    return re.compile(match)


# Adverbs after a clause, and words before a noun, that say when it holds and not what it is.
_ADVERBS = re.compile(
    r"(?:,? (?:again|instead|these days|nowadays|anyway|as well|for now|at last|once more|any ?more|any longer))+$"
)
_NEWLY = re.compile(r"^(?:brand-?new|new|current|latest|own) ")


def match_noun_pattern(clause: str, *, strict: bool) -> NounMatch | None:
    """The first noun pattern that fits the whole clause; `strict` admits the patterns of fact records too."""
    clause = _ADVERBS.sub("", clause)
    if " " not in clause:
        return None
    for pattern in _compiled():
        if pattern.strict and not strict:
            continue
        found = pattern.regex.fullmatch(clause)
        if found:
            groups = found.groupdict()
            phrase = pattern.relation.replace("{N}", groups.get("N") or "").replace("{V}", groups.get("V") or "")
            return NounMatch(
                subject=pattern.subject or groups["S"],
                relation=catalogue().noun(_NEWLY.sub("", _without_be(phrase))),
                phrase=phrase,
                object=groups["O"],
                positive=not pattern.denies,
            )
    return None


def _without_be(phrase: str) -> str:
    return re.sub(r"\b(?:is|was|are|were) ", "", phrase)
