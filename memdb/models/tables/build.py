"""Builds the tables beside this file from the official weights: `python -m memdb.models.tables.build FOLDER`.

FOLDER holds model.safetensors and vocab.txt of all-MiniLM-L6-v2. Every vocabulary piece is run through the model by
itself, between the marks of start and end. Takes about five minutes on one core.
"""

import hashlib
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memdb.models.protocols import Floats
from memdb.models.tables import FIRST_WORD, LATE, STATIC
from memdb.models.tables.bert import Encoder, read_weights

WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
DIMENSION = 128
LATE_DIMENSION = 64
START, END = 101, 102  # ids of [CLS] and [SEP]
# Smooth inverse frequency, a / (a + p): words stand in the order of their frequency, so that Zipf's law gives p. Marks
# and single characters stand before them, so that every word weighs nearly 1: to weigh "the" less found no more.
SIF = 1e-3
HARMONIC = 12.0  # about the sum of 1/rank over the vocabulary
_BATCH = 1024


def main(folder: Path) -> None:
    """Computes both tables and writes them.

    Raises:
        SystemExit: the weights are not the official ones.
    """
    weights = folder / "model.safetensors"
    digest = hashlib.sha256(weights.read_bytes()).hexdigest()
    if digest != WEIGHTS_SHA256:
        raise SystemExit(f"{weights} is not the official file: its SHA-256 is {digest}")
    vocabulary = (folder / "vocab.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")
    pooled, states = piece_vectors(Encoder(read_weights(weights)), len(vocabulary))
    vectors, scales = static_table(pooled)
    name = f"static-minilm-{DIMENSION}-{hashlib.sha256(vectors.tobytes() + scales.tobytes()).hexdigest()[:12]}"
    joined = np.frombuffer("\n".join(vocabulary).encode(), np.uint8)
    np.savez(STATIC, vectors=vectors, scales=scales, vocabulary=joined, name=np.array(name))
    _, basis = principal(states[FIRST_WORD:], LATE_DIMENSION)
    np.savez(LATE, basis=basis)
    print(f"wrote {STATIC} ({STATIC.stat().st_size} bytes, {name}) and {LATE} ({LATE.stat().st_size} bytes)")  # noqa: T201


def piece_vectors(encoder: Encoder, size: int) -> tuple[Floats, Floats]:
    """For each piece the normalised mean of its three states, and its own state in the middle, normalised."""
    pooled: list[Floats] = []
    own: list[Floats] = []
    for start in range(0, size, _BATCH):
        ids = np.arange(start, min(start + _BATCH, size))
        states = encoder.states(np.stack([np.full_like(ids, START), ids, np.full_like(ids, END)], axis=1))
        pooled.append(_unit(states.mean(axis=1)))
        own.append(_unit(states[:, 1]))
    return np.concatenate(pooled), np.concatenate(own)


def static_table(pooled: Floats) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """Signed bytes and one scale a piece: principal components, weighted by rarity; reserved pieces are zero."""
    mean, basis = principal(pooled[FIRST_WORD:], DIMENSION)
    table = ((pooled - mean) @ basis * rarity(len(pooled))[:, None]).astype(np.float32)
    scales = (np.maximum(np.abs(table).max(axis=1), 1e-9) / 127).astype(np.float32)
    return np.rint(table / scales[:, None]).astype(np.int8), scales.astype(np.float16)


def rarity(size: int) -> Floats:
    """How much each piece counts, 0 to 1."""
    rank = np.maximum(np.arange(size) - FIRST_WORD, 1)
    weight = SIF / (SIF + 1 / (rank * HARMONIC))
    weight[:FIRST_WORD] = 0
    found: Floats = weight.astype(np.float32)
    return found


def principal(vectors: Floats, dimension: int) -> tuple[Floats, Floats]:
    """The mean of some vectors, and the basis of their principal components of shape (width, dimension)."""
    mean = vectors.mean(axis=0)
    _, _, components = np.linalg.svd(vectors - mean, full_matrices=False)
    return mean, np.ascontiguousarray(components[:dimension].T).astype(np.float32)


def _unit(vectors: Floats) -> Floats:
    unit: Floats = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    return unit


if __name__ == "__main__":
    main(Path(sys.argv[1]))
