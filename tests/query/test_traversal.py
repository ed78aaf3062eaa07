"""Stage 3, the closure: five hops over the latest values, whatever the shape of the graph."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memdb
from memdb.query.state import ReadState

STATES = {
    "spouse": "{} is married to {}.",
    "employer": "{} is employed by {}.",
    "citizenship": "{} is a citizen of {}.",
}
NODES = ("Aa", "Bb", "Cc", "Dd", "Ee", "Ff", "Gg", "Hh")
Step = tuple[str, str, str]


def reached(state: ReadState) -> set[tuple[str, str, str, int]]:
    return {(edge.subject, edge.relation, edge.object, edge.depth) for edge in state.edges}


def test_the_closure_is_five_hops_and_not_one_more(tell, after):
    tell(*(f"N{n} is married to N{n + 1}." for n in range(8)))
    edges = after("traversal", "Who is N0?").edges
    assert [(edge.subject, edge.object, edge.depth) for edge in edges] == [(f"N{n}", f"N{n + 1}", n) for n in range(5)]


def test_the_shortest_depth_is_kept_and_an_edge_comes_once(tell, after):
    tell("Aa is married to Bb.", "Aa is employed by Cc.", "Bb is employed by Cc.", "Cc is a citizen of Dd.")
    found = after("traversal", "Who is Aa?")
    assert ("Cc", "citizenship", "Dd", 1) in reached(found)
    assert len(found.edges) == len(reached(found)) == 4


def test_a_cycle_and_a_self_loop_end(tell, after):
    tell("Aa is married to Bb.", "Bb is married to Aa.", "Aa is employed by Aa.")
    assert reached(after("traversal", "Who is Aa?")) == {
        ("Aa", "spouse", "Bb", 0), ("Aa", "employer", "Aa", 0), ("Bb", "spouse", "Aa", 1),
    }  # fmt: skip


def test_updates_are_resolved_before_the_walk(tell, after):
    tell("Aa is married to Bb.", "Bb is a citizen of Norway.", "Cc is a citizen of Chile.", "Aa is married to Cc.")
    assert {edge.object for edge in after("traversal", "Who is Aa?").edges} == {"Cc", "Chile"}


def test_a_denied_value_is_not_followed(tell, after):
    tell("Aa is married to Bb.", "Bb is a citizen of Norway.", "Aa is no longer married to Bb.")
    assert after("traversal", "Who is Aa?").edges == ()


def test_as_of_a_position_or_a_date_the_values_of_then_are_walked(talk, after):
    talk("Ana: My wife is Bo Ek.", "Ben: ok.", "Ana: My wife is Cy Ek.")
    for as_of in (2, "2024-01-02"):
        assert [edge.object for edge in after("traversal", "Who is Ana?", as_of=as_of).edges] == ["Bo Ek"]
    assert [edge.object for edge in after("traversal", "Who is Ana?").edges] == ["Cy Ek"]
    assert after("traversal", "Who is Ana?", as_of="2023-12-31").edges == ()


@pytest.mark.parametrize("as_of", [None, 2])
def test_a_value_that_is_a_first_name_leads_to_the_speaker_who_bears_it(talk, after, as_of: int | None):
    talk("Ben: My wife is Nora.", "Nora Quist: I live in Oslo.")
    assert ("Nora Quist", "residence", "Oslo", 1) in reached(after("traversal", "Where is Ben's wife?", as_of=as_of))


def test_streams_do_not_share_edges(tell, after):
    tell("Aa is married to Bb.", stream="one")
    tell("Bb is married to Cc.", stream="two")
    assert {edge.object for edge in after("traversal", "Who is Aa?").edges} == {"Bb"}


def walk(steps: Sequence[Step], start: str) -> set[tuple[str, str, str, int]]:
    """The closure in plain Python: newest value of each (subject, relation), then breadth first."""
    latest: dict[tuple[str, str], str] = {}
    for subject, relation, value in steps:
        latest[subject, relation] = value
    found: set[tuple[str, str, str, int]] = set()
    seen, frontier = {start}, [start]
    for depth in range(5):
        edges = [(s, r, o, depth) for (s, r), o in latest.items() if s in frontier]
        found.update(edges)
        frontier = list({edge[2] for edge in edges} - seen)
        seen.update(frontier)
    return found


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(NODES), st.sampled_from(sorted(STATES)), st.sampled_from(NODES)), max_size=25),
    st.integers(0, 25),
)
def test_the_closure_equals_a_walk_in_plain_python(tmp_path_factory, steps: list[Step], position: int):
    with memdb.open(tmp_path_factory.mktemp("walk") / "memory.db") as memory:
        drafts = [memdb.Draft(content=STATES[r].format(s, o), turn=str(n)) for n, (s, r, o) in enumerate(steps)]
        memory.ingest_drafts(drafts, stream="facts", profile="facts")
        for as_of, seen in ((None, steps), (position, steps[:position])):
            trace = memory.trace("Who is Aa?", as_of=as_of)
            assert reached(next(step.state for step in trace.steps if step.stage == "traversal")) == walk(seen, "Aa")
