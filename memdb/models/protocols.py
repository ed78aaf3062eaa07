"""What memdb asks of a language model and of an embedder; implementations are chosen by the caller."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a chat."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What a chat model answered; counts are tokens. `finish` is "length" when the token limit cut the text."""

    text: str
    prompt_tokens: int
    completion_tokens: int
    finish: Literal["stop", "length"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """One call of a chat model: bounded in tokens and seconds, constrained by a JSON schema where one is given."""

    messages: tuple[Message, ...]
    max_tokens: int
    timeout_s: float = 60.0
    temperature: float = 0.0
    seed: int = 0
    json_schema: Mapping[str, Any] | None = field(default=None)


class ChatModel(Protocol):
    """A language model that answers a chat."""

    @property
    def name(self) -> str:
        """The identity under which its answers are cached and counted."""
        ...

    def complete(self, request: ChatRequest) -> Completion:
        """Answers once; raises `ModelError` when the model fails."""
        ...


class Embedder(Protocol):
    """A model that turns text into vectors."""

    @property
    def name(self) -> str:
        """The identity under which its vectors are stored; vectors of two identities are never mixed."""
        ...

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        ...

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One l2-normalised vector of `dimension` floats for each text."""
        ...
