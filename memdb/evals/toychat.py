"""Toy chat: short turns of several speakers who move and change jobs, with exact expectations of the ranking.

The path is the folder with `corpus.jsonl` and `queries.jsonl`. Each mark is taken twice, over `search` and over the
packets of the default `read`:

- `single`, `update`: the gold turn is among the first 5
- `fresh` (questions about a changed value): the newest gold turn is there and above every turn with an older value
- `2hop`: both gold turns are among the first 10
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import memdb
from memdb.evals import scorers
from memdb.evals.arms import UNJOINED, USUAL
from memdb.evals.files import Row, folder_of, read_jsonl
from memdb.evals.observing import ingest_cost, observed, ranking
from memdb.evals.tasks import Built, Dataset, Observation, Part, Question, Score, Task, Way
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
    texts = {turn.id: turn.text for turn in corpus}
    tasks = [
        Task(question=Question(id=f"toychat-{number}", text=query.q), score=partial(score_query, query, texts))
        for number, query in enumerate(queries)
    ]
    return [Part(name="toychat", split="all", build=partial(_build, corpus), tasks=tasks)]


def observe(memory: memdb.Memory, question: Question, way: Way) -> Observation:
    """The first ten of a search and the packets of the default read, and an answer where somebody is to read."""
    seen = observed(memory, question, way, way.reader)
    return replace(seen, rankings={"search": ranking(memory, question, way, k=10), **seen.rankings})


def score_query(query: Query, texts: Mapping[int, str], seen: Observation) -> Score:
    """The marks of one question by its kind, for each ranking; `texts` are those of its gold turns.

    An answer is right when the last gold turn says it, where a chain of turns ends; it is cited when it rests on all
    gold turns and on none that is out of date.
    """
    gold = [str(turn) for turn in query.gold]
    stale = {str(turn) for turn in query.stale}
    newest = max(query.gold)
    shares: dict[str, bool] = {}
    for name, found in seen.rankings.items():
        shares[f"{query.kind}({name})"] = scorers.complete(found, gold, DEPTHS.get(query.kind, 10))
        if query.kind == "update":
            shares[f"fresh({name})"] = scorers.fresh(found, {str(newest)}, stale)
    if seen.answer is not None:
        shares["answer"] = scorers.substring_match(texts[query.gold[-1]], seen.answer)
        shares["cited"] = stale.isdisjoint(seen.cited) and set(gold) <= set(seen.cited)
    details = {
        "gold_turns": gold,
        "gold_answer": texts[query.gold[-1]],
        "cited": list(seen.cited),
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
    arms=USUAL | {"unjoined": UNJOINED},
    sets={"usual": tuple(USUAL), "joined": ("default", "unjoined")},
    load=load,
    observe=observe,
    contrasted=("answer", "judge"),
)
