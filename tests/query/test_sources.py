"""Stage 6, source normalisation: after it a packet is one unit of evidence, whichever doors it came through."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import memdb
from memdb.query.sources import normalise_sources
from memdb.query.state import Candidate, Pooled, ReadState, Request
from memdb.store import Connection

candidates = st.lists(
    st.builds(
        Candidate,
        packet=st.integers(1, 8),
        via=st.sampled_from(["bm25", "graph"]),
        score=st.sampled_from([-1.5, 0.0, 1.0, 2.0]) | st.floats(-1e6, 1e6),
    ),
    max_size=25,
)


@pytest.fixture(scope="module")
def connection(tmp_path_factory) -> Iterator[Connection]:
    with memdb.open(tmp_path_factory.mktemp("sources") / "memory.db") as memory:
        yield memory._store.connection()


def reference(found: list[Candidate]) -> tuple[Pooled, ...]:
    """Grouped by packet: best score, best first, then by first appearance."""
    pool: dict[int, list[Candidate]] = {}
    for candidate in found:
        pool.setdefault(candidate.packet, []).append(candidate)
    return tuple(
        sorted(
            (
                Pooled(
                    packet=packet,
                    score=max(one.score for one in group),
                    via=tuple(dict.fromkeys(one.via for one in group)),
                )
                for packet, group in pool.items()
            ),
            key=lambda pooled: -pooled.score,
        )
    )


@given(found=candidates)
def test_the_pool_equals_grouping_in_plain_python(connection, found: list[Candidate]):
    state = ReadState(request=Request(question="q", scope=()), candidates=tuple(found))
    pool = normalise_sources(state, connection).pool
    assert [(one.packet, one.via) for one in pool] == [(one.packet, one.via) for one in reference(found)]
    assert [one.score for one in pool] == pytest.approx([one.score for one in reference(found)])
    assert len({one.packet for one in pool}) == len(pool)


def test_a_packet_of_several_channels_takes_one_place_with_all_doors(talk, after):
    talk("Ana: I live in Ghent.", "Ben: Nice weather for ducks.")
    pool = after("sources", "Where does Ana live?").pool
    assert [one.packet for one in pool].count(1) == 1
    assert pool[0].packet == 1
    assert set(pool[0].via) == {"bm25", "dense", "graph"}


def test_no_packet_reaches_the_reader_twice(talk, after):
    talk(*(f"Ana: I live in Ghent, house {n}." for n in range(20)))
    evidence = after("render", "Where does Ana live in Ghent?").evidence
    packets = [one.packet for one in evidence.packets]
    assert len(set(packets)) == len(packets) == 12
