"""The real benchmark files load whole, with the counts that their own notes state."""

import importlib.util
from pathlib import Path

import pytest

import memdb
from memdb.evals import DATASETS
from memdb.evals.tasks import Observation

_spec = importlib.util.spec_from_file_location("benchmark_data", Path(__file__).parents[1] / "benchmark_data.py")
benchmark_data = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(benchmark_data)


@pytest.mark.parametrize(
    ("dataset", "questions"),
    [
        ("factconsolidation", {"6k": 100, "32k": 100, "64k": 100, "262k": 100}),
        ("memstream", {"hard": 983, "large": 2092}),
        ("locomo", {"locomo10_dev": 192 + 214 + 66 + 563 - 3}),
        ("longmemeval", {"pool": 363 - 15}),
        ("toychat", {"toychat": 32}),
    ],
)
def test_every_question_of_the_development_split_is_there(dataset, questions):
    parts = DATASETS[dataset].load(benchmark_data.path(dataset))
    assert {part.name: len(part.tasks) for part in parts} == questions
    assert {part.split for part in parts} == {"all" if dataset == "toychat" else "dev"}


def test_locomo_leaves_out_the_adversarial_questions_and_three_without_usable_evidence():
    (part,) = DATASETS["locomo"].load(benchmark_data.path("locomo"))
    assert part.details["left_out"] == {"adversarial": 312, "no usable evidence": 3}
    assert {task.question.streams for task in part.tasks} == {
        (f"conv-{number}",) for number in (26, 30, 41, 42, 43, 44, 47)
    }


def test_a_whole_history_of_longmemeval_is_an_instance_with_its_marked_turns(tmp_path):
    (part,) = DATASETS["longmemeval"].load(benchmark_data.path("longmemeval", "s_instance_e47becba.json"))
    (task,) = part.tasks
    assert (part.name, part.answers, task.question.text) == ("e47becba", True, "What degree did I graduate with?")
    with memdb.open(tmp_path / "history.memdb") as memory:
        assert part.build(memory).records == 550
        turns = {one.turn for stream in memory.streams() for one in memory.stream(stream).export()}
    score = task.score(Observation(rankings={"read": ()}, selected="read", packets=()))
    assert len(score.details["gold_turns"]) == 2
    assert turns.issuperset(score.details["gold_turns"])
