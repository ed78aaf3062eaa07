"""Finds the GGUF models on this machine: in memdb's folder, and where other programs keep theirs.

Nothing is loaded. Each file is told once, whatever links lead to it. Links are followed, but no folder is entered
twice, and neither depth nor number of entries is unbounded; what cannot be read is skipped and said.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from memdb.errors import ModelError
from memdb.models.folder import SUFFIX, folder, model_name, part_of
from memdb.models.gguf_metadata import read_model
from memdb.models.ollama import ollama_models
from memdb.models.places import Place, places
from memdb.models.recommended import recommendations
from memdb.models.servers import find_servers
from memdb.models.usability import memory_bytes, usability
from memdb.records.models import FoundModel, FoundModels

_DEEPEST = 8  # folders below a place; Hugging Face's cache needs five
_MOST_ENTRIES = 50_000  # files and folders of one place

_FileId = tuple[int, int]


def find_models(*, servers: bool = False) -> FoundModels:
    """The models on this machine, those of memdb's own folder first; with `servers`, also local servers that answer."""
    search = _Search(memory=memory_bytes())
    found = [model for place in places() for model in search.models(place)]
    return FoundModels(
        folder=str(folder()),
        models=tuple(found),
        recommended=recommendations(),
        servers=find_servers() if servers else (),
        skipped=tuple(search.skipped),
    )


@dataclass(slots=True)
class _Search:
    """One search; it knows the folders and files that it has seen."""

    memory: int | None
    skipped: list[str] = field(default_factory=list[str])
    _folders: set[_FileId] = field(default_factory=set[_FileId])
    _files: set[_FileId] = field(default_factory=set[_FileId])

    def models(self, place: Place) -> Iterator[FoundModel]:
        """The models of one place by name, that were not found elsewhere before."""
        named: Iterable[tuple[str, Path]]
        if place.layout == "ollama":
            named = ollama_models(place.path, self._walk(place.path / "manifests"))
        else:
            named = _parts([path for path in self._walk(place.path) if path.suffix.lower() == SUFFIX])
        known = {one.file: one.name for one in recommendations()} if place.program == "memdb" else {}
        for name, path in sorted(named):
            try:
                new = self._is_new(path, self._files)
            except OSError:
                new = True  # what names it is there, so it is told that it is not
            if new:
                yield _found(known.get(path.name, name), path, place.program, self.memory)

    def _walk(self, root: Path) -> Iterator[Path]:
        """The files below a folder, in no order; a folder that was entered before is not entered again."""
        waiting = [(root, 0)]
        left = _MOST_ENTRIES
        while waiting:
            place, depth = waiting.pop()
            try:
                if not self._is_new(place, self._folders):
                    continue
                with os.scandir(place) as entries:
                    inside = list(islice(entries, left + 1))
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as error:
                self.skipped.append(f"{place}: {error.strerror or error}")
                continue
            left -= len(inside)
            if left < 0 or depth > _DEEPEST:
                limit = f"more than {_MOST_ENTRIES:,} files" if left < 0 else "too many folders in folders"
                self.skipped.append(f"{place}: {limit}; the rest was not looked at")
                continue
            waiting += [(Path(entry), depth + 1) for entry in inside if _holds(entry.is_dir)]
            yield from (Path(entry) for entry in inside if _holds(entry.is_file))

    @staticmethod
    def _is_new(path: Path, seen: set[_FileId]) -> bool:
        """Whether a file or folder was not seen before, by whatever name; raises OSError where it is not there."""
        status = path.stat()
        identity = (status.st_dev, status.st_ino)
        new = identity not in seen
        seen.add(identity)
        return new


def _holds(test: Callable[[], bool]) -> bool:
    """What a directory entry says of itself; a link into a folder that may not be read is nothing."""
    try:
        return test()
    except OSError:
        return False


def _parts(files: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    """Each model's name and first file: of several parts, the first that is there."""
    firsts: dict[Path, Path] = {}
    for path in sorted(files):
        firsts.setdefault(path.with_name(model_name(path)) if part_of(path) != (1, 1) else path, path)
    for path in firsts.values():
        name = model_name(path)
        # Jan calls every file by the same name, in a folder that bears the model's.
        yield (path.parent.name if name == "model" else name), path


def _found(name: str, path: Path, program: str, memory: int | None) -> FoundModel:
    try:
        size, metadata = read_model(path)
    except ModelError as error:
        reason = str(error).removeprefix(f"{path} ")
        return FoundModel(name=name, program=program, path=str(path), bytes=0, use=None, why_not=reason)
    use, why_not = usability(metadata, size, memory)
    return FoundModel(
        name=name,
        program=program,
        path=str(path),
        bytes=size,
        use=use,
        why_not=why_not,
        title=metadata.name,
        architecture=metadata.architecture,
        quantisation=metadata.quantisation,
        parameters=metadata.parameters,
        context=metadata.context,
        dimension=metadata.width,
        licence=metadata.licence,
    )
