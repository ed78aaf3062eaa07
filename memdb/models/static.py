"""The embedder that comes with memdb: a table of one vector a word piece, and no model to run.

Each vector is what MiniLM makes of the piece alone, reduced by principal components; a text is the sum of its pieces'
vectors, weighted by how rare each is (smooth inverse frequency, folded into the table).
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from memdb.models.pieces import cut
from memdb.models.protocols import Floats
from memdb.models.tables import STATIC, read_vocabulary
from memdb.models.wordpiece import WordPiece
from memdb.records.vectors import unit

_PIECE_TOKENS = 256  # as much as MiniLM itself reads; in a longer text the sum says little about any part


class StaticEmbedder:
    """Vectors by table look-up: thousands of texts a second, in 20 MB of memory."""

    def __init__(self) -> None:
        """Reads the table that is shipped with the package."""
        with np.load(STATIC) as table:
            vectors, scales = table["vectors"], table["scales"]
            self.name = str(table["name"])
        self._words = WordPiece(read_vocabulary())
        self._vectors: Floats = vectors.astype(np.float32) * scales.astype(np.float32)[:, None]
        self.dimension = int(vectors.shape[1])

    def pieces(self, text: str) -> list[str]:
        """The text in parts of at most 256 word pieces."""
        return cut(text, lambda part: len(self._words.ids(part)) <= _PIECE_TOKENS, tokens=_PIECE_TOKENS)

    def embed(self, texts: Sequence[str]) -> Floats:
        """One l2-normalised vector a text, of shape (texts, dimension); zeros where nothing is known of it."""
        found = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            ids = self._words.ids(text)
            if ids:
                found[row] = self._vectors[ids].sum(axis=0)
        return unit(found)


@cache
def static_embedder() -> StaticEmbedder:
    """The embedder that comes with memdb, read once a process."""
    return StaticEmbedder()
