"""Schedulers and frontiers that ask a model, in whole reads."""

import json
import shutil

import pytest

import memdb
from memdb.errors import ModelError, NotFoundError, UsageError
from memdb.models import FakeChatModel

QUESTION = "What does Ben say about the boat?"


@pytest.fixture
def talk(tmp_path):
    """A conversation of fifteen turns, and its memory with a given scheduler."""
    opened = []

    def start(scheduler=None, reader=None):
        memory = memdb.open(tmp_path / "memory.db", scheduler=scheduler, reader=reader)
        opened.append(memory)
        turns = [f"The boat lies in harbour number {n}." for n in range(15)]
        memory.ingest_drafts(
            [memdb.Draft(content=text, speaker="Ben", session="s", turn=str(n)) for n, text in enumerate(turns)]
        )
        return memory

    yield start
    for memory in opened:
        memory.close()


def last_first(request):
    """Chooses the last labels of the list, the last one first."""
    wanted = request.json_schema["properties"]["labels"]
    labels = wanted["items"]["enum"]
    return json.dumps({"labels": labels[::-1][: wanted["minItems"]]})


def test_a_model_selects_from_the_pool_and_its_order_is_kept(talk):
    fast = [packet.packet for packet in talk().read(QUESTION, k=15, extra=0).packets]
    memory = talk(FakeChatModel(last_first))
    evidence = memory.read(QUESTION, scheduler="llm", k=4, extra=0)
    assert [packet.packet for packet in evidence.packets] == fast[::-1][:4]
    assert {packet.role for packet in evidence.packets} == {"anchor"}


def test_the_frontier_asks_once_more_and_adds_only_new_packets_while_all_anchors_stay(talk):
    model = FakeChatModel(last_first)
    memory = talk(model)
    anchors = [packet.packet for packet in memory.read(QUESTION, scheduler="llm", k=4, extra=0).packets]
    evidence = memory.read(QUESTION, scheduler="llm", k=4, extra=2)
    roles = [(packet.packet, packet.role) for packet in evidence.packets]
    assert [packet for packet, role in roles if role == "anchor"] == anchors
    added = [packet for packet, role in roles if role == "frontier"]
    assert len(added) == 2
    assert not set(added) & set(anchors)
    ordered = model.requests[-1].json_schema["properties"]["labels"]
    assert ordered["minItems"] == 5  # K_R


def test_a_frontier_takes_nothing_when_the_model_puts_only_anchors_first(talk):
    memory = talk(FakeChatModel(lambda request: json.dumps({"labels": _first(request)})))
    evidence = memory.read(QUESTION, scheduler="llm", k=5, extra=2)
    assert [packet.role for packet in evidence.packets] == ["anchor"] * 5


def _first(request):
    wanted = request.json_schema["properties"]["labels"]
    return wanted["items"]["enum"][: wanted["minItems"]]


def test_nothing_is_asked_when_all_of_the_pool_is_wanted(talk):
    memory = talk(FakeChatModel([]))
    assert len(memory.read(QUESTION, scheduler="llm", k=15, extra=0).packets) == 15


def test_a_closure_of_facts_is_not_scheduled_by_a_model(tmp_path):
    with memdb.open(tmp_path / "memory.db", scheduler=FakeChatModel([])) as memory:
        facts = [f"Ilse Varn likes the fruit number {n}." for n in range(15)] + ["Ilse Varn is married to Omar Pell."]
        memory.ingest_drafts([memdb.Draft(content=fact) for fact in facts], stream="facts", profile="facts")
        assert memory.read("Who is Ilse Varn married to?", scheduler="llm", k=2).graph.edges


def test_the_tokens_of_a_selection_are_counted_and_a_repeated_one_is_free(talk):
    memory = talk(FakeChatModel(last_first))
    first = memory.read(QUESTION, scheduler="llm", k=4)
    again = memory.read(QUESTION, scheduler="llm", k=4)
    assert first.usage["schedule_calls"] == 2
    assert first.usage["schedule_prompt_tokens"] > 100
    assert again.usage == {"schedule_calls_cached": 2}
    assert first.packets == again.packets


@pytest.mark.parametrize("scheduler", ["llm", "labels"])
def test_a_scheduler_without_a_model_says_how_to_choose_one(talk, scheduler):
    with pytest.raises(UsageError, match="memdb models use scheduler"):
        talk().read(QUESTION, scheduler=scheduler)


