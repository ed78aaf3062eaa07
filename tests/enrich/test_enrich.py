"""A model reads what was stored: its claims and statements join what the rules read, each record once."""

import json

import pytest

import memdb
from memdb.errors import ModelError, UsageError
from memdb.models import ChatRequest, FakeChatModel
from memdb.records import Draft


@pytest.fixture
def memory(filled):
    with memdb.open(filled) as opened:
        yield opened


def statements(memory: memdb.Memory, packet: int, frontend: str) -> list[tuple[str, str, str]]:
    shown = memory.show(packet)["statements"]
    return [(s["subject"], s["relation"], s["object"]) for s in shown if s["frontend"] == frontend]


def statuses(memory: memdb.Memory) -> list[str | None]:
    shown = (memory.show(packet)["extractions"] for packet in range(1, 6))
    return [next((one["status"] for one in each if one["frontend"] == "llm"), None) for each in shown]


def failing(text: str):
    """Fails at one record, asked again too; answers about others that they state nothing."""

    def answer(request: ChatRequest) -> str:
        asked = [message.content for message in request.messages if "record by" in message.content]
        return "no JSON" if text in asked[-1].splitlines()[-1] else '{"claims":[]}'

    return FakeChatModel(answer)


def test_every_record_is_read_once_and_the_report_counts_it(memory, reads):
    model = reads()
    report = memory.enrich(model=model)
    assert statuses(memory) == ["facts", "no_fact", "facts", "facts", "unresolved"]
    assert report.statuses == {"facts": 3, "no_fact": 1, "unresolved": 1}
    assert (report.read, report.skipped, report.calls, report.awaiting, report.stopped) == (5, 1, 4, 0, "")
    assert report.claims == 5
    assert report.prompt_tokens > report.completion_tokens > 0
    again = memory.enrich(model=model)
    assert (again.read, again.calls) == (0, 0)


def test_the_models_statements_join_those_of_the_rules(memory, reads):
    memory.enrich(model=reads())
    assert statements(memory, 1, "rules") == [("Noor", "residence", "Delft")]
    assert statements(memory, 1, "llm") == [], "the rules have a value in that place"
    assert statements(memory, 4, "rules") == [("Pelle", "like", "figs")]
    assert statements(memory, 4, "llm") == [("Pelle", "fixed", "roof of the mill")]
    assert {(fact.subject, fact.relation, fact.object) for fact in memory.facts()} == {
        ("Noor", "residence", "Delft"),
        ("Pelle", "like", "figs"),
        ("Pelle", "fixed", "roof of the mill"),
        ("weathercock", "repaired by", "Ilka Sommer"),
    }
    assert memory.check().ok


def test_alone_the_models_statements_replace_those_of_the_rules(memory, reads):
    memory.enrich(model=reads(), alone=True)
    assert statements(memory, 1, "rules") == []
    assert statements(memory, 1, "llm") == [("Noor", "residence", "Delft")]
    assert [fact.object for fact in memory.facts("Noor")] == ["Delft"]
    assert memory.check().ok


def test_alone_a_correction_by_hand_stays(memory, reads):
    memory.correct("Noor", "lives in", "Breda", stream="chat")
    memory.enrich(model=reads(), alone=True)
    assert [fact.object for fact in memory.facts("Noor")] == ["Breda"]


def test_reading_goes_on_where_it_was_stopped(memory, reads):
    model = reads()
    first = memory.enrich(model=model, limit=2)
    assert (first.read, first.awaiting, first.stopped) == (2, 3, "limit")
    assert statuses(memory) == ["facts", "no_fact", None, None, None]
    second = memory.enrich(model=model)
    assert (second.read, second.awaiting, second.stopped) == (3, 0, "")
    assert len(model.requests) == 4


def test_no_record_is_begun_after_the_time_budget(memory, reads):
    report = memory.enrich(model=reads(), time_budget=1e-9)
    assert (report.read, report.stopped) == (0, "time budget")


def test_progress_tells_how_far_it_is(memory, reads):
    told = []
    memory.enrich(model=reads(), progress=told.append)
    assert [(one.done, one.total) for one in told] == [(n, 5) for n in range(1, 6)]
    assert told[-1].remaining_s == 0.0
    assert told[0].remaining_s > 0.0


def test_what_cannot_be_read_stays_pending_with_the_reason_and_the_rules_stay_in_force(memory):
    model = failing("Delft")
    report = memory.enrich(model=model)
    assert report.pending == {"the reply holds no claims": 1}
    assert report.awaiting == 1
    assert statuses(memory) == ["pending", "no_fact", "no_fact", "no_fact", "unresolved"]
    assert [fact.object for fact in memory.facts("Noor")] == ["Delft"]
    (row,) = [one for one in memory.show(1)["extractions"] if one["frontend"] == "llm"]
    assert (row["reason"], row["attempts"]) == ("the reply holds no claims", 1)


