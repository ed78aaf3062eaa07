"""Stage 5, the dense channel: windowed cosines equal a plain-Python reference, by whichever path; no stream leaks."""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import memdb
from memdb import ModelError, _reading
from memdb.models import FakeEmbedder
from memdb.query import ReadModels, ReadState, Request, run
from memdb.records.settings import DenseSettings, LexicalSettings, ReadSettings
from memdb.records.vectors import pack_direction, unpack_directions

WORDS = ("ash", "oak", "elm", "fir", "yew", "box")
WINDOW = LexicalSettings().window
EMBEDDER = FakeEmbedder(16, longest=4)  # texts of more words have several pieces
ROUGH = DenseSettings(exact_packets=0, rough_pool=1000, sample=1000)
turns_of_two_sessions = st.lists(
    st.tuples(st.sampled_from(["s1", "s2"]), st.lists(st.sampled_from(WORDS), min_size=1, max_size=10)),
    min_size=1,
    max_size=25,
)
questions = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3, unique=True).map(" ".join)


def stored(memory: memdb.Memory, turns: Sequence[tuple[str, list[str]]], stream: str, profile: str) -> None:
    memory.ingest_drafts(
        [
            memdb.Draft(content=" ".join(words), session=session, turn=str(n))
            for n, (session, words) in enumerate(turns)
        ],
        stream=stream,
        profile=profile,
    )


def dense(
    memory: memdb.Memory, question: str, limits: DenseSettings | None = None, streams: Sequence[str] | None = None
) -> ReadState:
    """The state that the dense stage leaves."""
    connection = memory._store.connection()
    request = Request(
        question=question,
        scope=_reading.scope(connection, streams),
        models=ReadModels(embedder=lambda: EMBEDDER),
        settings=replace(ReadSettings(), dense=limits or DenseSettings()),
    )
    return next(step.state for step in run(request, connection) if step.stage == "dense")


def vector(text: str) -> list[float]:
    """The vector of a text as the file keeps it."""
    packed = pack_direction(EMBEDDER.embed([text])[0])
    return unpack_directions([packed], EMBEDDER.dimension)[0].astype(float).tolist()


def unit(numbers: Sequence[float]) -> list[float]:
    length = math.sqrt(sum(number**2 for number in numbers))
    return [number / length for number in numbers] if length else list(numbers)


def cosines(turns: Sequence[tuple[str, list[str]]], question: str, window: Sequence[tuple[int, float]]) -> list[float]:
    """The cosine of each turn with the question, from the definition: its best piece, mixed with its neighbours."""
    asked = EMBEDDER.embed([question])[0].astype(float).tolist()
    pieces = [[vector(piece) for piece in EMBEDDER.pieces(" ".join(words))] for _, words in turns]
    whole = [unit([sum(column) for column in zip(*held, strict=True)]) for held in pieces]
    sessions: dict[str, list[int]] = {}
    for n, (session, _) in enumerate(turns):
        sessions.setdefault(session, []).append(n)
    found = [0.0] * len(turns)
    for members in sessions.values():
        for place, n in enumerate(members):
            near = [
                (weight, whole[members[place + offset]])
                for offset, weight in window
                if offset and 0 <= place + offset < len(members)
            ]
            mixed = [
                unit([
                    own + sum(weight * other[column] for weight, other in near) for column, own in enumerate(piece)
                ])
                for piece in pieces[n]
            ]  # fmt: skip
            found[n] = max(sum(a * b for a, b in zip(asked, one, strict=True)) for one in mixed)
    return found


def deviations(values: Sequence[float]) -> list[float]:
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    return [(value - mean) / max(deviation, 1e-6) for value in values]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(turns=turns_of_two_sessions, question=questions, profile=st.sampled_from(["dialogue", "notes"]))
@pytest.mark.parametrize("limits", [DenseSettings(), ROUGH], ids=["exact", "rough"])
def test_scores_equal_the_windowed_cosines_of_the_definition(tmp_path_factory, limits, turns, question, profile):
    with memdb.open(tmp_path_factory.mktemp("dense") / "memory.db", embedder=EMBEDDER) as memory:
        stored(memory, turns, "main", profile)
        state = dense(memory, question, limits)
        scores = state.dense_scores.of(range(1, len(turns) + 1))
        exact = cosines(turns, question, WINDOW if profile == "dialogue" else ((0, 1.0),))
        if max(exact) - min(exact) > 1e-4:  # what is alike has no deviations
            assert scores == pytest.approx(deviations(exact), abs=2e-3)
        assert [one.score for one in state.dense] == sorted((one.score for one in state.dense), reverse=True)
        assert {one.packet for one in state.dense} == set(range(1, len(turns) + 1))


