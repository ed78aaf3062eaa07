"""A memory to write to."""

import pytest

import memdb


@pytest.fixture
def memory(tmp_path):
    """An empty memory."""
    with memdb.open(tmp_path / "memory.memdb") as opened:
        yield opened
