"""A chat model in this process: a GGUF file, through llama.cpp."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memdb.errors import ModelError
from memdb.models.contexts import usable_context
from memdb.models.gguf_metadata import read_metadata
from memdb.models.identity import identity
from memdb.models.llama_runtime import IDLE_S, LazyEngine
from memdb.models.protocols import ChatRequest, Completion, Message
from memdb.models.thinking import thought

if TYPE_CHECKING:
    from memdb.models.llama_engine import Engine


class LlamaChat:
    """A GGUF file that answers, loaded at the first call and unloaded when idle; threads take turns.

    Messages that the call before began with too are not evaluated again: put what stays the same into messages of its
    own, before the rest. The same request gets the same answer whatever was asked before it. A model that can think
    before it answers is asked not to.
    """

    def __init__(
        self,
        path: Path,
        *,
        context: int = 0,
        batch: int = 0,
        threads: int = 0,
        gpu_layers: int = 0,
        idle_s: float = IDLE_S,
    ) -> None:
        """Reads the file's header only.

        Args:
            path: a GGUF file, or the first of its parts.
            context: in tokens; 0 for what the model was trained for, at most 4,096.
            batch: how many tokens are evaluated at once; 0 for 512.
            threads: 0 for one on each core that the process may use.
            gpu_layers: 0 for all on builds with a GPU that has room for them; -1 for all or nothing.
            idle_s: seconds without use after which the memory is given back.

        Raises:
            ModelError: there is no such file, or it is no chat model.
        """
        about = read_metadata(path)
        if about.kind != "model" or not about.causal or about.pooling not in {None, "none"}:
            raise ModelError(f"{path.name} is no chat model ({about.architecture or about.kind}): choose another one")
        self._name = identity(path)
        self._context = usable_context(context, about.context)
        self._engine = LazyEngine(
            path, context=self._context, batch=batch, threads=threads, gpu_layers=gpu_layers, idle_s=idle_s
        )

    @property
    def name(self) -> str:
        """The name of the file and 12 digits that bind its content, see `memdb.models.identity`."""
        return self._name

    @property
    def context(self) -> int:
        """How many tokens prompt and answer may hold together."""
        return self._context

    @property
    def loaded(self) -> bool:
        """Whether the model is in memory now."""
        return self._engine.loaded

    def unload(self) -> None:
        """Gives the memory back once no call runs; the next call loads the model again."""
        self._engine.unload()

    def count(self, messages: Sequence[Message]) -> int:
        """The tokens of a prompt, by the model's own tokenizer and template.

        Raises:
            ExtraNeededError: llama-cpp-python is not installed.
            ModelError: the model cannot be loaded, or its template cannot express the messages.
        """
        with self._engine.use() as engine:
            return len(engine.template.tokens(messages))

    def complete(self, request: ChatRequest) -> Completion:
        """Answers once; the time limit runs from the beginning of the evaluation, and holds during it.

        Labels may be of one token or more, see `memdb.models.llama_scoring`; out of time, there are no label logits.

        Raises:
            ExtraNeededError: llama-cpp-python is not installed.
            ModelError: as `ChatModel.complete`, or the schema or grammar is not valid.
        """
        with self._engine.use() as engine:
            prompt = engine.template.tokens(request.messages)
            self._check_room(len(prompt), request)
            return _answer(engine, prompt, request)

    def _check_room(self, prompt_tokens: int, request: ChatRequest) -> None:
        answer = max(len(label.encode()) for label in request.labels) if request.labels else request.max_tokens
        if prompt_tokens + answer > self._context:
            raise ModelError(
                f"the prompt has {prompt_tokens:,} tokens and the answer may have {answer:,}, but {self._name} holds "
                f"{self._context:,}: send less, or load the model with a larger context"
            )


def _answer(engine: "Engine", prompt: list[int], request: ChatRequest) -> Completion:
    # Imported here because these modules import llama_cpp, which only a probed build may.
    from memdb.models.llama_engine import OutOfTime  # noqa: PLC0415
    from memdb.models.llama_generating import Finish, generate  # noqa: PLC0415
    from memdb.models.llama_scoring import label_logits  # noqa: PLC0415

    deadline = time.monotonic() + request.timeout_s
    cached = 0
    logits: tuple[float, ...] = ()
    text, count = "", 0
    finish: Finish = "stop"
    try:
        borders = engine.template.borders(request.messages, prompt)
        cached = engine.evaluate(prompt, borders, deadline=deadline)
        if request.labels:
            logits = label_logits(engine, request.labels, deadline=deadline)
            text = request.labels[logits.index(max(logits))]
        else:
            text, count, finish = generate(engine, request, deadline)
    except OutOfTime:
        finish = "timeout"
    return Completion(
        text=text,
        prompt_tokens=len(prompt),
        completion_tokens=count,
        finish=finish,
        reasoning=thought(text),
        label_logits=logits,
        prompt_cached=cached,
    )
