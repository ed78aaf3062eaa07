"""Verb forms: the base of a form, and the tense of a sentence. The table is `verbs.toml`."""

import re
from functools import lru_cache
from typing import Literal

from memdb.extract.lists import load
from memdb.records.tokens import irregular_verbs

Tense = Literal["past", "future", "present"]

_table = load("verbs")
AUXILIARIES = frozenset(_table["auxiliary"].split())
_FORMS: dict[str, str] = irregular_verbs() | {
    form: base for base, forms in _table["irregular"].items() for form in forms.split()
}
_BASES = frozenset(_FORMS.values()) | frozenset(_table["regular"].split())
# Forms that tell of the past ("read" and "let" need not).
_PAST_FORMS = frozenset(form for form in _FORMS if not form.endswith(("ing", "es", "'m", "'re"))) - {
    "am",
    "are",
    "is",
    "has",
}
_FUTURE = re.compile(
    r"\b(?:moved|pushed|postponed|rescheduled|shifted|delayed|changed|brought forward)(?: back)? to\b|"
    r"\b(?:will|won't|won\u2019t|shall|going to|gonna|plan(?:ning)? (?:to|on)|(?:hope|hoping|want|about) to"
    r"|looking forward|can't wait|can\u2019t wait|upcoming|coming up|let's|let\u2019s|tomorrow)\b|['\u2019]ll\b",
    re.IGNORECASE,
)
# "I'm meeting her on Friday"
_PROGRESSIVE = re.compile(
    r"(?:\b(?:am|is|are)|['\u2019](?:m|re|s)) (?:[a-z]+ly |also |just |still )?(?!being)[a-z]+ing\b", re.IGNORECASE
)
_WORD = re.compile(r"[a-z]+")
_REGULAR_PAST = re.compile(
    r"\b(?!(?:need|indeed|exceed|hundred|speed|feed|seed|breed|excited|interested)\b)[a-z]{2,}ed\b", re.IGNORECASE
)
_SUFFIXES = (
    ("ies", "y"),
    ("ied", "y"),
    ("ing", ""),
    ("ing", "e"),
    ("ed", ""),
    ("ed", "e"),
    ("es", ""),
    ("es", "e"),
    ("s", ""),
)


@lru_cache(maxsize=8192)
def known_base(form: str) -> str:
    """The base of a lower-cased verb form the table knows ("moved" gives "move"), or an empty string."""
    if form in _BASES:
        return form
    if form in _FORMS:
        return _FORMS[form]
    for suffix, ending in _SUFFIXES:
        if form.endswith(suffix) and (base := form.removesuffix(suffix) + ending) in _BASES:
            return base
    return ""


@lru_cache(maxsize=8192)
def guessed_base(form: str) -> str:
    """The likely base of any lower-cased word that stands where a verb must stand."""
    if base := known_base(form):
        return base
    if form.endswith(("ied", "ies")):
        return form[:-3] + "y"
    stem = form.removesuffix("ing") if form.endswith("ing") else form.removesuffix("ed")
    if stem == form:
        return form.removesuffix("s") if not form.endswith(("ss", "us", "is")) else form
    if len(stem) < 3:  # noqa: PLR2004 - "sing", "red": the ending is part of the word
        return form
    if stem[-1] == stem[-2] and stem[-1] not in "lsz":
        return stem[:-1]
    return stem + "e" if stem.endswith(("at", "iz", "v", "c", "u", "ang", "os", "as", "us")) else stem


def tense(sentence: str) -> Tense:
    """The tense of a sentence by its verb forms: future markers first, then past forms, then "I'm meeting"."""
    if _FUTURE.search(sentence):
        return "future"
    if not _PAST_FORMS.isdisjoint(_WORD.findall(sentence.lower())) or _REGULAR_PAST.search(sentence):
        return "past"
    return "future" if _PROGRESSIVE.search(sentence) else "present"
