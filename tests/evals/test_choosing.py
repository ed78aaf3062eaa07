"""Which arms an evaluation runs."""

from dataclasses import replace

import pytest

from memdb.errors import UsageError
from memdb.evals import DATASETS
from memdb.evals.choosing import chosen_arms

LOCOMO = DATASETS["locomo"]


def test_the_usual_arms_are_run_where_nobody_names_any():
    assert list(chosen_arms(LOCOMO, None, enriched=False)) == ["default", "lexical"]
    assert list(chosen_arms(DATASETS["memstream"], None, enriched=False)) == ["graph", "lexical"]
    without = replace(LOCOMO, sets={})
    assert list(chosen_arms(without, None, enriched=False)) == list(LOCOMO.arms)


def test_a_set_stands_for_its_arms_and_none_is_run_twice():
    arms = chosen_arms(LOCOMO, ["A1", "ablation", "view-raw"], enriched=False)
    assert list(arms) == ["A1", "A0", "A2", "A3", "A4", "A5", "A6", "A7", "view-raw"]


@pytest.mark.parametrize("dataset", DATASETS.values(), ids=DATASETS)
def test_sets_name_arms_that_are_there_and_nothing_that_is_an_arm_itself(dataset):
    assert dataset.sets.keys().isdisjoint(dataset.arms)
    assert all(set(arms) <= set(dataset.arms) for arms in dataset.sets.values())


def test_an_unknown_arm_is_refused_with_the_sets_and_arms_that_are():
    with pytest.raises(UsageError, match=r"'A9'.*ablation.*A7"):
        chosen_arms(LOCOMO, ["A9"], enriched=False)


def test_arms_that_are_not_scheduled_are_never_read_for_an_answer_but_all_others_may_be():
    unread = {name for name, arm in LOCOMO.arms.items() if arm.selection != "scheduled"}
    assert unread == {"source-claims", "source-distinct", "source-packets"}
