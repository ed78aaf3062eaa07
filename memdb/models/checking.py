"""A short check of one model: does it load, how fast is it, and does it do what memdb asks of its kind."""

import time
from itertools import islice
from typing import Any

import msgspec

from memdb.models.choice import ModelChoice, Role
from memdb.models.loading import chat_model, embedder
from memdb.models.protocols import ChatModel, ChatRequest, Completion, Embedder, Message
from memdb.models.resolving import locate
from memdb.records.models import ChatCheck, EmbedderCheck

_STORY = (
    "The ferry Halcyon left the north quay at seven with nine passengers and a crate of pears. Fog held it off the "
    "lighthouse until ten. Ottoline Marsh, who had opened the tide mill in 1911, told the children how it ground oats "
    "at night, when the water ran out through the sluice. "
)
_LONG = _STORY * 2
_WORDS = 32  # tokens to write for the measure of speed
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"name": {"type": "string", "maxLength": 40}, "year": {"type": "integer"}},
    "required": ["name", "year"],
    "additionalProperties": False,
}
_NEAR = ("The ferry was late because of the fog.", "Fog delayed the ferry this morning.")
_FAR = "She roasted the pears with honey."
_TEXTS = 32


class _Opening(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    year: int


def check_model(choice: ModelChoice, role: Role | None = None) -> ChatCheck | EmbedderCheck:
    """Loads the model and tries it; takes some seconds, on a slow processor half a minute.

    Raises:
        UsageError, NotFoundError, ModelError, ExtraNeededError: it cannot be found or loaded, or fails at once.
    """
    use, _ = locate(choice.spec, role)
    return (
        _check_chat(chat_model(choice), choice.spec)
        if use == "chat"
        else _check_embedder(embedder(choice), choice.spec)
    )


def _check_chat(model: ChatModel, spec: str) -> ChatCheck:
    _, load_seconds = _timed(model, "Hello", max_tokens=1)  # a model is loaded by its first call
    # One token after a long prompt is the time of the prompt; many after a short one are that of writing.
    reading, reading_seconds = _timed(model, f"{_LONG}\n\nWho opened the mill?", max_tokens=1)
    prompt_rate = (reading.prompt_tokens - reading.prompt_cached) / reading_seconds
    writing, writing_seconds = _timed(model, "Tell a story of a lighthouse in five sentences.", max_tokens=_WORDS)
    spent = writing_seconds - (writing.prompt_tokens - writing.prompt_cached) / prompt_rate
    answer, _ = _timed(
        model, f"{_STORY}\n\nWho opened the tide mill, and in what year? Answer in JSON.", max_tokens=64, schema=_SCHEMA
    )
    return ChatCheck(
        spec=spec,
        name=model.name,
        load_seconds=load_seconds,
        context=model.context,
        prompt_tokens_per_second=prompt_rate,
        written_tokens_per_second=writing.completion_tokens / spent if spent > 0 else 0.0,
        json=answer.text,
        ok=_fits_schema(answer.text),
    )


def _timed(
    model: ChatModel, text: str, *, max_tokens: int, schema: dict[str, Any] | None = None
) -> tuple[Completion, float]:
    request = ChatRequest(messages=(Message(role="user", content=text),), max_tokens=max_tokens, json_schema=schema)
    begun = time.monotonic()
    completion = model.complete(request)
    return completion, max(time.monotonic() - begun, 1e-6)


def _fits_schema(text: str) -> bool:
    try:
        msgspec.json.decode(text, type=_Opening)
    except msgspec.MsgspecError:
        return False
    return True


def _check_embedder(model: Embedder, spec: str) -> EmbedderCheck:
    begun = time.monotonic()
    first, second, other = model.embed([*_NEAR, _FAR])
    load_seconds = time.monotonic() - begun
    sentences = [sentence.strip() for sentence in _LONG.split(". ") if sentence.strip()]
    texts = [f"{number}: {sentence}" for number, sentence in enumerate(islice(sentences * 16, _TEXTS))]
    begun = time.monotonic()
    model.embed(texts)
    seconds = max(time.monotonic() - begun, 1e-6)
    near, far = float(first @ second), float(first @ other)
    return EmbedderCheck(
        spec=spec,
        name=model.name,
        load_seconds=load_seconds,
        dimension=model.dimension,
        texts_per_second=len(texts) / seconds,
        near=near,
        far=far,
        ok=near > far,
    )
