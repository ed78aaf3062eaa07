"""Default reads of conversations at several sizes: processor time of the whole, wall-clock time of each stage.

    python benchmarks/read_rate.py
    python benchmarks/read_rate.py locomo:FILE toychat:FOLDER
    python benchmarks/read_rate.py --size 20000 --size 100000

`x_p50` is a case's median over the first case's. Stages are medians in milliseconds.
"""

from collections.abc import Sequence
from typing import Any

from invented import chat_case
from measuring import Case, built, cases_of, cpu_times, emit, fields, parser, run, summarised

import memdb
from memdb.evals.tasks import Question

WARM_UP = 10


def main() -> None:
    """Measure every case that was asked for, or three invented ones."""
    arguments = parser(__doc__)
    arguments.add_argument("cases", nargs="*", metavar="NAME:PATH", help="a benchmark of `memdb eval`")
    arguments.add_argument("--size", type=int, action="append", help="turns of invented chat; may be repeated")
    arguments.add_argument("--questions", type=int, default=200, help="questions a case, at most (default 200)")
    options = arguments.parse_args()
    cases = [case for spec in options.cases for case in cases_of(spec)]
    cases += [chat_case(size) for size in options.size or ([] if cases else [600, 2000, 6000])]
    rows = [measured(case, options.questions) for case in cases]
    for row in rows:
        row["x_p50"] = round(row["read"]["p50"] / rows[0]["read"]["p50"], 2)
    stages = list(dict.fromkeys(f"ms.{stage}" for row in rows for stage in row["ms"]))
    columns = ("case", "packets", "read.p50", "read.p95", "x_p50", *stages)
    emit("read_rate", rows, columns, as_json=options.json)


def measured(case: Case, count: int) -> dict[str, Any]:
    """The row of one case."""
    questions = case.questions[:: max(1, len(case.questions) // count)][:count]
    with built(case) as (memory, cost):
        for question in questions[:WARM_UP]:
            read(memory, question)
        times = cpu_times(lambda one: read(memory, one), questions)
        return {
            "case": case.name,
            "packets": cost.records,
            "read": fields(times),
            "ms": stage_medians([read(memory, one) for one in questions]),
        }


def read(memory: memdb.Memory, question: Question) -> dict[str, float]:
    """One default read; its stage times."""
    return memory.read(question.text, streams=question.streams).timing_ms


def stage_medians(timings: Sequence[dict[str, float]]) -> dict[str, float]:
    """The median of each stage, in the order of the stages."""
    stages = dict.fromkeys(stage for timing in timings for stage in timing)
    return {stage: round(summarised([timing.get(stage, 0.0) for timing in timings]).p50, 4) for stage in stages}


if __name__ == "__main__":
    run(main)
