"""Stage 9, rendering: whole records within the budget, in the view asked for, with what replaced what."""

import pytest

import memdb
from memdb.records.settings import RenderSettings

BUDGET = RenderSettings().characters


def test_a_dialogue_is_cut_to_the_budget_by_whole_records_and_says_so(memory):
    for n in range(20):
        memory.add(f"walnut {n} " + "lorem " * 900, speaker="Ana", session="s", turn=f"t{n}")
    evidence = memory.read("walnut", k=20, extra=0, view="raw")
    assert BUDGET * 0.8 < len(evidence.text) <= BUDGET
    assert 0 < len(evidence.packets) < 20
    assert all(packet.content.strip() in evidence.text for packet in evidence.packets)
    assert any("left out" in note for note in evidence.notes)
    full = memory.read("walnut", k=3, extra=0, view="raw")
    assert [one.packet for one in full.packets] == [one.packet for one in evidence.packets][:3]


def test_every_claim_of_a_rendered_record_is_in_the_text(memory):
    for n in range(20):
        memory.add(f"walnut {n} " + "lorem " * 900, speaker="Ana", session="s", turn=f"t{n}")
    evidence = memory.read("walnut", k=20, extra=0)
    assert len(evidence.text) <= BUDGET
    assert all(claim.text in evidence.text for packet in evidence.packets for claim in packet.claims)


def test_a_fact_stream_over_the_budget_keeps_its_newest_records_in_source_order(memory, tell):
    tell(*(f"Tom Ash likes Thing {n} {'x' * 1200}." for n in range(100)))
    evidence = memory.read("What does Tom Ash like?")
    assert len(evidence.text) <= BUDGET
    packets = [one.packet for one in evidence.packets]
    assert packets == list(range(packets[0], 101))
    assert all(packet.content in evidence.text for packet in evidence.packets)
    assert 40 <= len(packets) < 100
    assert any("left out" in note for note in evidence.notes)


def test_a_single_record_beyond_the_budget_is_left_out_and_a_note_says_so(memory):
    memory.add("walnut " + "lorem " * 12_000, speaker="Ana")
    evidence = memory.read("walnut")
    assert len(evidence.text) <= BUDGET
    assert any("left out" in note for note in evidence.notes)


def test_a_closure_is_rendered_in_source_order(memory, tell):
    tell("Bb is a citizen of Norway.", "Aa is married to Bb.")
    evidence = memory.read("What is the citizenship of the spouse of Aa?")
    assert [one.packet for one in evidence.packets] == [1, 2]
    assert evidence.text.index("Norway") < evidence.text.index("married")


def test_unresolved_records_stand_beside_every_closure_of_their_stream(memory, tell):
    tell("Tom Ash is a citizen of Norway.", "She might keep Tom happy.", "She might sing.")
    evidence = memory.read("Where is Tom Ash a citizen?")
    roles = ["closure", "residual", "residual"]
    assert [(one.packet, one.role) for one in evidence.packets] == list(enumerate(roles, 1))


def test_of_many_unresolved_records_those_that_share_most_with_the_question_stand_there(memory, tell):
    tell(
        "Tom Ash is a citizen of Norway.", "She might keep Tom Ash happy.", "She might keep Tom happy.",
        *(f"She might sing {n} songs." for n in range(20)),
    )  # fmt: skip
    evidence = memory.read("Where is Tom Ash a citizen?")
    residual = [one.packet for one in evidence.packets if one.role == "residual"]
    assert len(residual) == RenderSettings().residuals
    assert residual[:2] == [2, 3]
    assert residual[2:] == list(range(24 - len(residual[2:]), 24))


def test_when_no_word_matches_the_newest_history_is_shown_oldest_first(memory, talk):
    talk("Ana: I bake bread.", "Ben: I like tea.")
    words = ["lexical", "graph"]
    evidence = memory.read("Zanzibar quokka?", channels=words)
    assert [(one.packet, one.role, one.via) for one in evidence.packets] == [
        (1, "residual", ("history",)), (2, "residual", ("history",)),
    ]  # fmt: skip
    assert any("no record matches" in note for note in evidence.notes)
    assert memory.search("Zanzibar quokka?", channels=words) == ()


