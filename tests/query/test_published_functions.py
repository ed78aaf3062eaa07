"""Equations 7, 22 and 23, the stopping rules and the diverse selection equal a plain-Python reading of the paper."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.query.addresses import Address, Query, jaccard
from memdb.query.mmr import Turn, select_diverse
from memdb.query.relevance import mapped, relevance
from memdb.query.routing import Cell, open_cells, utility
from memdb.records.settings import MmrSettings, RelevanceSettings, RoutingSettings

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


def similarity(left, right) -> float:
    union = set(left) | set(right)
    return len([word for word in union if word in left and word in right]) / len(union) if union else 0.0


def u(query: Query, cell: Cell) -> float:
    """Equation 22."""
    total = 2 * similarity(query.terms, cell.keywords) + 2.2 * similarity(query.people, cell.people)
    total += 0.7 * similarity(query.terms, cell.title)
    if query.temporal and cell.dated:
        total += 0.25
    return total + 0.03 * math.log(1 + cell.members) / math.log(13)


def routed(query: Query, found: list[Cell]) -> list[int]:
    """Algorithm 3 with equation 23, step by step."""
    pool = sorted([cell for cell in found if u(query, cell) >= 0.08], key=lambda cell: (-u(query, cell), cell.id))[:36]
    positive = sum(u(query, cell) for cell in pool)
    opened: list[Cell] = []
    cumulative = 0.0
    for cell in pool:
        mine = {("key", one) for one in cell.keywords} | {("person", one) for one in cell.people}
        theirs = {("key", one) for other in opened for one in other.keywords}
        theirs |= {("person", one) for other in opened for one in other.people}
        adjusted = u(query, cell) * (1 - 0.45 * similarity(mine, theirs))
        g = adjusted - 0.02 * (1 + len(opened)) - 0.0005 * cell.tokens
        if opened and (g < 0 or adjusted < 0.68 * u(query, pool[0])):
            break
        opened.append(cell)
        cumulative += adjusted
        if len(opened) == 6 or cumulative >= 0.9 * positive:
            break
    return [cell.id for cell in opened]


@given(words, words)
def test_the_likeness_of_sets_is_the_jaccard_similarity(left, right):
    assert jaccard(left, right) == pytest.approx(similarity(left, right))
    assert jaccard(left, right) == jaccard(right, left)


@given(questions, cells)
def test_a_cell_is_as_useful_as_equation_22_says(query, found):
    for cell in found:
        assert utility(query, cell, ROUTING) == pytest.approx(u(query, cell))


@given(questions, cells)
def test_the_opened_cells_are_those_of_algorithm_3(query, found):
    assert [one.cell for one in open_cells(query, found, ROUTING)] == routed(query, found)


@given(questions, cells)
def test_one_cell_opens_where_any_is_admitted_and_never_more_than_six(query, found):
    opened = open_cells(query, found, ROUTING)
    assert bool(opened) == any(u(query, cell) >= 0.08 for cell in found)
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
    expected = 2 * similarity(query.terms, claim.terms) + 1.6 * similarity(query.terms, claim.keywords)
    expected += 2.4 * similarity(query.people, claim.people) + 0.3 * (query.temporal and claim.dated) + 0.45 * b
    lexical = mapped(raw, best, RELEVANCE) if raw > 0 else 0.0
    assert relevance(query, claim, lexical, RELEVANCE) == pytest.approx(expected)


@given(st.floats(0.001, 50), st.floats(0, 50))
def test_the_mapped_bm25_is_two_for_the_best_and_never_more(raw, more):
    assert mapped(raw, raw, RELEVANCE) == 2.0
    assert 0 < mapped(raw, raw + more, RELEVANCE) <= 2.0


def diverse(turns: list[Turn], k: int) -> list[int]:
    """The selection without a scheduler, from its description."""
    chosen: list[Turn] = []
    while len(chosen) < min(k, len(turns)):
        best, best_score = None, -math.inf
        for turn in turns:
            if turn in chosen:
                continue
            score = max(turn.scores) + 0.10 * math.log(1 + sum(one for one in turn.scores if one > 0))
            if chosen:
                score -= 0.58 * max(similarity(turn.terms, other.terms) for other in chosen)
            score -= 0.08 * sum(other.cell == turn.cell for other in chosen if other.cell is not None)
            if score > best_score + 1e-12:
                best, best_score = turn, score
        assert best is not None
        chosen.append(best)
    return [turn.packet for turn in chosen]


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
