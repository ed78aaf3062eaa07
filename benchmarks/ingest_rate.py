"""Ingest: processor milliseconds a record, records a second, and what a record costs in the file.

    python benchmarks/ingest_rate.py
    python benchmarks/ingest_rate.py toychat:FOLDER locomo:FILE
    python benchmarks/ingest_rate.py --size 50000

`x_ms` is a case's time a record over the first case's: near 1 when the rate does not depend on the size.
"""

from typing import Any

from invented import chat_case
from measuring import Case, built, cases_of, emit, parser, run, sizes


def main() -> None:
    """Measure every case that was asked for, or two invented ones."""
    arguments = parser(__doc__)
    arguments.add_argument("cases", nargs="*", metavar="NAME:PATH", help="a benchmark of `memdb eval`")
    arguments.add_argument("--size", type=int, action="append", help="turns of invented chat; may be repeated")
    options = arguments.parse_args()
    cases = [case for spec in options.cases for case in cases_of(spec)]
    cases += [chat_case(size) for size in options.size or ([] if cases else [500, 5000])]
    rows = [measured(case) for case in cases]
    for row in rows:
        row["x_ms"] = round(row["cpu_ms_a_record"] / rows[0]["cpu_ms_a_record"], 2)
    emit("ingest_rate", rows, COLUMNS, as_json=options.json)
    if not options.json:
        for row in rows:
            tables = ", ".join(f"{name} {held:g}" for name, held in list(row["table_bytes_a_packet"].items())[:8])
            print(f"{row['case']}: bytes a packet by table: {tables}")


COLUMNS = ("case", "packets", "cpu_ms_a_record", "records_a_cpu_second", "file_bytes_a_packet", "x_ms")


def measured(case: Case) -> dict[str, Any]:
    """The row of one case."""
    with built(case) as (memory, cost):
        return {
            "case": case.name,
            **sizes(memory),
            "cpu_ms_a_record": round(1000 * cost.cpu_s / cost.records, 4),
            "records_a_cpu_second": round(cost.records / cost.cpu_s),
        }


if __name__ == "__main__":
    run(main)
