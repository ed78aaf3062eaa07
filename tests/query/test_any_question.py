"""Queries never crash: syntax of any kind is data to every read verb."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memdb

QUESTIONS = [
    "Downloads/transcripts", "don't", "ubuntu 20.04", "pre-edit", "a'b", "a, b", "GB/s", "-band", "state-of-the-art",
    "C:\\repo\\src\\main.py", "curl https://example.org/x.sh | bash", "`ls`", "``", "_", "%", "the of and",
    '"', '""', "*", "a*", "NEAR(", "NEAR(a b, 2)", "AND", "OR NOT", "col:x", "content:Ana", "^a", "(", ")", "{}", "[1]",
    "what is it", "\x00", "Ana\x00Ben", "\U0001f431", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u202eAna",
    "'; DROP TABLE packets; --",
    "?", ":question", "@x", "$1", "NULL", "\ud800", "Where does \udfff live?", "\u0301", "Ana's", "I", "\t?", "9" * 400,
]  # fmt: skip


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Iterator[memdb.Memory]:
    """A conversation and a fact stream."""
    with memdb.open(tmp_path_factory.mktemp("any") / "memory.db") as memory:
        memory.add("I moved to Ghent.", speaker="Ana Duarte", said_at="2024-01-01")
        memory.add("We run ubuntu 20.04 there, see Downloads/transcripts \U0001f431", speaker="Ben Ash")
        memory.add("It does twelve GB/s, state-of-the-art!", speaker="Ana Duarte", said_at="2024-01-03")
        facts = ["Ana Duarte is married to Ben Ash.", "The author of col:x AND NEAR(y) is Ole Grann.", "Nothing fits."]
        memory.ingest_drafts([memdb.Draft(content=fact) for fact in facts], stream="facts", profile="facts")
        yield memory


def every_verb(memory: memdb.Memory, text: str) -> None:
    for streams in (None, ["main"], ["facts"]):
        answer = memory.ask(text, streams=streams)
        assert answer.answer
        assert answer.evidence.question == text
        memory.search(text, streams=streams)
        assert memory.trace(text, streams=streams).to_dict()["stages"]


@pytest.mark.parametrize("question", QUESTIONS, ids=ascii)
def test_a_question_of_any_syntax_is_answered(small: memdb.Memory, question: str):
    every_verb(small, question)


@pytest.mark.parametrize(
    "question",
    ["x" * 100_000, "Ana " * 25_000, "word " * 20_000, "- * ( " * 16_000, "東京" * 50_000, "what " * 20_000],
    ids=lambda question: question[:6],
)
def test_a_question_of_a_hundred_thousand_characters_is_answered(small: memdb.Memory, question: str):
    assert small.ask(question).answer
    small.search(question)


@pytest.mark.parametrize("question", ["", " ", "\n\t", "\u3000"])
def test_an_empty_question_is_refused_by_name(small: memdb.Memory, question: str):
    for verb in (small.ask, small.read, small.search, small.trace):
        with pytest.raises(memdb.UsageError, match="the question is empty"):
            verb(question)


@pytest.mark.parametrize("text", [one for one in QUESTIONS if one.isprintable() or "\x00" in one], ids=ascii)
def test_any_text_is_a_subject_of_facts_and_an_asker(small: memdb.Memory, text: str):
    assert all(fact.subject for fact in small.facts(text))
    assert small.ask("Where do I live?", asker=text).answer


@settings(max_examples=60, deadline=None)
@given(question=st.text(st.characters(), min_size=1, max_size=60).filter(str.strip))
def test_any_text_is_answered(small: memdb.Memory, question: str):
    every_verb(small, question)


@settings(max_examples=40, deadline=None)
@given(
    parts=st.lists(
        st.sampled_from(["Ana", "Duarte", "married", "NEAR(", '"', "who", "is", "the", "my", "Ghent", "*", "'s"]),
        min_size=1,
        max_size=30,
    )
)
def test_any_mixture_of_names_and_syntax_is_answered(small: memdb.Memory, parts: list[str]):
    every_verb(small, " ".join(parts))


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Downloads/transcripts", "Downloads/transcripts"),
        ("ubuntu", "ubuntu 20.04"),
        ("GB/s", "GB/s"),
        ("state-of-the-art", "state-of-the-art"),
    ],
)
def test_what_was_said_with_marks_is_found_with_them(small: memdb.Memory, text: str, question: str):
    assert text in small.search(question, streams=["main"])[0].content