def test_the_model_of_the_reader_selects_where_none_is_chosen_to_select(talk):
    model = FakeChatModel(last_first)
    talk(reader=model).read(QUESTION, scheduler="llm", k=4)
    assert model.requests


def test_a_negative_time_budget_is_refused(talk):
    with pytest.raises(UsageError, match="time budget"):
        talk().read(QUESTION, scheduler="auto", time_budget=-1)


class Steady(FakeChatModel):
    """A model of a known pace."""

    def __init__(self, answers, *, tokens_per_s):
        super().__init__(answers)
        self._pace = tokens_per_s

    def complete(self, request):
        from time import sleep

        sleep(min(0.05, self.count(request.messages) / self._pace))
        return super().complete(request)


def answer(request):
    return last_first(request) if request.json_schema else "Monday"


def test_auto_takes_the_model_within_the_budget_and_says_so(talk):
    model = Steady(answer, tokens_per_s=1e6)
    evidence = talk(model).read(QUESTION, scheduler="auto", k=4, extra=0)
    assert evidence.notes[0].startswith(
        "the llm scheduler selected: a model would take about 0 s, within the budget of"
    )
    assert model.requests[-1].json_schema


def test_auto_takes_the_fast_order_where_the_model_is_too_slow_and_says_so(talk):
    model = Steady(answer, tokens_per_s=200)
    memory = talk(model)
    evidence = memory.read(QUESTION, scheduler="auto", time_budget=0.01, k=4)
    assert "the fast scheduler selected" in evidence.notes[0]
    assert "more than the budget of 0.01 s" in evidence.notes[0]
    assert [packet.packet for packet in evidence.packets] == [
        packet.packet for packet in memory.read(QUESTION, k=4).packets
    ]
    assert not any(request.json_schema for request in model.requests)


def test_auto_measures_a_model_once_and_knows_its_pace_from_then_on(talk):
    model = Steady(answer, tokens_per_s=1e6)
    memory = talk(model)
    for k in (4, 5, 6):
        memory.read(QUESTION, scheduler="auto", k=k, extra=0)
    assert sum(request.json_schema is None for request in model.requests) == 1


def test_auto_without_a_model_is_fast_and_says_so(talk):
    assert talk().read(QUESTION, scheduler="auto").notes[0] == ("the fast scheduler selected: there is no model for it")


def test_auto_falls_back_to_the_fast_order_when_the_model_fails(talk):
    def fail(request):
        raise ModelError("it broke: mend it")

    memory = talk(FakeChatModel(fail))
    evidence = memory.read(QUESTION, scheduler="auto", k=4)
    assert "it broke" in evidence.notes[0]
    assert len(evidence.packets) == 6
    with pytest.raises(ModelError, match="it broke"):
        memory.read(QUESTION, scheduler="llm", k=4)


@pytest.mark.parametrize("scheduler", ["llm", "labels"])
def test_a_real_model_selects(talk, smollm2_path, scheduler):
    memory = talk()
    memory.use("scheduler", str(smollm2_path), context=2048)
    evidence = memory.read(QUESTION, scheduler=scheduler, k=3, extra=1)
    assert len({packet.packet for packet in evidence.packets}) >= 3
    assert evidence.usage["schedule_prompt_tokens"] > 300


def test_auto_takes_the_usual_frontier_when_the_model_fails_there(talk):
    def fail_at_last(request):
        if "labels" in str(request.json_schema) and len(model.requests) > 1:
            raise ModelError("it broke: mend it")
        return answer(request)

    model = FakeChatModel(fail_at_last)
    evidence = talk(model).read(QUESTION, scheduler="auto", k=4, extra=2)
    assert [packet.role for packet in evidence.packets] == ["anchor"] * 4 + ["frontier"] * 2
    assert "it broke" in evidence.notes[-1]


def test_auto_goes_on_without_a_model_whose_file_is_gone(talk, smollm2_path, tmp_path):
    file = tmp_path / "gone.gguf"
    shutil.copy(smollm2_path, file)
    memory = talk()
    memory.use("scheduler", str(file))
    file.unlink()
    assert "there is no model" in memory.read(QUESTION, scheduler="auto").notes[0]
    with pytest.raises((ModelError, NotFoundError)):
        memory.read(QUESTION, scheduler="llm")
