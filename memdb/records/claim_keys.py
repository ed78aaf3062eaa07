"""Keys of what claims are about: a claim and a question name the same person or keyword if their keys are equal."""

import re
from functools import lru_cache

from memdb.records.keys import entity_key
from memdb.records.tokens import terms

_NEGATED = re.compile(
    r"\b(?:not(?! only| just| to mention)|no(?! problem| doubt| matter| wonder| worries)|never|neither|nor|nobody"
    r"|nothing|none|without|cannot|hardly|barely|unable|stopped|quit)\b|n['\u2019]t\b(?! wait)",
    re.IGNORECASE,
)


def person_key(name: str) -> str:
    """The key of a person's name: case, punctuation and possessive do not matter."""
    return entity_key(name)


@lru_cache(maxsize=65536)
def keyword_key(phrase: str) -> str:
    """The key of a keyword: its index terms, joined by one space, or the folded phrase if it has none."""
    return " ".join(terms(phrase)) or entity_key(phrase)


def is_negated(text: str) -> bool:
    """Whether a sentence denies something: "not", "never", "stopped" and the like."""
    return _NEGATED.search(text) is not None
