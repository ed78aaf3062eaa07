"""What a server tells about itself beyond OpenAI's interface: which kind it is, and how much context a model has."""

import re
import time
from typing import Any, TypeVar
from urllib.parse import quote

import msgspec

from memdb.errors import ModelError
from memdb.models.contexts import DEFAULT_CONTEXT
from memdb.models.server_http import Refused, Server

PATIENCE_S = 5.0


class _Model(msgspec.Struct):
    id: str


class _Models(msgspec.Struct):
    data: list[_Model] | None = None  # Ollama without models says null


class _Settings(msgspec.Struct):
    n_ctx: int


class _Props(msgspec.Struct):  # of llama-server
    default_generation_settings: _Settings


class _LmStudioModel(msgspec.Struct):
    loaded_context_length: int


class _RunningModel(msgspec.Struct):
    name: str
    context_length: int = 0


class _Running(msgspec.Struct):  # in Ollama
    models: list[_RunningModel]


class _Shown(msgspec.Struct):  # by Ollama
    parameters: str = ""


_T = TypeVar("_T")
_NUM_CTX = re.compile(r"^num_ctx\s+(\d+)", re.MULTILINE)


def first_model(server: Server) -> str:
    """The first model that the server lists.

    Raises:
        ModelError: it cannot be reached, or lists none.
    """
    try:
        answer = server.get("models", deadline=time.monotonic() + PATIENCE_S)
        models = msgspec.json.decode(answer, type=_Models).data
    except Refused as error:
        raise error.error() from error
    except TimeoutError as error:
        raise ModelError(f"{server.url} did not answer within {PATIENCE_S:.0f} s: see the server's log") from error
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ModelError(f"{server.url} lists its models in no way that memdb reads: {error}") from error
    if not models:
        raise ModelError(f"{server.url} lists no model: load one there, or name one as {server.url}#MODEL")
    return models[0].id


def is_llama_server(server: Server) -> bool:
    """Whether the server is llama.cpp's own, which takes grammars and counts tokens."""
    return _llama_server(server) > 0


def context_of(server: Server, model: str) -> int:
    """How many tokens a model is loaded with there, as far as the server tells; else `DEFAULT_CONTEXT`.

    Ollama cuts a longer prompt without a word, so what the model itself could hold says nothing.
    """
    return _llama_server(server) or _lm_studio(server, model) or _ollama(server, model) or DEFAULT_CONTEXT


def _llama_server(server: Server) -> int:
    props = _ask(server, "/props", _Props)
    return props.default_generation_settings.n_ctx if props else 0


def _lm_studio(server: Server, model: str) -> int:
    about = _ask(server, f"/api/v0/models/{quote(model)}", _LmStudioModel)
    return about.loaded_context_length if about else 0


def _ollama(server: Server, model: str) -> int:
    running = _ask(server, "/api/ps", _Running)
    loaded = [one.context_length for one in running.models if one.name == model] if running else []
    if any(loaded):
        return max(loaded)
    shown = _ask(server, "/api/show", _Shown, {"model": model})
    found = _NUM_CTX.search(shown.parameters) if shown else None
    return int(found[1]) if found else 0


def _ask(server: Server, path: str, kind: type[_T], body: dict[str, Any] | None = None) -> _T | None:
    """What the server says there; None if it knows no such place.

    Raises:
        ModelError: it cannot be reached.
    """
    deadline = time.monotonic() + PATIENCE_S
    try:
        answer = server.get(path, deadline=deadline) if body is None else server.post(path, body, deadline=deadline)
        return msgspec.json.decode(answer, type=kind)
    except (Refused, TimeoutError, msgspec.MsgspecError, RecursionError):
        return None
