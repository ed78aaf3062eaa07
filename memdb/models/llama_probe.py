"""Whether the installed build of llama.cpp can run on this processor, found out in a child process.

A build made for another processor dies of an illegal instruction, which no exception handler sees. So a tiny model is
evaluated in a child first: as llama.cpp would by itself, then without repacked weights, whose kernels (AMX, AVX-512)
are those that processors in virtual machines most often lack. What is found is kept for the build and the processor.
"""

import hashlib
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import msgspec

from memdb.errors import ExtraNeededError, ModelError

PORTABLE = 'CMAKE_ARGS="-DGGML_NATIVE=OFF -DLLAVA_BUILD=OFF" pip install'
INSTALL = f"{PORTABLE} 'memdb-engine[llama]'"
REBUILD = f"{PORTABLE} --force-reinstall --no-cache-dir llama-cpp-python"
TIMEOUT_S = 60.0

_CHILD = Path(__file__).with_name("llama_probe_child.py")


def extra_buffers_run(*, command: Sequence[str] = (), cache: Path | None = None) -> bool:
    """Whether weights may be repacked for this processor: the faster mode where it runs, else the safe one.

    Args:
        command: what is run in place of the child, with "extra" or "plain" as its last argument.
        cache: the file that holds what was found before; None for the one in memdb's cache folder.

    Raises:
        ExtraNeededError: llama-cpp-python is not installed.
        ModelError: the build runs in neither mode.
    """
    key = _build()
    if getattr(sys, "frozen", False) and not command:
        return False  # a program in one file: what would be started is the program itself, again
    cache = cache or _cache_file()
    known = _read(cache)
    if key in known:
        return known[key]
    failed = ""
    for mode in ("extra", "plain"):
        failed = _failure([*(command or [sys.executable, "-P", str(_CHILD)]), mode])
        if not failed:
            _write(cache, {**known, key: mode == "extra"})
            return mode == "extra"
    raise ModelError(f"llama-cpp-python cannot run on this processor ({failed}): build it portably with `{REBUILD}`")


def _failure(command: list[str]) -> str:
    """Why the child failed, or nothing."""
    try:
        child = subprocess.run(  # noqa: S603 - our own file, or what a test hands in
            command,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=TIMEOUT_S,
        )
    except subprocess.TimeoutExpired:
        return f"its probe did not end within {TIMEOUT_S:.0f} s"
    except OSError as error:
        return f"its probe did not start: {error}"
    if not child.returncode:
        return ""
    if child.returncode in {-4, 0xC000001D, 0xC000001D - (1 << 32)}:
        return "its build uses an illegal instruction"
    if child.returncode < 0:
        return f"its probe was killed by signal {-child.returncode}"
    last = child.stderr.decode(errors="replace").strip().rpartition("\n")[2]
    return last or f"its probe ended with {child.returncode}"


def _build() -> str:
    """What identifies the build and the processor; llama_cpp itself is not imported, for that may already kill."""
    spec = find_spec("llama_cpp")
    if spec is None or spec.origin is None:
        raise ExtraNeededError(f"a GGUF model needs llama-cpp-python: install it with `{INSTALL}`")
    try:
        release = version("llama_cpp_python")
    except PackageNotFoundError:
        release = "unknown"
    files = sorted(Path(spec.origin).parent.glob("lib/*"))
    seen = [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files]
    identity = msgspec.json.encode([1, sys.executable, release, seen, _processor()])
    return hashlib.sha256(identity).hexdigest()[:32]


def _processor() -> list[str]:
    """The processor with its features, as far as the system tells."""
    described = [platform.machine(), platform.processor()]
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text(errors="replace").splitlines()
        described += sorted({line for line in lines if line.startswith(("model name", "flags", "Features"))})
    return described


def _cache_file() -> Path:
    import platformdirs  # noqa: PLC0415 - only who loads a model pays for it

    return Path(platformdirs.user_cache_dir("memdb", appauthor=False)) / "llama-builds.json"


def _read(cache: Path) -> dict[str, bool]:
    try:
        return msgspec.json.decode(cache.read_bytes(), type=dict[str, bool])
    except (OSError, msgspec.MsgspecError):
        return {}


def _write(cache: Path, known: dict[str, bool]) -> None:
    """Keeps what was found; where nothing can be written, the next process probes again."""
    part = cache.with_suffix(f".{os.getpid()}.part")
    with suppress(OSError):
        cache.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(msgspec.json.encode(known))
        part.replace(cache)
