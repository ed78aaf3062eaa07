"""Loads GGUF files into this process, after making sure that the installed llama.cpp will not kill it."""

from pathlib import Path
from typing import TYPE_CHECKING

from memdb.errors import ModelError
from memdb.models.cores import cores
from memdb.models.llama_probe import extra_buffers_run

if TYPE_CHECKING:
    from memdb.models.llama_engine import Engine


def load(
    path: Path,
    *,
    embedding: bool = False,
    context: int = 0,
    batch: int = 0,
    threads: int = 0,
    gpu_layers: int = 0,
) -> "Engine":
    """Loads a model; 0 means what is found best, as in `ModelChoice`. Nothing is printed.

    Args:
        path: a GGUF file, or the first of its parts.
        embedding: for token states (without pooling); else for logits.
        context: in tokens; by default what the model was trained for, at most 4,096.
        batch: how many tokens are evaluated at once; by default 512, and for an embedder its whole context.
        threads: by default one for each core that the process may use.
        gpu_layers: by default all, on builds with a GPU that has room for them; else none.

    Raises:
        ExtraNeededError: llama-cpp-python is not installed.
        ModelError: there is no such file, it is no model, or the build cannot run on this processor.
    """
    if not path.is_file():
        raise ModelError(f"there is no model file at {path}: `memdb models list` shows what there is")
    extra_buffers = extra_buffers_run()
    from memdb.models.llama_engine import Engine  # noqa: PLC0415 - imports llama_cpp, which only a probed build may

    try:
        return Engine(
            path,
            embedding=embedding,
            context=context,
            batch=batch,
            threads=threads or cores(),
            gpu_layers=gpu_layers or -1,
            extra_buffers=extra_buffers,
        )
    except ModelError:
        if gpu_layers:
            raise
    # The GPU may have no room for it; where there is none, the second try fails as the first did.
    return Engine(
        path,
        embedding=embedding,
        context=context,
        batch=batch,
        threads=threads or cores(),
        gpu_layers=0,
        extra_buffers=extra_buffers,
    )