@pytest.fixture
def ferries(memory):
    """Six hundred turns whose vectors the table gives."""
    boats, things = ("ferry", "barge", "canoe", "yacht", "trawler"), ("pears", "violins", "bricks", "letters", "salt")
    places = ("harbour", "lighthouse", "mill", "market", "bridge", "island")
    memory.ingest_drafts(
        [
            memdb.Draft(
                content=f"The {boats[n % 5]} took {things[n // 5 % 5]} to the {places[n // 25 % 6]}, trip {n}.",
                session=f"s{n // 20}",
                turn=str(n),
                speaker="Ana",
            )
            for n in range(600)
        ]
    )
    return memory


def searched(memory, question, limits):
    connection = memory._store.connection()
    request = Request(
        question=question, scope=_reading.scope(connection, None), ranking=True, channels=frozenset(["dense"]),
        models=ReadModels(embedder=memory._models.embedder), settings=replace(ReadSettings(), dense=limits),
    )  # fmt: skip
    return [one.packet for one in run(request, connection)[-1].state.pool]


@pytest.mark.parametrize(
    "question", ["Which boat carried fruit?", "the trawler at the mill", "music on the island", "Where did mail go?"]
)
def test_the_rough_path_finds_most_of_what_the_exact_one_ranks_first(ferries, question):
    exact = searched(ferries, question, DenseSettings())
    rough = searched(ferries, question, DenseSettings(exact_packets=100, rough_pool=200, sample=64))
    assert len(set(rough[:10]) & set(exact[:10])) >= 7


def test_lists_fill_up_after_deletions(ferries):
    for limits in (DenseSettings(), DenseSettings(exact_packets=0, rough_pool=50, sample=32)):
        first = searched(ferries, "Which boat carried fruit?", limits)[:10]
        for packet in first[:5]:
            ferries.forget(packet=packet)
        again = searched(ferries, "Which boat carried fruit?", limits)
        assert len(again) >= 10
        assert not set(again) & set(first[:5])
        assert set(first[5:]) <= set(again)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(mine=turns_of_two_sessions, others=turns_of_two_sessions, question=questions)
@pytest.mark.parametrize("limits", [DenseSettings(), ROUGH], ids=["exact", "rough"])
def test_what_other_streams_hold_changes_nothing(tmp_path_factory, limits, mine, others, question):
    with memdb.open(tmp_path_factory.mktemp("scope") / "memory.db", embedder=EMBEDDER) as memory:
        stored(memory, mine, "mine", "dialogue")
        alone = dense(memory, question, limits, ["mine"]).dense
        stored(memory, others, "others", "dialogue")
        beside = dense(memory, question, limits, ["mine"]).dense
        assert [one.packet for one in beside] == [one.packet for one in alone]
        assert [one.score for one in beside] == [one.score for one in alone]


def test_packets_of_another_stream_are_not_found_even_where_they_alone_are_near(memory, talk):
    talk(*(f"Ana: The weather was dull on day {n}." for n in range(40)), stream="mine")
    talk(*(f"Ben: The cat sleeps, number {n}." for n in range(40)), stream="others")
    connection = memory._store.connection()
    for limits in (DenseSettings(), DenseSettings(exact_packets=0, rough_pool=10, sample=8)):
        request = Request(
            question="Where does the kitten nap?", scope=_reading.scope(connection, ["mine"]),
            models=ReadModels(embedder=memory._models.embedder), settings=replace(ReadSettings(), dense=limits),
        )  # fmt: skip
        found = run(request, connection)[-1].state.evidence
        assert found.packets
        assert "cat" not in found.text


def test_what_was_not_yet_said_is_no_candidate(memory, talk):
    talk("Ana: The cat sleeps on the sofa.", "Ana: The kitten naps on the couch.")
    found = memory.read("Where does the cat nap?", as_of=1, channels=["dense"]).packets
    assert [one.packet for one in found] == [1]


def test_records_are_found_by_meaning_where_no_word_is_shared(memory, talk):
    talk(*(f"Ben: The weather report number {n} was dull." for n in range(20)), "Ana: The kitten naps on the couch.")
    assert memory.search("Where does a cat sleep?", k=1)[0].content == "The kitten naps on the couch."
    assert memory.search("Where does a cat sleep?", channels=["lexical"]) == ()


def test_a_question_of_nothing_known_finds_by_words(memory, talk):
    talk("Ana: \U0001f600 \U0001f600", "Ana: The kitten naps on the couch.")
    assert memory.read("\U0001f600?").packets
    assert memory.read("?").packets is not None


class Failing(FakeEmbedder):
    """An embedder that fails after so many calls."""

    def __init__(self, good: int) -> None:
        super().__init__(8)
        self.good = good

    def embed(self, texts):
        self.good -= 1
        if self.good < 0:
            raise ModelError("the lamp is out: light it")
        return super().embed(texts)


def test_an_embedder_that_fails_is_told_and_words_still_find(tmp_path):
    with memdb.open(tmp_path / "memory.db", embedder=Failing(1)) as memory:
        memory.add("I live in Ghent.", speaker="Ana")
        evidence = memory.read("Where does Ana live?")
        assert [one.packet for one in evidence.packets] == [1]
        assert [note for note in evidence.notes if "words alone" in note and "the lamp is out" in note]


