"""Encryption: what a passphrase costs, as ratios of the same work on a plain file in one run.

python benchmarks/encryption_cost.py --size 5000
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from invented import chat, turn
from measuring import emit, parser, run

import memdb


def main() -> None:
    """Measure opening, storing and reading, turn by turn on both files."""
    arguments = parser(__doc__)
    arguments.add_argument("--size", type=int, default=5000, help="records stored (default 5000)")
    arguments.add_argument("--runs", type=int, default=20, help="times that a file is opened and asked (default 20)")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = {None: Path(folder) / "plain.memdb", "a passphrase": Path(folder) / "secret.memdb"}
        store(Path(folder) / "warm.memdb", None, 200)
        stored = {
            key: seconds(lambda key=key, path=path: store(path, key, options.size)) for key, path in paths.items()
        }
        opened: dict[str | None, list[float]] = {key: [] for key in paths}
        asked: dict[str | None, list[float]] = {key: [] for key in paths}
        for number in range(options.runs):
            for key, path in paths.items():
                opened[key].append(seconds(lambda key=key, path=path: memdb.open(path, passphrase=key).close()))
                with memdb.open(path, passphrase=key) as memory:
                    memory.search("warm")
                    asked[key].append(
                        seconds(lambda memory=memory, number=number: memory.search(f"Where was {number}?"))
                    )
        sizes = {key: path.stat().st_size for key, path in paths.items()}
    plain, secret = paths
    rows: list[dict[str, Any]] = [
        {"work": "open, ms", "plain": 1000 * median(opened[plain]), "encrypted": 1000 * median(opened[secret])},
        {"work": "store, ms", "plain": 1000 * stored[plain], "encrypted": 1000 * stored[secret]},
        {"work": "read, ms", "plain": 1000 * median(asked[plain]), "encrypted": 1000 * median(asked[secret])},
        {"work": "size, bytes", "plain": sizes[plain], "encrypted": sizes[secret]},
    ]
    for row in rows:
        row["ratio"] = round(float(row["encrypted"]) / float(row["plain"]), 2)
    emit("encryption_cost", rows, ("work", "plain", "encrypted", "ratio"), as_json=options.json)


def store(path: Path, passphrase: str | None, size: int) -> None:
    """Store invented chat."""
    with memdb.open(path, passphrase=passphrase) as memory:
        memory.ingest_drafts(turn(number, text) for number, text in enumerate(chat(size)[0]))


def seconds(work: Callable[[], object]) -> float:
    """Processor time of some work."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


if __name__ == "__main__":
    run(main)
