import math
import sys

import pytest

from memdb.errors import ExtraNeededError
from memdb.evals import scorers


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        ("It is Washington D.C., I think.", "Washington, D.C."),
        ("UNITED STATES", "the United States"),
        ("pesäpallo!", "Pesäpallo"),
    ],
)
def test_substring_match_looks_past_case_punctuation_and_articles(answer, gold):
    assert scorers.substring_match(answer, gold)


@pytest.mark.parametrize(
    ("answer", "gold"), [("Unknown", "Oslo"), ("", "Oslo"), ("Os lo", "Oslo"), ("Oslo", "Oslo City")]
)
def test_substring_match_needs_the_whole_gold(answer, gold):
    assert not scorers.substring_match(answer, gold)


@pytest.mark.parametrize(
    ("answer", "gold", "matches"), [("anything", "The", False), ("Blame The Rest", "The", True), ("?", "!", False)]
)
def test_a_gold_of_nothing_but_articles_or_punctuation_does_not_match_everything(answer, gold, matches):
    assert scorers.substring_match(answer, gold) is matches


def test_exact_match_allows_nothing_around_the_gold():
    assert scorers.exact_match("The Hague.", "hague")
    assert not scorers.exact_match("The Hague, I think", "hague")


def test_coverage_is_a_plain_substring_whatever_the_case():
    assert scorers.contains("12. Straße is in KÖLN.", "Köln")
    assert not scorers.contains("12. Washington DC", "Washington, D.C.")


def test_recall_is_the_fraction_of_gold_turns_in_the_first_k():
    ranking = ["D1:1", "D1:2", "D2:1", "D3:4"]
    assert scorers.recall(ranking, ["D1:2", "D3:4", "D9:9"], 2) == pytest.approx(1 / 3)
    assert scorers.recall(ranking, ["D1:2", "D3:4", "D9:9"], 4) == pytest.approx(2 / 3)


def test_recall_counts_a_gold_turn_once_however_often_it_is_ranked_or_listed():
    assert scorers.recall(["a", "a", "a"], ["a", "b", "b"], 3) == 0.5


def test_complete_needs_every_gold_turn():
    assert scorers.complete(["a", "b", "c"], ["a", "b"], 2)
    assert not scorers.complete(["a", "c", "b"], ["a", "b"], 2)


@pytest.mark.parametrize(
    ("ranking", "is_fresh"),
    [
        (["x", "new", "old"], True),
        (["old", "new"], False),
        (["new"], True),
        (["x", "old"], False),
        (["x"], False),
        ([], False),
    ],
)
def test_fresh_wants_the_newest_turn_present_and_above_every_stale_one(ranking, is_fresh):
    assert scorers.fresh(ranking, {"new"}, {"old", "older"}) is is_fresh


def test_duplicate_share_counts_the_slots_beyond_the_first_of_each_packet():
    assert scorers.duplicate_share([1, 2, 1, 1]) == 0.5
    assert scorers.duplicate_share([1, 2, 3]) == 0
    assert scorers.duplicate_share([]) == 0


@pytest.mark.parametrize(
    ("answer", "gold", "f1"),
    [("The 7 May 2023", "7 May, 2023", 1), ("May May", "May", 2 / 3), ("Unknown", "7 May", 0), ("", "x", 0)],
)
def test_token_f1_counts_shared_words_after_normalisation(answer, gold, f1):
    assert scorers.token_f1(answer, gold) == pytest.approx(f1)


@pytest.mark.parametrize(
    ("answer", "gold", "bleu"),
    [
        ("The 7 May 2023", "7 May, 2023", 1),
        ("7 May 2023 then", "7 May 2023", 3 / 4),
        ("May May", "May June", 1 / 2),
        ("May 2023", "7 May 2023", math.exp(1 - 3 / 2)),
        ("Unknown", "7 May", 0),
        ("", "7 May", 0),
    ],
)
def test_bleu1_is_the_share_of_right_words_less_a_penalty_for_brevity(answer, gold, bleu):
    assert scorers.bleu1(answer, gold) == pytest.approx(bleu)


def test_without_sacrebleu_the_command_that_installs_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    with pytest.raises(ExtraNeededError, match=r"pip install 'memdb-engine\[eval\]'"):
        scorers.require_bleu()