def test_an_embedder_whose_file_is_gone_is_told_and_words_still_find(tmp_path, minilm_file):
    with memdb.open(tmp_path / "memory.db") as memory:
        memory.use("embedder", str(minilm_file))
        memory.add("I live in Ghent.", speaker="Ana")
        assert not [note for note in memory.read("Where does Ana live?").notes if "words" in note]
        minilm_file.unlink()
        evidence = memory.read("Where does Ana live?")
        assert [one.packet for one in evidence.packets] == [1]
        assert [note for note in evidence.notes if "words alone" in note and minilm_file.name in note]
        assert memory.add("I moved to Bruges.", speaker="Ana").new
        assert any(minilm_file.name in note for note in memory.stats().notes)


def test_an_embedder_that_has_read_nothing_is_told_with_the_command_that_lets_it(tmp_path):
    with memdb.open(tmp_path / "memory.db", embedder=FakeEmbedder(8)) as memory:
        memory.add("I live in Ghent.", speaker="Ana")
    with memdb.open(tmp_path / "memory.db") as memory:
        evidence = memory.read("Where does Ana live?")
        assert [note for note in evidence.notes if "static-minilm" in note and "`memdb reembed`" in note]
        memory.reembed()
        assert not [note for note in memory.read("Where does Ana live?").notes if "reembed" in note]


class Counting(FakeEmbedder):
    """An embedder that counts what it is asked."""

    def __init__(self) -> None:
        super().__init__(8)
        self.asked: list[str] = []

    def embed(self, texts):
        self.asked += texts
        return super().embed(texts)


def test_the_embedder_is_asked_once_a_read_and_only_where_vectors_are_compared(tmp_path):
    embedder = Counting()
    with memdb.open(tmp_path / "memory.db", embedder=embedder) as memory:
        memory.ingest_drafts([memdb.Draft(content="Vesk is in Lirone.")], stream="facts", profile="facts")
        memory.read("Where is the harbour of Vesk?", streams=["facts"])
        memory.search("harbour", streams=["facts"])
        assert embedder.asked == []
        memory.add("I live in Ghent.", speaker="Ana")
        assert embedder.asked.pop() == "I live in Ghent."
        memory.read("Where does Ana live?", channels=["lexical", "graph"])
        assert embedder.asked == []
        memory.read("Where does Ana live?")
        assert embedder.asked == ["Where does live?"]


@pytest.mark.parametrize(
    ("question", "embedded"),
    [
        ("What is Ana Roth's job?", "What is job?"),
        ("Does ANA\u2019s dog bark in Anatolia?", "Does dog bark in Anatolia?"),
        ("Do Ana and Ben agree?", "Do Ana and Ben agree?"),  # two are named
        ("Who is Ana?", "Who is Ana?"),  # nothing would be left
        ("Who owns the dog?", "Who owns the dog?"),
    ],
)
def test_the_one_speaker_who_is_named_is_left_out_of_what_is_embedded(tmp_path, question, embedded):
    embedder = Counting()
    with memdb.open(tmp_path / "memory.db", embedder=embedder) as memory:
        memory.add("I own a dog.", speaker="Ana Roth")
        memory.add("So do I.", speaker="Ben")
        embedder.asked.clear()
        memory.read(question)
        assert embedder.asked == [embedded]


def test_notes_are_compared_with_the_whole_question_and_talk_with_what_is_left_of_it(tmp_path):
    embedder = Counting()
    with memdb.open(tmp_path / "memory.db", embedder=embedder) as memory:
        memory.add("I own a dog.", speaker="Ana Roth")
        memory.ingest_drafts([memdb.Draft(content="Ana's dog is named Rex.")], stream="notes", profile="notes")
        embedder.asked.clear()
        memory.read("What is Ana's dog like?")
        assert embedder.asked == ["What is dog like?", "What is Ana's dog like?"]


def test_records_of_both_profiles_are_ranked_together(memory, talk):
    talk(*(f"Ben: The weather report number {n} was dull." for n in range(9)), "Ana: The kitten naps on the couch.")
    notes = [memdb.Draft(content=f"Barge number {n} brought gravel.") for n in range(9)]
    memory.ingest_drafts([*notes, memdb.Draft(content="Cats sleep all day.")], stream="notes", profile="notes")
    best = [hit.content for hit in memory.search("Where does a cat sleep?", k=2, channels=["dense"])]
    assert set(best) == {"The kitten naps on the couch.", "Cats sleep all day."}


def test_scores_fall_in_the_order_of_candidates(ferries):
    found = ferries.trace("Which boat carried fruit?").steps
    ranked = next(step.state for step in found if step.stage == "dense").dense
    assert len(ranked) == 200
    assert all(one.score >= other.score for one, other in pairwise(ranked))
