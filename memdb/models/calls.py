"""A chat model together with the ledger of one memory file: every call goes through here, so that all are counted."""

import time
from collections import Counter
from collections.abc import Sequence
from typing import Literal, Protocol

from memdb.models.protocols import ChatModel, ChatRequest, Completion

CallKind = Literal["extract", "repair", "review", "schedule", "frontier", "read", "test"]


class Ledger(Protocol):
    """Answers kept under the identity of everything that decides them (section A10)."""

    def find(self, model: str, request: ChatRequest, kind: CallKind) -> Completion | None:
        """The answer to the same request, or None."""
        ...

    def keep(
        self,
        model: str,
        request: ChatRequest,
        kind: CallKind,
        completion: Completion,
        *,
        seconds: float,
        packets: Sequence[int],
    ) -> None:
        """Counts a call and keeps its answer, with the packets whose text the request held: forgetting one empties it.

        What the token or time limit cut is no answer: the same request may do better another time.
        """
        ...


class Calls:
    """Calls one model; `usage` counts the tokens of this object's calls, and nothing for answers that were kept."""

    def __init__(self, model: ChatModel, ledger: Ledger | None = None) -> None:
        """Without a `ledger` nothing is kept."""
        self.model = model
        self.usage: Counter[str] = Counter()
        self._ledger = ledger

    def taken(self, stage: str) -> dict[str, int]:
        """The usage, each count under a name that begins with that of a stage of a read."""
        return {f"{stage}_{name}": count for name, count in self.usage.items()}

    def complete(self, request: ChatRequest, *, kind: CallKind, packets: Sequence[int] = ()) -> Completion:
        """The model's answer, or the one that it gave to the same request before.

        Raises:
            ModelError: as `ChatModel.complete`.
        """
        if self._ledger and (kept := self._ledger.find(self.model.name, request, kind)):
            self.usage["calls_cached"] += 1
            return kept
        begun = time.monotonic()
        completion = self.model.complete(request)
        self.usage["calls"] += 1
        self.usage["prompt_tokens"] += completion.prompt_tokens
        self.usage["completion_tokens"] += completion.completion_tokens
        if self._ledger:
            seconds = time.monotonic() - begun
            self._ledger.keep(self.model.name, request, kind, completion, seconds=seconds, packets=packets)
        return completion
