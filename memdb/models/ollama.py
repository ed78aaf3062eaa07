"""Ollama's store: manifests that name models and say which blob holds their weights."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

_LONGEST = 1024 * 1024  # bytes of a manifest; real ones take one or two thousand
_MODEL = "application/vnd.ollama.image.model"
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_DEFAULT = ("registry.ollama.ai", "library")


class _Layer(msgspec.Struct, rename="camel"):
    media_type: str
    digest: str


class _Manifest(msgspec.Struct):
    layers: list[_Layer]


def ollama_models(root: Path, manifests: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    """The name that Ollama calls each model by, and its blob; what is no manifest of a model is passed over."""
    for manifest in manifests:
        parts = manifest.relative_to(root / "manifests").parts
        digest = _digest(manifest)
        if digest and len(parts) > 1:
            *path, tag = parts
            yield _name(tuple(path), tag), root / "blobs" / digest.replace(":", "-")


def _name(path: tuple[str, ...], tag: str) -> str:
    """As `ollama list` shows it: its own registry and library are left out."""
    shown = path
    for part in _DEFAULT:
        if shown[0] == part and len(shown) > 1:
            shown = shown[1:]
        else:
            break
    return f"{'/'.join(shown)}:{tag}"


def _digest(manifest: Path) -> str | None:
    """The digest of the layer with the weights."""
    try:
        with manifest.open("rb") as file:
            layers = msgspec.json.decode(file.read(_LONGEST), type=_Manifest).layers
    except (OSError, msgspec.MsgspecError, RecursionError):
        return None
    digest = next((layer.digest for layer in layers if layer.media_type == _MODEL), "")
    return digest if _DIGEST.fullmatch(digest) else None
