"""Closure paths: which chain of statements from what it names a question asks for."""

import math
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from memdb.query.path_scores import PathQuestion
from memdb.query.state import Anchor, ClosureEdge, Intent, ReadState
from memdb.records.settings import PathSettings

_MAX_HOPS = 5


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
    question = PathQuestion(intent, anchors, {edge.relation for edge in edges}, settings)
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


def _capitalised(anchor: Anchor, intent: Intent) -> bool:
    """Whether the question writes a name with a capital, which its first word shows of none."""
    return not anchor.start or not set(intent.names).isdisjoint(intent.key_words[anchor.start : anchor.end])
