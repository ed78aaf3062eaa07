"""Tables computed from the official weights of all-MiniLM-L6-v2 (Apache-2.0), and the script that computes them."""

from pathlib import Path

FOLDER = Path(__file__).parent
STATIC = FOLDER / "static.npz"
LATE = FOLDER / "late.npz"
