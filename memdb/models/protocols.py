"""What memdb asks of a language model and of an embedder; implementations are chosen by the caller."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeGuard, runtime_checkable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[np.float32]"
Ints: TypeAlias = "NDArray[np.int64]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a chat."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """One call of a chat model, bounded in tokens and seconds.

    At most one of `json_schema`, `grammar` (GBNF) and `labels` constrains the answer. With `labels` nothing is
    generated: the prompt is evaluated once, and the completion's `label_logits` say how likely each label is as the
    answer's first token.
    """

    messages: tuple[Message, ...]
    max_tokens: int
    timeout_s: float = 60.0
    temperature: float = 0.0
    seed: int = 0
    json_schema: Mapping[str, Any] | None = None
    grammar: str | None = None
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What a chat model answered; counts are tokens.

    `finish` is "length" when the token limit cut the text, "timeout" when the time limit did. `reasoning` is what a
    reasoning model thought apart from its answer. `label_logits` holds one log-probability for each label of the
    request. `prompt_cached` counts the prompt tokens that needed no evaluation, because they began the call before.
    """

    text: str
    prompt_tokens: int
    completion_tokens: int
    finish: Literal["stop", "length", "timeout"]
    reasoning: str = ""
    label_logits: tuple[float, ...] = ()
    prompt_cached: int = 0


class ChatModel(Protocol):
    """A language model that answers a chat."""

    @property
    def name(self) -> str:
        """The identity under which its answers are cached and counted."""
        ...

    @property
    def context(self) -> int:
        """How many tokens prompt and answer may hold together."""
        ...

    def count(self, messages: Sequence[Message]) -> int:
        """The tokens of a prompt, in the model's own template where it is known, else an upper estimate."""
        ...

    def complete(self, request: ChatRequest) -> Completion:
        """Answers once.

        Raises:
            ModelError: the model failed, cannot be reached, or the prompt and `max_tokens` exceed its context.
        """
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

    def pieces(self, text: str) -> list[str]:
        """The text, cut where it is longer than the model can read at once; nothing is left out."""
        ...

    def embed(self, texts: Sequence[str]) -> Floats:
        """One l2-normalised vector a text, of shape (texts, dimension); no text may be longer than a piece."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenStates:
    """The states of a text's content tokens: `ids` of shape (tokens,), `states` of shape (tokens, state_width)."""

    ids: Ints
    states: Floats


@runtime_checkable
class TokenEmbedder(Embedder, Protocol):
    """An embedder that may have token states too, for late interaction."""

    @property
    def state_width(self) -> int:
        """The length of a token's state, or 0 without late interaction."""
        ...

    def embed_tokens(self, texts: Sequence[str]) -> tuple[Floats, list[TokenStates]]:
        """The vectors of `embed`, and the states of each text's content tokens, from one evaluation."""
        ...


def has_states(embedder: Embedder | None) -> TypeGuard[TokenEmbedder]:
    """Whether there is an embedder, and it gives token states."""
    return isinstance(embedder, TokenEmbedder) and embedder.state_width > 0
