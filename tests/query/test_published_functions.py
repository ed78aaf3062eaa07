"""Equations 7, 22 and 23, the stopping rules and the diverse selection equal a plain-Python reading of the paper."""

import importlib.util
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.query.addresses import Address, Query, jaccard
from memdb.query.mmr import Turn, select_diverse
from memdb.query.relevance import mapped, relevance
from memdb.query.routing import Cell, open_cells, utility
from memdb.records.settings import MmrSettings, RelevanceSettings, RoutingSettings

_spec = importlib.util.spec_from_file_location("published", Path(__file__).with_name("published.py"))
published = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(published)
similarity, diverse = published.similarity, published.diverse
ROUTING, RELEVANCE, MMR = RoutingSettings(), RelevanceSettings(), MmrSettings()
words = st.frozensets(st.sampled_from("ash oak elm fir yew bay fig tea".split()), max_size=5)
names = st.frozensets(st.sampled_from(["ana", "ben", "cy"]), max_size=3)
questions = st.builds(Query, words, names, st.booleans())
claims = st.builds(
    Address, st.integers(1, 99), st.integers(1, 9), st.none(), st.just(""), words, words, names, st.booleans()
)
cells = st.lists(
    st.builds(Cell, st.integers(1, 999), st.integers(1, 12), st.integers(1, 360), words, names, words, st.booleans()),
    max_size=60,
    unique_by=lambda cell: cell.id,
)


@given(words, words)
def test_the_likeness_of_sets_is_the_jaccard_similarity(left, right):
    assert jaccard(left, right) == pytest.approx(similarity(left, right))
    assert jaccard(left, right) == jaccard(right, left)


@given(questions, cells)
def test_a_cell_is_as_useful_as_equation_22_says(query, found):
    for cell in found:
        assert utility(query, cell, ROUTING) == pytest.approx(published.utility(*query, cell))


@given(questions, cells)
def test_the_opened_cells_are_those_of_algorithm_3(query, found):
    assert [one.cell for one in open_cells(query, found, ROUTING)] == published.routed(*query, found)


@given(questions, cells)
def test_one_cell_opens_where_any_is_admitted_and_never_more_than_six(query, found):
    opened = open_cells(query, found, ROUTING)
    assert bool(opened) == any(published.utility(*query, cell) >= 0.08 for cell in found)
    assert len(opened) <= 6


def cell(number: int, **of: object) -> Cell:
    return Cell(**{
        "id": number, "members": 12, "tokens": 100, "keywords": frozenset(), "people": frozenset(),
        "title": frozenset(), "dated": False, **of,
    })  # fmt: skip


ASKED = Query(frozenset({"ash"}), frozenset(), temporal=False)


def test_routing_stops_where_a_cell_is_much_less_useful_than_the_best():
    best, near, far = (
        cell(1, keywords=frozenset({"ash"})),
        cell(2, keywords=frozenset({"ash"}), title=frozenset({"oak"}), people=frozenset({"ana"})),
        cell(3, keywords=frozenset({"ash", "oak"})),
    )
    opened = open_cells(ASKED, [best, near, far], ROUTING)
    assert [one.cell for one in opened] == [1, 2]
    assert opened[1].redundancy == 0.5  # the keyword again, and somebody new


def test_routing_stops_where_opening_costs_more_than_it_brings():
    people = [frozenset({name}) for name in ("ana", "ben")]
    cheap, dear = (
        cell(n, keywords=frozenset({"ash", *(f"w{n}{k}" for k in range(15))}), people=people[n - 1], tokens=tokens)
        for n, tokens in ((1, 100), (2, 300))
    )
    assert [one.cell for one in open_cells(ASKED, [cheap, dear], ROUTING)] == [1]
    assert [one.cell for one in open_cells(ASKED, [cheap, dear._replace(tokens=100)], ROUTING)] == [1, 2]


def test_routing_stops_once_most_of_the_utility_is_reached():
    strong = [cell(n, keywords=frozenset({"ash"}), people=frozenset({str(n)})) for n in (1, 2)]
    generous = RoutingSettings(relative_floor=0.0, opening_cost=0.0, token_cost=0.0, redundancy=0.0)
    faint = cell(3, keywords=frozenset({"ash", *"abcdefghijklm"}))
    assert [one.cell for one in open_cells(ASKED, [*strong, faint], generous)] == [1, 2]


def test_cells_that_hardly_meet_the_question_open_none():
    assert open_cells(ASKED, [cell(1, keywords=frozenset({"oak"}))], ROUTING) == ()


@given(questions, claims, st.just(0.0) | st.floats(0.001, 50), st.floats(0, 50))
def test_a_claim_scores_as_equation_7_says(query, claim, raw, more):
    best = raw + more
    b = 2 * math.log(1 + raw) / math.log(1 + best) if raw > 0 else 0.0
    lexical = mapped(raw, best, RELEVANCE) if raw > 0 else 0.0
    assert relevance(query, claim, lexical, RELEVANCE) == pytest.approx(published.relevance(*query, claim, b))


@given(st.floats(0.001, 50), st.floats(0, 50))
def test_the_mapped_bm25_is_two_for_the_best_and_never_more(raw, more):
    assert mapped(raw, raw, RELEVANCE) == 2.0
    assert 0 < mapped(raw, raw + more, RELEVANCE) <= 2.0


turns = st.lists(
    st.builds(
        Turn,
        st.integers(1, 99),
        st.none() | st.integers(1, 3),
        words,
        # Multiples of an eighth, so that ties are ties in any order of adding.
        st.lists(st.integers(-4, 32).map(lambda n: n / 8), min_size=1, max_size=4).map(tuple),
    ),
    max_size=15,
    unique_by=lambda turn: turn.packet,
)


@given(turns, st.integers(1, 12))
def test_the_diverse_selection_is_that_of_its_description(found, k):
    scored = select_diverse(found, k, MMR)
    assert len({packet for packet, _ in scored}) == len(scored) == min(k, len(found))
    assert [packet for packet, _ in scored] == diverse(found, k)


def test_a_turn_that_repeats_a_chosen_one_gives_way_to_another():
    same = frozenset({"ash", "oak"})
    found = [Turn(1, 7, same, (2.0,)), Turn(2, 7, same, (1.9,)), Turn(3, 8, frozenset({"elm"}), (1.5,))]
    assert [packet for packet, _ in select_diverse(found, 3, MMR)] == [1, 3, 2]
