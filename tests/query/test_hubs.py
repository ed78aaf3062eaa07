"""Subjects with very many statements, and graphs that lead everywhere: bounded, the newest first, and told."""

from collections.abc import Callable
from pathlib import Path

import pytest

import memdb
from memdb.query.state import ReadState
from memdb.records.settings import GraphSettings, ReadSettings

HOBBIES = 3000
FEW = ReadSettings(graph=GraphSettings(max_values=20, max_reached=60, max_edges=40))
Fill = Callable[..., memdb.Memory]


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory):
    """A person who was born somewhere long ago and has taken up thousands of hobbies since then."""
    with memdb.open(tmp_path_factory.mktemp("hub") / "memory.db") as memory:
        facts = ["Tom Ash was born in the city of Leeds.", "Ada Moor is married to Tom Ash."]
        facts += [f"Tom Ash enjoys Hobby {n}." for n in range(HOBBIES)]
        _ingest(memory, facts)
        yield memory


@pytest.fixture
def filled(tmp_path: Path):
    """Makes a memory of facts."""
    with memdb.open(tmp_path / "memory.db") as memory:

        def fill(*facts: str) -> memdb.Memory:
            _ingest(memory, facts)
            return memory

        yield fill


def _ingest(memory: memdb.Memory, facts) -> None:
    drafts = (memdb.Draft(content=fact, turn=str(n)) for n, fact in enumerate(facts))
    memory.ingest_drafts(drafts, stream="facts", profile="facts")


def _walked(memory: memdb.Memory, question: str, **options) -> ReadState:
    steps = memory.trace(question, **options).steps
    return next(step.state for step in steps if step.stage == "traversal")


def test_of_a_hub_the_single_values_and_the_newest_are_followed(hub):
    most = GraphSettings().max_values
    objects = [edge.object for edge in _walked(hub, "Who is Tom Ash?").edges]
    assert objects == [*(f"Hobby {n}" for n in range(HOBBIES - 1, HOBBIES - most, -1)), "Leeds"]


@pytest.mark.parametrize("question", ["Where was Tom Ash born?", "Where was the spouse of Ada Moor born?"])
def test_what_is_old_and_single_is_found_at_a_hub_and_behind_it(hub, question: str):
    assert hub.ask(question).answer == "Leeds"


def test_a_trace_says_how_many_statements_a_hub_has_and_how_many_were_followed(hub):
    said = "tom ash has 3001 statements: 500 were followed, its single values and then the newest"
    assert said in _walked(hub, "Who is Tom Ash?").notes
    assert said in hub.ask("Where was the spouse of Ada Moor born?").evidence.notes
    assert _walked(hub, "Who is Ada Moor?", settings=ReadSettings(graph=GraphSettings(max_depth=0))).notes == ()


def test_as_of_a_position_the_newest_of_then_are_followed(hub):
    found = _walked(hub, "Who is Tom Ash?", as_of=1000, settings=FEW)
    assert [edge.object for edge in found.edges] == [*(f"Hobby {n}" for n in range(997, 978, -1)), "Leeds"]
    assert "tom ash has by now 3001 statements: 20 were followed, its single values and then the newest" in found.notes


def test_a_new_statement_of_a_hub_is_read_at_once(filled):
    memory = filled(*(f"Tom Ash enjoys Hobby {n}." for n in range(30)))
    memory.add("Tom Ash enjoys Chess.", stream="facts")
    assert _walked(memory, "Who is Tom Ash?", settings=FEW).edges[0].object == "Chess"


def test_a_walk_ends_in_a_graph_that_leads_everywhere(filled):
    names = [f"N{n}" for n in range(30)]
    memory = filled(*(f"{one} is friends with {other}." for one in names for other in names))
    for as_of in (None, 900):
        found = _walked(memory, "Who is N0?", as_of=as_of, settings=FEW)
        assert len(found.edges) == FEW.graph.max_edges
        assert [edge.depth for edge in found.edges] == [0] * 20 + [1] * 20
        assert "the closure was cut at 40 statements, nearest and newest kept" in found.notes


def test_hubs_that_name_each_other_and_themselves_come_once(filled):
    memory = filled(
        *(f"{one} enjoys Hobby {n}." for n in range(30) for one in ("Aa", "Bb")),
        "Aa is friends with Bb.", "Bb is friends with Aa.", "Aa is friends with Aa.",
    )  # fmt: skip
    edges = _walked(memory, "Who is Aa?", settings=FEW).edges
    assert len(edges) == len({(edge.slot, edge.object_key) for edge in edges}) == 40
    assert {edge.subject for edge in edges} == {"Aa", "Bb"}


def test_the_latest_view_of_a_hub_equals_a_replay(hub):
    assert hub.check().problems == ()


def test_a_trace_document_tells_the_cut_at_the_stage_that_cut(hub):
    stages = {stage["stage"]: stage["state"] for stage in hub.trace("Who is Tom Ash?").to_dict()["stages"]}
    assert any("tom ash has 3001 statements" in note for note in stages["traversal"]["notes"])
