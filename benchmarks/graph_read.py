"""Reads of fact streams: processor time by size, and how it compares with looking at every key.

    python benchmarks/graph_read.py
    python benchmarks/graph_read.py factconsolidation:FOLDER/context_262k.json
    python benchmarks/graph_read.py --generator make_stream.py --size 18332 --size 1000000
    python benchmarks/graph_read.py factconsolidation:FOLDER --generator make_stream.py --among 1000000

`default` is a read as `ask` makes it; `graph` asks the graph channel alone; `anchors` is its stage that looks names up,
in wall-clock milliseconds. `scan` normalises every subject and looks for it in the question; `scan_prepared` does the
same over keys normalised beforehand and kept in memory. `edges` is the mean size of the closures, on which the time of
a read depends: compare cases of one kind. `x_graph` is the case's median graph read over the first case's.
With `--among N` each named case is measured again in a stream that holds N generated facts besides: the same questions
and the same closures, in a larger file.
"""

import json
import resource
import statistics
import subprocess
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from invented import facts_case
from measuring import Case, Times, built, cases_of, cpu_times, emit, fields, parser, run, sizes, summarised

import memdb
from memdb.evals.tasks import Built, Question
from memdb.records.keys import entity_key, key_words

WARM_UP = 20
SCANS = 10


def main() -> None:
    """Measure every case that was asked for, or two invented ones."""
    arguments = parser(__doc__)
    arguments.add_argument("cases", nargs="*", metavar="NAME:PATH", help="a fact benchmark of `memdb eval`")
    arguments.add_argument("--generator", type=Path, help="a script: SCRIPT N SEED --out FOLDER writes a memstream")
    arguments.add_argument("--size", type=int, action="append", help="facts to generate or invent; may be repeated")
    arguments.add_argument("--questions", type=int, default=300, help="questions a case, at most (default 300)")
    arguments.add_argument("--among", type=int, default=0, help="generated facts to put beside the named cases")
    options = arguments.parse_args()
    invented = options.size or ([] if options.cases else [1000, 10000])
    rows: list[dict[str, Any]] = []
    for spec in options.cases:
        rows += [measured(case, options.questions) for case in cases_of(spec)]
        if options.among:
            with generated(options.among, options.generator) as stream:
                rows += [measured(among(case, stream), options.questions) for case in cases_of(spec)]
    for size in invented:
        rows += [measured(case, options.questions) for case in sized(size, options.generator)]
    for row in rows:
        row["x_graph"] = round(row["graph"]["p50"] / rows[0]["graph"]["p50"], 2)
    emit("graph_read", rows, COLUMNS, as_json=options.json)
    if not options.json:
        for row in rows:
            tables = ", ".join(f"{name} {held:g}" for name, held in list(row["table_bytes_a_packet"].items())[:8])
            print(f"{row['case']}: bytes a packet by table: {tables}")


COLUMNS = (
    "case",
    "packets",
    "facts_a_second",
    "file_bytes_a_packet",
    "edges",
    "graph.p50",
    "graph.p95",
    "graph_us_an_edge",
    "default.p50",
    "default.p95",
    "anchors.p50",
    "scan.p50",
    "scan_prepared.p50",
    "scan_over_graph",
    "scan_over_default",
    "x_graph",
)


def sized(size: int, generator: Path | None) -> Iterator[Case]:
    """A case of so many facts, written by the generator if there is one, else invented."""
    if generator is None:
        yield facts_case(size)
        return
    with generated(size, generator) as folder:
        for case in cases_of(f"memstream:{folder}"):
            yield Case(name=f"generated {size}", fill=case.fill, questions=case.questions)


@contextmanager
def generated(size: int, generator: Path | None) -> Generator[Path]:
    """A folder with a stream of so many facts, removed afterwards."""
    if generator is None:
        raise SystemExit("--among needs --generator: a script SCRIPT N SEED --out FOLDER that writes a memstream")
    with TemporaryDirectory(prefix=f"generated-{size}-") as folder:
        command = [sys.executable, str(generator), str(size), "1", "--out", folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - the script the user named
        yield Path(folder)


def among(case: Case, folder: Path) -> Case:
    """A case whose facts stand in one stream with the generated ones of a folder."""

    def fill(memory: memdb.Memory) -> Built:
        with (folder / "stream.jsonl").open(encoding="utf-8") as lines:
            others = (memdb.Draft(content=json.loads(line)["text"], session="others") for line in lines)
            memory.ingest_drafts(others, stream="facts", profile="facts")
        return case.fill(memory)

    return Case(name=f"{case.name} among generated", fill=fill, questions=case.questions)


def measured(case: Case, count: int) -> dict[str, Any]:
    """The row of one case."""
    questions = case.questions[:: max(1, len(case.questions) // count)][:count]
    with built(case) as (memory, cost):
        subjects = sorted({fact.subject for fact in memory.facts()})
        for question in questions[:WARM_UP]:
            memory.read(question.text)
        graph = reads(memory, questions, ("graph",))
        default = reads(memory, questions, ("lexical", "graph"))
        found = [memory.read(one.text) for one in questions]
        anchors = summarised([evidence.timing_ms.get("anchors", 0.0) for evidence in found])
        edges = statistics.fmean(len(evidence.graph.edges) for evidence in found)
        scan, prepared = scans(subjects, questions[:SCANS])
        return {
            "case": case.name,
            **sizes(memory),
            "subjects": len(subjects),
            "facts_a_second": round(cost.records / cost.cpu_s),
            "edges": round(edges, 1),
            "graph": fields(graph),
            "default": fields(default),
            "anchors": fields(anchors),
            "scan": fields(scan),
            "scan_prepared": fields(prepared),
            "graph_us_an_edge": round(1000 * graph.mean / edges, 1) if edges else None,
            "scan_over_graph": round(scan.p50 / graph.p50, 1),
            "scan_over_default": round(scan.p50 / default.p50, 1),
            "scan_prepared_over_anchors": round(prepared.p50 / anchors.p50, 1) if anchors.p50 else None,
            "peak_rss_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        }


def reads(memory: memdb.Memory, questions: Sequence[Question], channels: tuple[str, ...]) -> Times:
    """Processor times of reads through the channels."""
    return cpu_times(lambda one: memory.read(one.text, channels=channels), questions)


def scans(subjects: Sequence[str], questions: Sequence[Question]) -> tuple[Times, Times]:
    """Processor times of a full scan of the subjects, normalising each, and of one over keys made beforehand."""
    keys = [entity_key(subject) for subject in subjects]
    uncached = entity_key.__wrapped__
    return (
        cpu_times(lambda one: found_in(one.text, [uncached(subject) for subject in subjects]), questions),
        cpu_times(lambda one: found_in(one.text, keys), questions),
    )


def found_in(question: str, keys: Sequence[str]) -> list[str]:
    """The keys that stand in a question as whole words and inside no longer one."""
    words = f" {' '.join(key_words(question))} "
    found = [key for key in keys if f" {key} " in words]
    return [key for key in found if not any(key != other and f" {key} " in f" {other} " for other in found)]


if __name__ == "__main__":
    run(main)
