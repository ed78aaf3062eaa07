"""Placement: processor milliseconds a claim as a stream grows, and its share of an ingest.

    python benchmarks/placement_rate.py
    python benchmarks/placement_rate.py --claims 1000000
    python benchmarks/placement_rate.py --people 2000

Invented claims go to one stream, five hundred to a transaction; some of their keywords and people are frequent, most
are rare. A row is the last claims placed before the stream reached that size; `x_cpu` is their time a claim over the
first row's: near 1 when the cost does not depend on the size. `cells` are those made until then.

The last line is an ingest of invented chat, and how long placing its claims anew takes.
"""

import random
import time
from collections import deque
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from invented import chat_case, names, people
from measuring import built, emit, parser, run

from memdb.extract import record
from memdb.ingest import PacketWriter
from memdb.placement import Placer, Read, restore_cells
from memdb.records import Descriptor, Draft, Event, Extraction, Packet
from memdb.store import Connection, Store

_BATCH = 500
_MEASURED = 10
"""Batches that a row is the mean of."""
_SESSION = 40
_KEYWORDS = 20_000
_TURNS = 2000
_EVENT = Event(
    subject_people=(), predicate="", focus_terms=(), goal_context_terms=(), event_type="state", event_time="",
    polarity="unknown", confidence=0.0, needs_profile_extraction=False,
)  # fmt: skip


def main() -> None:
    """Place claims, and print a row for each power of ten."""
    arguments = parser(__doc__)
    arguments.add_argument("--claims", type=int, default=20_000, help="claims of the stream")
    arguments.add_argument("--people", type=int, default=200, help="different people of the claims")
    options = arguments.parse_args()
    with TemporaryDirectory(prefix="memdb-bench-") as folder:
        store = Store(Path(folder) / "bench.memdb", create=True)
        rows = list(growing(store.connection(), options.claims, claims(options.people)))
        store.close()
    for row in rows:
        row["x_cpu"] = round(row["cpu_ms_a_claim"] / rows[0]["cpu_ms_a_claim"], 2)
    emit("placement_rate", rows, ("claims", "cells", "cpu_ms_a_claim", "x_cpu"), as_json=options.json)
    if not options.json:
        print(of_an_ingest())


def growing(connection: Connection, most: int, invented: Iterator[Descriptor]) -> Iterator[dict[str, Any]]:
    """Place claims in batches; a row at 1,000, 10,000 and so on, and at the end."""
    marks = {10**power for power in range(3, 10) if 10**power <= most} | {most // _BATCH * _BATCH}
    spent: deque[float] = deque(maxlen=_MEASURED)
    cells = 0
    for placed in range(0, most // _BATCH * _BATCH, _BATCH):
        seconds, started = place(connection, [next(invented) for _ in range(_BATCH)], placed)
        spent.append(seconds)
        cells += started
        if placed + _BATCH in marks:
            each = 1000 * sum(spent) / len(spent) / _BATCH
            yield {"claims": placed + _BATCH, "cells": cells, "cpu_ms_a_claim": round(each, 4)}


def place(connection: Connection, batch: list[Descriptor], first: int) -> tuple[float, int]:
    """Store claims and place them; the processor seconds of placing alone, and the Cells begun."""
    with connection.write():
        writer = PacketWriter(connection, uri="bench", source_format="bench", profile="dialogue")
        stored = [store(connection, writer, one, first + at) for at, one in enumerate(batch)]
        writer.finish()
        placer = Placer(connection)
        started = time.process_time()
        for packet, read in stored:
            placer.place_read(packet, [read])
        placer.finish()
        return time.process_time() - started, placer.started


def store(connection: Connection, writer: PacketWriter, claim: Descriptor, number: int) -> tuple[Packet, Read]:
    """A claim as the only one of its packet."""
    session = f"s{number // _SESSION}"
    packet = writer.store(Draft(content=f"{number}", turn=f"{number}", session=session), stream="bench")
    assert packet is not None, "nothing was forgotten"
    read = Extraction(status="facts", descriptors=(claim,))
    extraction_id = record(connection, read, stream_id=packet.stream_id, packet_id=packet.packet.id, frontend="rules")
    return packet.packet, Read(
        extraction_id=extraction_id, ordinal=0, text=claim.claim, people=claim.people, keywords=claim.keywords,
        event_time="", tokens=claim.tokens,
    )  # fmt: skip


def claims(persons: int) -> Iterator[Descriptor]:
    """Claims without end: up to three people and four keywords, the n-th of each as frequent as 1/n."""
    draw = random.Random(persons)  # noqa: S311 - repeatable claims, not a secret
    known, topics = people(persons), names(_KEYWORDS)
    by_rank = [list(accumulate(1 / rank for rank in range(1, len(each) + 1))) for each in (known, topics)]
    while True:
        involved = draw.choices(known, cum_weights=by_rank[0], k=draw.choice((0, 1, 1, 1, 2, 3)))
        keywords = draw.choices(topics, cum_weights=by_rank[1], k=draw.randrange(5))
        words = draw.randrange(4, 25)
        text = " ".join(("They", "never" if draw.random() < 0.1 else "often", *keywords))  # noqa: PLR2004 - a share
        yield Descriptor(
            ordinal=0, claim=text, people=tuple(dict.fromkeys(involved)), keywords=tuple(dict.fromkeys(keywords)),
            event_time="", tokens=words, event=_EVENT,
        )  # fmt: skip


def of_an_ingest() -> str:
    """What placing takes beside all that an ingest does."""
    with built(chat_case(_TURNS)) as (memory, cost):
        store = Store(memory.path, create=False)
        connection = store.connection()
        started = time.process_time()
        with connection.write():
            restore_cells(connection)
        spent = time.process_time() - started
        store.close()
    whole, each = 1000 * cost.cpu_s / cost.records, 1000 * spent / cost.records
    return f"an ingest takes {whole:.3f} ms a turn, placing its claims anew {each:.3f} ms: {each / whole:.0%}"


if __name__ == "__main__":
    run(main)
