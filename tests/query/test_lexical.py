"""Stage 4, the lexical channel: contextual BM25 equals a plain-Python reference; notes are ranked without a window."""

import math
import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memdb
from memdb.query.bm25 import contextual_bm25
from memdb.query.state import Scope
from memdb.records.settings import LexicalSettings
from memdb.store import sql

WORDS = ("ash", "oak", "elm", "fir", "yew")
SETTINGS = LexicalSettings()
Turn = tuple[str, list[str]]
turns_of_two_sessions = st.lists(
    st.tuples(st.sampled_from(["s1", "s2"]), st.lists(st.sampled_from(WORDS), min_size=1, max_size=5)),
    min_size=1,
    max_size=30,
)
queries = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3, unique=True)


def stored(memory: memdb.Memory, turns: Sequence[Turn], profile: str) -> None:
    memory.ingest_drafts(
        [
            memdb.Draft(content=" ".join(words), session=session, turn=str(n))
            for n, (session, words) in enumerate(turns)
        ],
        profile=profile,
    )


def scores(
    memory: memdb.Memory, query: Sequence[str], *, windowed: bool, limits: LexicalSettings = SETTINGS
) -> dict[int, float]:
    connection = memory._store.connection()
    streams = [Scope(*row) for row in connection.rows(sql("query/scope"))]
    found = contextual_bm25(connection, streams, query, limits, windowed=windowed)
    return {int(row[2]): float(score) for row, score in zip(found.rows, found.score, strict=True) if score > 0}


def reference(turns: Sequence[Turn], query: Sequence[str], window: Sequence[tuple[int, float]]) -> dict[int, float]:
    """The score of each turn (by packet id, from 1), from the formula, without any index."""
    sessions: dict[str, list[int]] = {}
    for n, (session, _) in enumerate(turns):
        sessions.setdefault(session, []).append(n)
    mean = sum(len(words) for _, words in turns) / len(turns) * sum(weight for _, weight in window)
    found: dict[int, float] = {}
    for members in sessions.values():
        for place, n in enumerate(members):
            near = [
                (weight, turns[members[place + offset]][1])
                for offset, weight in window
                if 0 <= place + offset < len(members)
            ]
            length = sum(weight * len(words) for weight, words in near)
            score = 0.0
            for term in query:
                holding = sum(term in words for _, words in turns)
                idf = math.log(1 + (len(turns) - holding + 0.5) / (holding + 0.5))
                frequency = sum(weight * words.count(term) for weight, words in near)
                norm = SETTINGS.k1 * (1 - SETTINGS.b + SETTINGS.b * length / max(1.0, mean))
                score += idf * frequency * (SETTINGS.k1 + 1) / (frequency + norm)
            if score > 0:
                found[n + 1] = score
    return found


@settings(max_examples=40, deadline=None)
@given(turns_of_two_sessions, queries)
def test_a_dialogue_is_scored_over_its_window_and_within_its_session(tmp_path_factory, turns, query):
    with memdb.open(tmp_path_factory.mktemp("bm25") / "memory.db") as memory:
        stored(memory, turns, "dialogue")
        assert scores(memory, query, windowed=True) == pytest.approx(reference(turns, query, SETTINGS.window))


@settings(max_examples=20, deadline=None)
@given(turns_of_two_sessions, queries)
def test_without_a_window_it_is_plain_bm25(tmp_path_factory, turns, query):
    with memdb.open(tmp_path_factory.mktemp("bm25") / "memory.db") as memory:
        stored(memory, turns, "notes")
        assert scores(memory, query, windowed=False) == pytest.approx(reference(turns, query, [(0, 1.0)]))


def found(state) -> set[int]:
    return {candidate.packet for candidate in state.lexical}


@settings(max_examples=30, deadline=None)
@given(turns=turns_of_two_sessions, query=queries)
def test_a_large_stream_scores_its_best_turns_as_a_small_one_does(tmp_path_factory, turns, query):
    with memdb.open(tmp_path_factory.mktemp("bm25") / "memory.db") as memory:
        stored(memory, turns, "dialogue")
        exact = scores(memory, query, windowed=True)
        everything = LexicalSettings(exact_turns=0, rough_pool=1000)
        assert scores(memory, query, windowed=True, limits=everything) == pytest.approx(exact)
        few = scores(memory, query, windowed=True, limits=LexicalSettings(exact_turns=0, rough_pool=5))
        assert len(few) <= 5
        assert few == pytest.approx({packet: exact[packet] for packet in few})


