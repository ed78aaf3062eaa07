"""What late interaction keeps of MiniLM's token states: content tokens, in 64 dimensions (RETRIEVAL: M)."""

import re
from functools import cache

import numpy as np

from memdb.models.protocols import Floats, Ints, TokenStates
from memdb.models.tables import FIRST_WORD, LATE, read_vocabulary
from memdb.records.tokens import STOP_WORDS
from memdb.records.vectors import unit

_WORD = re.compile(r"(?:##)?[^\W_]+")


class LateBasis:
    """The principal components of MiniLM's states of single word pieces, and which pieces carry content."""

    def __init__(self) -> None:
        """Reads the tables that are shipped with the package."""
        with np.load(LATE) as table:
            self._basis: Floats = table["basis"]
        self._content = np.array([
            number >= FIRST_WORD and _WORD.fullmatch(piece) is not None and piece not in STOP_WORDS
            for number, piece in enumerate(read_vocabulary())
        ])  # fmt: skip
        self.width = int(self._basis.shape[1])

    def reduced(self, ids: Ints, states: Floats) -> TokenStates:
        """The content tokens among some states of shape (tokens, 384), normalised and projected; not centred."""
        kept = self._content[ids]
        return TokenStates(ids=ids[kept], states=unit(states[kept]) @ self._basis)


@cache
def late_basis() -> LateBasis:
    """The basis, read once a process."""
    return LateBasis()
