"""Loads the model that a choice names: one instance a process for each file or server and its options."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from memdb.errors import ModelError
from memdb.models.choice import ModelChoice
from memdb.models.folder import find
from memdb.models.protocols import ChatModel, Embedder

_Stamp: TypeAlias = tuple[int, int] | None
"""Size and time of change of a file: another file in its place is another model."""

_lock = threading.Lock()
_chat_models: dict[tuple[ModelChoice, _Stamp], ChatModel] = {}
_embedders: dict[tuple[ModelChoice, _Stamp], Embedder] = {}


def chat_model(choice: ModelChoice) -> ChatModel:
    """The chat model of a choice; choices that name the same give the same object, from whatever thread.

    A GGUF file is only looked at here: it is loaded at the first call, and unloaded when idle.

    Raises:
        NotFoundError: no model of that name is installed.
        ModelError: the file is missing or no chat model.
    """
    choice = _resolved(choice)
    key = choice, _stamp(choice)
    with _lock:
        if key not in _chat_models:
            _chat_models[key] = _new_chat_model(choice)
        return _chat_models[key]


def embedder(choice: ModelChoice) -> Embedder:
    """The embedder of a choice; choices that name the same give the same object, from whatever thread.

    Raises:
        NotFoundError: no model of that name is installed.
        ModelError: the file is missing or no embedder.
    """
    choice = _resolved(choice)
    key = choice, _stamp(choice)
    with _lock:
        if key not in _embedders:
            _embedders[key] = _new_embedder(choice)
        return _embedders[key]


def _resolved(choice: ModelChoice) -> ModelChoice:
    """The choice with the file that it names."""
    if choice.spec == "static" or _is_server(choice.spec):
        return choice
    path = Path(choice.spec).expanduser()
    if not path.is_absolute() and not path.is_file():
        path = find(choice.spec)
    return replace(choice, spec=str(path.absolute()))


def _stamp(choice: ModelChoice) -> _Stamp:
    try:
        found = Path(choice.spec).stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def _new_chat_model(choice: ModelChoice) -> ChatModel:
    if choice.spec == "static":
        raise ModelError("the static table embeds and does not chat: choose a GGUF file or a server")
    if _is_server(choice.spec):
        from memdb.models.server import ServerChat  # noqa: PLC0415 - only who uses a server pays for HTTP

        return ServerChat(choice.spec, context=choice.context)
    from memdb.models.llama import LlamaChat  # noqa: PLC0415 - only who uses a GGUF file pays for it

    return LlamaChat(
        Path(choice.spec),
        context=choice.context,
        batch=choice.batch,
        threads=choice.threads,
        gpu_layers=choice.gpu_layers,
    )


def _new_embedder(choice: ModelChoice) -> Embedder:
    if choice.spec == "static":
        from memdb.models.static import static_embedder  # noqa: PLC0415 - numpy and a table of megabytes

        return static_embedder()
    if _is_server(choice.spec):
        from memdb.models.server_embedder import ServerEmbedder  # noqa: PLC0415 - only who uses a server pays for HTTP

        return ServerEmbedder(choice.spec)
    from memdb.models.gguf_embedder import GgufEmbedder  # noqa: PLC0415 - only who uses a GGUF file pays for it

    return GgufEmbedder(Path(choice.spec), choice)


def _is_server(spec: str) -> bool:
    return spec.startswith(("http://", "https://"))
