"""A small memory with a bit of everything, and its tables as plain rows."""

from pathlib import Path

import pytest

import memdb

TURNS = (
    ("Ana", "2026-01-05T10:00", "I live in Ghent."),
    ("Ben", "2026-01-05T10:01", "Where do you work?"),
    ("Ana", "2026-01-05T10:02", "I work at Northwind, and I like chess."),
    ("ana", "2026-02-01T09:00", "I moved to Bruges last week."),
    ("Ben", "2026-02-01T09:05", "The office is on the third floor."),
)


@pytest.fixture
def filled(path) -> Path:
    """The path of a memory with a dialogue, a fact stream and a correction."""
    with memdb.open(path) as memory:
        for speaker, said_at, content in TURNS:
            memory.add(content, speaker=speaker, said_at=said_at)
        facts = [memdb.Draft(content="The capital of Lirone is Vesk."), memdb.Draft(content="Vesk is in Lirone.")]
        memory.ingest_drafts(facts, stream="facts", profile="facts")
        memory.correct("Ana", "employer", "Initech", said_at="2026-03-01")
    return path
