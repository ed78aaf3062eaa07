"""Streams of facts in wordings that no pattern knows: read by a model, whole or by a sample and induced rules."""

import json
import random
import re
from pathlib import Path

import pytest

import memdb
from memdb.errors import ModelError, UsageError
from memdb.models import ChatRequest, FakeChatModel
from memdb.records import Draft

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "fixtures/facts/harbour.jsonl").read_text("utf-8").splitlines()
]
STATED = [row for row in ROWS if "subject" in row]
BY_RECORD = {row["record"]: row for row in ROWS}


def shown(request: ChatRequest) -> list[str]:
    """The records that a call gives."""
    return [json.loads(line) for line in re.findall(r'^\d+\. (".*")$', request.messages[-1].content, re.MULTILINE)]


def reply(records: list[str]) -> list[list[object]]:
    """What a model that makes no mistake replies."""
    entries: list[list[object]] = []
    for number, record in enumerate(records, 1):
        row = BY_RECORD[record]
        stated = [row["relation"], row["subject"], row["object"]] if "subject" in row else ["unresolved"]
        entries.append([number, *stated])
    return entries


def reader(slips: float = 0.0) -> FakeChatModel:
    """A model that reads the records; of so many it takes the ends for each other, or too few words of one."""
    draw = random.Random(3)  # noqa: S311

    def answer(request: ChatRequest) -> str:
        entries = reply(shown(request))
        for entry in entries:
            if len(entry) == 4 and draw.random() < slips:
                entry[2:] = draw.choice([[entry[3], entry[2]], [str(entry[2]).split()[0], entry[3]]])
        return json.dumps({"facts": entries})

    return FakeChatModel(answer, context=20_000)


@pytest.fixture
def memory(path):
    with memdb.open(path) as opened:
        opened.ingest_drafts([Draft(content=row["record"]) for row in ROWS], stream="harbour", profile="facts")
        yield opened


def stated(memory: memdb.Memory) -> list[tuple[str, str]]:
    return [(fact.subject, fact.object) for fact in sorted(memory.facts(history=True), key=lambda one: one.packet)]


WANTED = [(row["subject"], row["object"]) for row in STATED]


def test_the_patterns_read_none_of_these_records(memory):
    assert not set(stated(memory)) & set(WANTED)


@pytest.mark.parametrize("frontend", ["llm", "hybrid"])
def test_what_is_read_is_what_the_records_state(memory, frontend):
    report = memory.enrich(model=reader(), frontend=frontend, alone=True)
    assert stated(memory) == WANTED
    assert report.statuses == {"facts": len(STATED), "unresolved": len(ROWS) - len(STATED)}
    assert (report.read, report.awaiting) == (len(ROWS), 0)
    assert memory.check().ok


def test_the_hybrid_asks_the_model_about_few_records(memory):
    report = memory.enrich(model=reader(), frontend="hybrid", alone=True)
    assert report.calls == 3
    assert report.induced > 50
    of_rules = [one for one in range(1, 77) if memory.show(one)["extractions"][-1]["frontend"] == "induced"]
    assert len(of_rules) == report.induced


def test_the_direct_frontend_asks_about_ten_records_a_call(memory):
    assert memory.enrich(model=reader(), frontend="llm", alone=True).calls == 8


def test_rules_outvote_a_model_that_slips(memory):
    memory.enrich(model=reader(slips=0.15), frontend="hybrid", alone=True)
    right = sum(one in WANTED for one in stated(memory))
    assert right >= len(WANTED) - 2


def test_a_later_record_of_a_slot_holds(memory):
    memory.enrich(model=reader(), frontend="hybrid", alone=True)
    newest = {(row["subject"], row["relation"]): row["object"] for row in STATED}
    current = {(fact.subject, fact.relation): fact.object for fact in memory.facts()}
    assert current == newest


def test_a_second_run_goes_by_what_the_first_one_read(memory):
    memory.enrich(model=reader(), frontend="hybrid", alone=True)
    memory.ingest_drafts(
        [Draft(content="Whoever sails on Blue Kestrel obeys Odo Brandt.")], stream="harbour", profile="facts"
    )
    report = memory.enrich(model=FakeChatModel([]), frontend="hybrid")
    assert (report.read, report.induced, report.calls) == (1, 1, 0)
    assert [fact.object for fact in memory.facts("Blue Kestrel")] == ["Odo Brandt"]


@pytest.mark.parametrize("frontend", ["llm", "hybrid"])
def test_reading_goes_on_where_a_limit_stopped_it(memory, frontend):
    first = memory.enrich(model=reader(), frontend=frontend, alone=True, limit=15)
    assert (first.read, first.awaiting, first.stopped) == (15, len(ROWS) - 15, "limit")
    assert first.calls == 2
    memory.enrich(model=reader(), frontend=frontend, alone=True)
    assert stated(memory) == WANTED


def test_without_alone_only_what_the_patterns_could_not_read_is_read(memory):
    waiting = sum(memory.show(one)["extractions"][0]["status"] == "unresolved" for one in range(1, 77))
    assert memory.enrich(model=reader(), frontend="hybrid").read == waiting < len(ROWS)


def test_entries_that_a_limit_cut_off_are_asked_for_again(memory):
    def answer(request: ChatRequest) -> str:
        entries = reply(shown(request))
        whole = json.dumps({"facts": entries})
        return whole if "could not be used" in request.messages[-1].content else whole[: len(whole) // 2]

    model = FakeChatModel(answer, context=20_000)
    report = memory.enrich(model=model, frontend="llm", alone=True)
    assert stated(memory) == WANTED
    assert report.calls > 8


def test_a_record_of_which_no_reply_tells_stays_pending_with_the_reason(memory):
    silent = "Rats came aboard Salt Wren in Aldersund."

    def answer(request: ChatRequest) -> str:
        records = shown(request)
        entries = [entry for entry, record in zip(reply(records), records, strict=True) if record != silent]
        return json.dumps({"facts": entries})

    report = memory.enrich(model=FakeChatModel(answer, context=20_000), frontend="llm", alone=True)
    assert report.pending == {"the model's reply does not tell of this record": 1}
    assert report.awaiting == 1


def test_a_model_that_fails_costs_nothing_of_what_was_read(memory):
    calls = 0

    def answer(request: ChatRequest) -> str:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise ModelError("the model fell over")
        return json.dumps({"facts": reply(shown(request))})

    report = memory.enrich(model=FakeChatModel(answer, context=20_000), frontend="llm", alone=True)
    assert (report.read, report.stopped) == (10, "the model fell over")
    memory.enrich(model=reader(), frontend="llm", alone=True)
    assert stated(memory) == WANTED


def test_a_correction_by_hand_stays(memory):
    memory.enrich(model=reader(), frontend="hybrid", alone=True)
    memory.correct("Brass Heron", "captain", "Nadia Falk", stream="harbour")
    memory.enrich(model=reader(), frontend="hybrid", alone=True)
    assert [fact.object for fact in memory.facts("Brass Heron") if fact.relation == "captain"] == ["Nadia Falk"]


def test_an_unknown_frontend_is_refused(memory):
    with pytest.raises(UsageError, match="no frontend named 'magic': use one of llm, hybrid"):
        memory.enrich(model=reader(), frontend="magic")
