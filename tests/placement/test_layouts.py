"""The layouts that bounded Cells are compared with."""

import json

import pytest

import memdb

MEMBERS = """
SELECT d.session_index, d.people FROM cell_members AS m JOIN claim_documents AS d ON d.id = m.claim_id
WHERE m.cell_id = {} ORDER BY d.id
"""


@pytest.fixture
def chat(path):
    with memdb.open(path) as memory:
        memory.ingest_drafts(
            memdb.Draft(
                content=f"I like game {turn}. It is about kings.", speaker="Ben" if turn % 3 else "Ana",
                session=str(turn // 20), turn=str(turn), said_at="2026-01-05",
            )
            for turn in range(50)
        )  # fmt: skip
        memory.ingest_drafts([memdb.Draft(content="Kites fly high.", speaker="Cy", session="9")])
        yield memory


@pytest.fixture
def blocks(chat, path, sql):
    """The members of each Cell of a layout as (session, first person), after checks that hold for each layout."""

    def of(layout):
        report = chat.rebuild_cells(layout)
        assert (report.layout, report.streams, report.cells) == (layout, ("main",), len(chat.cells()))
        found = [
            [(session, json.loads(people)[:1]) for session, people in sql(path, MEMBERS.format(cell.cell))]
            for cell in chat.cells()
        ]
        assert chat.check().ok
        assert all(len(block) <= 12 for block in found)
        assert layout == "flat" or sum(map(len, found)) == report.claims == 101
        return found

    return of


def test_flat_has_no_cells_and_still_all_claims(chat, blocks):
    assert blocks("flat") == []
    assert chat.stats().tables["claim_documents"] == 101


def test_sequential_blocks_are_full_but_the_last(blocks):
    assert [len(block) for block in blocks("sequential")] == [12] * 8 + [5]


def test_session_blocks_stay_within_a_session(blocks):
    found = blocks("session")
    assert all(len({session for session, _ in block}) == 1 for block in found)
    assert [len(block) for block in found] == [12, 12, 12, 4, 12, 12, 12, 4, 12, 8, 1]


def test_entity_blocks_are_of_one_first_person(blocks):
    found = blocks("entity")
    assert all(len({tuple(person) for _, person in block}) == 1 for block in found)
    assert {tuple(block[0][1]) for block in found} == {("ana",), ("ben",), ()}
    full = [block for block in found if len(block) == 12]
    assert len(full) == sum(len(block) for block in full) // 12
    assert len(found) - len(full) <= 3, "the last block of each person may be part full"


def test_what_comes_after_a_rebuild_is_grouped_in_the_same_way(chat, blocks):
    before = len(blocks("session"))
    chat.add("I like cards.", speaker="Ana", session="new")
    assert len(chat.cells()) == before + 1
    assert chat.check(repair=True).ok
    assert len(chat.cells()) == before + 1


def test_a_speaker_is_among_the_people_of_a_claim_only_where_that_is_asked_for(chat):
    def people():
        (kites,) = [cell for cell in chat.cells() if "Kites fly high." in cell.summary]
        return kites.people

    assert people() == ()
    chat.rebuild_cells(speaker_counts=True)
    assert "cy" in people()
    assert chat.check().ok


def test_a_layout_that_is_not_there_is_refused(chat):
    with pytest.raises(memdb.UsageError, match="bounded"):
        chat.rebuild_cells("round")
