"""Packets that tell what is typical are spread evenly over what is there."""

import pytest

import memdb
from memdb.query.sampling import sample
from memdb.query.state import Scope
from memdb.store import sql


def sampled(memory, size, *streams):
    connection = memory._store.connection()
    scope = [Scope(*row) for row in connection.rows(sql("query/scope"))]
    return sample(connection, [one for one in scope if not streams or one.name in streams], size)


def fill(memory, count, stream="main"):
    memory.ingest_drafts([memdb.Draft(content=f"turn {n}", turn=str(n)) for n in range(count)], stream=stream)


def test_a_stream_of_no_more_packets_is_taken_whole(memory):
    fill(memory, 30)
    assert sampled(memory, 30) == sampled(memory, 100) == list(range(1, 31))


def test_a_sample_is_spread_evenly(memory):
    fill(memory, 100)
    assert sampled(memory, 4) == [1, 26, 51, 76]
    assert len(sampled(memory, 33)) == 33


def test_streams_are_sampled_by_their_share(memory):
    fill(memory, 90, "large")
    fill(memory, 10, "small")
    found = sampled(memory, 20)
    assert len([packet for packet in found if packet <= 90]) == 18
    assert len(sampled(memory, 20, "small")) == 10


def test_many_streams_cost_no_more_than_the_sample(memory):
    for n in range(30):
        fill(memory, 1, f"stream {n}")
    assert len(sampled(memory, 10)) == 10


@pytest.mark.parametrize("gone", [range(1, 51), range(26, 76), range(51, 101), range(1, 100)])
def test_forgotten_packets_leave_no_hole_in_a_sample(memory, gone):
    fill(memory, 100)
    connection = memory._store.connection()
    with connection.write():
        for packet in gone:
            connection.rows("DELETE FROM packets WHERE id = :id", {"id": packet})
    left = set(range(1, 101)) - set(gone)
    found = sampled(memory, 20)
    assert set(found) <= left
    assert len(found) >= min(len(left), 10)
    assert len(set(found)) == len(found)


def test_nothing_is_sampled_of_nothing(memory):
    assert sampled(memory, 10) == []