def test_after_three_attempts_a_record_has_failed_and_is_left_alone(memory):
    for attempt in (1, 2, 3):
        report = memory.enrich(model=failing("Delft"))
        assert report.awaiting == (attempt < 3)
    assert statuses(memory)[0] == "failed"
    model = failing("Delft")
    assert memory.enrich(model=model).calls == 0
    assert "1 records failed: the reply holds no claims" in memory.stats().notes


def test_a_model_that_fails_at_once_is_an_error_and_costs_no_attempt(memory, reads):
    with pytest.raises(ModelError, match="no answer left"):
        memory.enrich(model=FakeChatModel([]))
    assert statuses(memory) == ["pending", None, None, None, None]
    assert memory.enrich(model=reads()).read == 5


def test_a_model_that_fails_later_ends_the_run_after_three_records(memory, reads):
    answers = reads()

    def answer(request: ChatRequest) -> str:
        if answers.requests:
            raise ModelError("the server is gone")
        return answers.complete(request).text

    report = memory.enrich(model=FakeChatModel(answer))
    assert report.stopped == "the server is gone"
    assert report.pending == {"the server is gone": 3}
    assert statuses(memory) == ["facts", "no_fact", "pending", "pending", "pending"]
    assert memory.enrich(model=reads()).read == 3


def test_a_fact_stream_gives_the_model_what_the_rules_could_not_read(path):
    records = ["The capital of Brensund is Sarvik.", "Quarrel Bridge, red since 1911, spans the Oste."]
    model = FakeChatModel(lambda _: '{"facts":[[1,"spans","Quarrel Bridge","the Oste"]]}')
    with memdb.open(path) as memory:
        memory.ingest_drafts([Draft(content=one) for one in records], stream="facts", profile="facts")
        report = memory.enrich(model=model)
        assert (report.read, report.awaiting) == (1, 0)
        assert {fact.object for fact in memory.facts()} == {"Sarvik", "the Oste"}


def test_only_the_streams_that_are_named_are_read(memory, reads):
    memory.add("I live in Delft.", stream="other", speaker="Noor")
    report = memory.enrich(model=reads(), streams=["other"])
    assert (report.read, report.awaiting) == (1, 0)
    assert memory.stats().awaiting_model == 5


def test_stats_tell_what_awaits_a_model_once_one_reads(memory, reads):
    assert memory.stats().awaiting_model == 0
    memory.enrich(model=reads(), limit=1)
    stats = memory.stats()
    assert (stats.awaiting_model, stats.read_by_model) == (4, {"facts": 1})
    assert "4 records await the extractor: `memdb enrich` reads them" in stats.notes


def test_the_model_given_to_open_reads(filled, reads):
    with memdb.open(filled, extractor=reads()) as memory:
        assert memory.enrich().model == "fake"
        assert memory.stats().read_by_model


def test_without_a_model_the_command_that_chooses_one_is_named(memory):
    with pytest.raises(UsageError, match="memdb models use extractor"):
        memory.enrich()


@pytest.mark.parametrize("bounds", [{"limit": 0}, {"time_budget": 0}])
def test_a_bound_that_lets_nothing_through_is_refused(memory, reads, bounds):
    with pytest.raises(UsageError, match="at least one record"):
        memory.enrich(model=reads(), **bounds)


def test_what_is_forgotten_takes_what_a_model_read_with_it(memory, reads, sql):
    memory.enrich(model=reads())
    memory.forget(speaker="Pelle")
    assert "mill" not in json.dumps([fact.object for fact in memory.facts()])
    left = "SELECT (SELECT count(*) FROM extractions WHERE packet_id NOT IN (SELECT id FROM packets))"
    assert sql(memory.path, left) == [(0,)]
    assert b"roof of the mill" not in memory.path.read_bytes()
    assert memory.check().ok


def test_a_record_that_is_forgotten_while_it_is_read_leaves_nothing(filled, reads):
    answers = reads()

    def answer(request: ChatRequest) -> str:
        with memdb.open(filled) as other:
            if not answers.requests:
                other.forget(packet=1)
        return answers.complete(request).text

    with memdb.open(filled) as memory:
        report = memory.enrich(model=FakeChatModel(answer))
        assert report.read == 4
        assert memory.facts("Noor") == ()
        assert memory.check().ok
