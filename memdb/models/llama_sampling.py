"""Chooses the next token from logits."""

import numpy as np

from memdb.errors import ModelError
from memdb.models.llama_grammar import Grammar
from memdb.models.protocols import Floats, Ints

# A grammar looks at every token that it is asked about: 30 ms for a whole vocabulary, 20 µs for one. The token that a
# model wants most is nearly always one that the grammar allows, so it is asked first, then ever more.
_LIKELIEST = (1, 64, 2048)
_TOP_K = 40
_TOP_P = 0.95


class Sampler:
    """Greedy at temperature 0; else draws among the 40 likeliest tokens that hold 0.95 of the probability."""

    def __init__(self, *, temperature: float, seed: int, grammar: Grammar | None) -> None:
        """`seed` makes the draws repeatable."""
        self._temperature = temperature
        self._random = np.random.default_rng(seed)
        self._grammar = grammar

    def choose(self, logits: Floats) -> int:
        """The next token; the grammar goes on with it only when told by `accept`.

        Raises:
            ModelError: the logits are no numbers, or the grammar allows no token at all.
        """
        if not np.isfinite(np.max(logits)):
            raise ModelError("the model's logits are no numbers: its file is damaged, or the build of llama.cpp is")
        if self._temperature:
            return self._draw(logits)
        return int(self._likeliest(logits, 1)[0])

    def accept(self, token: int) -> None:
        """Tells the grammar what was chosen; not for a token that ends the answer."""
        if self._grammar:
            self._grammar.accept(token)

    def _draw(self, logits: Floats) -> int:
        tokens = self._likeliest(logits, _TOP_K)
        weights = np.exp((logits[tokens] - logits[tokens[0]]) / self._temperature)
        shares = weights / weights.sum()
        kept = int(np.searchsorted(shares.cumsum(), _TOP_P)) + 1
        shares = shares[:kept] / shares[:kept].sum()
        return int(self._random.choice(tokens[:kept], p=shares))

    def _likeliest(self, logits: Floats, count: int) -> Ints:
        """At most `count` tokens that may come next, the likeliest first; fewer only when no others are near."""
        for wanted in (*(size for size in _LIKELIEST if size >= count), len(logits)):
            tokens = _top(logits, wanted)
            if self._grammar:
                tokens = self._grammar.allowed(tokens, logits)
            if len(tokens):
                return tokens[:count]
        raise ModelError("the grammar allows no token of this model's vocabulary")


def _top(logits: Floats, count: int) -> Ints:
    """The `count` tokens of the highest logits, in falling order; ties go to the lower token."""
    if count == 1:
        return np.array([np.argmax(logits)], dtype=np.int64)
    tokens = np.argpartition(-logits, count - 1)[:count] if count < len(logits) else np.arange(len(logits))
    return tokens[np.lexsort((tokens, -logits[tokens]))].astype(np.int64)
