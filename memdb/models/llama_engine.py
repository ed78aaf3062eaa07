"""One GGUF model in memory: tokens go in, logits or token states come out."""

import threading
import time
import weakref
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from memdb.errors import ModelError
from memdb.models.contexts import usable_context
from memdb.models.llama_library import llama
from memdb.models.llama_log import LOG
from memdb.models.llama_template import Template
from memdb.models.llama_vocabulary import Vocabulary, common
from memdb.models.protocols import Floats

DEFAULT_BATCH = 512
NO_DEADLINE = float("inf")

_ABORTED = 2


class OutOfTime(Exception):  # noqa: N818 - it never leaves the room: a call ends with what it has
    """The deadline passed during an evaluation."""


_loading = threading.Lock()


class Engine:
    """A loaded model and its context, for one thread at a time: `llama_runtime.LazyEngine` sees to that.

    `context` is how many tokens it holds, `trained_context` how many it was trained for, `width` the length of a state.
    `rewinds` says whether tokens can be taken back; recurrent models hold a state that has no past.
    """

    def __init__(
        self,
        path: Path,
        *,
        embedding: bool,
        context: int,
        batch: int,
        threads: int,
        gpu_layers: int,
        extra_buffers: bool,
    ) -> None:
        """Loads a model; use `memdb.models.llama_runtime.load`, which knows what the build can bear.

        Args:
            path: a GGUF file, or the first of its parts.
            embedding: for token states; else for logits.
            context: in tokens, see `usable_context`.
            batch: how many tokens are evaluated at once; 0 for `DEFAULT_BATCH`, and for an embedder its context.
            threads: of the processor.
            gpu_layers: as of llama.cpp: -1 for all.
            extra_buffers: whether weights may be repacked for the processor.

        Raises:
            ModelError: the file is no model that llama.cpp can load.
        """
        self.path = path
        self._deadline = [NO_DEADLINE]  # a cell, so that the callback does not hold the engine
        with _loading:
            LOG.install()
            llama.llama_backend_init()
            self._model = _load(path, gpu_layers=gpu_layers, extra_buffers=extra_buffers)
            unopened = weakref.finalize(self, llama.llama_model_free, self._model)
            self.trained_context = llama.llama_model_n_ctx_train(self._model)
            asked = usable_context(context, self.trained_context)
            size = batch or (asked if embedding else min(asked, DEFAULT_BATCH))
            self._context = _open(self._model, embedding=embedding, context=asked, batch=size, threads=threads)
        self.context = min(asked, llama.llama_n_ctx(self._context))
        self.batch = size
        self.width = llama.llama_model_n_embd(self._model)
        self.vocabulary = Vocabulary(self._model)
        self._memory = llama.llama_get_memory(self._context)
        self.rewinds = not (llama.llama_model_is_recurrent(self._model) or llama.llama_model_is_hybrid(self._model))
        self._batch = llama.llama_batch_init(size, 0, 1)
        self._never = llama.ggml_abort_callback()
        deadline = self._deadline
        self._late = llama.ggml_abort_callback(lambda _data: time.monotonic() > deadline[0])
        self._held: list[int] = []
        self._held_cuts: list[int] = []
        unopened.detach()
        self._finalizer = weakref.finalize(self, _free, self._model, self._context, self._batch)
        self._finalizer.atexit = False  # the process takes its memory along

    @cached_property
    def template(self) -> Template:
        """How the model wants its messages."""
        return Template(self.vocabulary)

    def close(self) -> None:
        """Gives the memory back; the engine cannot be used any more."""
        self._finalizer()

    def evaluate(self, tokens: Sequence[int], borders: Sequence[int] = (), *, deadline: float = NO_DEADLINE) -> int:
        """Makes the context hold exactly these tokens, so that `logits` tells what may follow.

        Tokens that are held already, from the beginning to one of the borders, are not evaluated again. Borders are
        also where one batch ends and the next begins: as rounding differs with the shape of a batch, only so do the
        same tokens get the same logits whatever was held before.

        Args:
            tokens: at least one, at most `context`.
            borders: rising positions between the first token and the last.
            deadline: of `time.monotonic`.

        Returns:
            How many of the tokens needed no evaluation.

        Raises:
            OutOfTime: the deadline passed; what was evaluated till then stays held.
            ModelError: llama.cpp failed.
        """
        cuts = self._cuts([0, *borders, len(tokens)])
        shared = common(self._held, tokens)
        alike = common(self._held_cuts, cuts[:-1])
        same = self._keep(max((cut for cut in cuts[:alike] if cut <= shared), default=0))
        for start, end in pairwise([same, *(cut for cut in cuts if cut > same)]):
            self._decode(tokens[start:end], deadline)
            self._held_cuts.append(end)
        return same

    def rewind(self, count: int) -> None:
        """Forgets all but the first `count` tokens held.

        Raises:
            ModelError: the model's memory cannot be cut; it is empty then.
        """
        if self._keep(count) != count:
            raise ModelError(f"{self.path.name} cannot take tokens back: labels of several tokens need another model")

    def extend(self, tokens: Sequence[int], *, deadline: float = NO_DEADLINE) -> None:
        """Adds a few tokens to those held; `logits(n)` then tells what may follow the n-th of them.

        Raises:
            OutOfTime: the deadline passed.
            ModelError: llama.cpp failed.
        """
        self._decode(tokens, deadline, every=True)

    @property
    def held(self) -> int:
        """How many tokens the context holds."""
        return len(self._held)

    @property
    def tokens(self) -> list[int]:
        """The tokens that the context holds."""
        return self._held.copy()

    def logits(self, position: int = -1) -> Floats:
        """The logits of what follows the token at a position of the last batch, its last one by default.

        They are of shape (vocabulary,) and valid until the next evaluation.
        """
        values = llama.llama_get_logits_ith(self._context, position)
        return np.ctypeslib.as_array(values, shape=(self.vocabulary.size,))

    def states(self, sequences: Sequence[Sequence[int]]) -> list[Floats]:
        """The states of the tokens of several sequences, each of shape (tokens, width), not normalised.

        Every sequence has at least one token, and together they have at most `batch`.

        Raises:
            ModelError: llama.cpp failed.
        """
        position = 0
        for number, sequence in enumerate(sequences):
            for place, token in enumerate(sequence):
                self._put(position, token=token, place=place, sequence=number, wanted=True)
                position += 1
        self._batch.n_tokens = position
        self._run(NO_DEADLINE)
        values = np.ctypeslib.as_array(llama.llama_get_embeddings(self._context), shape=(position, self.width))
        cuts = np.cumsum([len(sequence) for sequence in sequences])[:-1]
        return [np.array(part, dtype=np.float32) for part in np.split(values, cuts)]

    def _keep(self, count: int) -> int:
        """Forgets all but the first tokens held; a model whose memory cannot be cut forgets all."""
        if self._memory is not None and not llama.llama_memory_seq_rm(self._memory, 0, count, -1):
            llama.llama_memory_clear(self._memory, True)  # noqa: FBT003 - C has no names for arguments
            count = 0
        del self._held[count:]
        self._held_cuts = [cut for cut in self._held_cuts if cut <= count]
        return count

    def _cuts(self, stretches: Sequence[int]) -> list[int]:
        """Where batches end: with each stretch, and within one whenever a batch is full."""
        cuts: list[int] = []
        for start, end in pairwise(stretches):
            cuts += [*range(start + self.batch, end, self.batch), end]
        return cuts

    def _decode(self, tokens: Sequence[int], deadline: float, *, every: bool = False) -> None:
        if time.monotonic() > deadline:
            raise OutOfTime
        first = len(self._held)
        for position, token in enumerate(tokens):
            wanted = every or position == len(tokens) - 1
            self._put(position, token=token, place=first + position, sequence=0, wanted=wanted)
        self._batch.n_tokens = len(tokens)
        self._run(deadline)
        self._held.extend(tokens)

    def _put(self, position: int, *, token: int, place: int, sequence: int, wanted: bool) -> None:
        batch = self._batch
        batch.token[position] = token
        batch.pos[position] = place
        batch.n_seq_id[position] = 1
        batch.seq_id[position][0] = sequence
        batch.logits[position] = wanted

    def _run(self, deadline: float) -> None:
        # The callback costs a call of Python for each node of the graph: one token is over before it pays.
        watched = deadline != NO_DEADLINE and self._batch.n_tokens > 1
        self._deadline[0] = deadline
        llama.llama_set_abort_callback(self._context, self._late if watched else self._never, None)
        code = llama.llama_decode(self._context, self._batch)
        if code == _ABORTED:
            raise OutOfTime
        if code:
            self._keep(0)
            raise ModelError(f"llama.cpp failed to evaluate {self.path.name}: error {code}, {LOG.reason()}")


