"""What a GGUF file says about its model, read without loading it."""

from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from memdb.errors import ModelError
from memdb.models.folder import parts_of
from memdb.models.gguf_header import Header, Scalar, read_header

Pooling = Literal["none", "mean", "cls", "last", "rank"]

_WANTED = frozenset({
    "general.architecture", "general.file_type", "general.license", "general.name", "general.type",
    "tokenizer.ggml.model",
})  # fmt: skip
_OF_ARCHITECTURE = (".attention.causal", ".context_length", ".embedding_length", ".pooling_type")
_POOLINGS: MappingProxyType[int, Pooling] = MappingProxyType({0: "none", 1: "mean", 2: "cls", 3: "last", 4: "rank"})
_FILE_TYPES = MappingProxyType({
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S", 12: "Q3_K_M",
    13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K", 19: "IQ2_XXS", 20: "IQ2_XS",
    21: "Q2_K_S", 22: "IQ3_XS", 23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL", 26: "IQ3_S", 27: "IQ3_M", 28: "IQ2_S",
    29: "IQ2_M", 30: "IQ4_XS", 31: "IQ1_M", 32: "BF16", 36: "TQ1_0", 37: "TQ2_0", 38: "MXFP4_MOE", 39: "NVFP4",
    40: "Q1_0",
})  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class GgufMetadata:
    """A model as its file describes it; what the file does not say is empty, 0 or None.

    `kind` is "model", "adapter" (LoRA), "mmproj" (a projector of images) or what else the file says. `context` is in
    tokens, `width` the length of a vector. `parameters` and `tensors` count this file's part of the model; without
    tensors it holds a vocabulary only.
    """

    architecture: str
    kind: str
    name: str
    licence: str
    quantisation: str
    parameters: int
    tensors: int
    context: int
    width: int
    tokenizer: str
    chat_template: bool
    pooling: Pooling | None
    causal: bool


def read_metadata(path: Path) -> GgufMetadata:
    """Reads the header of a GGUF file; nothing else of it is read.

    Raises:
        ModelError: the file cannot be read, is no GGUF file, is cut short, or its header is damaged.
    """
    return _metadata(_whole(path))


def read_model(path: Path) -> tuple[int, GgufMetadata]:
    """The bytes of a model in all its parts, and its metadata with the weights of all of them counted.

    Raises:
        ModelError: as `read_metadata`, or a part is not there.
    """
    paths = parts_of(path)
    missing = next((part for part in paths if not part.is_file()), None)
    if missing and missing != path:
        raise ModelError(f"{path} is not complete: {missing.name} is missing beside it")
    parts = [_whole(part) for part in paths]
    weights = [count for part in parts for count in part.tensors]
    metadata = replace(_metadata(parts[0]), tensors=len(weights), parameters=sum(weights))
    return sum(part.size for part in parts), metadata


def _whole(path: Path) -> Header:
    header = read_header(path, _WANTED, _OF_ARCHITECTURE)
    if header.tensors and header.last_tensor >= header.size:
        raise ModelError(
            f"{path} is cut short: {header.size:,} bytes of more than {header.last_tensor:,}; get it again"
        )
    return header


def _metadata(header: Header) -> GgufMetadata:
    values = header.values
    architecture = _text(values, "general.architecture")
    pooling = values.get(f"{architecture}.pooling_type")
    file_type = values.get("general.file_type")
    return GgufMetadata(
        architecture=architecture,
        kind=_text(values, "general.type") or "model",
        name=_text(values, "general.name"),
        licence=_text(values, "general.license"),
        quantisation=_FILE_TYPES.get(file_type, "") if isinstance(file_type, int) else "",
        parameters=sum(header.tensors),
        tensors=len(header.tensors),
        context=_count(values, f"{architecture}.context_length"),
        width=_count(values, f"{architecture}.embedding_length"),
        tokenizer=_text(values, "tokenizer.ggml.model"),
        chat_template="tokenizer.chat_template" in header.names,
        pooling=_POOLINGS.get(pooling) if isinstance(pooling, int) else None,
        causal=values.get(f"{architecture}.attention.causal") is not False,
    )


def _text(values: dict[str, Scalar], name: str) -> str:
    value = values.get(name)
    return value if isinstance(value, str) else ""


def _count(values: dict[str, Scalar], name: str) -> int:
    value = values.get(name)
    return value if isinstance(value, int) and value > 0 else 0
