"""Cuts a text that is longer than a model reads at once; nothing is left out."""

import re
from collections.abc import Callable

_BLANKS = re.compile(r"\s+")


def cut(text: str, fits: Callable[[str], bool]) -> list[str]:
    """The text in pieces that fit, cut in halves at the blank nearest to the middle, else in the middle of a word."""
    if len(text) <= 1 or fits(text):
        return [text]
    middle = len(text) // 2
    blanks = [found.start() for found in _BLANKS.finditer(text, 1, len(text) - 1)]
    at = min(blanks, key=lambda blank: abs(blank - middle), default=middle)
    return cut(text[:at], fits) + cut(text[at:], fits)
