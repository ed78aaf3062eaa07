"""Stage 7, late interaction: equals a plain-Python reference, and looks at the best of the others only."""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import memdb
from memdb import _reading
from memdb.models import FakeEmbedder, TokenStates
from memdb.query import ReadModels, ReadState, Request, run
from memdb.query.interaction import interactions, weighed
from memdb.records.settings import DenseSettings, LexicalSettings, ReadSettings
from memdb.records.vectors import unpack_states

WORDS = ("ash", "oak", "elm", "fir", "yew", "box")
WINDOW = LexicalSettings().window
WIDTH = 6
STOP = {"the"}
turns_of_two_sessions = st.lists(
    st.tuples(st.sampled_from(["s1", "s2"]), st.lists(st.sampled_from([*WORDS, "the"]), min_size=1, max_size=8)),
    min_size=1,
    max_size=20,
)
questions = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3, unique=True).map(" ".join)


def state_of(word: str) -> np.ndarray:
    seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "little")
    # A shared direction, as the states of a real model have.
    return (np.random.default_rng(seed).standard_normal(WIDTH) + 1).astype(np.float32)


class FakeTokenEmbedder(FakeEmbedder):
    """A fake embedder whose content words have states; "the" has none."""

    name = "fake-tokens"
    state_width = WIDTH

    def embed_tokens(self, texts: Sequence[str]) -> tuple[np.ndarray, list[TokenStates]]:
        found = []
        for text in texts:
            words = [word for word in text.split() if word not in STOP]
            found.append(
                TokenStates(
                    ids=np.asarray([sum(map(ord, word)) for word in words], dtype=np.int64),
                    states=np.stack([state_of(word) for word in words]) if words else np.zeros((0, WIDTH), np.float32),
                )
            )
        return self.embed(texts), found


EMBEDDER = FakeTokenEmbedder(16, longest=5)  # texts of more words have several pieces


def stored(memory: memdb.Memory, turns: Sequence[tuple[str, list[str]]], stream: str, profile: str) -> None:
    memory.ingest_drafts(
        [
            memdb.Draft(content=" ".join(words), session=session, turn=str(n))
            for n, (session, words) in enumerate(turns)
        ],
        stream=stream,
        profile=profile,
    )


def kept(memory: memdb.Memory, count: int) -> list[np.ndarray]:
    """The states of each packet as the file keeps them."""
    rows = memory._store.connection().rows("SELECT packet_id, states FROM packet_states ORDER BY packet_id, piece")
    return [
        unpack_states([states for packet, states in rows if packet == n], WIDTH)[0].astype(np.float64)
        for n in range(1, count + 1)
    ]


def reference(
    memory: memdb.Memory,
    turns: Sequence[tuple[str, list[str]]],
    question: str,
    window: Sequence[tuple[int, float]],
    threshold: float,
) -> list[float]:
    """The interaction of each turn, from the definition."""
    states = kept(memory, len(turns))
    tokens = [one for held in states for one in held]
    if not tokens:
        return [0.0] * len(turns)
    centre = sum(tokens) / len(tokens)

    def cosine(one: np.ndarray, other: np.ndarray) -> float:
        a, b = one - centre, other - centre
        return float(a @ b / max(math.sqrt(a @ a) * math.sqrt(b @ b), 1e-12))

    asked = [state_of(word).astype(np.float64) for word in question.split()]
    having = [sum(word in words for _, words in turns) for word in question.split()]
    weights = [max(0.0, math.log1p((len(turns) - n + 0.5) / (n + 0.5))) for n in having]
    met = [
        [max([0.0, *(cosine(one, word) - threshold for one in held)]) for word in asked] if len(held) else None
        for held in states
    ]
    sessions: dict[str, list[int]] = {}
    for n, (session, _) in enumerate(turns):
        sessions.setdefault(session, []).append(n)
    found = [0.0] * len(turns)
    for members in sessions.values():
        for place, n in enumerate(members):
            if met[n] is None:
                continue  # without states it is not looked at
            near = [
                (weight, met[members[place + offset]])
                for offset, weight in window
                if 0 <= place + offset < len(members) and met[members[place + offset]] is not None
            ]
            found[n] = sum(
                weight * max(share * held[column] for share, held in near) for column, weight in enumerate(weights)
            )
    return found


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(turns=turns_of_two_sessions, question=questions, profile=st.sampled_from(["dialogue", "notes"]))
def test_interactions_equal_the_definition(tmp_path_factory, turns, question, profile):
    with memdb.open(tmp_path_factory.mktemp("late") / "memory.db", embedder=EMBEDDER) as memory:
        stored(memory, turns, "main", profile)
        connection = memory._store.connection()
        packets = range(1, len(turns) + 1)
        _, (asked,) = EMBEDDER.embed_tokens([question])
        window = WINDOW if profile == "dialogue" else ((0, 1.0),)
        found = interactions(
            connection, weighed(connection, asked, packets), packets, talk={1} if profile == "dialogue" else set(),
            window=WINDOW, threshold=0.3,
        )  # fmt: skip
        assert found.of(packets) == pytest.approx(reference(memory, turns, question, window, 0.3), abs=1e-3)


