"""What a Cell is about, in words: a title of its most frequent people and keywords, and the beginning of its claims."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from memdb.records.claim_keys import keyword_key, person_key
from memdb.records.settings import PlacementSettings


def described(claims: Sequence[tuple[str, str, str]], settings: PlacementSettings) -> tuple[str, str]:
    """The title and the summary of claims given as text, and people and keywords as JSON arrays."""
    people = _frequent((json.loads(people) for _, people, _ in claims), person_key, settings.title_people)
    topics = _frequent((json.loads(keywords) for *_, keywords in claims), keyword_key, settings.title_keywords)
    title = ": ".join(", ".join(part) for part in (people, topics) if part)
    return title, _cut(" ".join(text for text, *_ in claims), settings.summary)


def _frequent(listed: Iterable[list[str]], key: Callable[[str], str], most: int) -> list[str]:
    """The names that occur most, those that came first before others; each as it was first written."""
    counts: Counter[str] = Counter()
    written: dict[str, str] = {}
    for names in listed:
        for name in names:
            counts[key(name)] += 1
            written.setdefault(key(name), name)
    return [written[name] for name, _ in counts.most_common(most)]


def _cut(text: str, most: int) -> str:
    """A text of at most `most` characters, cut between words."""
    if len(text) <= most:
        return text
    return text[: most - 1].rsplit(" ", 1)[0] + "\u2026"
