"""Tiny GGUF files: real headers, whatever values are wanted, and no weights to speak of."""

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

CHAT = {
    "general.architecture": "llama",
    "general.name": "Test Model",
    "general.file_type": 15,
    "llama.context_length": 2048,
    "llama.embedding_length": 64,
    "llama.block_count": 2,
    "tokenizer.ggml.model": "gpt2",
    "tokenizer.ggml.tokens": ["a", "b", "ü"],
    "tokenizer.chat_template": "{{ messages }}",
}
EMBEDDER = {
    "general.architecture": "bert",
    "bert.context_length": 512,
    "bert.embedding_length": 384,
    "bert.pooling_type": 1,
    "bert.attention.causal": False,
    "tokenizer.ggml.model": "bert",
}
WEIGHTS = (("token_embd.weight", (32, 4), 0),)
"""One tensor: its name, shape and offset."""


def write_gguf(
    path: Path,
    values: Mapping[str, object] = CHAT,
    *,
    tensors: Sequence[tuple[str, Sequence[int], int]] = WEIGHTS,
    version: int = 3,
    data: bytes = b"\0" * 512,
) -> Path:
    """Writes a file and the folders that it needs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(header(values, tensors=tensors, version=version) + data)
    return path


def header(
    values: Mapping[str, object], *, tensors: Sequence[tuple[str, Sequence[int], int]] = WEIGHTS, version: int = 3
) -> bytes:
    parts = [b"GGUF", struct.pack("<IQQ", version, len(tensors), len(values))]
    parts += [_text(name) + _value(value) for name, value in values.items()]
    for name, shape, offset in tensors:
        parts += [_text(name), struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, 0, offset)]
    return b"".join(parts)


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _value(value: object) -> bytes:
    match value:
        case bool():
            return struct.pack("<I?", 7, value)
        case int():
            return struct.pack("<IQ", 10, value) if value >= 0 else struct.pack("<Iq", 11, value)
        case float():
            return struct.pack("<Id", 12, value)
        case str():
            return struct.pack("<I", 8) + _text(value)
        case list():
            kind, items = (8, map(_text, value)) if value and isinstance(value[0], str) else (12, map(_double, value))
            return struct.pack("<IIQ", 9, kind, len(value)) + b"".join(items)
    raise TypeError(value)


def _double(value: float) -> bytes:
    return struct.pack("<d", value)
