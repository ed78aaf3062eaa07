"""Models behind an OpenAI-compatible server: llama-server, Ollama, LM Studio, or one far away.

The standard library's HTTP suffices, so that whoever cannot compile llama.cpp still has a model with the core install.
How a model is loaded is the server's business: no context, thread or keep-alive option is ever sent.
"""

import json
import re
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import msgspec

from memdb.errors import ModelError
from memdb.models.estimate import upper_estimate_of_messages
from memdb.models.protocols import ChatRequest, Completion, Message
from memdb.models.server_facts import PATIENCE_S, context_of, first_model, is_llama_server
from memdb.models.server_http import Refused, Server
from memdb.models.server_reply import label_logits, read_reply
from memdb.models.thinking import thought

_Form = Literal["json_schema", "json_object", "text"]
_FORMS: tuple[_Form, ...] = ("json_schema", "json_object", "text")
_TOP_LOGPROBS = 20  # the most that OpenAI's interface gives
# A refusal that another form of the same request would meet as well.
_TOO_LONG = re.compile(r"context|too long|too many tokens|max_tokens|length", re.IGNORECASE)
_BAD_REQUEST = frozenset({400, 415, 422, 500, 501})


class ServerChat:
    """A chat model behind a server: "http://127.0.0.1:11434/v1#qwen2.5:1.5b"; without a model, the first one there."""

    def __init__(self, spec: str, *, context: int = 0) -> None:
        """Sends nothing yet; `context` (tokens) goes before what the server tells.

        Raises:
            UsageError: the spec is no address of a server.
        """
        url, _, self._model = spec.partition("#")
        self._server = Server(url)
        self._context = context
        self._lock = threading.RLock()
        self._forms: tuple[_Form, ...] = _FORMS
        self._is_llama_server: bool | None = None

    @property
    def model(self) -> str:
        """What the server calls the model.

        Raises:
            ModelError: none was named, and the server cannot be reached or lists none.
        """
        with self._lock:
            if not self._model:
                self._model = first_model(self._server)
            return self._model

    @property
    def name(self) -> str:
        """The address and the model: what the server loads under that name is not bound."""
        return f"{self._server.url}#{self.model}"

    @property
    def context(self) -> int:
        """What the server tells of the model's context, else 4,096."""
        with self._lock:
            if not self._context:
                self._context = context_of(self._server, self.model)
            return self._context

    def count(self, messages: Sequence[Message]) -> int:
        """The tokens of a prompt: exact from llama-server, else an upper estimate."""
        if self._counts():
            deadline = time.monotonic() + PATIENCE_S
            try:
                prompt = self._server.post("/apply-template", {"messages": _turns(messages)}, deadline=deadline)
                text = msgspec.json.decode(prompt, type=dict[str, Any])["prompt"]
                body = {"content": text, "add_special": True, "parse_special": True}
                answer = self._server.post("/tokenize", body, deadline=deadline)
                return len(msgspec.json.decode(answer, type=dict[str, list[Any]])["tokens"])
            except (Refused, ModelError, TimeoutError, KeyError, msgspec.MsgspecError):
                pass  # an old one: it is estimated
        return upper_estimate_of_messages([message.content for message in messages])

    def complete(self, request: ChatRequest) -> Completion:
        """Answers once; nothing of an answer that the time limit cut is left.

        A JSON schema is asked of the server in the strictest form that it takes; one that takes none is asked in words,
        so that the answer may then be anything. A grammar needs llama-server.

        Raises:
            ModelError: as `ChatModel.complete`, or the server cannot do what is asked.
        """
        prompt_tokens = self.count(request.messages)
        if prompt_tokens + request.max_tokens > self.context:
            raise ModelError(
                f"the prompt has up to {prompt_tokens:,} tokens and the answer may have {request.max_tokens:,}, but "
                f"{self.name} holds {self.context:,}: send less, or load the model with a larger context"
            )
        try:
            answer = self._ask(request, time.monotonic() + request.timeout_s)
        except Refused as error:
            raise error.error() from error
        except TimeoutError:
            return Completion(text="", prompt_tokens=prompt_tokens, completion_tokens=0, finish="timeout")
        reply = read_reply(answer)
        completion = Completion(
            text=reply.text,
            prompt_tokens=reply.prompt_tokens or prompt_tokens,
            completion_tokens=reply.completion_tokens,
            finish="length" if reply.cut and not request.labels else "stop",
            reasoning=reply.reasoning or thought(reply.text),
            prompt_cached=reply.prompt_cached,
        )
        if request.labels:
            logits = label_logits(reply.first, request.labels)
            text = request.labels[logits.index(max(logits))]
            return replace(completion, text=text, completion_tokens=0, label_logits=logits)
        return completion

    def _ask(self, request: ChatRequest, deadline: float) -> bytes:
        if request.json_schema is None:
            return self._post(self._body(request), deadline)
        for form in self._forms:
            try:
                answer = self._post(self._body(request, form), deadline)
            except Refused as error:
                if error.status not in _BAD_REQUEST or _TOO_LONG.search(error.reason) or form == self._forms[-1]:
                    raise
            else:
                self._forms = self._forms[self._forms.index(form) :]  # what it refused once is not tried again
                return answer
        raise AssertionError

    def _post(self, body: dict[str, Any], deadline: float) -> bytes:
        return self._server.post("chat/completions", body, deadline=deadline)

    def _body(self, request: ChatRequest, form: _Form = "text") -> dict[str, Any]:
        messages = request.messages
        if request.json_schema is not None and form != "json_schema":
            messages = _told_schema(messages, json.dumps(request.json_schema, ensure_ascii=False))
        body: dict[str, Any] = {
            "model": self.model,
            "messages": _turns(messages),
            "max_tokens": request.max_tokens,
            "temperature": request.temperature,
            "seed": request.seed,
            "stream": False,
        }
        if form == "json_schema":
            schema = {"name": "answer", "schema": request.json_schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif form == "json_object":
            body["response_format"] = {"type": "json_object"}
        if request.grammar is not None:
            if not self._counts():
                raise ModelError(f"{self._server.url} takes no grammar: give a JSON schema, or use llama-server")
            body["grammar"] = request.grammar
        if request.labels:
            body |= {"max_tokens": 1, "logprobs": True, "top_logprobs": _TOP_LOGPROBS}
        return body

    def _counts(self) -> bool:
        with self._lock:
            if self._is_llama_server is None:
                self._is_llama_server = is_llama_server(self._server)
            return self._is_llama_server


def _turns(messages: Sequence[Message]) -> list[dict[str, str]]:
    return [{"role": message.role, "content": message.content} for message in messages]


def _told_schema(messages: Sequence[Message], schema: str) -> tuple[Message, ...]:
    *before, last = messages
    asked = f"{last.content}\n\nAnswer with JSON only, of this JSON schema:\n{schema}"
    return (*before, replace(last, content=asked))
