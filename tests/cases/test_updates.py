"""Updates.

Proved where the behaviour lives:
- love, then hate:
  tests/assertions/test_updates.py::test_love_then_hate_ends_the_liking_and_keeps_both_in_the_history
- two speakers: tests/assertions/test_updates.py::test_two_speakers_with_the_same_words_are_two_subjects
- five years, then six:
  tests/assertions/test_updates.py::test_five_years_then_six_years_at_google_is_an_update_and_not_a_duplicate
- corrections:
  tests/assertions/test_updates.py::test_a_correction_outranks_what_it_corrects_even_when_that_is_dated_later
- retired values do not rank: tests/query/test_fusion.py::test_the_current_value_outranks_the_one_it_replaced
- succession in time:
  tests/assertions/test_timeline.py::test_spans_come_in_the_order_of_time_and_a_value_that_held_twice_is_two
"""

import json

import pytest

import memdb

READING = json.dumps({
    "stream": "main", "position": 1, "content_hash": "0" * 32, "by": "llm", "model": "m", "alone": False,
    "extraction": {"status": "facts", "descriptors": [{
        "ordinal": 0, "claim": "I planted a pear tree.", "people": [], "keywords": [], "event_time": "2023-05-06",
        "tokens": 5, "event": {
            "subject_people": [], "predicate": "plant", "focus_terms": [], "goal_context_terms": [],
            "event_type": "occurrence", "event_time": "2023-05-06", "polarity": "positive", "confidence": 1.0,
            "needs_profile_extraction": False,
        },
    }]},
})  # fmt: skip


@pytest.fixture
def memory(tmp_path):
    with memdb.open(tmp_path / "memory.memdb") as opened:
        yield opened


def test_facts_with_the_same_relation_and_other_subjects_never_retire_each_other(memory):
    facts = [
        "The capital of Lirone is Vesk.",
        "The capital of Dorland is Ostvar.",
        "The capital of Dorland is Brelick.",
    ]
    memory.ingest_drafts([memdb.Draft(content=fact) for fact in facts], stream="facts", profile="facts")
    assert sorted((fact.subject, fact.object) for fact in memory.facts()) == [
        ("Dorland", "Brelick"),
        ("Lirone", "Vesk"),
    ]


def test_a_value_ends_where_the_next_begins_and_no_span_ends_before_it_begins(memory):
    days = ("2026-03-01", "2026-01-01", "2026-02-01", "2026-01-15")
    for day, place in zip(days, ("Ghent", "Rome", "Oslo", "Cork"), strict=True):
        memory.add(f"I live in {place}.", speaker="Ana", said_at=day)
    held = [fact.object for fact in memory.facts("Ana")]
    assert held == ["Ghent"], "succession is no contradiction"
    for day, place in zip(days, ("Ghent", "Rome", "Oslo", "Cork"), strict=True):
        assert [fact.object for fact in memory.facts("Ana", as_of=day)] == [place]


@pytest.mark.parametrize("text", ["I lived in Ghent from 2022 to 2020.", "I was in Oslo from May 2023 to March 2023."])
def test_an_inverted_interval_is_no_event_time(memory, text):
    packet = memory.add(text, speaker="Ana", said_at="2026-01-01").packet
    for claim in memory.show(packet)["claims"]:
        begin, _, end = claim["event_time"].partition("/")
        assert not end or begin <= end
    assert memory.check().ok


@pytest.mark.parametrize("time", ["2023-05-06/2023-05-01", "2024/2022", "2023-W60", "soon"])
@pytest.mark.parametrize("field", ["event_time", "event"])
def test_an_inverted_interval_of_a_reading_that_is_brought_along_is_refused(memory, tmp_path, field, time):
    packet = memory.add("I planted a pear tree.", speaker="Ana", said_at="2023-05-06").packet
    frozen = json.loads(READING)
    claim = frozen["extraction"]["descriptors"][0]
    changed = claim | {field: claim["event"] | {"event_time": time} if field == "event" else time}
    frozen["extraction"]["descriptors"] = [changed]
    with pytest.raises(memdb.ImportFileError, match="ends before it begins"):
        memdb.FrozenReading.of_line(json.dumps(frozen))
    export = tmp_path / "export.jsonl"
    export.write_text(json.dumps({"content": "One."}) + "\n" + json.dumps({"reading": frozen}) + "\n", "utf-8")
    assert sum(memory.ingest(export).skipped.values()) == 1
    assert memory.show(packet)["claims"][0]["event_time"] == ""


@pytest.mark.parametrize("as_of", [-1, "@-1", "2023-02-30", "2023-05-06/2023-05-01"])
def test_a_moment_that_cannot_be_is_refused(memory, as_of):
    with pytest.raises(memdb.UsageError, match="position"):
        memory.facts(as_of=as_of)


def test_every_hit_carries_the_ids_to_act_on_it(memory):
    memory.add("I live in Ghent.", speaker="Ana", session="s", turn="t1", said_at="2026-01-01")
    (hit,) = memory.search("Ghent")
    assert (hit.stream, hit.session, hit.turn, hit.said_at) == ("main", "s", "t1", "2026-01-01")
    assert memory.show(hit.packet)["content"] == hit.content
    assert memory.forget(packet=hit.packet).packets == 1
