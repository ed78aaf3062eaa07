"""What a model file is called where its answers and vectors are kept."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from memdb.errors import ModelError
from memdb.models.folder import model_name, part_of

_HEAD = 1 << 20
_SAMPLE = 1 << 16
_SAMPLES = 16


def identity(path: Path) -> str:
    """The name of a GGUF file and 12 digits that bind its content: "SmolLM2-135M-Instruct.Q4_1@3f0c…".

    The digits are of the SHA-256 of the size, the first MiB (what the file says of its model), and sixteen samples of
    64 KiB spread over the rest to the very end, of each part of the model. Hashing all of a model would take longer
    than loading it; another training, conversion or quantisation changes every sample.

    Raises:
        ModelError: a file cannot be read.
    """
    seen = hashlib.sha256()
    for part in _parts(path):
        for sample in _samples(part):
            seen.update(sample)
    return f"{model_name(path)}@{seen.hexdigest()[:12]}"


def _samples(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            size = path.stat().st_size
            yield size.to_bytes(8, "little")
            yield file.read(_HEAD)
            last = max(size - _SAMPLE, 0)
            for number in range(1, _SAMPLES + 1):
                file.seek(last * number // _SAMPLES)
                yield file.read(_SAMPLE)
    except OSError as error:
        raise ModelError(f"the model file {path} cannot be read: {error.strerror}") from error


def _parts(path: Path) -> list[Path]:
    count = part_of(path)[1]
    if count == 1:
        return [path]
    return sorted(path.parent.glob(f"{model_name(path)}-*-of-{count:05}{path.suffix}"))
