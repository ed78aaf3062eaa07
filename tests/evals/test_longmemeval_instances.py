"""Histories as LongMemEval publishes them: each question has a memory of its own."""

import json

import pytest

import memdb
from memdb.errors import ImportFileError
from memdb.evals import longmemeval, run

LEAK = "LEAKED"


def instance(name, degree, **changes):
    history = [
        [
            {"role": "user", "content": f"I graduated in {degree}.", "has_answer": True},
            {"role": "assistant", "content": "What did you study it for?"},
        ],
        [{"role": "user", "content": "I bought a red bicycle."}],
        [{"role": "user", "content": "My bicycle was stolen."}],
    ]
    return {
        "question_id": name,
        "question_type": "single-session-user",
        "question": "What did I graduate in?",
        "question_date": "2023/05/30 (Tue) 23:40",
        "answer": f"{degree} {LEAK}",
        "answer_session_ids": ["s1"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 03:24", "2023/05/22 (Mon) 04:25"],
        "haystack_session_ids": ["s1", "s2", "s2"],
        "haystack_sessions": history,
    } | changes


@pytest.fixture
def file(tmp_path):
    written = [
        instance("q1", "geology"),
        instance("q2", "botany", answer=7, question_type="multi-session"),
        instance("q3_abs", "law", question="What did I sell?", answer="That was never said."),
    ]
    path = tmp_path / "longmemeval_s.json"
    path.write_text(json.dumps(written))
    return path


def test_every_question_is_asked_of_its_own_history(file, tmp_path):
    report = run("longmemeval", file, arms=["default"], workdir=tmp_path / "kept")
    assert {row["id"]: row["part"] for row in report.rows} == {"q1": "q1", "q2": "q2", "q3_abs": "q3_abs"}
    for name, degree in (("q1", "geology"), ("q2", "botany")):
        with memdb.open(tmp_path / "kept" / f"longmemeval-{name}.memdb", create=False) as memory:
            said = [draft.content for draft in memory.export()]
            assert f"I graduated in {degree}." in said
            assert len(said) == 4
            assert LEAK not in "".join(said)


def test_turns_and_sessions_that_answer_are_looked_for_apart_and_by_type(file):
    metrics = run("longmemeval", file, arms=["default"]).arms["default"]
    assert metrics["recall@5"].value == metrics["session_recall@5"].value == 1
    assert metrics["recall@10[multi-session]"].n == 1


def test_an_abstention_question_has_an_answer_and_no_recall(file):
    report = run("longmemeval", file, arms=["default"], reader="extractive")
    metrics = report.arms["default"]
    assert (metrics["recall@5"].n, metrics["f1"].n, metrics["f1[abstention]"].n) == (2, 3, 1)
    assert metrics["substring[single-session-user]"].n == 2


def test_a_gold_turn_of_a_session_that_is_shown_twice_is_that_of_its_own_showing(tmp_path):
    shown = instance("q1", "geology")
    shown["haystack_sessions"][0][0]["has_answer"] = False
    shown["haystack_sessions"][2][0]["has_answer"] = True
    path = tmp_path / "one.json"
    path.write_text(json.dumps([shown]))
    ((task,),) = (part.tasks for part in longmemeval.load(path))
    seen = longmemeval.Observation(rankings={"read": ("s2#2-t0",)}, selected="read", packets=())
    assert task.score(seen).amounts["recall@5"] == 1


@pytest.mark.parametrize("written", [[{"question_id": "q1"}], [instance("../q1", "law")], {"a": 1}])
def test_what_is_no_instance_is_refused_in_one_line(tmp_path, written):
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(written))
    with pytest.raises(ImportFileError, match=r"bad\.json"):
        longmemeval.load(path)
