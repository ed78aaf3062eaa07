"""Which model does what for one memory file, as its properties hold it."""

from dataclasses import dataclass
from typing import Literal, TypedDict

import msgspec

from memdb.records.reports import Report

ChatRole = Literal["reader", "extractor", "scheduler"]
Role = Literal["reader", "extractor", "scheduler", "embedder"]
ROLES: tuple[Role, ...] = ("reader", "extractor", "scheduler", "embedder")


class LoadOptions(TypedDict, total=False):
    """How a model is loaded; see `ModelChoice`."""

    threads: int
    context: int
    batch: int
    gpu_layers: int
    late: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChoice(Report):
    """A model by what names it, and how it is loaded; 0 means what the runtime finds best.

    `spec` is "static" (the embedder that comes with memdb), the name of an installed model ("minilm"), the path of a
    GGUF file, or a server and its model ("http://127.0.0.1:11434/v1#qwen2.5:1.5b"). `context` is in tokens,
    `gpu_layers` -1 means all. `late` lets an embedder store token states too.
    """

    spec: str
    threads: int = 0
    context: int = 0
    batch: int = 0
    gpu_layers: int = 0
    late: bool = True

    def to_json(self) -> str:
        """The choice as a property holds it."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str) -> "ModelChoice":
        """Reads what `to_json` wrote."""
        return msgspec.json.decode(text, type=cls)
