"""Stage 1: what the question asks for, read from its words by rules (section A3)."""

import re
from dataclasses import replace

from memdb.query.state import Intent, ReadState
from memdb.query.told_time import PAST_TENSE, time_told
from memdb.records.keys import key_words
from memdb.records.phrases import normal_form
from memdb.records.tokens import STOP_WORDS, terms
from memdb.store import Connection

_MONTHS: tuple[str, ...] = tuple(
    "january february march april may june july august september october november december".split()
)
_TEMPORAL = re.compile(
    r"\b(?:when|how long|how often|what (?:time|date|day|year|month)|which (?:date|day|year|month)|since when)\b",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(
    r"(?<!tell )(?<!show )(?<!give )(?<!remind )\b(?:I|my|me|mine|we|our|us)\b(?!\.)", re.IGNORECASE
)
_MONTH = re.compile(rf"\b(?:{'|'.join(_MONTHS)})\b", re.IGNORECASE)
_MAY_NOT_MONTH = re.compile(r"^May\s+(?:I|we)\b|\bmay\b")
_PAST = re.compile(
    r"\b(?:used? to|previously|previous|prior|formerly|former|before|earlier|in the past|last time|ex)\b", re.IGNORECASE
)
# What asks for a time, a span between two, or an order is answered by older records as well as by newer ones.
_OF_TIMES = re.compile(
    r"\b(?:when (?:did|do|does|is|was|were|will)|what (?:date|year|month)"
    r"|how (?:many|long) (?:(?:days|weeks|months|years) )?ago|between|order"
    r"|how many (?:days|weeks|months)|first|initially|originally)\b",
    re.IGNORECASE,
)
_KINDS = {
    "person": "person individual man woman author founder spouse wife husband ceo leader head director child figure",
    "agent": "who",
    "city": "city town capital birthplace village",
    "country": "country nation nationality citizenship",
    "continent": "continent",
    "language": "language tongue",
    "religion": "religion faith belief",
    "sport": "sport sports game",
    "organization": "company university school college institution organization organisation employer firm maker team",
    "place": "place location where floor room area",
    "date": "when date year day month",
    "occupation": "occupation job profession",
    "animal": "pet",
    "position": "position",
}
_KIND_OF = {normal_form(word): kind for kind, words in _KINDS.items() for word in words.split()}
_WH = re.compile(r"\b(?:which|what|who|whom|whose|where|when)\b", re.IGNORECASE)
# A capitalised word inside a question names somebody or something, known or not.
_CAPITALISED = re.compile(r"(?<=[a-z,.] )[^\W\d_a-z][^\W\d_A-Z][\w'\u2019-]*")
_NAMES = re.compile(rf"{_CAPITALISED.pattern}(?: [^\W\d_a-z][^\W\d_A-Z][\w'\u2019-]*)*")
# "What did I buy 5 days ago?" asks for no day.
_TIME_TOLD = re.compile(
    r"\b(?:\w+ (?:days?|weeks?|months?|years?) ago|(?:last|this|past|next) (?:day|week|month|year))\b", re.IGNORECASE
)
_YES_NO = re.compile(r"\s*(?:is|are|am|was|were|do|does|did|has|have|had|can|could|will|would|should)\b", re.IGNORECASE)
_WHICH = re.compile(r"\b(?:which|what)\b", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_WORD = re.compile(r"[^\W\d_][\w'\u2019-]*")
_MOST_KEYWORDS = 5
_NOUN_REACH = 4  # words after "which" or "what" among which the noun stands


def read_intent(state: ReadState, connection: Connection) -> ReadState:
    """Fills in the intent; the file is not looked at."""
    del connection
    question = state.request.question
    limit = state.request.settings.graph.max_question_words
    words = key_words(question)[:limit]
    past, told = _PAST.search(question) is not None, time_told(question)
    first_person = _FIRST_PERSON.search(question) is not None
    # "What did Ana paint?" asks for an event; "how many did I see?" for the count that holds.
    of_now = first_person or not PAST_TENSE.search(question)
    return replace(
        state,
        intent=Intent(
            terms=tuple(dict.fromkeys(terms(question)[:limit])),
            key_words=tuple(words),
            wants=kind_wanted(question),
            noun=noun_wanted(question),
            yes_no=_YES_NO.match(question) is not None,
            names=tuple(part for word in _CAPITALISED.findall(question) for part in key_words(word)),
            temporal=_TEMPORAL.search(question) is not None,
            month=month_named(question),
            first_person=first_person,
            past=past,
            present=of_now and not past and not told and _OF_TIMES.search(question) is None,
            people=tuple(dict.fromkeys(name for name in _NAMES.findall(question) if not _MONTH.fullmatch(name))),
            keywords=_keywords(question),
            time=_time(question),
            told=told,
        ),
    )


def month_named(question: str) -> int | None:
    """The month that a question names, 1 to 12; "may" counts only with a capital and as a noun."""
    found = _MONTH.search(_MAY_NOT_MONTH.sub("", question))
    return _MONTHS.index(found[0].casefold()) + 1 if found else None


def _keywords(question: str) -> tuple[str, ...]:
    """The first content words that are no names and no time."""
    rest = _YEAR.sub("", _MONTH.sub("", _NAMES.sub("", question)))
    found = [word for word in _WORD.findall(rest) if word.casefold() not in STOP_WORDS]
    return tuple(dict.fromkeys(found))[:_MOST_KEYWORDS]


def _time(question: str) -> str:
    """The month and year that the question names, as it writes them."""
    month = _MONTH.search(_MAY_NOT_MONTH.sub("", question))
    year = _YEAR.search(question)
    return " ".join(found[0] for found in (month, year) if found)


def kind_wanted(question: str) -> str:
    """The kind of thing that a question asks for, or "" where its words do not tell."""
    question = _TIME_TOLD.sub("", question)
    asked = _WH.search(question)
    if asked is None:
        return ""
    wh = asked[0].casefold()
    if wh in {"who", "whom", "whose", "where", "when"}:
        return _KIND_OF["who" if wh.startswith("who") else wh]
    nouns = _nouns_after(question[asked.end() :])
    return next((_KIND_OF[word] for word in nouns[: _NOUN_REACH if wh == "what" else 2] if word in _KIND_OF), "")


def noun_wanted(question: str) -> str:
    """The stem of the noun that stands right after "which" or "what", or "" without one."""
    asked = _WHICH.search(question)
    nouns = _nouns_after(question[asked.end() :]) if asked else []
    return nouns[0] if nouns else ""


def _nouns_after(text: str) -> list[str]:
    skipped = {"be", "the", "do", "name", "of", "a", "current"}
    return [form for word in key_words(text) if (form := normal_form(word)) not in skipped][:_NOUN_REACH]
