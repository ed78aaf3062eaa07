"""Stream isolation: no read verb shows anything of a stream that was not asked for."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memdb

NAME = "Xylophage"  # what questions may ask for
HIDDEN = "sesquipedal"  # what stands beside it in the other stream and must not be seen
LINES = (
    "I live in {}.", "My manager is {} Fox.", "{} Fox lives in Oslo.", "I like {} cheese.", "Where is {}?",
    "My sister {} works at Siemens.", "I moved to Ghent with {}.", "Ana is married to {} Moor.",
    "I no longer live in {}.",
)  # fmt: skip
QUESTIONS = (
    "Where does Ana live?", "Who is Ana's manager?", f"{NAME}?", f"Where does {NAME} Fox live?", "Where do I live?",
    "What does Ana like?", "Who is married to Ana?", "zanzibar quokka", f"my sister {NAME}",
)  # fmt: skip
NAMES = ("my-app", "a/b", "ü x", "0f8fad5b-d9cb-469f-a165-70867728950e")
turns = st.lists(
    st.tuples(st.sampled_from(LINES), st.sampled_from(["Ana", "Ana Duarte", "Ben"]), st.sampled_from(["s1", "s2"])),
    min_size=1,
    max_size=8,
)


def fill(memory: memdb.Memory, stream: str, lines: Sequence[tuple[str, str, str]], word: str, profile: Any) -> None:
    memory.ingest_drafts(
        [
            memdb.Draft(content=line.format(word), speaker=speaker, session=session, said_at=f"2024-01-{n:02}")
            for n, (line, speaker, session) in enumerate(lines, 1)
        ],
        stream=stream,
        profile=profile,
    )


def everything_read(memory: memdb.Memory, stream: str, question: str) -> Iterator[str]:
    view = memory.stream(stream)
    for as_of in (None, 3, "2024-01-03"):
        yield json.dumps(memory.ask(question, streams=[stream], as_of=as_of, asker="Ana").to_dict())
        yield json.dumps(memory.trace(question, streams=[stream], as_of=as_of).to_dict())
        yield repr(view.search(question, as_of=as_of))
        yield repr(view.facts(history=True, as_of=as_of))
        yield repr(view.facts("Ana", as_of=as_of))
    yield view.read(question).text
    yield repr((view.sessions(), list(view.export())))


@settings(max_examples=12, deadline=None)
@given(
    mine=turns,
    theirs=turns,
    question=st.sampled_from(QUESTIONS),
    profiles=st.tuples(*[st.sampled_from(["dialogue", "facts", "notes"])] * 2),
)
def test_nothing_of_another_stream_is_read(tmp_path_factory, mine, theirs, question: str, profiles):
    with memdb.open(tmp_path_factory.mktemp("streams") / "memory.db") as memory:
        fill(memory, "theirs", theirs, f"{NAME} {HIDDEN}", profiles[0])
        fill(memory, "mine", mine, f"{NAME} Quincunx", profiles[1])
        assert all(HIDDEN not in shown for shown in everything_read(memory, "mine", question))
        assert any(HIDDEN in shown for shown in everything_read(memory, "theirs", question))
        theirs_ids = {hit.packet for hit in memory.search(HIDDEN, streams=["theirs"], k=50)}
        ours = {packet.packet for packet in memory.read(question, streams=["mine"]).packets}
        assert not ours & theirs_ids


@pytest.mark.parametrize("name", NAMES)
def test_a_stream_of_any_name_works_in_every_verb(memory, name: str):
    view = memory.stream(name)
    view.add("I live in Ghent.", speaker="Ana", session="s")
    memory.add("I live in Oslo.", speaker="Ana", stream="other")
    assert view.ask("Where does Ana live?").answer == "Ghent"
    assert {hit.stream for hit in view.search("live")} == {name}
    assert [fact.object for fact in view.facts("Ana")] == ["Ghent"]
    assert [session.stream for session in view.sessions()] == [name]
    view.correct("Ana", "lives in", "Cork")
    assert view.ask("Where does Ana live?").answer == "Cork"
    assert memory.ask("Where does Ana live?", streams=["other"]).answer == "Oslo"
    assert view.forget().streams == 1
    assert memory.stats().streams.keys() == {"other"}


def test_several_streams_are_read_together_and_an_unknown_one_is_refused(memory):
    for stream, place in (("a", "Ghent"), ("b", "Oslo"), ("c", "Cork")):
        memory.add(f"The walnut party is held in {place}.", stream=stream)
    assert {hit.stream for hit in memory.search("walnut party", streams=["a", "b"])} == {"a", "b"}
    with pytest.raises(memdb.NotFoundError, match="no stream named 'd'"):
        memory.search("walnut", streams=["a", "d"])


def test_two_speakers_of_two_streams_do_not_retire_each_other(memory):
    memory.add("I work at Northwind.", speaker="Ana", stream="a", said_at="2024-01-01")
    memory.add("I work at Initech.", speaker="Ana", stream="b", said_at="2024-01-02")
    assert sorted(fact.object for fact in memory.facts("Ana")) == ["Initech", "Northwind"]
