"""The recipe "paper" after its pool: order, diverse selection, frontier, views, and what it refuses."""

import importlib.util
import json
import shutil
from pathlib import Path

import pytest

import memdb
from memdb.errors import UsageError
from memdb.models import FakeChatModel
from memdb.query.addresses import addresses
from memdb.query.mmr import Turn
from memdb.records.settings import ReadSettings

_spec = importlib.util.spec_from_file_location("published", Path(__file__).with_name("published.py"))
published = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(published)
PAPER = ("cells", "lexical", "dense")
QUESTION = "What does Ben say about the boat in the harbour?"
BOATS = [f"Ben: The boat lies in harbour number {n}. I painted the boat {n} times in the harbour." for n in range(15)]
OTHERS = [
    "Ana: I sold my violin.",
    "Ana: The garden is full of roses.",
    "Ben: My cat sleeps.",
    "Ana: It rained all day.",
]


def packets(state) -> list[int]:
    return [one.packet for one in state.selected]


def test_a_claim_that_both_channels_find_keeps_both_and_its_packet_is_one(talk, after):
    talk(*BOATS)
    state = after("sources", QUESTION, recipe="paper", channels=PAPER)
    both = [one for one in state.claims if one.via == ("cell", "bm25")]
    assert both
    assert sum(one.claim == both[0].claim for one in state.candidates) == 2
    assert len({one.packet for one in state.pool}) == len(state.pool) < len(state.claims)
    assert {"cell", "bm25"} <= set(next(one for one in state.pool if one.packet == both[0].packet).via)


def test_before_normalisation_one_source_takes_several_places_and_afterwards_one(talk, after):
    talk(*BOATS)
    state = after("sources", QUESTION, recipe="paper", channels=PAPER)
    first = [one.packet for one in state.claims[:20]]
    assert [one.score for one in state.claims] == sorted((one.score for one in state.claims), reverse=True)
    assert len(set(first)) < len(first)
    assert len({one.packet for one in state.pool}) == len(state.pool) == 15


def test_the_pool_is_the_papers_and_its_order_that_of_memdb(talk, after):
    talk(*BOATS, *OTHERS)
    pool = after("sources", QUESTION, recipe="paper", channels=PAPER).pool
    ordered = after("order", QUESTION, recipe="paper", channels=PAPER).pool
    assert {one.packet for one in ordered} == {one.packet for one in pool}
    fused = {one.packet: one.score for one in after("fusion", QUESTION, channels=("lexical", "dense")).candidates}
    assert [one.packet for one in ordered if one.packet in fused] == sorted(
        (one.packet for one in ordered if one.packet in fused), key=lambda packet: (-fused[packet], packet)
    )
    assert all(one.score == pytest.approx(fused[one.packet]) for one in ordered if one.packet in fused)


def test_the_diverse_selection_takes_the_turns_that_the_paper_takes(memory, talk, after):
    talk(*BOATS, *OTHERS)
    state = after("schedule", QUESTION, recipe="paper", channels=PAPER, scheduler="mmr", k=6)
    of: dict[int, list] = {}
    for one in state.claims:
        of.setdefault(one.packet, []).append(one)
    best = addresses(memory._store.connection(), [claims[0].claim for claims in of.values()], state.request.at)
    turns = [
        Turn(packet, claims[0].cell, best[claims[0].claim].terms, tuple(one.score for one in claims))
        for packet, claims in of.items()
    ]
    assert packets(state) == published.diverse(turns, 6)
    assert packets(state) != [one.packet for one in state.pool[:6]]


def test_the_frontier_adds_the_nearest_packets_that_the_anchors_lack_and_all_anchors_stay(talk, after):
    talk(*BOATS, *OTHERS)
    anchors = after("schedule", QUESTION, recipe="paper", channels=PAPER, k=3)
    state = after("frontier", QUESTION, recipe="paper", channels=PAPER, k=3)
    assert packets(state)[:3] == packets(anchors)
    assert [one.role for one in state.selected] == ["anchor"] * 3 + ["frontier"] * 2
    waiting = [one.packet for one in state.proposals if one.packet not in packets(anchors)]
    assert packets(state)[3:] == waiting[:2]
    assert len(state.proposals) <= state.request.settings.schedule.dense_top


def last_first(request):
    """Chooses the last labels of the list, the last one first."""
    wanted = request.json_schema["properties"]["labels"]
    return json.dumps({"labels": wanted["items"]["enum"][::-1][: wanted["minItems"]]})


def test_a_model_is_shown_the_whole_pool_and_then_orders_anchors_and_the_nearest(tmp_path):
    model = FakeChatModel(last_first)
    lines = [turn.split(": ", 1) for turn in BOATS * 4]
    with memdb.open(tmp_path / "memory.db", scheduler=model) as memory:
        memory.ingest_drafts(
            [memdb.Draft(content=f"{text} {n}", speaker=name, session="s") for n, (name, text) in enumerate(lines)]
        )
        trace = memory.trace(QUESTION, recipe="paper", channels=PAPER, scheduler="llm", k=4)
    state = trace.steps[-1].state
    shown = [len(request.json_schema["properties"]["labels"]["items"]["enum"]) for request in model.requests]
    anchors = [one.packet for one in state.selected if one.role == "anchor"]
    added = [one.packet for one in state.selected if one.role == "frontier"]
    assert shown == [len(state.pool), len({*anchors, *state.nearest})]
    assert len(state.pool) > state.request.settings.schedule.listed
    assert len(anchors) == 4
    assert 1 <= len(added) <= 2
    assert not set(added) & set(anchors)


