"""Finds the benchmark data, which is never copied into the checkout.

It lies in the folder that $MEMDB_BENCHMARK_DATA names, else in `shared/data` beside the checkout.
"""

import os
from pathlib import Path

import pytest

_BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data"


def path(*parts: str) -> Path:
    """The path of a benchmark file; skips the test where the data is absent."""
    found = Path(os.environ.get("MEMDB_BENCHMARK_DATA") or _BESIDE).joinpath(*parts)
    if not found.exists():
        pytest.skip(f"benchmark data not found: {found}")
    return found
