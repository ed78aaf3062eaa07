"""One file used at once: writers, readers, an enricher and a long reader, in processes and threads; the worst wait.

    python benchmarks/contention.py
    python benchmarks/contention.py --writers 4 --readers 8 --seconds 60

Every user runs for the given time and counts its calls. `errors` counts those that failed, for whatever reason: none
should. `worst_ms` is the longest call, `x_wait` that over the median call of the same kind.
"""

import json
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from measuring import emit, parser, run

import memdb
from memdb.models import ChatRequest, FakeChatModel

THREADS = 2
"""Threads of each process: both share one memory."""


def main() -> None:
    """Let the users loose on one file, and tell what each kind of them met."""
    arguments = parser(__doc__)
    arguments.add_argument("--writers", type=int, default=2, help="processes that add records")
    arguments.add_argument("--readers", type=int, default=4, help="processes that ask")
    arguments.add_argument("--seconds", type=float, default=5.0)
    options = arguments.parse_args()
    kinds = ["add"] * options.writers + ["ask"] * options.readers + ["enrich", "long read"]
    with TemporaryDirectory(prefix="memdb-bench-") as folder:
        path = Path(folder) / "bench.memdb"
        with memdb.open(path) as memory:
            memory.ingest_drafts(memdb.Draft(content=f"Bird {n} lives in Ghent.", speaker="Ana") for n in range(500))
        with get_context("spawn").Pool(len(kinds)) as pool:
            jobs = [(kind, str(path), options.seconds, number) for number, kind in enumerate(kinds)]
            found = pool.starmap(use, jobs, chunksize=1)
        with memdb.open(path) as memory:
            sound = memory.check().ok
    rows = [row(kind, found, options.seconds) for kind in dict.fromkeys(kinds)]
    emit(
        "contention",
        rows,
        ["kind", "calls", "a_second", "median_ms", "worst_ms", "x_wait", "errors"],
        as_json=options.json,
    )
    if not sound or any(one["errors"] for one in rows):
        raise SystemExit("a call failed, or the file is not sound")


def use(kind: str, path: str, seconds: float, number: int) -> tuple[str, list[float], int]:
    """What one process met: its kind, the milliseconds of each call, and how many failed."""
    spent: list[float] = []
    errors = 0
    with memdb.open(path) as memory:
        call = CALLS[kind](memory, number)
        end = time.monotonic() + seconds

        def work(_: int) -> int:
            failed = 0
            while time.monotonic() < end:
                begun = time.perf_counter()
                try:
                    call()
                except memdb.MemdbError as error:
                    print(error, file=sys.stderr)
                    failed += 1
                spent.append(1000 * (time.perf_counter() - begun))
            return failed

        with ThreadPoolExecutor(THREADS) as threads:
            errors = sum(threads.map(work, range(THREADS)))
    return kind, spent, errors


def adding(memory: memdb.Memory, number: int) -> Callable[[], object]:
    """Adds a record a call."""
    birds = count()
    return lambda: memory.add(f"Bird {next(birds)} of process {number} flew past.", speaker="Ben")


def asking(memory: memdb.Memory, _: int) -> Callable[[], object]:
    """Asks a question a call."""
    return lambda: memory.ask("Where does Bird 7 live?")


def enriching(memory: memdb.Memory, _: int) -> Callable[[], object]:
    """Lets a model read a record a call."""

    def answer(request: ChatRequest) -> str:
        record = json.loads(request.messages[-1].content.rsplit(": ", 1)[1])
        return json.dumps({"claims": [[record, "state", []]]})

    model = FakeChatModel(answer)
    return lambda: memory.enrich(limit=1, model=model)


def reading_long(memory: memdb.Memory, _: int) -> Callable[[], object]:
    """Reads the whole file a call, slowly."""

    def read() -> None:
        for number, _draft in enumerate(memory.export()):
            if number % 100 == 0:
                threading.Event().wait(0.01)

    return read


CALLS: dict[str, Callable[[memdb.Memory, int], Callable[[], object]]] = {
    "add": adding,
    "ask": asking,
    "enrich": enriching,
    "long read": reading_long,
}


def row(kind: str, found: list[tuple[str, list[float], int]], seconds: float) -> dict[str, object]:
    """What all users of a kind met."""
    spent = [ms for name, times, _ in found if name == kind for ms in times]
    middle = median(spent)
    return {
        "kind": kind,
        "calls": len(spent),
        "a_second": round(len(spent) / seconds, 1),
        "median_ms": round(middle, 2),
        "worst_ms": round(max(spent), 1),
        "x_wait": round(max(spent) / middle, 1),
        "errors": sum(errors for name, _, errors in found if name == kind),
    }


if __name__ == "__main__":
    run(main)
