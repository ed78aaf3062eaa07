"""The word pieces of uncased BERT models: what MiniLM's vocabulary makes of a text."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

UNKNOWN = "[UNK]"
_LONGEST_WORD = 100  # characters: BERT reads what is longer as one unknown word
_IDEOGRAPHS = (
    (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2A6DF), (0x2A700, 0x2CEAF), (0x2F800, 0x2FA1F),
)  # fmt: skip


class WordPiece:
    """A vocabulary, and the greedy longest match of words against it."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        """`vocabulary` holds one piece an id; continuations begin with "##"."""
        self._ids = {piece: number for number, piece in enumerate(vocabulary)}
        self._unknown = self._ids[UNKNOWN]
        self._pieces_of = lru_cache(maxsize=50_000)(self._match)

    def ids(self, text: str) -> list[int]:
        """The ids of a text's pieces, without the marks of its start and end."""
        return [number for word in words(text) for number in self._pieces_of(word)]

    def _match(self, word: str) -> tuple[int, ...]:
        if len(word) > _LONGEST_WORD:
            return (self._unknown,)
        pieces: list[int] = []
        start = 0
        while start < len(word):
            prefix = "##" if start else ""
            end = len(word)
            while end > start and prefix + word[start:end] not in self._ids:
                end -= 1
            if end == start:
                return (self._unknown,)
            pieces.append(self._ids[prefix + word[start:end]])
            start = end
        return tuple(pieces)


def words(text: str) -> list[str]:
    """The words of a text, lower-cased and without accents; punctuation and ideographs are words of their own."""
    return unicodedata.normalize("NFD", text.lower()).translate(_WRITTEN).split()


class _Written(dict[int, str]):
    """How each character is written before a text is cut at its blanks; filled as characters are met."""

    def __missing__(self, code: int) -> str:
        self[code] = written = _written(chr(code))
        return written


_WRITTEN = _Written()


def _written(character: str) -> str:
    code, category = ord(character), unicodedata.category(character)
    if character in "\t\n\r" or category[0] == "Z":
        return " "
    if category[0] == "C" or category == "Mn" or character == "\ufffd":
        return ""
    alone = category[0] == "P" or (character.isascii() and not character.isalnum())
    return f" {character} " if alone or any(first <= code <= last for first, last in _IDEOGRAPHS) else character
