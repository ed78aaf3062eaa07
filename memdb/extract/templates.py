"""Text templates with two slots: the literal words of a record around the ends of its statement."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from memdb.records.keys import key_words
from memdb.records.tokens import STOP_WORDS

_SHORTEST_WORD = 4
"""Shorter words in lower case are parts of names ("Ludwig van Beethoven")."""


@dataclass(frozen=True)
class Template:
    """A record in which two spans are slots; `before`, `between` and `after` is its other text, letter by letter."""

    before: str
    between: str
    after: str

    @cached_property
    def _regex(self) -> re.Pattern[str]:
        before, between, after = map(re.escape, (self.before, self.between, self.after))
        return re.compile(f"{before}(?P<first>.+?){between}(?P<second>.+){after}", re.DOTALL)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The normalised words of its text."""
        return tuple(key_words(f"{self.before} {self.between} {self.after}"))

    @property
    def tells(self) -> bool:
        """Whether its text says what the two spans have to do with each other: "The {} is {}." does not."""
        return any(word not in STOP_WORDS for word in self.words)

    def spans(self, text: str) -> tuple[str, str] | None:
        """The spans that fill the slots of a text, None where it does not fit or may be cut in several ways."""
        found = self._regex.fullmatch(text)
        if found is None or self.between in found["second"]:
            return None
        first, second = found["first"], found["second"]
        return (first, second) if first == first.strip() and second == second.strip() else None

    def __str__(self) -> str:
        """The template as people write it, with the slots in braces."""
        return f"{self.before}{{1}}{self.between}{{2}}{self.after}"


def template_of(text: str, ends: Sequence[str]) -> tuple[Template, bool] | None:
    """The template that a text leaves around two ends, and whether the second of them comes first.

    None where they touch or overlap, or the template would cut the text elsewhere.
    """
    subject, value = ends
    places = sorted((text.find(end), end) for end in (subject, value))
    (start, first), (_, second) = places
    at = text.find(second, start + len(first))
    if start < 0 or at < 0:
        return None
    template = Template(text[:start], text[start + len(first) : at], text[at + len(second) :])
    return (template, first == value) if template.spans(text) == (first, second) else None


def is_name(span: str) -> bool:
    """Whether a span looks like a name: it begins with no lower-case word, and holds none that means something."""
    words = span.split()
    return not words[0][0].islower() and not any(
        word[0].islower() and len(word) >= _SHORTEST_WORD and word not in STOP_WORDS for word in words
    )
