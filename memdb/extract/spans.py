"""Literal spans: where the object of a statement ends, and whom its subject names (section B1: literal spans only)."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from memdb.records.catalogue import catalogue
from memdb.records.tokens import STOP_WORDS

FIRST_PERSON = "I"
_MAX_OBJECT_WORDS = 8
_MAX_THING_WORDS = 6  # a longer run of words is a clause, not a name
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_STOP = re.compile(
    rf"""\s*(?:[;:!?()\[\]\u2026]|,(?!\s(?:Inc|Ltd|Jr|Sr|D\.C)\b)|\.(?=\s)|\s[-\u2013\u2014]\s)
      | \s(?:but|because|so|since|when|while|where|which|who|whom|that|although|though|if|until|unless|as|then
          |now|again|anymore|any\s+more|these\s+days|nowadays|lately|recently|instead|too|either|still|already|right\s+now
          |at\s+the\s+moment|at\s+last|for\s+(?:a|an|the|two|three|four|five|six|now|good|\d+|years?|months?|work|my|our)
          |with|after|before|during|ago|from|last|next|this|yesterday|today|tonight|tomorrow|back\s+in|in\s+order
          |in\s+(?:\d+|{_MONTHS}|the\s+(?:end|morning|evening))|to\s+\w+|just|really|along
          |on\s+(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|\d+|{_MONTHS})
          |and\s+(?:I|we|he|she|it|they|my|have|am|was|is|now|then|also|got|started|the|it's|I'm))\b
    """,
    re.VERBOSE,
)
# "The Lanterns" is a name with its article; "the third floor" is not.
_ARTICLE = re.compile(
    r"^(?:(?:[Tt]he|[Aa]n?|[Mm]y|[Oo]ur|his|her|some|another|[Tt]h(?:is|ese)|brand|new|called|named)\s+(?![A-Z])|(?:an?|my|our|his|her|called|named)\s+)"
)
# "Leila's old colleague, Tomas Brandt" is Tomas Brandt.
_APPOSITION = re.compile(
    r"(?:(?:my|our|his|her|their|an?|the|[A-Z]\w+['\u2019]s)\s)[^,.]*[a-z],\s([A-Z][\w'\u2019-]+(?:\s[A-Z][\w.'\u2019-]+)*)[.!]*$"
)
_AND = re.compile(r"(?:,\s*)?\s(?:and|&)\s|,\s")
_NAME = re.compile(
    r"(?:Dr\.?|Mr\.?|Mrs\.?|Ms\.?)?\s?[^\W\da-z_][\w.'\u2019-]*(?:\s(?:(?:of|de|da|van|von|the|and|for|&)\s)?[^\Wa-z_][\w.'\u2019-]*)*"
)
_KIN_NAME = re.compile(
    r"(?:^|.*\s)(?:[Mm]y|[Oo]ur)\s((?:[a-z-]+\s){1,2})([^\W\da-z_][\w'\u2019-]*(?:\s[^\W\da-z_][\w'\u2019-]*)*)$"
)
_MINE = re.compile(r"(?:^|.*\s)(?:my|our)\s([a-z][\w\s-]*)$", re.IGNORECASE)
_TITLE = re.compile(r"The(?: [A-Z][\w'\u2019-]*| of| the| and| \d+)+")
_THING = re.compile(r"(?:^|.*,\s)(?:the|this|that|our)\s((?:[\w'\u2019-]+\s?){1,6})$", re.IGNORECASE)
_PRONOUNS = frozenset("he she it they this that these those someone somebody everyone everybody who one".split())
_ADDRESSED = frozenset("you your".split())

Reason = Literal["", "pronoun", "unnamed person", "no subject"]


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a statement is about: a literal span, or `I` for first person; `kin` is how the speaker names them.

    `thing` is true for a definite noun phrase ("the budget meeting"). An empty `text` comes with a `reason`.
    """

    text: str
    reason: Reason = ""
    kin: str | None = None
    thing: bool = False


def subject_of(text: str) -> Subject:
    """Reads the words before a verb phrase in conversation or notes."""
    text = text.strip(" ,")
    last = text.rsplit(" ", 1)[-1].casefold()
    if last in {"i", "we"}:
        return Subject(FIRST_PERSON)
    if last in _PRONOUNS:
        return Subject("", "pronoun")
    return _owned(text) or _named(text) or Subject("", "no subject")


def _owned(text: str) -> Subject | None:
    """Something of the speaker's: "my sister Clara" is Clara, "my sister" has no name, "my flight" is a thing."""
    kin = _KIN_NAME.match(text)
    if kin and kin[2].casefold() not in STOP_WORDS:
        return Subject(kin[2], kin=kin[1].strip())
    mine = _MINE.match(text)
    if mine is None:
        return None
    noun = mine[1].strip()
    relation = catalogue().relations.get(catalogue().noun(noun))
    if relation is not None and relation.range in {"person", "animal"}:
        return Subject("", "unnamed person")
    return Subject(noun, thing=True)


def _named(text: str) -> Subject | None:
    """A proper name, or a definite noun phrase."""
    first = text.split(" ", maxsplit=1)[0].casefold()
    if _TITLE.fullmatch(text) or (_NAME.fullmatch(text) and first not in STOP_WORDS | _not_names()):
        return Subject(text)
    thing = _THING.match(text)
    if thing and len(thing[1].split()) <= _MAX_THING_WORDS:
        return Subject(thing[1].strip(), thing=True)
    return None


@cache
def _not_names() -> frozenset[str]:
    return frozenset(
        """monday tuesday wednesday thursday friday saturday sunday yesterday today tomorrow tonight maybe perhaps well
        oh yes yeah sure okay wow there here everyone someone people things work life hey hi hello thanks congrats next
        last sounds glad hope every lots many most some good great traffic sorry nothing everything something""".split()
    )


def objects_of(text: str, *, several: bool) -> tuple[str, ...]:
    """The values in the words after a verb phrase, in conversation or notes; several when the relation allows it."""
    described = _APPOSITION.match(text)
    if described:
        text = described[1]
    end = _STOP.search(f" {text}")
    span = (text[: max(0, end.start() - 1)] if end else text).strip(" \t\n.,'\"\u201c\u201d")
    parts = _AND.split(span) if several and not _looks_like_one_name(span) else [span]
    found = (_clean(part) for part in parts)
    return tuple(part for part in found if part)


def _looks_like_one_name(span: str) -> bool:
    """Whether a span is one name: "Marks and Spencer" is one name; "peanuts and shellfish" are two things."""
    return all(word[0].isupper() or word in {"and", "&"} for word in span.split())


def _clean(part: str) -> str:
    part = part.strip(" .,'\"\u201c\u201d")
    while (article := _ARTICLE.match(part)) is not None:
        part = part[article.end() :]
    words = part.casefold().split()
    if (
        not words
        or len(words) > _MAX_OBJECT_WORDS
        or all(word in STOP_WORDS | _ADDRESSED | _PRONOUNS for word in words)
    ):
        return ""
    return part


def whole_object(text: str) -> str:
    """The value of a record that is one statement: everything to the end, less one full stop."""
    text = text.strip()
    return text[:-1].rstrip() if text.endswith(".") else text
