"""BERT's encoder in plain numpy: slow, exact, and all that building the tables needs."""

import json
import struct
from pathlib import Path

import numpy as np

from memdb.models.protocols import Floats, Ints

_HEADS = 12
_LAYERS = 6
_EPSILON = 1e-12


def read_weights(path: Path) -> dict[str, Floats]:
    """The 32-bit tensors of a safetensors file by name."""
    data = path.read_bytes()
    (size,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + size])
    found: dict[str, Floats] = {}
    for name, entry in header.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            start, end = (8 + size + offset for offset in entry["data_offsets"])
            found[name] = np.frombuffer(data[start:end], np.float32).reshape(entry["shape"])
    return found


class Encoder:
    """MiniLM's six layers."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        """`weights` as `read_weights` gives them."""
        self._weights = weights

    def states(self, ids: Ints) -> Floats:
        """The last layer's states of some texts of one length: (texts, tokens) to (texts, tokens, width)."""
        texts, tokens = ids.shape
        embeddings = "embeddings."
        x = (
            self._weights[f"{embeddings}word_embeddings.weight"][ids]
            + self._weights[f"{embeddings}position_embeddings.weight"][:tokens]
            + self._weights[f"{embeddings}token_type_embeddings.weight"][0]
        )
        x = self._normed(x, f"{embeddings}LayerNorm")
        for layer in range(_LAYERS):
            prefix = f"encoder.layer.{layer}."
            query, key, value = (
                self._linear(x, f"{prefix}attention.self.{part}").reshape(texts, tokens, _HEADS, -1).swapaxes(1, 2)
                for part in ("query", "key", "value")
            )
            scores = query @ key.swapaxes(2, 3) / np.sqrt(np.float32(query.shape[-1]))
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            scores /= scores.sum(-1, keepdims=True)
            context = (scores @ value).swapaxes(1, 2).reshape(texts, tokens, -1)
            x = self._normed(
                self._linear(context, f"{prefix}attention.output.dense") + x, f"{prefix}attention.output.LayerNorm"
            )
            hidden = _gelu(self._linear(x, f"{prefix}intermediate.dense"))
            x = self._normed(self._linear(hidden, f"{prefix}output.dense") + x, f"{prefix}output.LayerNorm")
        return x

    def _linear(self, x: Floats, name: str) -> Floats:
        product: Floats = x @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return product

    def _normed(self, x: Floats, name: str) -> Floats:
        centred = x - x.mean(-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + _EPSILON)
        normed: Floats = (scaled * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]).astype(np.float32)
        return normed


def _gelu(x: Floats) -> Floats:
    """The exact GELU, its error function by Abramowitz and Stegun 7.1.26 (error below 2e-7)."""
    y = np.abs(x) / np.sqrt(np.float32(2))
    t = 1 / (1 + 0.3275911 * y)
    polynomial = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
    error = np.sign(x) * (1 - polynomial * np.exp(-y * y))
    gelu: Floats = (0.5 * x * (1 + error)).astype(np.float32)
    return gelu
