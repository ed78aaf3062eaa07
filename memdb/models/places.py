"""The folders in which programs of this machine keep GGUF models, on Linux, macOS and Windows."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

from memdb.models.folder import folder

Layout = Literal["files", "ollama"]
T = TypeVar("T")

_SYSTEM = ("/usr/share/ollama/.ollama/models", "/var/lib/ollama/.ollama/models", "/var/lib/ollama/models")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A folder of models; in layout "ollama" manifests name the files, else the files have names of their own."""

    program: str
    path: Path
    layout: Layout = "files"


def places() -> list[Place]:
    """Every folder worth looking into, memdb's own first; most do not exist on any one machine."""
    named = [("memdb", folder()), *_lm_studio(), *_hugging_face(), *_llama_cpp(), *_jan(), *_gpt4all()]
    return [
        *(Place(program=program, path=path) for program, path in named),
        *(Place(program="Ollama", path=path, layout="ollama") for path in _ollama()),
    ]


def _lm_studio() -> list[tuple[str, Path]]:
    return [("LM Studio", _home(".lmstudio", "models")), ("LM Studio", _home(".cache", "lm-studio", "models"))]


def _hugging_face() -> list[tuple[str, Path]]:
    default = _variable("XDG_CACHE_HOME", _home(".cache")) / "huggingface"
    hub = _variable("HF_HOME", default) / "hub"
    return [
        ("Hugging Face", path) for path in (_variable("HF_HUB_CACHE", hub), hub, _home(".cache", "huggingface", "hub"))
    ]


def _llama_cpp() -> list[tuple[str, Path]]:
    default = _of_platform(
        linux=_variable("XDG_CACHE_HOME", _home(".cache")) / "llama.cpp",
        mac=_home("Library", "Caches", "llama.cpp"),
        windows=_local() / "llama.cpp",
    )
    return [("llama.cpp", path) for path in (_variable("LLAMA_CACHE", default), default)]


def _jan() -> list[tuple[str, Path]]:
    data = _of_platform(
        linux=_variable("XDG_DATA_HOME", _home(".local", "share")) / "Jan" / "data",
        mac=_home("Library", "Application Support", "Jan", "data"),
        windows=_variable("APPDATA", _home("AppData", "Roaming")) / "Jan" / "data",
    )
    return [("Jan", path) for path in (data / "llamacpp" / "models", data / "models", _home("jan", "models"))]


def _gpt4all() -> list[tuple[str, Path]]:
    data = _of_platform(
        linux=_variable("XDG_DATA_HOME", _home(".local", "share")),
        mac=_home("Library", "Application Support"),
        windows=_local(),
    )
    return [("GPT4All", data / "nomic.ai" / "GPT4All")]


def _ollama() -> list[Path]:
    """Its own setting, a user's models, and those of the service that its installers set up."""
    mine = _home(".ollama", "models")
    return [_variable("OLLAMA_MODELS", mine), mine, *(Path(path) for path in _SYSTEM if sys.platform == "linux")]


def _of_platform(*, linux: T, mac: T, windows: T) -> T:
    return {"darwin": mac, "win32": windows}.get(sys.platform, linux)


def _home(*parts: str) -> Path:
    try:
        return Path.home().joinpath(*parts)
    except RuntimeError:  # a user without a home has nothing there
        return Path(os.devnull).joinpath(*parts)


def _local() -> Path:
    return _variable("LOCALAPPDATA", _home("AppData", "Local"))


def _variable(name: str, default: Path) -> Path:
    value = os.environ.get(name)
    return Path(value).expanduser() if value else default
