"""What the benchmark scripts share: cases to measure, processor clocks, and printing. Not a benchmark itself.

A case is a benchmark of `memdb eval` given as NAME:PATH, or data invented here (`invented.py`) at a chosen size.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import memdb
from memdb.errors import MemdbError
from memdb.evals.report import aligned
from memdb.evals.runner import DATASETS
from memdb.evals.tasks import Built, Question

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One memory to build and the questions to put to it."""

    name: str
    fill: Callable[[memdb.Memory], Built]
    questions: Sequence[Question]


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """Processor milliseconds of `n` runs: median, 95th percentile and mean."""

    p50: float
    p95: float
    mean: float
    n: int


def cases_of(spec: str) -> list[Case]:
    """The cases of NAME:PATH, one for each memory that the benchmark needs."""
    name, _, path = spec.partition(":")
    if name not in DATASETS or not path:
        raise SystemExit(f"{spec}: write NAME:PATH with NAME one of {', '.join(DATASETS)}")
    return [
        Case(name=f"{name} {part.name}", fill=part.build, questions=[task.question for task in part.tasks])
        for part in DATASETS[name].load(Path(path))
    ]


@contextmanager
def built(case: Case) -> Generator[tuple[memdb.Memory, Built]]:
    """A case's memory, filled, closed and opened again, in a folder that is removed afterwards."""
    with TemporaryDirectory(prefix="memdb-bench-") as folder:
        file = Path(folder) / "bench.memdb"
        with memdb.open(file) as memory:
            cost = case.fill(memory)
        with memdb.open(file) as memory:
            yield memory, cost


def cpu_times(function: Callable[[T], object], inputs: Iterable[T]) -> Times:
    """The processor time of this process for each call, in milliseconds."""
    spent: list[float] = []
    for value in inputs:
        started = time.process_time_ns()
        function(value)
        spent.append((time.process_time_ns() - started) / 1e6)
    return summarised(spent)


def summarised(spent: Sequence[float]) -> Times:
    """Median, 95th percentile and mean of milliseconds."""
    cuts = statistics.quantiles(spent, n=20, method="inclusive") if len(spent) > 1 else [spent[0]] * 19
    return Times(p50=cuts[9], p95=cuts[18], mean=statistics.fmean(spent), n=len(spent))


def sizes(memory: memdb.Memory) -> dict[str, Any]:
    """The file's size, and bytes a packet by table, the largest tables first."""
    stats = memory.stats()
    packets = max(1, stats.tables.get("packets", 0))
    by_table = {name: round(held / packets, 1) for name, held in stats.table_bytes.items() if held}
    return {
        "packets": packets,
        "file_bytes": stats.file_bytes,
        "file_bytes_a_packet": round(stats.file_bytes / packets, 1),
        "table_bytes_a_packet": dict(sorted(by_table.items(), key=lambda item: -item[1])),
    }


def parser(description: str | None) -> argparse.ArgumentParser:
    """A command line with the options that every benchmark has."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--json", action="store_true", help="print one JSON document and nothing else")
    return made


def emit(name: str, rows: Sequence[Mapping[str, Any]], columns: Sequence[str], *, as_json: bool) -> None:
    """Print rows: whole as JSON, or the named columns as a table. `a.b` names a field of a field."""
    if as_json:
        print(json.dumps({"benchmark": name, "rows": list(rows)}, indent=2))
        return
    print(aligned([list(columns), *([_text(row, column) for column in columns] for row in rows)]))


def fields(times: Times) -> dict[str, float]:
    """Times as a row's field, rounded for reading."""
    return {name: round(value, 4) for name, value in asdict(times).items()}


def run(main: Callable[[], None]) -> None:
    """Run a script's main; an error that memdb raises on purpose is one line."""
    try:
        main()
    except MemdbError as error:
        raise SystemExit(str(error)) from None


def _text(row: Mapping[str, Any], column: str) -> str:
    value: Any = row
    for key in column.split("."):
        value = value.get(key) if isinstance(value, Mapping) else None  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
    if value is None:
        return "-"
    return f"{value:,.4g}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)  # pyright: ignore[reportUnknownArgumentType]
