"""What an OpenAI-compatible server answers to a chat."""

import math
from collections.abc import Sequence

import msgspec

from memdb.errors import ModelError


class TopToken(msgspec.Struct):
    """A token that could have come, and its log-probability."""

    token: str
    logprob: float


class _Position(msgspec.Struct):
    top_logprobs: list[TopToken] | None = None


class _Logprobs(msgspec.Struct):
    content: list[_Position] | None = None


class _Message(msgspec.Struct):
    content: str | None = None
    reasoning_content: str | None = None  # llama-server, LM Studio, DeepSeek
    reasoning: str | None = None  # Ollama, OpenRouter


class _Choice(msgspec.Struct):
    message: _Message
    finish_reason: str | None = None
    logprobs: _Logprobs | None = None


class _Details(msgspec.Struct):
    cached_tokens: int | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int = 0
    completion_tokens: int = 0
    prompt_tokens_details: _Details | None = None


class _Reply(msgspec.Struct):
    choices: list[_Choice]
    usage: _Usage | None = None


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """The first choice of an answer; counts are tokens, and 0 where the server does not tell."""

    text: str
    reasoning: str
    cut: bool
    prompt_tokens: int
    completion_tokens: int
    prompt_cached: int
    first: tuple[TopToken, ...]
    """What could have come first, if it was asked for and the server tells."""


def read_reply(answer: bytes) -> Reply:
    """Reads an answer.

    Raises:
        ModelError: it is no answer to a chat.
    """
    try:
        reply = msgspec.json.decode(answer, type=_Reply)
    except (msgspec.MsgspecError, RecursionError) as error:
        shown = answer[:80].decode(errors="replace")
        raise ModelError(f"the model server's answer cannot be read ({error}): it begins {shown!r}") from error
    if not reply.choices:
        raise ModelError("the model server's answer holds no choice: see the server's log")
    choice = reply.choices[0]
    usage = reply.usage or _Usage()
    details = usage.prompt_tokens_details
    positions = choice.logprobs.content if choice.logprobs else None
    return Reply(
        text=choice.message.content or "",
        reasoning=choice.message.reasoning_content or choice.message.reasoning or "",
        cut=choice.finish_reason == "length",
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
        prompt_cached=(details.cached_tokens or 0) if details else 0,
        first=tuple((positions[0].top_logprobs or ()) if positions else ()),
    )


def label_logits(first: Sequence[TopToken], labels: Sequence[str]) -> tuple[float, ...]:
    """The log-probability of each label as the answer's first token, with or without a blank before it.

    A server tells the likeliest tokens only: a label that is not among them gets the lowest value that it told.

    Raises:
        ModelError: the server tells none, or no label is among them.
    """
    if not first:
        raise ModelError(
            "the model server gives no log-probabilities (top_logprobs): labels need a GGUF file in process"
        )
    told = {label: [one.logprob for one in first if one.token.strip() == label] for label in labels}
    if not any(told.values()):
        raise ModelError("none of the labels is among the likeliest tokens that the model server tells")
    floor = min(one.logprob for one in first)
    return tuple(_either(told[label]) if told[label] else floor for label in labels)


def _either(logprobs: Sequence[float]) -> float:
    """The log-probability that one of several tokens comes, computed from the likeliest, so that none overflows."""
    highest = max(logprobs)
    return highest + math.log(math.fsum(math.exp(one - highest) for one in logprobs))