def test_the_dense_channel_alone_gives_the_nearest_packets(talk, after):
    talk(*BOATS, *OTHERS)
    state = after("frontier", QUESTION, recipe="paper", channels=("dense",), extra=0)
    assert packets(state) == list(state.nearest[:10])
    assert {one.via for one in state.selected} == {("dense",)}


def test_without_query_intent_only_the_words_of_a_question_count(talk, after):
    talk(*BOATS)
    plain = after(
        "claims", "When did Ben see the boat?", recipe="paper", settings=ReadSettings(query_intent=False)
    ).query
    full = after("claims", "When did Ben see the boat?", recipe="paper").query
    assert full.terms == plain.terms
    assert (full.people, full.temporal) == ({"ben"}, True)
    assert (plain.people, plain.temporal) == (frozenset(), False)


def test_a_first_name_stands_for_the_speaker_and_i_for_the_asker(talk, after):
    talk("Ana Silva: I sold my violin.", "Ben Roth: I bought a boat.")
    assert after("claims", "Did Ana meet Zoe Kern?", recipe="paper").query.people == {"ana silva", "zoe kern"}
    assert after("claims", "What did I sell?", recipe="paper", asker="Ana").query.people == {"ana silva"}


def test_the_claim_view_shows_the_claim_that_found_the_packet(memory, talk):
    talk("Ana: I sold my old violin in Ghent. I went to see the garden of a boat builder yesterday.")
    text = memory.read("Which builder's garden?", recipe="paper", channels=PAPER, view="claim").text
    assert "boat builder" in text
    assert "violin" not in text


@pytest.mark.parametrize("recipe", ["best", "paper"])
@pytest.mark.parametrize("view", ["bundle", "raw", "claim"])
def test_a_replaced_claim_is_never_presented_as_current(memory, talk, recipe, view):
    talk("Ana: I live in Oslo.", "Ana: I have a cat.", "Ana: I moved to Ghent.")
    question = "Where does Ana live?"
    evidence = memory.read(question, recipe=recipe, view=view)
    old = next(packet for packet in evidence.packets if "Oslo" in packet.content)
    assert [claim.superseded_by for claim in old.claims] == ["Ghent"]
    lines = [line for line in evidence.text.splitlines() if "Oslo" in line]
    assert lines
    assert all("superseded: Ghent" in line for line in lines)
    assert memory.ask(question, recipe=recipe, reader="extractive").answer == "Ghent"
    first = next(packet for packet in evidence.packets if {"Oslo", "Ghent"} & set(packet.content.strip(".").split()))
    assert "Ghent" in first.content
    assert all(hit.superseded_by == "Ghent" for hit in memory.search(question, recipe=recipe) if "Oslo" in hit.content)


def test_a_read_as_of_an_earlier_day_finds_no_later_claim(memory, talk, after):
    talk(*BOATS)
    state = after("relevance", QUESTION, recipe="paper", channels=PAPER, as_of="2024-01-05")
    assert len({one.packet for one in state.claims}) == 5
    assert len(memory.read(QUESTION, recipe="paper", as_of="2024-01-05").packets) == 5


def test_a_fact_stream_is_read_by_its_closure_in_both_recipes(memory, tell):
    tell("Tom Ash is married to Mia Kern.", "Mia Kern plays the violin.", "Omar Pell lives in Lyon.")
    best, paper = (memory.read("What does the spouse of Tom Ash play?", recipe=recipe) for recipe in ("best", "paper"))
    assert paper.text == best.text
    assert {packet.role for packet in paper.packets} == {"closure"}


def test_a_memory_whose_claims_are_not_placed_yet_says_how_they_are(tmp_path):
    file = tmp_path / "old.db"
    shutil.copy(Path(__file__).parents[2] / "fixtures" / "legacy" / "schema-2.db", file)
    with memdb.open(file) as memory:
        evidence = memory.read("Who plays the violin?", recipe="paper", channels=PAPER)
        assert any("memdb cells rebuild" in note for note in evidence.notes)
        memory.rebuild_cells()
        evidence = memory.read("Who plays the violin?", recipe="paper", channels=PAPER)
        assert not any("memdb cells rebuild" in note for note in evidence.notes)


def test_the_trace_shows_the_opened_cells_and_the_scored_claims(memory, talk):
    talk(*BOATS)
    document = memory.trace(QUESTION, recipe="paper").to_dict()
    assert json.loads(json.dumps(document)) == document
    stages = {stage["stage"]: stage["state"] for stage in document["stages"]}
    assert stages["routing"]["opened"][0].keys() == {"cell", "utility", "redundancy", "gain"}
    assert stages["relevance"]["claims"][0]["text"]
    assert stages["claims"]["query"]["people"] == ["ben"]


def test_a_recipe_scheduler_or_channel_that_does_not_fit_is_refused(memory, talk):
    talk(*BOATS)
    with pytest.raises(UsageError, match="recipe paper"):
        memory.read(QUESTION, scheduler="mmr")
    with pytest.raises(UsageError, match="recipe best"):
        memory.read(QUESTION, channels=["cells"])
    with pytest.raises(UsageError, match="no recipe named"):
        memory.read(QUESTION, recipe="soup")
