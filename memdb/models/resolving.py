"""What a person calls a model, made into what a memory file can hold: checked, and valid from any folder."""

from pathlib import Path
from urllib.parse import urlsplit

from memdb.errors import ModelError, NotFoundError, UsageError
from memdb.models.choice import Role
from memdb.models.discovery import find_models
from memdb.models.folder import find
from memdb.models.gguf_metadata import read_model
from memdb.models.usability import memory_bytes, usability
from memdb.records.models import ModelUse
from memdb.records.shown import shown

_STATIC = "static"


def resolve(spec: str, role: Role | None) -> str:
    """The spec as a choice holds it: "static", a server's model, an installed name, or a path from the root.

    A name that is not installed is looked for among the models of other programs, and becomes the path of its file.
    Without a role any model will do.

    Raises:
        UsageError: the spec cannot mean a model, or may mean several.
        NotFoundError: there is no such model.
        ModelError: the model cannot do what the role needs.
    """
    if not _is_text(spec):
        raise UsageError(f"{spec!a} is not valid UTF-8 text: rename the file")
    use, path = locate(spec, role)
    if role is not None and use != _wanted(role):
        model = "an embedder" if use == "embedding" else "a chat model"
        raise UsageError(f"{shown(spec)} is {model}: it cannot be the {role}")
    return spec if path is None or path == _installed(spec) else str(path.absolute())


def locate(spec: str, role: Role | None = None) -> tuple[ModelUse, Path | None]:
    """What a model is for, and its file; None for what memdb brings and for a server's model.

    A server is not asked, since it need not run now: its model is taken to fit the role, and without one to chat.

    Raises:
        UsageError: as `resolve`.
        NotFoundError: there is no such model.
        ModelError: its file is damaged, or memdb cannot use it.
    """
    if spec == _STATIC:
        return "embedding", None
    if "://" in spec:
        _check_server(spec)
        return _wanted(role), None
    path = _file(spec)
    size, metadata = read_model(path)
    use, why_not = usability(metadata, size, memory_bytes())
    if use is None:
        raise ModelError(f"{path} cannot be used: {why_not}")
    return use, path


def _wanted(role: Role | None) -> ModelUse:
    return "embedding" if role == "embedder" else "chat"


def _file(spec: str) -> Path:
    path = Path(spec).expanduser()
    if _is_file(path):
        return path
    if installed := _installed(spec):
        return installed
    named = [model for model in find_models().models if model.name.casefold() == spec.casefold()]
    paths = [model.path for model in named if model.use] or [model.path for model in named]
    if len(paths) > 1:
        raise UsageError(f"{shown(spec)} may mean {' or '.join(paths)}: give the path")
    if paths:
        return Path(paths[0])
    if path.is_absolute() or len(path.parts) > 1:
        raise NotFoundError(f"there is no model file {shown(spec)}: `memdb models list` shows what there is")
    return find(spec)  # which says what to do


def _is_text(spec: str) -> bool:
    """Whether a memory file can hold it; names of files may have bytes that are no text."""
    try:
        spec.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # no name that a file can have
        return False


def _installed(spec: str) -> Path | None:
    try:
        return find(spec)
    except NotFoundError:
        return None


def _check_server(spec: str) -> None:
    try:
        parts = urlsplit(spec)
        complete = parts.scheme in {"http", "https"} and parts.hostname and parts.fragment
    except ValueError:
        complete = False
    if not complete:
        raise UsageError(
            f"{shown(spec)} is no model of a server: write its address, # and the model, "
            "for example http://127.0.0.1:11434/v1#qwen2.5:1.5b"
        )
