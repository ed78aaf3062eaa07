"""Embeddings from an OpenAI-compatible server."""

import threading
import time
from collections.abc import Sequence

import msgspec
import numpy as np

from memdb.errors import ModelError
from memdb.models.estimate import upper_estimate
from memdb.models.pieces import cut
from memdb.models.protocols import Floats
from memdb.models.server_facts import first_model
from memdb.models.server_http import Refused, Server

PIECE_TOKENS = 256
"""What every embedder reads at once; a server does not tell how much more its own does, and may cut without a word."""
BATCH = 32
TIMEOUT_S = 60.0


class _Vector(msgspec.Struct):
    embedding: list[float]
    index: int | None = None


class _Answer(msgspec.Struct):
    data: list[_Vector]


class ServerEmbedder:
    """An embedder behind a server: "http://127.0.0.1:11434/v1#all-minilm"; without a model, the first one there."""

    def __init__(self, spec: str) -> None:
        """Sends nothing yet.

        Raises:
            UsageError: the spec is no address of a server.
        """
        url, _, self._model = spec.partition("#")
        self._server = Server(url)
        self._dimension = 0
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The address and the model: what the server loads under that name is not bound."""
        with self._lock:
            if not self._model:
                self._model = first_model(self._server)
        return f"{self._server.url}#{self._model}"

    @property
    def dimension(self) -> int:
        """The length of a vector; the server is asked for one the first time."""
        return self._dimension or self.embed(["memory"]).shape[1]

    def pieces(self, text: str) -> list[str]:
        """The text in pieces of at most `PIECE_TOKENS`, by an upper estimate."""
        return cut(text, lambda piece: upper_estimate(piece) <= PIECE_TOKENS, tokens=PIECE_TOKENS)

    def embed(self, texts: Sequence[str]) -> Floats:
        """One l2-normalised vector a text, of shape (texts, dimension).

        Raises:
            ModelError: the server cannot be reached, refuses, or answers something else.
        """
        rows = [self._batch(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)]
        if not rows:
            return np.zeros((0, self.dimension), dtype=np.float32)
        try:
            vectors = np.asarray([row for batch in rows for row in batch], dtype=np.float32)
            lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        except ValueError as error:
            raise ModelError(f"{self.name} answered vectors of different lengths") from error
        if self._dimension not in {0, vectors.shape[1]}:
            raise ModelError(f"{self.name} now answers vectors of {vectors.shape[1]}, not of {self._dimension} numbers")
        self._dimension = vectors.shape[1]
        normalised: Floats = (vectors / np.maximum(lengths, np.finfo(np.float32).tiny)).astype(np.float32)
        return normalised

    def _batch(self, texts: Sequence[str]) -> list[list[float]]:
        body = {"model": self.name.partition("#")[2], "input": list(texts)}
        try:
            answer = self._server.post("embeddings", body, deadline=time.monotonic() + TIMEOUT_S)
            data = msgspec.json.decode(answer, type=_Answer).data
        except Refused as error:
            raise error.error() from error
        except TimeoutError as error:
            raise ModelError(f"{self.name} embedded nothing within {TIMEOUT_S:.0f} s: see the server's log") from error
        except (msgspec.MsgspecError, RecursionError) as error:
            raise ModelError(f"{self.name} answered something that holds no embeddings: {error}") from error
        if len(data) != len(texts):
            raise ModelError(f"{self.name} answered {len(data)} vectors for {len(texts)} texts")
        return [one.embedding for one in sorted(data, key=lambda one: one.index or 0)]
