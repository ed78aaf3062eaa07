"""The relation catalogue: which phrases state one relation, how many values it has, and how questions ask for it.

The data is `relations.toml` beside this file. Equivalent phrases share a name, so that "I'm at Initech these days"
updates "I work at Northwind".
"""

import tomllib
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Literal, TypedDict

from memdb.records.phrases import relation_name, relation_words

Cardinality = Literal["single", "multi"]
# Adjectives that leave a relation as it is: "my little brother" is a brother.
_ADJECTIVES = frozenset("littl big older younger elder eldest youngest dear lovely great love twin".split())
_TYPO_LENGTH = 6  # shorter words have too many near neighbours
_TYPO_CUTOFF = 0.85


class _Entry(TypedDict, total=False):
    range: str
    of_things: str
    of_dates: str
    named: bool
    digits: bool
    implied: bool
    weak: list[str]
    tails: dict[str, str]
    multi: bool
    nouns: list[str]
    verbs: list[str]
    inverse: list[str]
    denials: list[str]
    cues: list[str]
    examples: list[str]


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation of the catalogue.

    `range` is the kind of thing its object is, `cues` are words that ask for it. `of_things` is the relation meant
    instead when the subject is a thing, `of_dates` when the value is a date. `named` means that only a proper name is a
    value, `digits` that only a value with a number is. `implied` means that naming the subject asks for the relation:
    who says "the mayor of X" means the person. `tails` are prepositions that end a value, each with the
    relation that what follows states (or "").
    """

    name: str
    cardinality: Cardinality
    range: str
    of_things: str | None
    of_dates: str | None
    named: bool
    digits: bool
    implied: bool
    tails: tuple[tuple[str, str], ...]
    cues: tuple[str, ...]
    phrases: tuple[str, ...]
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All relations, and look-ups from normalised phrases to their names.

    `weak` are verb phrases that are said of much else too ("moved to the next slide"): they need a proper name.
    `written` has the noun phrases as they are written: "manager" and "manage" have one stem.
    """

    relations: dict[str, Relation]
    nouns: dict[tuple[str, ...], str]
    verbs: dict[tuple[str, ...], str]
    inverse: dict[tuple[str, ...], str]
    denials: dict[tuple[str, ...], str]
    weak: frozenset[tuple[str, ...]]
    written: dict[str, str]
    vocabulary: tuple[str, ...]

    def noun(self, phrase: str) -> str:
        """The relation that a noun phrase names; a phrase of no relation is its own, normalised, name.

        A misspelt word ("univeristy") counts as the catalogue word that it is nearest to.
        """
        words = relation_words(phrase)
        while len(words) > 1 and words[0] in _ADJECTIVES:
            words = words[1:]
        found = self.nouns.get(words)
        if found is None:
            words = tuple(self._spelt(word) for word in words)
            found = self.nouns.get(words)
        return found or relation_name(phrase)

    def cardinality(self, name: str) -> Cardinality:
        """Whether a relation has one value at a time or several; one for relations that are not listed."""
        relation = self.relations.get(name)
        return relation.cardinality if relation else "single"

    def _spelt(self, word: str) -> str:
        if len(word) < _TYPO_LENGTH or word in self.vocabulary:
            return word
        near = get_close_matches(word, self.vocabulary, n=1, cutoff=_TYPO_CUTOFF)
        return near[0] if near else word


@cache
def catalogue() -> Catalogue:
    """The catalogue that ships with memdb, read once."""
    text = files("memdb.records").joinpath("relations.toml").read_text(encoding="utf-8")
    entries: dict[str, _Entry] = tomllib.loads(text)
    found = Catalogue(
        {name: _relation(name, entry) for name, entry in entries.items()}, {}, {}, {}, {}, frozenset(), {}, ()
    )
    for name, entry in entries.items():
        for phrases, table in (
            (entry.get("nouns", []), found.nouns),
            (entry.get("verbs", []), found.verbs),
            (entry.get("weak", []), found.verbs),
            (entry.get("inverse", []), found.inverse),
            (entry.get("denials", []), found.denials),
        ):
            for phrase in phrases:
                table.setdefault(relation_words(phrase), name)
        for phrase in entry.get("nouns", []):
            found.written.setdefault(phrase, name)
    vocabulary = {word for table in (found.nouns, found.verbs) for words in table for word in words}
    weak = {relation_words(phrase) for entry in entries.values() for phrase in entry.get("weak", [])}
    return replace(found, weak=frozenset(weak), vocabulary=tuple(sorted(vocabulary)))


def _relation(name: str, entry: _Entry) -> Relation:
    return Relation(
        name=name,
        cardinality="multi" if entry.get("multi") else "single",
        range=entry.get("range", "thing"),
        of_things=entry.get("of_things"),
        of_dates=entry.get("of_dates"),
        named=entry.get("named", False),
        digits=entry.get("digits", False),
        implied=entry.get("implied", False),
        tails=tuple(entry.get("tails", {}).items()),
        cues=tuple(entry.get("cues", [])),
        phrases=(*entry.get("nouns", []), *entry.get("verbs", []), *entry.get("weak", []), *entry.get("inverse", [])),
        examples=tuple(entry.get("examples", [])),
    )
