"""Whom a statement is about: the words before a verb phrase, as a literal span or the speaker (section B1)."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from memdb.records.catalogue import catalogue
from memdb.records.tokens import STOP_WORDS

FIRST_PERSON = "I"
PRONOUNS = frozenset(
    """he she it they this that these those someone somebody everyone everybody nobody anyone anybody noone something
    everything nothing anything who one both all""".split()
)
_MAX_THING_WORDS = 6  # a longer run of words is a clause, not a name
_UPPER = r"[^\W\da-z_][\w'\u2019-]*"
_TITLED = r"(?:Dr|Mr|Mrs|Ms|Prof)\.?\s"
_NAME = re.compile(
    rf"(?:{_TITLED})?[^\W\da-z_][\w.'\u2019-]*(?:\s(?:(?:of|de|da|van|von|the|and|for|&)\s)?[^\Wa-z_][\w.'\u2019-]*)*"
)
_KIN_NAME = re.compile(
    rf"(?:^|.*\s)(?:[Mm]y|[Oo]ur|(?P<whose>{_UPPER})['\u2019]s)\s(?P<kin>(?:[a-z-]+\s){{1,2}})"
    rf"(?P<name>{_UPPER}(?:\s{_UPPER})*)$"
)
_MINE = re.compile(r"(?:^|.*\s)(?:my|our)\s([a-z][\w\s-]*)$", re.IGNORECASE)
_TITLE = re.compile(r"The(?: [A-Z][\w'\u2019-]*| of| the| and| \d+)+")
_THING = re.compile(r"(?:^|.*,\s)(?:the|this|that|our)\s((?:[\w'\u2019-]+\s?){1,6})$", re.IGNORECASE)
_CONTRACTED = re.compile("['\u2019](?:m|ve|re|ll|d|s)$")
_APOSTROPHE = re.compile("['\u2019]")
_AUXILIARY = frozenset("is are was were be been being has have had do does did can".split())

Reason = Literal["", "pronoun", "unnamed person", "no subject"]


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a statement is about: a literal span, or `I` for first person.

    `kin` is how somebody names them ("sister" in "my sister Clara") and `whose` that somebody. `thing` is true for a
    definite noun phrase ("the budget meeting"). An empty `text` comes with a `reason`.
    """

    text: str
    reason: Reason = ""
    kin: str | None = None
    whose: str = FIRST_PERSON
    thing: bool = False


def subject_of(text: str) -> Subject:
    """Reads the words before a verb phrase in conversation or notes."""
    text = text.strip(" ,")
    last = _CONTRACTED.sub("", text.rsplit(" ", 1)[-1].casefold())
    if last in {"i", "we"}:
        return Subject(FIRST_PERSON)
    if last in PRONOUNS:
        return Subject("", "pronoun")
    return _related(text) or _named(text) or Subject("", "no subject")


def _related(text: str) -> Subject | None:
    """Somebody's: "my sister Clara" is Clara, "my sister" has no name here, "my flight" is a thing."""
    kin = _KIN_NAME.match(text)
    if kin and kin["name"].casefold() not in STOP_WORDS:
        return Subject(kin["name"], kin=kin["kin"].strip(), whose=kin["whose"] or FIRST_PERSON)
    mine = _MINE.match(text)
    if mine is None:
        return None
    noun = mine[1].strip()
    relation = catalogue().relations.get(catalogue().noun(noun))
    if relation is not None and relation.range in {"person", "animal"}:
        return Subject("", "unnamed person")
    return None if _AUXILIARY & set(noun.split()) else Subject(noun, thing=True)


def _named(text: str) -> Subject | None:
    """A proper name, or a definite noun phrase."""
    first, _, rest = text.partition(" ")
    if first.endswith("ly") and rest:
        text, first = rest, rest.split(" ", 1)[0]
    known = _APOSTROPHE.sub("", first.casefold()) not in STOP_WORDS | _not_names()
    if _TITLE.fullmatch(text) or (_NAME.fullmatch(text) and known):
        return Subject(text)
    thing = _THING.match(text)
    if thing and len(thing[1].split()) <= _MAX_THING_WORDS and not _AUXILIARY & set(thing[1].casefold().split()):
        return Subject(thing[1].strip(), thing=True)
    return None


@cache
def _not_names() -> frozenset[str]:
    return PRONOUNS | frozenset(
        """monday tuesday wednesday thursday friday saturday sunday yesterday today tomorrow tonight maybe perhaps well
        oh yes yeah sure okay wow there here people things work life hey hi hello thanks congrats next last sounds glad
        hope every lots many most some good great traffic sorry""".split()
    )
