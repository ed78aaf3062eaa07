"""`memdb ask` with a model that reads and selects."""

import pytest

QUESTION = "What did Ben cook?"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--reader", "llm"), "memdb models use reader"),
        (("--scheduler", "llm"), "memdb models use scheduler"),
        (("--scheduler", "labels"), "memdb models use scheduler"),
    ],
)
def test_without_a_model_one_line_says_how_to_choose_one(filled, words, told):
    result = filled("ask", QUESTION, *words)
    assert result.code == 2
    assert told in result.err
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("words", [("--reader", "gpt"), ("--scheduler", "best"), ("--time-budget", "-1")])
def test_what_cannot_be_meant_is_a_usage_error(filled, words):
    assert filled("ask", QUESTION, *words).code == 2


def test_auto_answers_without_a_model(filled):
    document = filled("ask", QUESTION, "--scheduler", "auto", "--time-budget", "3", "--json").json()
    assert document["reader"] == "extractive"
    assert document["usage"] == {}
    assert document["notes"] == ["the fast scheduler selected: there is no model for it"]


def test_a_model_answers_and_says_who_it_is_and_what_it_took(filled, smollm2_path):
    assert filled("models", "use", "reader", str(smollm2_path), "--context", "2048").code == 0
    document = filled("ask", QUESTION, "--reader", "llm", "--json").json()
    assert document["reader"].lower().startswith("smollm2")
    assert document["usage"]["read_calls"] == 1
    assert document["timing_ms"]["read"] > 0
    shown = filled("ask", QUESTION, "--reader", "llm")
    assert f"(read by {document['reader']})" in shown.out.splitlines()
    assert shown.out.splitlines()[0] == document["answer"]
    traced = filled("trace", QUESTION, "--scheduler", "labels", "--k", "2", "--json").json()
    assert "schedule" in [stage["stage"] for stage in traced["stages"]]