def test_the_history_shown_as_of_a_position_ends_there(memory, talk):
    talk("Ana: I bake bread.", "Ben: I like tea.")
    assert [one.packet for one in memory.read("Zanzibar quokka?", as_of=1, channels=["lexical"]).packets] == [1]


def test_an_empty_memory_says_that_there_is_nothing(memory):
    evidence = memory.read("Where does Ana live?")
    assert evidence.packets == ()
    assert evidence.text == ""
    assert any("nothing in memory" in note for note in evidence.notes)


def test_the_three_views_show_claims_the_record_or_one_claim(memory):
    memory.add("I bake walnut bread. I also sell cheese.", speaker="Ana", said_at="2024-01-02", turn="D1:1")
    text = {view: memory.read("walnut cheese", view=view).text for view in ("bundle", "raw", "claim")}
    assert text["raw"] == "[D1:1] 2024-01-02 Ana: I bake walnut bread. I also sell cheese."
    assert text["bundle"] == "[D1:1] 2024-01-02 Ana:\n- I bake walnut bread.\n- I also sell cheese."
    assert text["claim"].startswith("[D1:1] 2024-01-02 Ana: I ")
    assert text["claim"].count("walnut") + text["claim"].count("cheese") == 1


def test_a_record_that_is_one_claim_reads_the_same_in_every_view(memory):
    memory.add("I bake walnut bread.", speaker="Ana", said_at="2024-01-02", turn="D1:1")
    shown = {memory.read("walnut", view=view).text for view in ("bundle", "raw", "claim")}
    assert shown == {"[D1:1] 2024-01-02 Ana: I bake walnut bread."}


@pytest.mark.parametrize("view", ["bundle", "raw", "claim"])
def test_a_replaced_claim_is_marked_with_what_replaced_it(memory, talk, view: memdb.View):
    talk("Ana: I live in Ghent.", "Ana: I moved to Oslo.")
    evidence = memory.read("Where does Ana live?", view=view)
    marks = {one.packet: [claim.superseded_by for claim in one.claims] for one in evidence.packets}
    assert marks == {1: ["Oslo"], 2: [None]}
    (line,) = [line for line in evidence.text.splitlines() if "Ghent" in line]
    assert line.endswith("(superseded: Oslo)")


def test_a_denied_claim_is_marked_too(memory, talk):
    talk("Ana: I live in Ghent.", "Ana: I don't live in Ghent anymore.")
    first = next(one for one in memory.read("Where does Ana live?").packets if one.packet == 1)
    assert first.claims[0].superseded_by


def test_only_the_claim_that_was_replaced_is_marked(memory, talk):
    talk("Ana: I live in Ghent. I bake walnut bread.", "Ana: I moved to Oslo.")
    first = next(one for one in memory.read("Where does Ana live?").packets if one.packet == 1)
    assert [claim.superseded_by for claim in first.claims] == ["Oslo", None]


def test_restating_a_value_does_not_supersede_it(memory, talk):
    talk("Ana: I live in Ghent.", "Ana: I still live in Ghent.")
    marks = [claim.superseded_by for one in memory.read("Where does Ana live?").packets for claim in one.claims]
    assert marks == [None, None]


def test_as_of_the_past_nothing_is_marked_by_what_came_later(memory, talk):
    talk("Ana: I live in Ghent.", "Ana: I moved to Oslo.")
    (only,) = memory.read("Where does Ana live?", as_of=1).packets
    assert [claim.superseded_by for claim in only.claims] == [None]


def test_a_picture_is_shown_by_its_caption_and_query(memory):
    memory.add("Look!", speaker="Ana", caption="a photo of a walnut tree", image_query="walnut tree")
    text = memory.read("walnut", view="raw").text
    assert "[caption: a photo of a walnut tree]" in text
    assert "[query: walnut tree]" in text


def test_the_graph_of_the_evidence_is_the_closure(memory, talk):
    talk("Ana Duarte: My manager is Bo Ek.")
    graph = memory.read("Who is Ana's manager?").graph
    assert graph.anchors == ("ana duarte",)
    (edge,) = graph.edges
    assert (edge.subject, edge.relation, edge.object, edge.depth, edge.packet) == (
        "Ana Duarte",
        "manager",
        "Bo Ek",
        0,
        1,
    )
