"""Cells stay what their claims make them, whatever is stored, read again or forgotten."""

import random
import re

import pytest

import memdb
from memdb.models import FakeChatModel

PARTITION = "SELECT json_group_array(claim_id ORDER BY claim_id) FROM cell_members GROUP BY cell_id"
SAID = (
    "My dog Rex likes the forest.",
    "I never liked the forest.",
    "I moved to Ghent last week, and my sister Ida helped.",
    "The pottery class is fun!",
    "We went hiking with Ida in the forest.",
    "I work at Northwind and I like chess.",
    "Did you see the pottery exhibition in Ghent?",
)


def talk(count, seed=3):
    """Turns of a chat of three."""
    chance = random.Random(seed)  # noqa: S311 - the same chat in every run
    return [
        memdb.Draft(
            content=f"{chance.choice(SAID)} That was number {turn}.", speaker=chance.choice(["Ana", "Ben", "Cy"]),
            session=str(turn // 7), turn=str(turn), said_at="2026-01-05",
        )
        for turn in range(count)
    ]  # fmt: skip


@pytest.fixture
def chat(path):
    with memdb.open(path) as memory:
        memory.ingest_drafts(talk(40))
        yield memory


def held(memory):
    return sum(cell.claims for cell in memory.cells())


def test_every_claim_of_a_chat_is_in_one_cell_and_facts_are_in_none(chat):
    chat.ingest_drafts([memdb.Draft(content="The capital of Lirone is Vesk.")], stream="facts", profile="facts")
    tables = chat.stats().tables
    assert held(chat) == tables["claim_documents"] == tables["cell_members"] == tables["descriptors"] - 1
    assert {cell.stream for cell in chat.cells()} == {"main"}
    assert chat.rebuild_cells(streams=["facts"]).claims == 0


def test_an_ingest_tells_how_many_cells_it_began(path):
    with memdb.open(path) as memory:
        assert memory.ingest_drafts(talk(40)).cells == len(memory.cells()) > 3
        assert memory.ingest_drafts(talk(40)).cells == 0


@pytest.mark.parametrize("seed", range(4))
def test_what_is_forgotten_leaves_cells_that_equal_their_claims(path, seed):
    chance = random.Random(seed)  # noqa: S311 - as above
    with memdb.open(path) as memory:
        memory.ingest_drafts(talk(40, seed))
        for _ in range(6):
            packets = [hit.packet for hit in memory.search("forest pottery chess Ghent", k=100)]
            memory.forget(packet=chance.choice(packets))
            memory.add(chance.choice(SAID), speaker="Ana", session=str(chance.randrange(9)))
            assert memory.check().problems == ()
        memory.forget(speaker="Ben")
        memory.forget(session="2", stream="main")
        assert memory.check().problems == ()
        assert all(cell.title or cell.summary for cell in memory.cells())
        memory.forget(stream="main")
        assert memory.cells() == ()
        assert memory.stats().tables["cell_terms"] == memory.stats().tables["claim_postings"] == 0


def test_no_cell_keeps_words_of_what_was_forgotten(path):
    with memdb.open(path) as memory:
        memory.add("I like figs.", speaker="Ana", session="1")
        secret = memory.add("I like the Zanzibar marmalade affair.", speaker="Ana", session="1")
        (cell,) = memory.cells()
        assert "Zanzibar" in cell.title
        assert "Zanzibar" in cell.summary
        memory.forget(packet=secret.packet)
        (cell,) = memory.cells()
        assert not re.search("zanzibar", f"{cell}", re.IGNORECASE)
        assert (cell.title, cell.summary) == ("Ana: figs", "I like figs.")
    assert b"anzibar" not in path.read_bytes()


def test_a_cell_that_lost_a_claim_has_room_again(path):
    with memdb.open(path) as memory:
        added = [memory.add(f"I like chess at {hour} o'clock.", speaker="Ana", session="1") for hour in range(2, 15)]
        assert [cell.claims for cell in memory.cells()] == [12, 1]
        memory.forget(packet=added[4].packet)
        memory.forget(packet=added[12].packet)
        memory.add("I like chess at midnight.", speaker="Ana", session="1")
        assert [cell.claims for cell in memory.cells()] == [12]
        assert memory.check().ok


def test_a_models_claims_are_placed_beside_the_rules_until_they_go(path):
    reply = '{"claims": [["Ida helped Ana move the piano.", "event", []]]}'
    with memdb.open(path) as memory:
        first = memory.add("Ida came over.", speaker="Ana", session="1", turn="1", said_at="2026-01-05")
        memory.add("Ida helped me move the piano.", speaker="Ana", session="1", turn="2", said_at="2026-01-05")
        by_rules = held(memory)
        memory.enrich(model=FakeChatModel(lambda _: reply))
        assert any("Ida helped Ana move the piano." in cell.summary for cell in memory.cells())
        assert held(memory) == memory.stats().tables["claim_documents"] > by_rules
        assert memory.check().ok
        memory.forget(packet=first.packet)
        assert [cell.summary for cell in memory.cells()] == ["Ida helped me move the piano."]
        assert memory.check().ok


def test_a_rebuild_gives_the_cells_that_claims_got_as_they_arrived(chat, path, sql):
    before = sorted(sql(path, PARTITION))
    chat.rebuild_cells("entity")
    assert sorted(sql(path, PARTITION)) != before
    chat.rebuild_cells()
    assert [cell.claims for cell in chat.cells()]
    order = "SELECT extraction_id, ordinal FROM claim_documents ORDER BY id"
    assert sql(path, order) == sorted(sql(path, order))
    assert sorted(sql(path, PARTITION)) == before


def test_a_rebuild_that_was_stopped_is_ended_by_the_next_write(chat, path, sql):
    cells = len(chat.cells())
    sql(
        path,
        "PRAGMA foreign_keys = on",
        "DELETE FROM claim_documents",
        "INSERT INTO unplaced_packets SELECT id FROM packets",
    )
    assert chat.cells() == ()
    assert [problem.repairable for problem in chat.check().problems] == [True]
    chat.correct("Ana", "lives in", "Ghent")
    assert chat.check().ok
    assert len(chat.cells()) >= cells
