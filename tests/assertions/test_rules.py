"""The latest view, the facts and their history against the rules written out in plain Python.

The rules: newer means a later time, then a later position; a single-valued relation keeps its newest value, a
multi-valued one gathers values; a denial ends the value that it names and no other, or without a name the one in force.
"""

from collections import defaultdict
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdb.assertions import AssertionWriter, facts
from memdb.extract import record
from memdb.ingest import PacketWriter
from memdb.records.catalogue import catalogue
from memdb.records.extraction import Extraction, Triple
from memdb.records.moments import moment
from memdb.records.packet import Draft
from memdb.store import Store, sql

# In the order of time, which the test states by hand: no time, then UTC.
TIMES = (None, "2025-06", "2026-01-01T00:30+01:00", "2026-01-01", "2026-01-01T08:00:00.5", "2026-03-05T10:00Z")
MOMENTS = {"2024": 0, "2025-12-31": 2, "2026-01-01T00:00": 3, "2026-01-01": 4, "2026-02": 4, "2026": 5}
"""As-of dates with the last of TIMES that each sees."""

UNNAMED = ""
"""What a denial names that ends whatever value there is; of a single-valued relation alone."""
SUBJECTS = {"Ana": "ana", "ANA": "ana", "Ben's": "ben"}
OBJECTS = {"Ghent": "ghent", "ghent.": "ghent", "Bruges": "bruges", "Paris": "paris"}
SINGLE, MULTI = "residence", "like"


@dataclass(frozen=True)
class Said:
    """One record that states one thing, and whether it is forgotten later. `when` counts in TIMES."""

    subject: str
    relation: str
    object: str
    positive: bool
    when: int
    forgotten: bool


ANY_SAID = st.builds(
    Said,
    subject=st.sampled_from(sorted(SUBJECTS)),
    relation=st.sampled_from([SINGLE, SINGLE, MULTI]),
    object=st.sampled_from([*sorted(OBJECTS), UNNAMED]),
    positive=st.sampled_from([True, True, False]),
    when=st.integers(0, len(TIMES) - 1),
    forgotten=st.sampled_from([False, False, False, True]),
)
SAID = ANY_SAID.filter(lambda one: one.object or (one.relation == SINGLE and not one.positive))
HISTORIES = st.lists(SAID, min_size=1, max_size=14)


def holding(said):
    """What holds after the statements of (position, Said), as (subject key, relation, object key)."""
    by_relation = defaultdict(list)
    for position, one in said:
        by_relation[SUBJECTS[one.subject], one.relation].append((one.when, position, one))
    held = set()
    for (subject, relation), statements in by_relation.items():
        values = []
        for *_, one in sorted(statements, key=lambda statement: statement[:2]):
            key = OBJECTS.get(one.object)
            if not one.positive:
                values = [value for value in values if key and value != key]
            elif relation == MULTI:
                values = [*values, key]
            else:
                values = [key]
        held |= {(subject, relation, value) for value in values}
    return held


class _Undo(Exception):  # noqa: N818 - not a failure
    pass


@contextmanager
def undone(connection):
    """A write transaction of which nothing is kept."""
    with suppress(_Undo), connection.write():
        yield
        raise _Undo


@pytest.fixture(scope="module")
def connection(tmp_path_factory):
    """A connection to an empty memory."""
    store = Store(tmp_path_factory.mktemp("rules") / "memory.memdb", create=True)
    yield store.connection()
    store.close()


def append(connection, stream, history, *, forget):
    """Stores a history in one stream; returns the stream's id and the surviving (position, Said)."""
    packets = PacketWriter(connection, uri="test", source_format="test", profile="dialogue")
    writer = AssertionWriter(connection)
    stored = []
    for number, one in enumerate(history):
        found = packets.store(Draft(content=f"record {number}", said_at=TIMES[one.when]), stream=stream)
        triple = Triple(subject=one.subject, relation=one.relation, object=one.object, positive=one.positive)
        of = {"packet_id": found.packet.id, "stream_id": found.stream_id}
        extraction = record(connection, Extraction(status="facts", triples=(triple,)), frontend="rules", **of)
        writer.append([triple], packet=found.packet, stream_id=found.stream_id, extraction_id=extraction)
        stored.append((found.packet, one))
    packets.finish()
    for packet, one in stored if forget else ():
        if one.forgotten:
            connection.rows(sql("ingest/forget_packets"), {"packets": f"[{packet.id}]"})
    return found.stream_id, [(p.position, one) for p, one in stored if not (forget and one.forgotten)]


def latest(connection, stream_id):
    """The latest view of a stream with each row's relation by name."""
    rows = connection.rows(sql("store/all_latest"))
    relations = dict(connection.rows("SELECT id, name FROM relations"))
    return {(row[1], relations[row[2]], row[4]) for row in rows if row[0] == stream_id and row[5]}


def current(found):
    """The values among facts that hold."""
    return {
        (SUBJECTS[fact.subject], fact.relation, OBJECTS[fact.object])
        for fact in found
        if fact.current and fact.positive
    }


def test_the_relations_of_this_test_have_the_cardinality_that_it_takes_for_granted():
    assert catalogue().cardinality(SINGLE) == "single"
    assert catalogue().cardinality(MULTI) == "multi"


@given(history=HISTORIES)
@settings(max_examples=150, deadline=None)
def test_any_history_leaves_the_latest_view_that_the_rules_and_a_replay_give(connection, history):
    with undone(connection):
        stream, survivors = append(connection, "main", history, forget=True)
        kept = connection.rows(sql("store/all_latest"))
        assert kept == connection.rows(sql("store/replay_latest"))
        assert latest(connection, stream) == holding(survivors)


@given(history=HISTORIES)
@settings(max_examples=60, deadline=None)
def test_facts_are_the_latest_view_and_the_history_keeps_every_value_that_was_stated(connection, history):
    with undone(connection):
        stream, survivors = append(connection, "main", history, forget=True)
        found = facts(connection, [stream], ["ana", "ben"], at=moment(None), history=False)
        assert current(found) == latest(connection, stream) == holding(survivors)
        assert all(fact.current and fact.superseded_by is None for fact in found)
        everything = facts(connection, [stream], ["ana", "ben"], at=moment(None), history=True)
        stated = [packet for fact in everything if fact.positive for packet in fact.packets]
        assert len(stated) == len(set(stated)) == sum(one.positive for _, one in survivors)
        assert {fact for fact in everything if fact.current} == set(found)
        for fact in everything:
            assert len({fact.superseded_by is None, fact.ended is None, fact.ended_in is None, fact.current}) == 1


@given(history=HISTORIES, data=st.data())
@settings(max_examples=60, deadline=None)
def test_facts_as_of_a_moment_are_those_of_a_replay_of_what_was_known_then(connection, history, data):
    at = data.draw(st.one_of(st.integers(0, len(history)), st.sampled_from(sorted(MOMENTS))))
    with undone(connection):
        stream, stored = append(connection, "main", history, forget=False)
        if isinstance(at, int):
            known = [(position, one) for position, one in stored if position <= at]
        else:
            known = [(position, one) for position, one in stored if one.when <= MOMENTS[at]]
        found = facts(connection, [stream], ["ana", "ben"], at=moment(at), history=True)
        assert current(found) == holding(known)
        assert sum(len(fact.packets) for fact in found if fact.positive) == sum(one.positive for _, one in known)
        if known:
            again, _ = append(connection, "again", [one for _, one in known], forget=False)
            assert latest(connection, again) == current(found)
