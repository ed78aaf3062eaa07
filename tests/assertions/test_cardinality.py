"""How many values a relation holds: built in, learned from records, or set by the user."""

import pytest

import memdb
from memdb.assertions import AssertionWriter
from memdb.errors import NotFoundError, UsageError
from memdb.extract import record
from memdb.ingest import PacketWriter
from memdb.records import Draft, Extraction, Triple


@pytest.fixture
def memory(tmp_path):
    """An empty memory."""
    with memdb.open(tmp_path / "memory.memdb") as opened:
        yield opened


def held(memory, relation, subject="Ana"):
    """The values of a relation that hold."""
    return sorted(fact.object for fact in memory.facts(subject) if fact.relation == relation)


def behaviour(memory, relation):
    """The cardinality of a relation and how it is known."""
    return next((one.cardinality, one.origin) for one in memory.relations() if one.name == relation)


def state(memory, text, relation, *values):
    """Stores a record with statements as a model might read them."""
    connection = memory._store.connection()
    with connection.write():
        packets = PacketWriter(connection, uri="test", source_format="test", profile="dialogue")
        found = packets.store(Draft(content=text, speaker="Ana", session="s"), stream="main")
        triples = tuple(Triple(subject="Ana", relation=relation, object=value) for value in values)
        of = {"packet_id": found.packet.id, "stream_id": found.stream_id}
        extraction = record(connection, Extraction(status="facts", triples=triples), frontend="rules", **of)
        AssertionWriter(connection).append(
            triples, packet=found.packet, stream_id=found.stream_id, extraction_id=extraction
        )
        packets.finish()


def test_an_unknown_relation_holds_one_value_until_records_show_otherwise(memory):
    state(memory, "My patron is Wim.", "patron", "Wim")
    state(memory, "My patron is Bea.", "patron", "Bea")
    assert held(memory, "patron") == ["Bea"]
    assert behaviour(memory, "patron") == ("single", "assumed")


def test_a_record_that_states_several_values_shows_that_a_relation_gathers_also_those_of_before(memory):
    state(memory, "My patron is Wim.", "patron", "Wim")
    state(memory, "My patrons are Bea and Tom.", "patron", "Bea", "Tom")
    assert held(memory, "patron") == ["Bea", "Tom", "Wim"]
    assert behaviour(memory, "patron") == ("multi", "learned")
    assert memory.check().ok


def test_a_word_like_also_adds_and_a_word_like_now_replaces(memory):
    state(memory, "My patron is Wim.", "patron", "Wim")
    state(memory, "Bea is also my patron.", "patron", "Bea")
    assert held(memory, "patron") == ["Bea", "Wim"]
    for name in ("Tom", "Ulla"):
        state(memory, f"My patron is {name} now.", "patron", name)
    assert behaviour(memory, "patron") == ("single", "learned")
    assert held(memory, "patron") == ["Ulla"]
    assert memory.check().ok


def test_the_user_has_the_last_word_and_can_take_it_back(memory):
    for name in ("Wim", "Bea"):
        memory.add(f"My manager is {name} Berg.", speaker="Ana")
    before = memory.facts("Ana", history=True)
    assert memory.set_cardinality("boss", "multi").origin == "set by the user"
    assert held(memory, "manager") == ["Bea Berg", "Wim Berg"]
    assert memory.set_cardinality("manager", "multi") == memory.set_cardinality("manager", "multi")
    memory.add("My manager is Tom Berg now.", speaker="Ana")
    assert held(memory, "manager") == ["Bea Berg", "Tom Berg", "Wim Berg"]
    assert memory.check().ok
    memory.set_cardinality("manager", "single")
    assert held(memory, "manager") == ["Tom Berg"]
    assert [fact.object for fact in memory.facts("Ana", history=True)][:2] == [fact.object for fact in before]
    assert memory.check().ok


def test_what_the_user_set_outlives_what_records_show_and_forgetting(memory):
    state(memory, "My patron is Wim.", "patron", "Wim")
    memory.set_cardinality("patron", "single")
    state(memory, "My patrons are Bea and Tom.", "patron", "Bea", "Tom")
    assert behaviour(memory, "patron") == ("single", "set by the user")
    memory.forget(stream="main")
    assert behaviour(memory, "patron") == ("single", "set by the user")


def test_a_relation_that_nothing_states_and_a_cardinality_that_is_none_are_refused(memory):
    memory.add("My manager is Wim Berg.", speaker="Ana")
    with pytest.raises(NotFoundError, match="no relation named 'patron'"):
        memory.set_cardinality("patron", "multi")
    with pytest.raises(UsageError, match="use one of single, multi"):
        memory.set_cardinality("manager", "some")


def test_relations_are_counted_in_the_streams_that_are_asked(memory):
    memory.add("My manager is Wim Berg.", speaker="Ana", stream="a")
    memory.add("My manager is Wim Berg.", speaker="Ben", stream="b")
    (both,), (one,) = memory.relations(), memory.relations(streams=["a"])
    assert (both.name, both.statements, both.subjects, both.origin) == ("manager", 2, 2, "built in")
    assert (one.statements, one.subjects) == (1, 1)
