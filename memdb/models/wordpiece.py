"""The word pieces of uncased BERT models: what MiniLM's vocabulary makes of a text."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

UNKNOWN = "[UNK]"
_LONGEST_WORD = 100  # characters: BERT reads what is longer as one unknown word
# Letters and digits hold together; punctuation and ideographs stand alone, each a word.
_WORDS = re.compile(
    r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|[^\W_\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+|[^\s\w]|_"
)


class WordPiece:
    """A vocabulary, and the greedy longest match of words against it."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        """`vocabulary` holds one piece an id; continuations begin with "##"."""
        self._ids = {piece: number for number, piece in enumerate(vocabulary)}
        self._unknown = self._ids[UNKNOWN]
        self._pieces_of = lru_cache(maxsize=50_000)(self._match)

    def ids(self, text: str) -> list[int]:
        """The ids of a text's pieces, without the marks of its start and end."""
        found: list[int] = []
        for word in _WORDS.findall(_plain(text)):
            found.extend(self._pieces_of(word))
        return found

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


def _plain(text: str) -> str:
    """Lower case without accents."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFD", text.lower())
    return "".join(character for character in parts if unicodedata.category(character) != "Mn")
