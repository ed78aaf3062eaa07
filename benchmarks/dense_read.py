"""Reads by meaning: processor time of the stages that compare vectors and token states, by the number of packets.

    python benchmarks/dense_read.py
    python benchmarks/dense_read.py --size 600 --size 10000 --size 100000
    python benchmarks/dense_read.py --minilm all-minilm-l6-v2-q8_0.gguf

All times are processor milliseconds, medians over the questions. `embed` is the question's own embedding; `dense` and
`late` are the stages without it, and `meaning` both; `others` are the stages before and after. `x_meaning` is a case's
`meaning` over that of the first case with the same embedder.

Of MiniLM only the first packets' vectors and token states are computed, for 100,000 would take half an hour: every
other packet has a copy of theirs. The file is as large and a read works as much, but what it finds means nothing.
"""

import random
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from invented import SPEAKERS, chat, turn
from measuring import emit, parser, run, summarised

from memdb import _reading
from memdb.ingest import PacketWriter, embed, identity, store_vectors, use_embedder
from memdb.ingest.embedding import Embedded
from memdb.models import Embedder, ModelChoice, TokenStates, has_states
from memdb.models.loading import embedder as loaded
from memdb.models.protocols import Floats
from memdb.query import STAGES, ReadModels, ReadState, Request
from memdb.store import Connection, Store

WARM_UP = 5
ORIGINALS = 1000
PAGE = 1000


def main() -> None:
    """Measure every size with the static table, and with MiniLM where its file is given."""
    arguments = parser(__doc__)
    arguments.add_argument("--size", type=int, action="append", help="turns of invented chat; may be repeated")
    arguments.add_argument("--minilm", help="a GGUF file of all-MiniLM-L6-v2, for late interaction")
    arguments.add_argument("--questions", type=int, default=50, help="questions a case (default 50)")
    options = arguments.parse_args()
    embedders = {"static": loaded(ModelChoice(spec="static"))}
    if options.minilm:
        embedders["minilm"] = loaded(ModelChoice(spec=options.minilm))
    sizes = options.size or [600, 10_000, 100_000]
    rows = [row for size in sizes for row in measured(size, embedders, options.questions)]
    for row in rows:
        first = next(one for one in rows if one["embedder"] == row["embedder"])
        row["x_meaning"] = round(row["meaning"] / first["meaning"], 2)
    columns = ("embedder", "packets", "embed", "dense", "late", "meaning", "others", "x_meaning")
    emit("dense_read", rows, columns, as_json=options.json)


def measured(size: int, embedders: dict[str, Embedder], count: int) -> Iterator[dict[str, Any]]:
    """The rows of one size."""
    texts, questions = chat(size)
    with built(texts) as connection:
        for name, embedder in embedders.items():
            embed_all(connection, embedder, texts)
            times = [stage_times(connection, question, embedder) for question in questions[: count + WARM_UP]][WARM_UP:]
            medians = {stage: summarised([one[stage] for one in times]).p50 for stage in times[0]}
            yield {"embedder": name, "packets": size} | {stage: round(ms, 3) for stage, ms in medians.items()}


@contextmanager
def built(texts: Sequence[str]) -> Generator[Connection]:
    """A file of conversations in which nothing but words is indexed, removed afterwards."""
    with TemporaryDirectory(prefix="memdb-bench-") as folder:
        store = Store(Path(folder) / "bench.memdb", create=True)
        connection = store.connection()
        for start in range(0, len(texts), PAGE):
            with connection.write():
                writer = PacketWriter(connection, uri="bench", source_format="drafts", profile="dialogue")
                for number, text in enumerate(texts[start : start + PAGE], start):
                    writer.store(turn(number, text, SPEAKERS), stream="bench")
                writer.finish()
        yield connection
        store.close()


def embed_all(connection: Connection, embedder: Embedder, texts: Sequence[str]) -> None:
    """Vectors and states for every packet: for the first their own, for the others copies where the model is slow."""
    draw = random.Random(len(texts))  # noqa: S311 - repeatable, not a secret
    own = ORIGINALS if has_states(embedder) else len(texts)
    originals = embed(embedder, list(enumerate(texts[:own], 1)))
    with connection.write():
        embedder_id = use_embedder(connection, identity(embedder))
    for start in range(0, len(texts), PAGE):
        page = [original(originals, number, draw) for number in range(start + 1, min(start + PAGE, len(texts)) + 1)]
        with connection.write():
            store_vectors(connection, embedder_id, page)


def original(originals: Sequence[Embedded], number: int, draw: random.Random) -> Embedded:
    """The vector of a packet, or a copy of another's."""
    return originals[number - 1] if number <= len(originals) else replace(draw.choice(originals), packet_id=number)


class Timed:
    """An embedder that sums up the processor time it takes."""

    def __init__(self, embedder: Embedder) -> None:
        """Nothing is taken yet."""
        self._embedder = embedder
        self.name = embedder.name
        self.dimension = embedder.dimension
        self.state_width = embedder.state_width if has_states(embedder) else 0
        self.ms = 0.0

    def pieces(self, text: str) -> list[str]:
        """As the embedder's."""
        with self._timed():
            return self._embedder.pieces(text)

    def embed(self, texts: Sequence[str]) -> Floats:
        """As the embedder's."""
        with self._timed():
            return self._embedder.embed(texts)

    def embed_tokens(self, texts: Sequence[str]) -> tuple[Floats, list[TokenStates]]:
        """As the embedder's, which has states."""
        assert has_states(self._embedder), "nobody asks the others"
        with self._timed():
            return self._embedder.embed_tokens(texts)

    @contextmanager
    def _timed(self) -> Generator[None]:
        started = time.process_time_ns()
        yield
        self.ms += (time.process_time_ns() - started) / 1e6


def stage_times(connection: Connection, question: str, embedder: Embedder) -> dict[str, float]:
    """The processor milliseconds of one default read, by stage."""
    timed = Timed(embedder)
    state = ReadState(
        request=Request(
            question=question,
            scope=_reading.scope(connection, None),
            models=ReadModels(embedder=lambda: timed),
        )
    )
    spent: dict[str, float] = {}
    with connection.snapshot():
        for name, stage in STAGES:
            started = time.process_time_ns()
            state = stage(state, connection)
            spent[name] = (time.process_time_ns() - started) / 1e6
    dense, late = spent.pop("dense") - timed.ms, spent.pop("late")
    return {"embed": timed.ms, "dense": dense, "late": late, "meaning": dense + late, "others": sum(spent.values())}


if __name__ == "__main__":
    run(main)
