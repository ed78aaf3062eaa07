"""Toy chat: short turns of several speakers who move and change jobs, with exact expectations of the ranking.

The path is the folder with `corpus.jsonl` and `queries.jsonl`. Each mark is taken twice, over `search` and over the
packets of the default `read`:

- `single`, `update`: the gold turn is among the first 5
- `fresh` (questions about a changed value): the newest gold turn is there and above every turn with an older value
- `2hop`: both gold turns are among the first 10
"""

from functools import partial
from pathlib import Path

import memdb
from memdb.evals import scorers
from memdb.evals.files import Row, folder_of, read_jsonl
from memdb.evals.observing import ingest_cost, ranking, timed_read, turns
from memdb.evals.tasks import Built, Channels, Dataset, Observation, Part, Question, Score, Task
from memdb.records import Draft

DEPTHS = {"single": 5, "update": 5, "2hop": 10}


class Turn(Row, frozen=True, kw_only=True):
    """One line of `corpus.jsonl`."""

    id: int
    session: int
    ts: str
    speaker: str
    text: str


class Query(Row, frozen=True, kw_only=True):
    """One line of `queries.jsonl`."""

    q: str
    gold: list[int]
    stale: list[int]
    kind: str


def load(path: Path) -> list[Part]:
    """One memory with one stream."""
    folder = folder_of(path, "corpus.jsonl and queries.jsonl")
    corpus = read_jsonl(folder / "corpus.jsonl", Turn)
    queries = read_jsonl(folder / "queries.jsonl", Query)
    tasks = [
        Task(question=Question(id=f"toychat-{number}", text=query.q), score=partial(score_query, query))
        for number, query in enumerate(queries)
    ]
    return [Part(name="toychat", split="all", build=partial(_build, corpus), tasks=tasks)]


def observe(memory: memdb.Memory, question: Question, channels: Channels) -> Observation:
    """The first ten of a search and the packets of the default read."""
    evidence, read_ms = timed_read(memory, question, channels)
    return Observation(
        rankings={"search": ranking(memory, question, channels, k=10), "read": turns(evidence.packets)},
        selected="read",
        packets=tuple(packet.packet for packet in evidence.packets),
        text=evidence.text,
        read_ms=read_ms,
    )


def score_query(query: Query, seen: Observation) -> Score:
    """The marks of one question by its kind, for each ranking."""
    gold = [str(turn) for turn in query.gold]
    stale = {str(turn) for turn in query.stale}
    newest = max(query.gold)
    shares: dict[str, bool] = {}
    for name, found in seen.rankings.items():
        shares[f"{query.kind}({name})"] = scorers.complete(found, gold, DEPTHS.get(query.kind, 10))
        if query.kind == "update":
            shares[f"fresh({name})"] = scorers.fresh(found, str(newest), stale)
    details = {
        "gold_turns": gold,
        "stale_turns": sorted(stale),
        "rankings": {name: list(found) for name, found in seen.rankings.items()},
    }
    return Score(gold=gold, shares=shares, details=details)


def _build(corpus: list[Turn], memory: memdb.Memory) -> Built:
    drafts = [
        Draft(content=turn.text, session=str(turn.session), turn=str(turn.id), speaker=turn.speaker, said_at=turn.ts)
        for turn in corpus
    ]
    return ingest_cost(lambda: memory.ingest_drafts(drafts, stream="toychat", profile="dialogue"))


DATASET = Dataset(
    name="toychat",
    arms={"default": ("lexical", "graph"), "lexical": ("lexical",)},
    load=load,
    observe=observe,
)
