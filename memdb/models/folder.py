"""memdb's own folder of models: where `memdb models install` puts files, and where a name is looked for."""

import os
import re
from pathlib import Path

from memdb.errors import NotFoundError
from memdb.models.recommended import recommendation
from memdb.records.shown import shown

SUFFIX = ".gguf"

_PART = re.compile(r"-(\d{5})-of-(\d{5})$")


def folder() -> Path:
    """`$MEMDB_MODELS`, else "models" in the platform's user data folder of memdb; it may not exist yet."""
    named = os.environ.get("MEMDB_MODELS")
    if named:
        return Path(named).expanduser()
    import platformdirs  # noqa: PLC0415 - only who uses models pays for it

    return Path(platformdirs.user_data_dir("memdb", appauthor=False)) / "models"


def find(name: str) -> Path:
    """The installed GGUF file of a name: the stem of a file in `folder`, or a recommended name, whatever its case.

    Of a model in several parts the first is given: llama.cpp finds the others beside it.

    Raises:
        NotFoundError: no such model is installed.
    """
    wanted = {name.casefold().removesuffix(SUFFIX)}
    known = recommendation(name)
    if known:
        wanted.add(model_name(Path(known.file)).casefold())
    for path in installed():
        if model_name(path).casefold() in wanted:
            return path
    what = (
        f"install it with `memdb models install {known.name}`" if known else "`memdb models list` shows what there is"
    )
    raise NotFoundError(f"no model named {shown(name)} is installed: {what}")


def installed() -> list[Path]:
    """The GGUF files of `folder` by name, the first part alone of a model in several parts."""
    where = folder()
    try:
        files = sorted(path for path in where.iterdir() if path.suffix.lower() == SUFFIX)
    except OSError:  # it is not there yet, or may not be read: nothing is installed
        return []
    return [path for path in files if part_of(path)[0] == 1 and path.is_file()]


def part_of(path: Path) -> tuple[int, int]:
    """The number of a file and how many files the model has, by its name: (1, 1) for a model in one file."""
    found = _PART.search(path.stem)
    return (int(found[1]), int(found[2])) if found else (1, 1)


def parts_of(path: Path) -> list[Path]:
    """All files of a model, by the name of one of them; whether they are there is not looked at."""
    _, count = part_of(path)
    if count == 1:
        return [path]
    stem = model_name(path)
    return [path.with_name(f"{stem}-{number:05}-of-{count:05}{path.suffix}") for number in range(1, count + 1)]


def model_name(path: Path) -> str:
    """The name of a GGUF file: its stem, without the number of its part."""
    return _PART.sub("", path.stem)
