"""An embedder from a GGUF file: vectors pooled from token states, and the states themselves for MiniLM."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from memdb.errors import ModelError
from memdb.models.choice import ModelChoice
from memdb.models.gguf_metadata import GgufMetadata, read_metadata
from memdb.models.identity import identity
from memdb.models.late import late_basis
from memdb.models.llama_runtime import LazyEngine
from memdb.models.pieces import cut
from memdb.models.protocols import Floats, Ints, TokenStates
from memdb.records.vectors import unit

if TYPE_CHECKING:
    from memdb.models.llama_engine import Engine

_CONTEXT = 256  # what MiniLM was trained to read; more costs time and gains nothing
_WIDTH = 384


class GgufEmbedder:
    """A BERT-like GGUF file, loaded when it is first used and unloaded when idle; threads take turns."""

    def __init__(self, path: Path, choice: ModelChoice) -> None:
        """Reads the header of the file only.

        Raises:
            ModelError: there is no such file, or it is no embedder.
        """
        about = read_metadata(path)
        if about.causal or not about.width:
            raise ModelError(f"{path.name} is no embedder ({about.architecture or about.kind}): choose another one")
        self.name = identity(path)
        self.dimension = about.width
        self._pooling = about.pooling
        self._late = late_basis() if choice.late and is_minilm(about, path) else None
        self._engine = LazyEngine(
            path, embedding=True, context=min(choice.context or _CONTEXT, about.context or _CONTEXT),
            batch=choice.batch, threads=choice.threads, gpu_layers=choice.gpu_layers,
        )  # fmt: skip

    @property
    def state_width(self) -> int:
        """The length of a token's state, or 0 without late interaction."""
        return self._late.width if self._late else 0

    def unload(self) -> None:
        """Gives the memory back once no call runs; the next call loads the model again."""
        self._engine.unload()

    def pieces(self, text: str) -> list[str]:
        """The text in parts that the model reads at once."""
        with self._engine.use() as engine:
            most = _longest(engine)
            return cut(text, lambda part: len(_tokens(engine, part)) <= most, tokens=most)

    def embed(self, texts: Sequence[str]) -> Floats:
        """One l2-normalised vector a text, of shape (texts, dimension).

        Raises:
            ModelError: a text is longer than a piece, or the model failed.
        """
        return self._vectors([self._pooled(states) for _, states in self._evaluated(texts)])

    def embed_tokens(self, texts: Sequence[str]) -> tuple[Floats, list[TokenStates]]:
        """As `embed`, with the states of the content tokens.

        Raises:
            ModelError: as `embed`, or the model has no late interaction.
        """
        if self._late is None:
            raise ModelError(f"{self.name} has no late interaction: only MiniLM's principal components are known")
        vectors: list[Floats] = []
        reduced: list[TokenStates] = []
        for ids, states in self._evaluated(texts):
            vectors.append(self._pooled(states))
            reduced.append(self._late.reduced(ids, states))
        return self._vectors(vectors), reduced

    def _pooled(self, states: Floats) -> Floats:
        """The vector of a text from its tokens' states, as the model was trained; their mean if it does not say."""
        kept = {"cls": states[:1], "last": states[-1:]}.get(self._pooling or "", states)
        pooled: Floats = kept.mean(axis=0)
        return pooled

    def _vectors(self, pooled: list[Floats]) -> Floats:
        return unit(np.stack(pooled) if pooled else np.zeros((0, self.dimension), dtype=np.float32))

    def _evaluated(self, texts: Sequence[str]) -> Iterator[tuple[Ints, Floats]]:
        """The tokens of each text and their states, several texts at once as long as they fit."""
        with self._engine.use() as engine:
            group: list[list[int]] = []
            for text in texts:
                tokens = _tokens(engine, text)
                if len(tokens) > _longest(engine):
                    raise ModelError(
                        f"a text of {len(tokens)} tokens is longer than {_longest(engine)}: cut it in pieces"
                    )
                if sum(map(len, group)) + len(tokens) > engine.batch:
                    yield from _states(engine, group)
                    group = []
                group.append(tokens)
            yield from _states(engine, group)


def is_minilm(about: GgufMetadata, path: Path) -> bool:
    """Whether a file holds all-MiniLM-L6-v2, whoever converted it: the model whose principal components are shipped."""
    name = "".join(filter(str.isalnum, (about.name or path.stem).casefold()))
    return "allminilml6" in name and (about.architecture, about.tokenizer, about.width) == ("bert", "bert", _WIDTH)


def _longest(engine: "Engine") -> int:
    """How many tokens a piece has at most: every one of them sees all others, so that they go in one batch."""
    return min(engine.context, engine.batch)


def _tokens(engine: "Engine", text: str) -> list[int]:
    return engine.vocabulary.tokenize(text, ends=True)


def _states(engine: "Engine", group: list[list[int]]) -> Iterator[tuple[Ints, Floats]]:
    if group:
        for tokens, states in zip(group, engine.states(group), strict=True):
            yield np.asarray(tokens, dtype=np.int64), states
