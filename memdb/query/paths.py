"""Scores closure paths against the words of a question: which chain of statements the question asks for.

Each word of the question outside the anchors' names supports the relation that it asks for; a path is good when its
relations are all asked for, the question's words are all used, and its last object is of the kind that is wanted.
"""

import math
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from memdb.query.cues import claimed, cues, is_cue, weight
from memdb.query.state import Anchor, ClosureEdge, Intent, ReadState
from memdb.query.told_time import is_time_word
from memdb.records.catalogue import catalogue
from memdb.records.phrases import SKIPPED, relation_words
from memdb.records.settings import PathSettings
from memdb.records.tokens import STOP_WORDS, stem

_MAX_HOPS = 5
# Kinds that a broader word asks for: "where" may be answered by a company, "who" too.
_BROADER = {
    "place": frozenset(("city", "country", "continent", "place", "organization")),
    "agent": frozenset(("person", "organization")),
}
_FORMERLY = frozenset("use used previous previously prior former formerly earlier old".split())
_ASKING = frozenset("which what who whom whose where when how name".split())


@dataclass(frozen=True, slots=True)
class Path:
    """A chain of current statements from an anchor; its answer is the last object.

    `score` has no unit; `explained` is the share, 0 to 1, of the question's content words that the path's relations
    answer to; `said` is whether each of its relations is asked for by some word.
    """

    edges: tuple[ClosureEdge, ...]
    score: float
    explained: float
    said: bool

    @property
    def start(self) -> tuple[int, str]:
        """The stream and the key of the anchor."""
        return self.edges[0].stream_id, self.edges[0].subject_key

    @property
    def answer(self) -> str:
        """The object at the end."""
        return self.edges[-1].object


def asked_for(state: ReadState, *, margin: float | None = None) -> list[Path]:
    """The paths that a question asks for, best first: those that score well, and about as well as the best.

    `margin` is how far below the best one they may score, by default that of the settings.

    A fact stream answers in the terms of its facts. Talk holds many statements that a question only brushes against, so
    there a path must also answer to most of the question's words.
    """
    if not state.edges:
        return []
    settings = state.request.settings
    facts = {stream.id for stream in state.request.scope if stream.profile == "facts"}
    paths = [
        path
        for path in best_paths(state.edges, state.anchors, state.known_intent, settings.paths)
        if path.score >= settings.paths.accept
        and (path.edges[0].stream_id in facts or (path.explained >= settings.paths.explained and path.said))
    ]
    reach = settings.paths.margin if margin is None else margin
    return [path for path in paths if path.score >= paths[0].score - reach]


def best_paths(
    edges: Sequence[ClosureEdge], anchors: Sequence[Anchor], intent: Intent, settings: PathSettings
) -> list[Path]:
    """Every path of the closure, best first; shorter first among equals."""
    question = _Question(intent, anchors, {edge.relation for edge in edges}, settings)
    paths: list[Path] = []
    proper = {(anchor.stream_id, anchor.key) for anchor in anchors if _capitalised(anchor, intent)}
    for anchor, edges_of_path in islice(_anchored(edges, anchors), settings.max_paths):
        score, said = question.score(edges_of_path, anchor)
        if score > -math.inf:
            paths.append(Path(edges_of_path, score, question.explained(edges_of_path), said))
    if any(path.score >= settings.accept and path.start in proper for path in paths):
        # "The center of government in Oslo" is not about the centres that play for a team.
        paths = [path if path.start in proper else replace(path, score=path.score - settings.common) for path in paths]
    return sorted(paths, key=lambda path: (-path.score, len(path.edges)))


def chains(edges: Sequence[ClosureEdge], anchors: Sequence[Anchor]) -> Iterator[tuple[ClosureEdge, ...]]:
    """Every chain of statements from an anchor, anchor by anchor, the shortest first."""
    return (chain for _, chain in _anchored(edges, anchors))


def _anchored(
    edges: Sequence[ClosureEdge], anchors: Sequence[Anchor]
) -> Iterator[tuple[Anchor, tuple[ClosureEdge, ...]]]:
    outgoing: dict[tuple[int, str], list[ClosureEdge]] = defaultdict(list)
    for edge in edges:
        outgoing[edge.stream_id, edge.subject_key].append(edge)
    by_first_name: dict[tuple[int, str], list[str]] = defaultdict(list)
    for stream_id, key in list(outgoing):
        by_first_name[stream_id, key.split(" ")[0]].append(key)
    for anchor in anchors:
        starts = outgoing.get((anchor.stream_id, anchor.key), ())
        queue: deque[tuple[ClosureEdge, ...]] = deque((edge,) for edge in starts)
        while queue:
            path = queue.popleft()
            yield anchor, path
            last = path[-1]
            if len(path) < _MAX_HOPS:
                seen = {edge.subject_key for edge in path}
                following = outgoing.get((last.stream_id, last.object_key)) or [
                    edge for key in by_first_name.get((last.stream_id, last.object_key), ())
                    for edge in outgoing[last.stream_id, key]
                ] or outgoing.get((last.stream_id, last.object_key.split(" ")[0]), [])  # fmt: skip
                queue.extend((*path, edge) for edge in following if edge.object_key not in seen)


class _Question:
    """The words of a question that ask for something, by their places, and what they count for relations."""

    def __init__(
        self, intent: Intent, anchors: Sequence[Anchor], relations: Iterable[str], settings: PathSettings
    ) -> None:
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
        """The share of the question's content words that some relation of the path answers to; 1 without any."""
        if not self._words:
            return 1.0
        answered = {n for edge in path for n in self._shares[edge.relation]}
        return len(answered) / len(self._words)

    def score(self, path: Sequence[ClosureEdge], anchor: Anchor) -> tuple[float, bool]:
        """The score of one path and whether all its relations are asked for; see `PathSettings` for its parts."""
        settings = self._settings
        support, places, unused = self._support(path, anchor)
        named = bool(self._intent.noun) and self._intent.noun in relation_words(path[-1].object)
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
        kind = settings.type_match if named else self._kind(path[-1].relation)
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


def _capitalised(anchor: Anchor, intent: Intent) -> bool:
    """Whether the question writes a name with a capital, which its first word shows of none."""
    return not anchor.start or not set(intent.names).isdisjoint(intent.key_words[anchor.start : anchor.end])


def _disorder(places: list[list[int]]) -> int:
    """Pairs of neighbours whose words stand in the wrong order: the first hop is named nearest the anchor."""
    means = [sum(found) / len(found) if found else None for found in places]
    return sum(1 for near, far in pairwise(means) if near is not None and far is not None and near > far)