@settings(max_examples=30, deadline=None)
@given(turns=turns_of_two_sessions, query=queries)
def test_in_a_large_stream_the_rarest_terms_propose_and_all_of_them_count(tmp_path_factory, turns, query):
    with memdb.open(tmp_path_factory.mktemp("bm25") / "memory.db") as memory:
        stored(memory, turns, "dialogue")
        exact = scores(memory, query, windowed=True)
        limits = LexicalSettings(exact_turns=0, rough_pool=1000, rough_postings=1)
        few = scores(memory, query, windowed=True, limits=limits)
        assert few == pytest.approx({packet: exact[packet] for packet in few})
        counts = {term: sum(term in words for _, words in turns) for term in query}
        rarest = min(filter(None, counts.values()), default=0)
        holding = [n + 1 for n, (_, words) in enumerate(turns) for term in words if counts.get(term) == rarest]
        assert bool(few) == bool(holding)
        # Of terms that are equally rare the first is read.
        assert not few or few.keys() & set(holding)


def test_what_is_typical_of_a_common_term_is_known_without_its_postings(tmp_path):
    draw = random.Random(5)  # noqa: S311 - the same words every time
    words = {"ash": 0.02, "oak": 0.3, "elm": 0.6, "filler": 1.0}
    turns = [(f"s{n // 20}", [word for word, share in words.items() if draw.random() < share]) for n in range(2000)]
    with memdb.open(tmp_path / "memory.db") as memory:
        stored(memory, turns, "dialogue")
        connection = memory._store.connection()
        streams = [Scope(*row) for row in connection.rows(sql("query/scope"))]
        query = ["ash", "oak", "elm"]
        exact = contextual_bm25(connection, streams, query, LexicalSettings(exact_turns=10_000), windowed=True)
        limits = LexicalSettings(exact_turns=0, rough_postings=100)
        rough = contextual_bm25(connection, streams, query, limits, windowed=True)
    assert rough.unseen > 0
    assert rough.mean == pytest.approx(exact.mean, rel=0.1)
    assert rough.deviation == pytest.approx(exact.deviation, rel=0.2)


def test_a_turn_is_found_by_the_words_of_its_neighbour_in_a_dialogue_only(memory, after):
    lines = ["Shall we go to the aquarium?", "Yes, on Sunday.", *(f"Filler number{n} here." for n in range(12))]
    for profile in ("dialogue", "notes"):
        memory.ingest_drafts(
            [memdb.Draft(content=line, session="s", said_at="2024-01-01") for line in lines],
            stream=profile,
            profile=profile,
        )
    question = "What about the aquarium?"
    talked, noted = (after("lexical", question, streams=[name]) for name in ("dialogue", "notes"))
    assert len(found(talked)) > 1
    assert len(found(noted)) == 1


def test_the_window_stops_at_the_border_of_a_session(memory, after):
    memory.add("Shall we go to the aquarium?", session="one")
    memory.add("Nothing of the kind.", session="two")
    assert len(found(after("lexical", "aquarium"))) == 1


def test_candidates_come_best_first_and_once(talk, after):
    talk("Ana: The aquarium has an aquarium shop.", "Ben: The aquarium was fun.", "Ana: I bake bread.")
    ranked = after("lexical", "aquarium shop").lexical
    assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)
    assert len({one.packet for one in ranked}) == len(ranked)
    assert ranked[0].packet == 1


def test_an_unspaced_name_is_found_inside_its_sentence(talk, after):
    talk("Ken: 昨日東京へ行きました。", "Ana: 今日は雨です。")
    assert after("lexical", "東京").lexical[0].packet == 1


def test_as_of_hides_later_turns(talk, after):
    talk("Ana: The aquarium was fun.", "Ben: Was the aquarium crowded?")
    for as_of in (1, "2024-01-01"):
        assert found(after("lexical", "aquarium", as_of=as_of)) == {1}


def test_a_forgotten_turn_is_not_found_and_its_neighbours_still_are(memory, talk, after):
    talk("Ana: The aquarium was fun.", "Ben: I loved the penguins.", "Ana: Penguins are birds.")
    memory.forget(packet=2)
    assert found(after("lexical", "penguins")) == {1, 3}
    assert found(after("lexical", "aquarium")) == {1, 3}


def test_the_closure_of_a_fact_stream_needs_no_words_and_without_one_words_are_ranked(tell, after):
    tell("Tom Ash is a citizen of Norway.", "The tide table is on the wall.")
    assert after("lexical", "Where is Tom Ash a citizen?").lexical == ()
    assert found(after("lexical", "What hangs on the wall?")) == {2}


def test_without_the_lexical_channel_there_are_no_candidates(talk, after):
    talk("Ana: The aquarium was fun.")
    assert after("lexical", "aquarium", channels=["graph"]).lexical == ()
