"""A memory in a temporary file, filled with facts or talk, and the state that one stage of a read leaves."""

import importlib.util
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import memdb
from memdb.query import ReadState

_spec = importlib.util.spec_from_file_location("model_files", Path(__file__).parents[1] / "model_files.py")
model_files = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(model_files)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[memdb.Memory]:
    with memdb.open(tmp_path / "memory.db") as opened:
        yield opened


@pytest.fixture
def minilm_file(tmp_path: Path) -> Path:
    """A copy of MiniLM, which a test may remove."""
    return Path(shutil.copy(model_files.model("minilm"), tmp_path / "minilm.gguf"))


@pytest.fixture
def tell(memory: memdb.Memory) -> Callable[..., None]:
    """Stores each line as one record of a fact stream."""

    def store(*lines: str, stream: str = "facts") -> None:
        memory.ingest_drafts([memdb.Draft(content=line) for line in lines], stream=stream, profile="facts")

    return store


@pytest.fixture
def talk(memory: memdb.Memory) -> Callable[..., None]:
    """Stores each "Speaker: words" as one turn of a conversation, a day apart from 2024-01-01 on."""

    def store(*turns: str, stream: str = "main", session: str | None = "s1") -> None:
        parts = [turn.split(": ", 1) for turn in turns]
        memory.ingest_drafts(
            [
                memdb.Draft(content=words, speaker=speaker, session=session, said_at=f"2024-01-{n:02}")
                for n, (speaker, words) in enumerate(parts, 1)
            ],
            stream=stream,
        )

    return store


@pytest.fixture
def after(memory: memdb.Memory) -> Callable[..., ReadState]:
    """The state that a stage of the read of a question leaves."""

    def state(stage: str, question: str, **options: object) -> ReadState:
        return next(step.state for step in memory.trace(question, **options).steps if step.stage == stage)

    return state
