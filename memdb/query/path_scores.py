"""What the words of a question count for a chain of statements.

Each word outside the anchors' names supports the relation that it asks for; a chain is good when its relations are all
asked for, the question's words are all used, and its last object is of the kind that is wanted.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from memdb.query.cues import claimed, cues, is_cue, weight
from memdb.query.state import Anchor, ClosureEdge, Intent
from memdb.query.told_time import is_time_word
from memdb.records.catalogue import catalogue
from memdb.records.phrases import SKIPPED, normal_form, relation_words
from memdb.records.settings import PathSettings
from memdb.records.tokens import STOP_WORDS, stem

# Kinds that a broader word asks for: "where" may be answered by a company, "who" too.
_BROADER = {
    "place": frozenset(("city", "country", "continent", "place", "organization")),
    "agent": frozenset(("person", "organization")),
}
_FORMERLY = frozenset("use used previous previously prior former formerly earlier old".split())
_RELATIVE = frozenset("where that which who whose".split())
_ASKING = frozenset("which what who whom whose where when how name".split())


class PathQuestion:
    """The words of a question that ask for something, by their places, and what they count for relations."""

    def __init__(
        self, intent: Intent, anchors: Sequence[Anchor], relations: Collection[str], settings: PathSettings
    ) -> None:
        """`relations` are those of all statements that a path may be made of."""
        named = {n for anchor in anchors for n in range(anchor.start, anchor.end)}
        self._intent = intent
        self._settings = settings
        self._words = {
            n: stem(word)
            for n, word in enumerate(intent.key_words)
            if n not in named
            and word not in intent.names
            and word not in STOP_WORDS
            and word not in _ASKING
            and stem(word) not in SKIPPED
            and not (intent.past and word in _FORMERLY)
            and not (intent.told and is_time_word(word))
        }
        self._described = _described(intent.key_words)
        self._unused = {n: weight(word) if is_cue(word) else 0.0 for n, word in self._words.items()}
        owners = claimed(intent.key_words, relations)
        self._shares = {relation: self._shares_of(relation, owners) for relation in relations}

    def _shares_of(self, relation: str, owners: Mapping[int, frozenset[str]]) -> dict[int, float]:
        """What each word counts for a relation; one of a whole phrase counts for the relations of that phrase alone."""
        known = cues(relation)
        asked = self._settings.asked
        return {
            n: weight(word) * (1.0 if n in owners or known[word] else asked)
            for n, word in self._words.items()
            if (relation in owners[n] if n in owners else word in known)
        }

    def explained(self, path: Sequence[ClosureEdge]) -> float:
        """The share of the question's content words that a path's relations or its end answer to; 1 without any."""
        if not self._words:
            return 1.0
        answered = {n for edge in path for n in self._shares[edge.relation]}
        if self._names(path):
            answered |= {n for n, word in self._words.items() if word == self._intent.noun}
        return len(answered) / len(self._words)

    def _names(self, path: Sequence[ClosureEdge]) -> bool:
        """Whether the end of a path bears the noun that is asked for: "which clinic" and "Elm Clinic"."""
        return bool(self._intent.noun) and self._intent.noun in relation_words(path[-1].object)

    def score(self, path: Sequence[ClosureEdge], anchor: Anchor) -> tuple[float, bool]:
        """The score of one path and whether all its relations are asked for; see `PathSettings` for its parts."""
        settings = self._settings
        support, places, unused = self._support(path, anchor)
        named = self._names(path)
        if named:
            # "Which floor …": an object that bears the noun asked for needs no other word to ask for its relation.
            support[-1] = max(support[-1], settings.type_match)
        first = catalogue().relations.get(path[0].relation)
        if (first is not None and first.implied) or (path[0].relation == "value" and len(path) > 1):
            # "Where does the treasurer work?": naming the treasurer asks for the person.
            support[0] = max(support[0], settings.type_match)
        fits = path[0].relation == "value" or self._kind(path[0].relation) > 0
        if not self._words and len(path) == 1 and fits:
            # "When is the wedding?": the kind asked for is all that the question says.
            support[0] = settings.type_match
        silent = support.count(0)
        # Somebody's manager's birthplace is no answer to where somebody was born; but a long chain may leave one step
        # unsaid ("the capital of the country where X's sport began" goes from the position that X plays).
        if silent > settings.unsaid or (silent and len(path) - silent <= silent) or not support[-1]:
            return -math.inf, False
        score = sum(support) - settings.unused * unused - settings.hop * len(path) - settings.unsupported * silent
        score -= settings.disorder * _disorder(places)
        # "On which floor is the room where …" asks for the floor, though the room is a place too.
        if named:
            kind = 2 * settings.type_match
        elif not self._described.isdisjoint(relation_words(path[-1].object)):
            kind = -settings.type_mismatch
        else:
            kind = self._kind(path[-1].relation)
        return score + kind, not silent

    def _support(self, path: Sequence[ClosureEdge], anchor: Anchor) -> tuple[list[float], list[list[int]], float]:
        """For each relation what its words count and how far from the anchor they stand, and what is left over.

        A word that several relations share goes to the one that it tells of most, of equals to the one with least.
        """
        support = [0.0] * len(path)
        places: list[list[int]] = [[] for _ in path]
        left = 0.0
        shares = [self._shares[edge.relation] for edge in path]
        for n, unused in self._unused.items():
            holders = [(-share[n], support[hop], hop) for hop, share in enumerate(shares) if n in share]
            if not holders:
                left += unused
                continue
            minus_share, _, hop = min(holders)
            support[hop] -= minus_share
            places[hop].append(abs(n - anchor.start))
        return support, places, left

    def _kind(self, relation: str) -> float:
        entry = catalogue().relations.get(relation)
        wants = self._intent.wants
        if not wants or entry is None:
            return 0.0
        if wants == "date" and entry.range not in {"date", "thing"}:
            return -math.inf
        if entry.range == wants or entry.range in _BROADER.get(wants, ()):
            return self._settings.type_match
        return 0.0 if entry.range == "thing" else -self._settings.type_mismatch


def _disorder(places: list[list[int]]) -> int:
    """Pairs of neighbours whose words stand in the wrong order: the first hop is named nearest the anchor."""
    means = [sum(found) / len(found) if found else None for found in places]
    return sum(1 for near, far in pairwise(means) if near is not None and far is not None and near > far)


def _described(words: Sequence[str]) -> frozenset[str]:
    """The things that a relative clause tells of: the answer to "on which floor is the room where …" is no room."""
    return frozenset(
        normal_form(word) for word, after in pairwise(words) if after in _RELATIVE and word not in _RELATIVE
    )
