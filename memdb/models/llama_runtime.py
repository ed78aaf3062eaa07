"""Loads GGUF files into this process, after making sure that the installed llama.cpp will not kill it."""

import threading
import time
import weakref
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from memdb.errors import ModelError
from memdb.models.cores import cores
from memdb.models.llama_probe import extra_buffers_run

if TYPE_CHECKING:
    from memdb.models.llama_engine import Engine

IDLE_S = 300.0
"""After how many seconds without use a model gives its memory back."""


def load(
    path: Path,
    *,
    embedding: bool = False,
    context: int = 0,
    batch: int = 0,
    threads: int = 0,
    gpu_layers: int = 0,
) -> "Engine":
    """Loads a model; 0 means what is found best, as in `ModelChoice`. Nothing is printed.

    Args:
        path: a GGUF file, or the first of its parts.
        embedding: for token states (without pooling); else for logits.
        context: in tokens; by default what the model was trained for, at most 4,096.
        batch: how many tokens are evaluated at once; by default 512, and for an embedder its whole context.
        threads: by default one for each core that the process may use.
        gpu_layers: by default all, on builds with a GPU that has room for them; else none.

    Raises:
        ExtraNeededError: llama-cpp-python is not installed.
        ModelError: there is no such file, it is no model, or the build cannot run on this processor.
    """
    if not path.is_file():
        raise ModelError(f"there is no model file at {path}: `memdb models list` shows what there is")
    extra_buffers = extra_buffers_run()
    from memdb.models.llama_engine import Engine  # noqa: PLC0415 - imports llama_cpp, which only a probed build may

    def engine(layers: int) -> Engine:
        return Engine(
            path,
            embedding=embedding,
            context=context,
            batch=batch,
            threads=threads or cores(),
            gpu_layers=layers,
            extra_buffers=extra_buffers,
        )

    try:
        return engine(gpu_layers or -1)
    except ModelError:
        if gpu_layers:
            raise
    return engine(0)  # the GPU may have had no room; where there is none, this fails as the first try did


class LazyEngine:
    """A model that is loaded when it is first used, used by one thread at a time, and unloaded when idle."""

    def __init__(
        self,
        path: Path,
        *,
        embedding: bool = False,
        context: int = 0,
        batch: int = 0,
        threads: int = 0,
        gpu_layers: int = 0,
        idle_s: float = IDLE_S,
    ) -> None:
        """The options are those of `load`; after `idle_s` seconds without use the model is unloaded."""
        self._path = path
        self._embedding = embedding
        self._context = context
        self._batch = batch
        self._threads = threads
        self._gpu_layers = gpu_layers
        self._idle_s = idle_s
        self._lock = threading.RLock()
        self._engine: Engine | None = None
        self._used = 0.0

    @property
    def loaded(self) -> bool:
        """Whether the model is in memory now."""
        return self._engine is not None

    @contextmanager
    def use(self) -> "Generator[Engine]":
        """The loaded model, for this thread alone until the block ends.

        Raises:
            ExtraNeededError: llama-cpp-python is not installed.
            ModelError: as `load`.
        """
        with self._lock:
            if self._engine is None:
                self._engine = self._load()
                self._watch(self._idle_s)
            try:
                yield self._engine
            finally:
                self._used = time.monotonic()

    def unload(self) -> None:
        """Gives the memory back once no thread uses the model; the next use loads it again."""
        with self._lock:
            if self._engine is not None:
                self._engine.close()
                self._engine = None

    def _load(self) -> "Engine":
        return load(
            self._path,
            embedding=self._embedding,
            context=self._context,
            batch=self._batch,
            threads=self._threads,
            gpu_layers=self._gpu_layers,
        )

    def _watch(self, seconds: float) -> None:
        timer = threading.Timer(seconds, _unload_if_idle, [weakref.ref(self)])
        timer.daemon = True
        timer.start()

    def unload_if_idle(self) -> None:
        """Unloads the model unless it was used lately; a timer asks for it."""
        with self._lock:
            left = self._used + self._idle_s - time.monotonic()
            if left <= 0:
                self.unload()
            elif self._engine is not None:
                self._watch(left)


def _unload_if_idle(engine: "weakref.ref[LazyEngine]") -> None:
    """Of the timer's thread: it does not keep alive what nobody else wants."""
    if found := engine():
        found.unload_if_idle()
