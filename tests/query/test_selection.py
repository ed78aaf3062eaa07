"""Stages 7 and 8: how many packets of the pool are scheduled, and which join at the frontier."""

from hypothesis import given
from hypothesis import strategies as st

from memdb.query.frontier import extend_frontier
from memdb.query.schedule import schedule
from memdb.query.state import Pooled, ReadState, Request
from memdb.records.settings import ScheduleSettings

SETTINGS = ScheduleSettings()


def pooled(scores: list[float]) -> tuple[Pooled, ...]:
    ranked = sorted(scores, reverse=True)
    return tuple(Pooled(packet=n, score=score, via=("bm25",)) for n, score in enumerate(ranked, 1))


def selected(scores: list[float], **options: object) -> ReadState:
    request = Request(question="q", scope=(), **options)
    return extend_frontier(schedule(ReadState(request=request, pool=pooled(scores)), None), None)


pools = st.lists(st.floats(-20, 20), max_size=40)


@given(pools, st.integers(1, 15), st.integers(0, 5))
def test_the_first_k_are_anchors_and_the_next_ranks_join(scores: list[float], k: int, extra: int):
    found = selected(scores, k=k, extra=extra).selected
    assert [one.packet for one in found] == list(range(1, min(len(scores), k + extra) + 1))
    assert [one.role for one in found] == ["anchor"] * min(len(scores), k) + ["frontier"] * (
        len(found) - min(len(scores), k)
    )


@given(pools)
def test_an_adaptive_size_keeps_what_scores_near_the_best_within_bounds(scores: list[float]):
    found = selected(scores, adaptive=True).selected
    least = SETTINGS.adaptive_share * max(scores, default=0) + SETTINGS.adaptive_offset
    near = sum(score > least for score in scores)
    assert len(found) == min(len(scores), max(SETTINGS.adaptive_min, min(near, SETTINGS.adaptive_max)))
    assert all(one.role == "anchor" for one in found)


def test_at_most_twelve_packets_are_read_unless_the_caller_says_otherwise(talk, after):
    talk(*(f"Ana: The aquarium has {n} fish." for n in range(30)))
    assert len(after("frontier", "aquarium fish").selected) == 12
    assert len(after("frontier", "aquarium fish", k=3, extra=0).selected) == 3
    assert 6 <= len(after("frontier", "aquarium fish", adaptive=True).selected) <= 25


def test_a_fact_stream_is_read_by_its_whole_closure(tell, after):
    tell(*(f"Tom Ash enjoys hobby number {n}." for n in range(30)))
    found = after("frontier", "What does Tom Ash enjoy?").selected
    assert len(found) == 30
    assert {one.role for one in found} == {"closure"}
