"""Ingest: processor milliseconds a record, records a second, and what a record costs in the file.

    python benchmarks/ingest_rate.py
    python benchmarks/ingest_rate.py toychat:FOLDER locomo:FILE
    python benchmarks/ingest_rate.py --size 50000

`x_ms` is a case's time a record over the first case's: near 1 when the rate does not depend on the size. The stages
are run again over the stored packets: `extract` reads claims and statements, `index` makes the lexical document,
`embed` the static table's vectors, and `store` is what remains of the whole: importing, hashing, SQL and commits.
"""

import time
from typing import Any

from invented import chat_case
from measuring import Case, built, cases_of, emit, parser, run, sizes

import memdb
from memdb.extract import RulesFrontend
from memdb.ingest import embed, embedded_text
from memdb.ingest.documents import document
from memdb.models import ModelChoice
from memdb.models.loading import embedder
from memdb.records import Packet


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


COLUMNS = (
    "case",
    "packets",
    "cpu_ms_a_record",
    "extract_ms",
    "index_ms",
    "embed_ms",
    "store_ms",
    "records_a_cpu_second",
    "file_bytes_a_packet",
    "x_ms",
)


def measured(case: Case) -> dict[str, Any]:
    """The row of one case."""
    with built(case) as (memory, cost):
        whole = 1000 * cost.cpu_s / cost.records
        extract, index = stages(memory)
        embedding = embedding_ms(memory)
        return {
            "case": case.name,
            **sizes(memory),
            "cpu_ms_a_record": round(whole, 4),
            "extract_ms": round(extract, 4),
            "index_ms": round(index, 4),
            "embed_ms": round(embedding, 4),
            "store_ms": round(whole - extract - index - embedding, 4),
            "records_a_cpu_second": round(cost.records / cost.cpu_s),
        }


def stages(memory: memdb.Memory) -> tuple[float, float]:
    """Processor milliseconds a record of reading packets by rules, and of making their lexical documents."""
    profiles = memory.stats().profiles
    people: dict[str, set[str]] = {}
    frontend = RulesFrontend()
    extract = index = 0.0
    count = 0
    for count, draft in enumerate(memory.export(), start=1):
        stream = draft.stream or ""
        known = people.setdefault(stream, set())
        packet = Packet(
            id=count, position=count, turn_index=0, stream=stream, session=draft.session or "", turn=draft.turn,
            speaker=draft.speaker, said_at=draft.said_at, content=draft.content, caption=draft.caption,
            image_query=draft.image_query, session_started_at=draft.session_started_at,
        )  # fmt: skip
        started = time.process_time()
        frontend.extract(packet, profile=profiles[stream], known_people=known)
        extracted = time.process_time()
        document(draft, draft.session_started_at)
        index += time.process_time() - extracted
        extract += extracted - started
        if draft.speaker:
            known.add(draft.speaker)
    return 1000 * extract / max(1, count), 1000 * index / max(1, count)


def embedding_ms(memory: memdb.Memory) -> float:
    """Processor milliseconds a record of computing vectors; facts have none."""
    profiles = memory.stats().profiles
    drafts = list(memory.export())
    texts = [
        (number, embedded_text(draft.content, draft.caption, draft.image_query))
        for number, draft in enumerate(drafts)
        if profiles[draft.stream or ""] != "facts"
    ]
    started = time.process_time()
    embed(embedder(ModelChoice(spec="static")), texts)
    return 1000 * (time.process_time() - started) / max(1, len(drafts))


if __name__ == "__main__":
    run(main)
