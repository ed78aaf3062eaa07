"""Which words of a question ask for which relation: cues of the catalogue, and its phrases where they stand whole."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from memdb.records.catalogue import catalogue
from memdb.records.phrases import SKIPPED, normal_form, relation_words
from memdb.records.tokens import STOP_WORDS, stem


class _Claim(NamedTuple):
    """A phrase of a relation that stands in a question, from its first word to before `end`; the best sorts first."""

    minus_content: int
    start: int
    end: int
    relation: str


@cache
def cues(relation: str) -> Mapping[str, bool]:
    """The stems by which questions ask for a relation, each with whether the relation is also told by it.

    "Created" tells of a creator; that it may ask for an author too, the catalogue says. An unlisted relation is asked
    for by its own words.
    """
    entry = catalogue().relations.get(relation)
    told = dict.fromkeys(_stems(_worded(relation)), True)
    return dict.fromkeys(_stems(entry.cues), False) | told if entry else told


@cache
def is_cue(word: str) -> bool:
    """Whether a stem asks for some relation of the catalogue."""
    return any(word in cues(name) for name in catalogue().relations)


@cache
def weight(cue: str) -> float:
    """How much a stem tells: one that many relations share tells little."""
    relations = catalogue().relations
    sharing = sum(cue in cues(name) for name in relations)
    return math.log((1 + len(relations)) / (1 + sharing))


def claimed(words: Sequence[str], relations: Iterable[str]) -> Mapping[int, frozenset[str]]:
    """The places of normalised words that form phrases of some relations, with the relations that they belong to.

    "The official language" asks for that, and not for a language spoken. Of phrases that overlap the one with most
    content words counts, of equals the first.
    """
    kept = [(place, form) for place, word in enumerate(words) if (form := normal_form(word)) not in SKIPPED]
    forms = tuple(form for _, form in kept)
    found = [
        _Claim(-_content(phrase), start, start + len(phrase), relation)
        for relation in relations
        for phrase in _phrases(relation)
        for start in range(len(forms) - len(phrase) + 1)
        if forms[start : start + len(phrase)] == phrase
    ]
    spans: set[tuple[int, int]] = set()
    owners: dict[int, set[str]] = defaultdict(set)
    for claim in sorted(found):
        span = (claim.start, claim.end)
        if any(claim.start < end and start < claim.end for start, end in spans - {span}):
            continue
        spans.add(span)
        for place, _ in kept[claim.start : claim.end]:
            owners[place].add(claim.relation)
    return {place: frozenset(names) for place, names in owners.items()}


def _stems(phrases: Iterable[str]) -> Iterable[str]:
    return (
        form
        for phrase in phrases
        for form in (*relation_words(phrase), *map(stem, phrase.casefold().split()))
        if form not in STOP_WORDS
    )


@cache
def _phrases(relation: str) -> frozenset[tuple[str, ...]]:
    """The phrases of a relation that say more than one word does."""
    phrases = {relation_words(phrase) for phrase in _worded(relation)}
    return frozenset(phrase for phrase in phrases if _content(phrase) > 1)


def _content(phrase: Sequence[str]) -> int:
    return sum(form not in STOP_WORDS for form in phrase)


def _worded(relation: str) -> tuple[str, ...]:
    """What tells of a relation: its name, and its phrases where it is listed."""
    entry = catalogue().relations.get(relation)
    return (relation, *entry.phrases) if entry else (relation,)
