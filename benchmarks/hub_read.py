"""A hub among many facts: reads of it and behind it, and a replay of everything, all in one run.

    python benchmarks/hub_read.py
    python benchmarks/hub_read.py --size 10000 --size 1000000

A tenth of the facts are about one subject, which was born somewhere and has taken up hobbies ever since; its birthplace
is the oldest of all facts. `read` asks other subjects, `hub` where the hub was born, `behind` where somebody's spouse,
who is the hub, was born; `then` asks as of the middle of the stream. `x_hub` is the hub's median over that of a plain
read, `x_read` and `x_replay` are over the first row's. `replay_us` is the time a statement that it takes to replay all
of them from scratch and to compare the result with the latest view; `equal` is whether they are.
"""

import resource
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from invented import facts_case
from measuring import Times, cpu_times, emit, fields, parser, run

import memdb
from memdb.records import Draft
from memdb.store import Store, sql

HUB, SPOUSE, BIRTHPLACE = "Tom Ash", "Ada Moor", "Leeds"
QUESTIONS = 100
HUB_READS = 10


def main() -> None:
    """Fill and measure a memory of each size."""
    arguments = parser(__doc__)
    arguments.add_argument("--size", type=int, action="append", help="facts; may be repeated (default 2000 and 20000)")
    options = arguments.parse_args()
    rows = [measured(size) for size in options.size or [2000, 20_000]]
    for row in rows:
        row["x_hub"] = round(row["hub"]["p50"] / row["read"]["p50"], 1)
        row["x_read"] = round(row["read"]["p50"] / rows[0]["read"]["p50"], 2)
        row["x_replay"] = round(row["replay_us"] / rows[0]["replay_us"], 2)
    emit("hub_read", rows, COLUMNS, as_json=options.json)


COLUMNS = (
    "facts", "of_hub", "read.p50", "read.p95", "hub.p50", "behind.p50", "then.p50", "x_hub", "x_read", "replay_us",
    "x_replay", "equal", "peak_rss_mib",
)  # fmt: skip


def measured(size: int) -> dict[str, Any]:
    """The row of one size."""
    others = facts_case(size - size // 10)
    with TemporaryDirectory(prefix="memdb-bench-") as folder:
        file = Path(folder) / "bench.memdb"
        with memdb.open(file) as memory:
            memory.ingest_drafts(hub(size // 10), stream="bench", profile="facts")
            others.fill(memory)
        with memdb.open(file) as memory:
            plain = [question.text for question in others.questions[:QUESTIONS]]
            whose = f"Where was {HUB} born?"
            behind = f"Where was the spouse of {SPOUSE} born?"
            row = {
                "facts": size,
                "of_hub": size // 10,
                "read": fields(asked(memory, plain)),
                "hub": fields(asked(memory, [whose] * HUB_READS, BIRTHPLACE)),
                "behind": fields(asked(memory, [behind] * HUB_READS, BIRTHPLACE)),
                "then": fields(asked(memory, [whose] * HUB_READS, BIRTHPLACE, as_of=size // 20)),
            }
        return row | replayed(file, size) | {"peak_rss_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}


def hub(count: int) -> Iterator[Draft]:
    """So many facts about the hub, the first where it was born, and one that leads to it."""
    yield Draft(content=f"{HUB} was born in the city of {BIRTHPLACE}.")
    yield Draft(content=f"{SPOUSE} is married to {HUB}.")
    for number in range(count - 2):
        yield Draft(content=f"{HUB} enjoys Hobby {number}.")


def asked(memory: memdb.Memory, questions: list[str], wanted: str = "", *, as_of: int | None = None) -> Times:
    """Processor times of reads; those of the hub must find what is wanted, however much came after it."""
    read = partial(memory.read, channels=("graph",), as_of=as_of)
    evidence = read(questions[0])
    if wanted and wanted not in {edge.object for edge in evidence.graph.edges}:
        raise SystemExit(f"{questions[0]} does not find {wanted}")
    return cpu_times(read, questions)


def replayed(file: Path, facts: int) -> dict[str, Any]:
    """The time of a replay from scratch, and whether the latest view equals it."""
    store = Store(file, create=False)
    connection = store.connection()
    begun = time.process_time()
    replay = connection.rows(sql("store/replay_latest"))
    equal = replay == connection.rows(sql("store/all_latest"))
    spent = time.process_time() - begun
    store.close()
    return {"replay_us": round(1e6 * spent / facts, 2), "equal": equal}


if __name__ == "__main__":
    run(main)