def steps(memory: memdb.Memory, question: str, limits: DenseSettings) -> dict[str, ReadState]:
    connection = memory._store.connection()
    request = Request(
        question=question,
        scope=_reading.scope(connection, None),
        ranking=True,
        models=ReadModels(embedder=lambda: EMBEDDER),
        settings=replace(ReadSettings(), dense=limits),
    )
    return {step.stage: step.state for step in run(request, connection)}


def test_only_the_best_of_the_other_channels_are_looked_at(tmp_path):
    turns = [("s1", [WORDS[n % 6], WORDS[n // 6 % 6], f"word{n}"]) for n in range(60)]
    with memdb.open(tmp_path / "memory.db", embedder=EMBEDDER) as memory:
        stored(memory, turns, "main", "dialogue")
        state = steps(memory, "ash oak", DenseSettings(late_pool=5))
        before = {one.packet: one.score for one in state["fusion"].candidates}
        after = {one.packet: one.score for one in state["late"].candidates}
        best = sorted(before, key=lambda packet: (-before[packet], packet))
        gained = {packet: after[packet] - before[packet] for packet in before}
        assert len({round(gained[packet], 6) for packet in best[5:]}) == 1, "the others keep their places below"
        assert max(gained[packet] for packet in best[:5]) > gained[best[5]]


def test_a_packet_that_meets_the_question_rises(tmp_path):
    turns = [("s1", ["fir", "yew", f"word{n}"]) for n in range(40)]
    turns[20] = ("s1", ["box", "elm"])
    with memdb.open(tmp_path / "memory.db", embedder=EMBEDDER) as memory:
        stored(memory, turns, "main", "dialogue")
        state = steps(memory, "box elm", DenseSettings())
        before = {one.packet: one.score for one in state["fusion"].candidates}
        after = {one.packet: one.score for one in state["late"].candidates}
        assert max(after, key=after.__getitem__) == 21
        assert after[21] - before[21] == max(after[packet] - before[packet] for packet in before)


@pytest.mark.parametrize("question", ["the", "", "zebra crossing"])
def test_a_question_without_known_words_is_left_as_it_was(tmp_path, question):
    with memdb.open(tmp_path / "memory.db", embedder=EMBEDDER) as memory:
        stored(memory, [("s1", ["ash", "oak"]), ("s1", ["the"])], "main", "dialogue")
        state = steps(memory, question, DenseSettings())
        assert [one.packet for one in state["late"].candidates] == [one.packet for one in state["fusion"].candidates]
        assert all(math.isfinite(one.score) for one in state["late"].candidates)


def test_nothing_is_compared_where_no_packet_has_states(tmp_path):
    with memdb.open(tmp_path / "memory.db", embedder=EMBEDDER) as memory:
        stored(memory, [("s1", ["the"]), ("s1", ["the", "the"])], "main", "dialogue")
        state = steps(memory, "ash oak", DenseSettings())
        assert all(math.isfinite(one.score) for one in state["late"].candidates)


def test_facts_beside_talk_have_no_states_and_still_a_score(tmp_path):
    with memdb.open(tmp_path / "memory.db", embedder=EMBEDDER) as memory:
        stored(memory, [("s1", ["ash", "oak"])] * 3, "talk", "dialogue")
        stored(memory, [("s1", ["Ash", "is", "in", "Oak."])], "facts", "facts")
        state = steps(memory, "Where is ash?", DenseSettings())["late"]
        assert {one.packet for one in state.candidates} >= {1, 4}
        assert all(math.isfinite(one.score) for one in state.candidates)
