"""Guesses the next tokens of an answer, so that the model can check several in the time of one."""

from collections.abc import Sequence

_CONTEXT = 3
_LEAST, _MOST = 2, 16


class Drafter:
    """Guesses that what came after the last three tokens before comes again.

    That is so for the keys of JSON, for what an answer quotes from its prompt, and for the pattern of its examples. A
    processor reads weights for one token as for a few, so a wrong guess costs little, and a right one saves a token's
    time. How much is guessed grows and shrinks with how well it goes.
    """

    def __init__(self, tokens: Sequence[int]) -> None:
        """Begins with the tokens of the prompt."""
        self._tokens: list[int] = []
        self._after: dict[tuple[int, ...], int] = {}
        self._size = 2 * _LEAST
        for token in tokens:
            self.add(token)

    def add(self, token: int) -> None:
        """Goes on with a token."""
        self._after[tuple(self._tokens[-_CONTEXT:])] = len(self._tokens)
        self._tokens.append(token)

    def draft(self) -> list[int]:
        """What may come next; nothing, if these tokens were never together before."""
        start = self._after.get(tuple(self._tokens[-_CONTEXT:]), len(self._tokens))
        return self._tokens[start : start + self._size]

    def judge(self, *, guessed: int, right: int) -> None:
        """Learns how much of a draft was right."""
        if right == guessed:
            self._size = min(2 * self._size, _MOST)
        elif 2 * right < guessed:
            self._size = max(self._size // 2, _LEAST)
