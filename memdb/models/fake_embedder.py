"""A public fake embedder for the tests of programs that embed memdb: vectors of words, without a model."""

import hashlib
import re
from collections.abc import Sequence

from memdb.errors import UsageError
from memdb.models.protocols import Floats

_WORD = re.compile(r"\w+")


class FakeEmbedder:
    """Texts that share words are near each other, others far; the same text has the same vector everywhere."""

    name = "fake"

    def __init__(self, dimension: int = 32, *, longest: int = 64) -> None:
        """`longest` is how many words a piece may have.

        Raises:
            UsageError: `dimension` or `longest` is not positive.
        """
        if dimension < 1 or longest < 1:
            raise UsageError("an embedder's dimension and longest piece are at least 1")
        self.dimension = dimension
        self._longest = longest

    def pieces(self, text: str) -> list[str]:
        """The text after every `longest` words."""
        starts = [found.start() for found in _WORD.finditer(text)][self._longest :: self._longest]
        return [text[start:end] for start, end in zip([0, *starts], [*starts, len(text)], strict=True)]

    def embed(self, texts: Sequence[str]) -> Floats:
        """The normalised sums of the words' vectors, of shape (texts, dimension); zeros for a text without words."""
        import numpy as np  # noqa: PLC0415 - who imports memdb.models need not pay for it

        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in _WORD.findall(text.casefold()):
                vectors[row] += _vector(word, self.dimension)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        normalised: Floats = (vectors / np.maximum(lengths, np.finfo(np.float32).tiny)).astype(np.float32)
        return normalised


def _vector(word: str, dimension: int) -> Floats:
    """Numbers drawn from the hash of a word."""
    import numpy as np  # noqa: PLC0415 - as above

    seed = int.from_bytes(hashlib.sha256(word.encode(errors="replace")).digest()[:8], "little")
    return np.random.default_rng(seed).standard_normal(dimension, dtype=np.float32)
