"""Cuts a text that is longer than a model reads at once; nothing is left out."""

from collections.abc import Callable

_LONGEST = 16  # characters a token
_LONGEST_WORD = 200  # characters: what goes on for longer without a blank is no word to be kept whole


def cut(text: str, fits: Callable[[str], bool], *, tokens: int = 0) -> list[str]:
    """The text in pieces that fit, cut in halves at the blank nearest to the middle, else in the middle of a word.

    Args:
        text: what is cut.
        fits: whether the model reads a piece at once.
        tokens: how many tokens it reads at once, so that texts far beyond it are not even tried; 0 tries all.
    """
    if len(text) <= 1 or (not 0 < tokens * _LONGEST < len(text) and fits(text)):
        return [text]
    at = _blank_near(text, len(text) // 2)
    return [*cut(text[:at], fits, tokens=tokens), *cut(text[at:], fits, tokens=tokens)]


def _blank_near(text: str, middle: int) -> int:
    """The place of the blank nearest to the middle of a text, the middle where none is near; never 0."""
    for distance in range(min(middle, _LONGEST_WORD)):
        for at in (middle - distance, middle + distance):
            if text[at : at + 1].isspace():
                return at
    return middle
