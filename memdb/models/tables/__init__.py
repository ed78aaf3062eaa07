"""Tables computed from the official weights of all-MiniLM-L6-v2 (Apache-2.0), and the script that computes them."""

from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent
STATIC = FOLDER / "static.npz"
LATE = FOLDER / "late.npz"
FIRST_WORD = 999
"""The first id after the marks and the reserved pieces."""


def read_vocabulary() -> list[str]:
    """MiniLM's word pieces, one an id."""
    with np.load(STATIC) as table:
        joined: bytes = table["vocabulary"].tobytes()
    return joined.decode().split("\n")
