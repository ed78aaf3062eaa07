"""The recipe "paper" in whole reads: its stages equal a plain-Python reading of the paper, for any talk."""

import importlib.util
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memdb
from memdb.query.claim_bm25 import claim_bm25
from memdb.query.state import Scope
from memdb.records.settings import ClaimSettings, ReadSettings
from memdb.store import sql


def _module(name: str, path: Path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


published = _module("published", Path(__file__).with_name("published.py"))
benchmark_data = _module("benchmark_data", Path(__file__).parents[1] / "benchmark_data.py")
WINDOW = ReadSettings().lexical.window
PAPER = ("cells", "lexical", "dense")

people = ["Ana", "Ben"]
things = "guitar violin cat garden boat painting marathon recipe".split()
turns = st.lists(
    st.tuples(
        st.sampled_from(people),
        st.sampled_from(["s1", "s2"]),
        st.sampled_from(
            ["I bought a {}.", "I do not like the {} of Ben.", "Did you see Ana's {}?", "My {} and my {} broke."]
        ),
        st.sampled_from(things),
        st.sampled_from(things),
    ),
    min_size=1,
    max_size=40,
)
questions = st.sampled_from(
    [
        "What did Ana buy?",
        "When did Ben see the garden?",
        "Which cat or violin broke?",
        "Who likes the boat of Ana and Ben?",
    ]
)


def told(memory: memdb.Memory, said) -> None:
    memory.ingest_drafts(
        [
            memdb.Draft(
                content=form.format(one, other), speaker=speaker, session=session, said_at=f"2024-01-{n % 28 + 1:02}"
            )
            for n, (speaker, session, form, one, other) in enumerate(sorted(said, key=lambda turn: turn[1]))
        ]
    )


def states(memory: memdb.Memory, question: str, **options):
    options = {"recipe": "paper", "channels": PAPER, **options}
    return {step.stage: step.state for step in memory.trace(question, **options).steps}


def assert_as_published(memory: memdb.Memory, path: Path, question: str, stream: str) -> None:
    """The opened Cells, the candidates with scores and channels, and the pool are those of the reference."""
    found = states(memory, question, streams=[stream])
    query = found["claims"].query
    with sqlite3.connect(path) as database:
        opened, candidates = published.Memory(database, stream).read(*query)
    database.close()
    assert [one.cell for one in found["routing"].opened] == opened
    scored = {one.claim: one for one in found["relevance"].claims}
    assert scored.keys() == {claim for claim, *_ in candidates}
    for claim, packet, score, channels in candidates:
        one = scored[claim]
        assert (one.packet, set(one.via)) == (packet, channels)
        assert one.score == pytest.approx(score)
    best = {packet: score for _, packet, score, _ in reversed(candidates)}
    pool = found["sources"].pool
    assert {one.packet for one in pool} == best.keys()
    assert [one.score for one in pool] == pytest.approx(sorted(best.values(), reverse=True))
    assert all(scored[one.claim].packet == one.packet and scored[one.claim].score == one.score for one in pool)


@settings(max_examples=25, deadline=None)
@given(turns, questions)
def test_a_read_is_that_of_the_paper_for_any_talk(tmp_path_factory, said, question):
    path = tmp_path_factory.mktemp("published") / "memory.db"
    with memdb.open(path) as memory:
        told(memory, said)
        assert_as_published(memory, path, question, "main")


@pytest.fixture(scope="module")
def conversation(tmp_path_factory):
    """One LoCoMo conversation, and its questions."""
    import msgspec

    samples = msgspec.json.decode(benchmark_data.path("locomo", "locomo10_dev.json").read_bytes())
    folder = tmp_path_factory.mktemp("locomo")
    (folder / "locomo1.json").write_bytes(msgspec.json.encode(samples[:1]))
    with memdb.open(folder / "memory.db") as memory:
        memory.ingest(folder / "locomo1.json")
        yield memory, folder / "memory.db", [row["question"] for row in samples[0]["qa"]]


def test_a_read_is_that_of_the_paper_for_a_long_conversation(conversation):
    memory, path, asked = conversation
    (stream,) = memory.streams()
    for question in asked[::25]:
        assert_as_published(memory, path, question, stream)


@settings(max_examples=20, deadline=None)
@given(turns, st.lists(st.sampled_from(["ana", "guitar", "cat", "bought", "boat"]), min_size=1, unique=True))
def test_of_many_claims_the_best_are_scored_as_of_few(tmp_path_factory, said, query):
    with memdb.open(tmp_path_factory.mktemp("claims") / "memory.db") as memory:
        told(memory, said)
        connection = memory._store.connection()
        streams = [Scope(*row) for row in connection.rows(sql("query/scope"))]

        def scores(**limits: int) -> dict[int, float]:
            return dict(claim_bm25(connection, streams, query, replace(ClaimSettings(), **limits), WINDOW))

        exact = scores()
        assert scores(exact_claims=0, rough_pool=1000) == pytest.approx(exact)
        assert set(scores(exact_claims=0, rough_pool=3)) <= set(exact)


def test_claims_can_be_found_by_their_own_words_alone(memory, talk, tmp_path):
    talk("Ana: Which instrument do you like?", "Ben: I love the violin.", "Ana: I prefer to go sailing.")
    alone = ReadSettings(claims=ClaimSettings(context=0.0))
    question = "Which instrument?"
    assert states(memory, question)["claims"].hits != ()
    assert states(memory, question, settings=alone)["claims"].hits == ()
    with sqlite3.connect(tmp_path / "memory.db") as database:
        plain = published.Memory(database, "main").bm25(["violin", "sail"], context=0)
    database.close()
    hits = states(memory, "violin or sailing?", settings=alone)["claims"].hits
    assert dict(hits) == pytest.approx(plain)
