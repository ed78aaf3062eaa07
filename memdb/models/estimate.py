"""How many tokens a text may have at most, where its tokenizer is out of reach."""

import re

# A word, with or without the blank before it; a blank before anything else counts for itself.
_PIECE = re.compile(r" ?[A-Za-z]+|[ \t]+|[^\x00-\x7F]|[\x21-\x7E]|\n")
_PER_MESSAGE = 16
"""What a chat template adds to a message, in tokens; some add a system message of their own."""
_COMMON = 6
"""Words up to this length are mostly common ones, of a token or two; longer ones may be rare and cut into pairs."""


def upper_estimate(text: str) -> int:
    """At least as many tokens as common tokenizers make of prose, dates and names: about 1.5 times as many."""
    return sum(_tokens(found[0]) for found in _PIECE.finditer(text))


def upper_estimate_of_messages(contents: list[str]) -> int:
    """The same of a chat prompt."""
    return sum(upper_estimate(content) + _PER_MESSAGE for content in contents) + _PER_MESSAGE


def _tokens(piece: str) -> int:
    if not piece.isascii():
        return len(piece.encode(errors="replace"))  # a byte each, where the vocabulary lacks the character
    word = piece.strip()
    if not word.isalpha():
        return 1
    return -(-len(word) // (3 if len(word) <= _COMMON else 2))