def _load(path: Path, *, gpu_layers: int, extra_buffers: bool) -> int:
    params = llama.llama_model_default_params()
    params.n_gpu_layers = gpu_layers
    params.use_extra_bufts = extra_buffers
    model = llama.llama_model_load_from_file(str(path).encode(), params)
    if not model:
        raise ModelError(f"llama.cpp cannot load {path}: {LOG.reason()}")
    return model


def _open(model: int, *, embedding: bool, context: int, batch: int, threads: int) -> int:
    options = llama.llama_context_default_params()
    options.n_ctx = context
    options.n_batch = options.n_ubatch = batch
    options.n_threads = options.n_threads_batch = threads
    if embedding:
        options.embeddings = True
        options.flash_attn_type = llama.LLAMA_FLASH_ATTN_TYPE_DISABLED  # measured: as fast, and nearer the reference
        options.pooling_type = llama.LLAMA_POOLING_TYPE_NONE
        options.kv_unified = True
        options.n_seq_max = min(batch, llama.llama_max_parallel_sequences())
    opened = llama.llama_init_from_model(model, options)
    if not opened:
        raise ModelError(f"llama.cpp cannot open a context of {context} tokens: {LOG.reason()}; ask for a smaller one")
    return opened


def _free(model: int, context: int, batch: Any) -> None:
    llama.llama_batch_free(batch)
    llama.llama_free(context)
    llama.llama_model_free(model)
