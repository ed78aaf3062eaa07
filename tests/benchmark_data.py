"""Finds the benchmark data, which lies beside the checkout and is never copied into it."""

from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[2] / "shared" / "data"


def path(*parts: str) -> Path:
    """The path of a benchmark file; skips the test where the data is absent."""
    found = _ROOT.joinpath(*parts)
    if not found.exists():
        pytest.skip(f"benchmark data not found: {found}")
    return found
