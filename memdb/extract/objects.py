"""What a statement says of its subject: where the value ends and how many values there are (section B1)."""

import re

from memdb.extract.subjects import PRONOUNS
from memdb.records.tokens import STOP_WORDS

_MAX_WORDS = 8
_MAX_ITEM_WORDS = 4  # of a list's further items; a longer one is the next clause
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DAYS = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?"
_COUNT = r"(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|\d+|several|a\s+few|a\s+couple\s+of|many)"
# A full stop ends the value unless it belongs to a title or an initial.
_POINT = r"(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bSt)(?<!\bProf)(?<!\b[A-Z])\.(?=\s)"
_MARK = rf"\s*(?:[;:!?()\[\]\u2026]|{_POINT}|\s[-\u2013\u2014]\s)"
_WORDS = rf"""\s(?:but|because|so|since|when|while|where|which|who|whom|that|although|though|if|until|unless|as|then
    |now|again|anymore|any\s+more|these\s+days|nowadays|lately|recently|instead|too|either|still|already|right\s+now
    |by\s+the\s+way|btw|actually|honestly|anyway|of\s+course|you\s+know|to\s+be\s+honest|I\s+(?:think|guess)
    |at\s+the\s+moment|at\s+last|for\s+(?:a|an|the|two|three|four|five|six|now|good|\d+|years?|months?|work|my|our)
    |with|after|before|during|ago|from|last|next|this|yesterday|today|tonight|tomorrow|back\s+in|in\s+order
    |in\s+(?:\d+|{_MONTHS}|the\s+(?:end|morning|evening))|to\s+\w+|just|really|along
    |on\s+(?:{_DAYS}|\d+|{_MONTHS})|{_COUNT}\s+(?:second|minute|hour|day|week|month|year|time)s?
    |and\s+(?:I|we|he|she|it|they|my|have|am|was|is|now|then|also|got|started|the|it's|I'm))\b"""
_COMMA = r"\s*,(?!\s(?:Inc|Ltd|Jr|Sr|D\.C)\b|\d{3}\b)"
_STOP = re.compile(f"{_COMMA}|{_MARK}|{_WORDS}", re.VERBOSE)
_STOP_OF_LIST = re.compile(f"{_MARK}|{_WORDS}", re.VERBOSE)
# "The Lanterns" is a name with its article; "the third floor" is not.
_ARTICLE = re.compile(
    r"^(?:(?:[Tt]he|[Aa]n?|[Mm]y|[Oo]ur|his|her|some|another|[Tt]h(?:is|ese)|brand|new|called|named)\s+(?![A-Z])"
    r"|(?:an?|my|our|his|her|called|named)\s+)"
)
# "Leila's old colleague, Tomas Brandt" is Tomas Brandt.
_APPOSITION = re.compile(
    r"(?:(?:my|our|his|her|their|an?|the|[A-Z]\w+['\u2019]s)\s)[^,.]*[a-z],"
    r"\s([A-Z][\w'\u2019-]+(?:\s[A-Z][\w.'\u2019-]+)*)[.!]*$"
)
_AND = re.compile(r"(?:,\s*)?\s(?:and|&)\s|,\s")
_NO_START = frozenset(
    "about every each directly up out into in at for with to from of off back over very so how".split()
)
_QUOTES = " \t\n.,'\"\u201c\u201d"


def objects_of(text: str, *, several: bool) -> tuple[str, ...]:
    """The values in the words after a verb phrase, in conversation or notes; several when the relation allows it."""
    described = _APPOSITION.match(text)
    if described:
        text = described[1]
    end = (_STOP_OF_LIST if several else _STOP).search(f" {text}")
    span = (text[: max(0, end.start() - 1)] if end else text).strip(_QUOTES)
    if not several or _is_one_name(span):
        found = [span]
    else:
        first, *rest = _AND.split(span)
        found = [first]
        for item in rest:
            if len(item.split()) > _MAX_ITEM_WORDS:
                break
            found.append(item)
    return tuple(value for one in found if (value := _clean(one)))


def whole_object(text: str) -> str:
    """The value of a record that is one statement: everything to the end, less one full stop."""
    text = text.strip()
    return text[:-1].rstrip() if text.endswith(".") else text


def _is_one_name(span: str) -> bool:
    """Whether a span is one name: "Marks and Spencer" is; "peanuts and shellfish" are two things."""
    return "," not in span and all(word[0].isupper() or word in {"and", "&"} for word in span.split())


def _clean(part: str) -> str:
    part = part.strip(_QUOTES)
    while (article := _ARTICLE.match(part)) is not None:
        part = part[article.end() :]
    words = part.casefold().split()
    empty = STOP_WORDS | PRONOUNS
    if words and words[0] in _NO_START:
        return ""
    if not words or len(words) > _MAX_WORDS or words[0] in {"is", "are", "was"} or all(word in empty for word in words):
        return ""
    return part
