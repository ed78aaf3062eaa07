"""Bounded placement gives the Cells of a full scan, on random claims and on conversations."""

import importlib.util
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memdb
from memdb.extract import record
from memdb.importers import open_source
from memdb.ingest import PacketWriter
from memdb.placement import Placer
from memdb.placement.bounded import against
from memdb.placement.cell import Cell
from memdb.placement.claim import Claim
from memdb.records.extraction import Descriptor, Event, Extraction
from memdb.records.packet import Draft
from memdb.records.settings import PlacementSettings
from memdb.store import Connection
from memdb.store.migrations import migrate


def sibling(name, folder):
    """A module of the tests."""
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


reference = sibling("reference", Path(__file__).parent)
benchmark_data = sibling("benchmark_data", Path(__file__).parents[1])
EVENT = Event(
    subject_people=(), predicate="", focus_terms=(), goal_context_terms=(), event_type="state", event_time="",
    polarity="unknown", confidence=0.0, needs_profile_extraction=False,
)  # fmt: skip
CLAIMS = "SELECT id, packet_id, session_index, tokens, people, keywords, negated FROM claim_documents ORDER BY id"
CELLS = (
    "SELECT cell_id, json_group_array(claim_id ORDER BY claim_id) FROM cell_members GROUP BY cell_id ORDER BY cell_id"
)


@st.composite
def claims(draw):
    """Claims of a few turns in order, of which many share people and keywords, some are long, some deny others."""
    found, session = [], 1
    for turn in range(draw(st.integers(1, 30))):
        session += draw(st.sampled_from([0, 0, 0, 1, 2]))
        found += [
            reference.Item(
                turn=turn,
                session=session,
                tokens=draw(st.sampled_from([1, 3, 9, 17, 40, 100, 159, 170, 240, 359, 360, 361, 500])),
                people=draw(st.frozensets(st.sampled_from(["ana", "ben", "cy", "dee"]), max_size=3)),
                keywords=draw(st.frozensets(st.sampled_from("abcdefghijklmn"), max_size=5)),
                negated=draw(st.booleans()),
            )
            for _ in range(draw(st.integers(1, 3)))
        ]
    return found


@given(items=claims(), batch=st.integers(1, 40))
@settings(max_examples=60, deadline=None)
def test_random_claims_get_the_cells_of_a_full_scan_however_they_arrive(items, batch):
    connection = Connection(Path(":memory:"), create=True)
    migrate(connection)
    try:
        place(connection, items, batch=batch)
        assert cells(connection.rows(CLAIMS), connection.rows(CELLS)) == reference.placed(items)
    finally:
        connection.close()


@pytest.mark.parametrize("merged", [False, True], ids=["one", "all in one stream"])
def test_conversations_get_the_cells_of_a_full_scan(merged, path, sql):
    drafts = list(open_source(benchmark_data.path("locomo", "locomo10_dev.json")))
    if merged:
        # As if one assistant had heard all of it: the people of one conversation are strangers to the others.
        drafts = [replace(one, stream="all", session=f"{one.stream} {one.session}", turn=None) for one in drafts]
        drafts = drafts[::8]
    else:
        drafts = [one for one in drafts if one.stream == drafts[0].stream]
    with memdb.open(path) as memory:
        memory.ingest_drafts(drafts)
    rows = sql(path, CLAIMS)
    items = [
        reference.Item(
            packet, session, tokens, frozenset(json.loads(people)), frozenset(json.loads(words)), bool(denies)
        )
        for _, packet, session, tokens, people, words, denies in rows
    ]
    assert len(items) > 500
    assert cells(rows, sql(path, CELLS)) == reference.placed(items)


def test_a_claim_that_denies_another_is_less_welcome_in_its_cell():
    said = Claim(id=1, packet=1, session=1, tokens=9, people=("ana", "ben"), keywords=("tea", "cup"), negated=False)
    cell, constants = Cell(1, [said]), PlacementSettings()
    repeated = replace(said, id=2, packet=2)
    assert against(replace(repeated, negated=True), cell, constants) - against(repeated, cell, constants) == 0.45
    for other in (replace(repeated, negated=True, people=("cy",)), replace(repeated, negated=True, keywords=("cake",))):
        assert against(other, cell, constants) == against(replace(other, negated=False), cell, constants)


def place(connection, items, *, batch):
    """Stores items as claims, those of a turn as the claims of one packet, and places them, some turns at once."""
    turns = {}
    for item in items:
        turns.setdefault(item.turn, []).append(item)
    waiting = list(turns.values())
    for start in range(0, len(waiting), batch):
        with connection.write():
            writer = PacketWriter(connection, uri="t", source_format="t", profile="dialogue")
            placer = Placer(connection)
            for read in waiting[start : start + batch]:
                sessions = [f"{session}" for session in range(1, read[0].session + 1)]
                for session in sessions:  # a session's index is one more than the last
                    writer.store(Draft(content=f"session {session}", session=session), stream="main")
                draft = Draft(content="x", turn=str(read[0].turn), session=sessions[-1])
                stored = writer.store(draft, stream="main")
                found = Extraction(status="facts", descriptors=tuple(map(descriptor, range(len(read)), read)))
                record(connection, found, stream_id=1, packet_id=stored.packet.id, frontend="rules")
                placer.place(stored.packet.id)
            writer.finish()
            placer.finish()


def descriptor(ordinal, item):
    """A claim that is read as a given item."""
    return Descriptor(
        ordinal=ordinal, claim="She did not." if item.negated else "She did.", people=tuple(sorted(item.people)),
        keywords=tuple(sorted(item.keywords)), event_time="", tokens=item.tokens, event=EVENT,
    )  # fmt: skip


def cells(claim_rows, cell_rows):
    """The Cells as lists of the places of their claims, in the order in which they began."""
    places = {row[0]: at for at, row in enumerate(claim_rows)}
    return [[places[claim] for claim in json.loads(members)] for _, members in cell_rows]
