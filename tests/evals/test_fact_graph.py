"""What labelled facts say about a question, on the example of the paper."""

import memdb
from memdb.evals.fact_graph import Doubt, FactGraph, Labelled
from memdb.evals.fact_scores import Asked, label_report, score_facts
from memdb.evals.tasks import Observation

FACTS = [
    Labelled(0, "The budget meeting", "room", "Room A"),
    Labelled(1, "Room A", "floor", "second"),
    Labelled(2, "Room B", "floor", "fifth"),
    Labelled(3, "The budget meeting", "room", "Room B"),
    Labelled(4, "meeting", "kind", "gathering"),
]
QUESTION = "Which floor is the budget meeting on?"
GRAPH = FactGraph(FACTS)


def asked(gold, path=None):
    return Asked.of("q", QUESTION, [gold], "multi-hop", "6k", graph=GRAPH, path=path)


def test_the_longest_names_anchor_and_the_newest_facts_are_walked():
    assert GRAPH.anchors(QUESTION) == {"the budget meeting"}
    assert GRAPH.closure(QUESTION) == {("the budget meeting", "room"), ("room b", "floor")}
    assert GRAPH.prior_closure(QUESTION) == {("the budget meeting", "room"), ("room a", "floor")}


def test_five_hops_are_walked_and_not_one_more():
    graph = FactGraph(Labelled(n, f"N{n}", "next", f"N{n + 1}") for n in range(7))
    assert graph.closure("Who is N0?") == {(f"n{n}", "next") for n in range(5)}


def test_a_gold_is_doubtful_when_the_newest_facts_do_not_reach_it():
    assert GRAPH.doubt(QUESTION, ["Fifth"]) == Doubt(unreachable=False, overridden=False)
    assert GRAPH.doubt(QUESTION, ["second"]) == Doubt(unreachable=True, overridden=False)
    assert GRAPH.doubt(QUESTION, ["Room A"]) == Doubt(unreachable=True, overridden=True)
    assert GRAPH.doubt(QUESTION, ["Room A", "fifth"]) == Doubt(unreachable=False, overridden=False)


def test_the_report_names_doubtful_questions_and_counts_updates_on_the_way_to_the_gold():
    report = label_report([asked("fifth", [3, 2]), asked("Room A")])
    assert report == {
        "unreachable": ["q"],
        "overridden": ["q"],
        "keys_change": {"multi-hop": 2},
        "updates": {"multi-hop": {"1": 1, "unknown": 1}},
    }


def test_a_fact_that_repeats_a_value_updates_nothing():
    assert not FactGraph([Labelled(0, "A", "r", "b"), Labelled(1, "A", "r", "B")]).updated(1)


def test_a_read_is_marked_for_what_it_shows_and_what_it_left_out():
    seen = Observation(rankings={"read": ("2", "3")}, selected="read", packets=(), left_out=1, edges=())
    score = score_facts(asked("fifth"), seen)
    assert (score.shares["whole_closure"], score.shares["truncated"], score.shares["empty_closure"]) == (True,) * 3
    assert score.groups == ("multi-hop", "6k", "multi-hop 6k", "multi-hop, keys change")
    assert "doubtful label" in score_facts(asked("second"), seen).groups
    less = Observation(rankings={"read": ("3",)}, selected="read", packets=())
    assert not score_facts(asked("fifth"), less).shares["whole_closure"]


def test_a_memory_that_reads_the_same_facts_has_the_same_closure(tmp_path):
    lines = ("Aa is married to Bb.", "Bb is a citizen of Norway.", "Cc is a citizen of Chile.", "Aa is married to Cc.")
    labels = [("Aa", "s", "Bb"), ("Bb", "c", "Norway"), ("Cc", "c", "Chile"), ("Aa", "s", "Cc")]
    graph = FactGraph(Labelled(n, *label) for n, label in enumerate(labels))
    with memdb.open(tmp_path / "memory.db") as memory:
        drafts = [memdb.Draft(content=line, turn=str(n)) for n, line in enumerate(lines)]
        memory.ingest_drafts(drafts, stream="facts", profile="facts")
        read = memory.read("Which country is the spouse of Aa a citizen of?")
    assert {packet.turn for packet in read.packets} == graph.records(graph.closure("the spouse of Aa"))
