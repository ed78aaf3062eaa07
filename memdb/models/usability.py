"""Whether memdb can use a GGUF model, and for what, as its header tells."""

import os

from memdb.models.gguf_metadata import GgufMetadata
from memdb.records.models import ModelUse

_SHARE = 0.9
"""Of the machine's memory, what a model's file may fill at most: it is read in full for every token."""
_GIB = 1024**3
_KINDS = {
    "adapter": "a LoRA adapter: it changes another model and is none itself",
    "mmproj": "a projector of images: it belongs to another model and is none itself",
    "imatrix": "measurements for quantising a model, not a model",
}


def usability(metadata: GgufMetadata, size: int, memory: int | None) -> tuple[ModelUse | None, str]:
    """What a model of `size` bytes serves for on a machine with `memory` bytes, or None and why it cannot be used."""
    kind = "mmproj" if metadata.architecture == "clip" else metadata.kind
    embeds = not metadata.causal or metadata.pooling not in {None, "none"}
    hindrances = (
        (kind in _KINDS, _KINDS.get(kind, "")),
        (metadata.tensors == 0, "a vocabulary without weights"),
        (
            not (metadata.tokenizer and metadata.context),
            f"not a language model (architecture {metadata.architecture or 'unknown'})",
        ),
        (metadata.pooling == "rank", "a reranker, which memdb has no use for"),
        (
            memory is not None and size > memory * _SHARE,
            f"too large: {size / _GIB:.1f} GiB, and this machine has {(memory or 0) / _GIB:.1f} GiB of memory",
        ),
        (
            not embeds and not metadata.chat_template,
            "a base model: it has no chat template and only continues text",
        ),
    )
    why_not = next((reason for hinders, reason in hindrances if hinders), "")
    return (None if why_not else "embedding" if embeds else "chat"), why_not


def memory_bytes() -> int | None:
    """The machine's memory, or None where the system does not tell, as on Windows."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None
