from memdb.evals.contrasts import contrasts


def rows(arm, marks, *, stream="s"):
    return [
        {"part": "p", "id": name, "arm": arm, "streams": [stream], "scores": {"f1": mark}}
        for name, mark in marks.items()
    ]


def test_every_arm_is_compared_with_the_first_and_with_the_one_before_it_once():
    three = [*rows("a", {"x": 1}), *rows("b", {"x": 0}), *rows("c", {"x": 0.5})]
    found = [(one.arm, one.against, one.difference) for one in contrasts(three, ["f1"])]
    assert found == [("b", "a", -1), ("c", "a", -0.5), ("c", "b", 0.5)]


def test_wins_ties_and_losses_are_counted_over_the_questions_that_both_arms_were_asked():
    pair = [*rows("a", {"w": 0, "x": 0, "y": 1, "z": 1}), *rows("b", {"w": 0, "x": 1, "y": 0.5, "other": 1})]
    (one,) = contrasts(pair, ["f1"])
    assert (one.wins, one.ties, one.losses) == (1, 1, 1)
    assert one.difference == (0 + 1 - 0.5) / 3
    assert one.interval[0] <= one.difference <= one.interval[1]


def test_only_marks_that_the_rows_have_are_compared():
    assert list(contrasts([*rows("a", {"x": 1}), *rows("b", {"x": 0})], ["bleu1"])) == []


def test_conversations_are_drawn_whole_where_there_are_several():
    def arm(name, mark):
        other = rows(name, {f"{n} of 2": 0 for n in range(9)}, stream="2")
        return [*rows(name, {f"{n} of 1": mark for n in range(9)}, stream="1"), *other]

    (one,) = contrasts([*arm("a", 0), *arm("b", 1)], ["f1"])
    assert one.interval_memories == (0, 1)
    assert one.interval[0] > 0.2
    (alone,) = contrasts([*rows("a", {"w": 0, "x": 0}), *rows("b", {"w": 1, "x": 1})], ["f1"])
    assert alone.interval_memories is None


def test_arms_are_compared_within_groups_too():
    pair = [*rows("a", {"x": 1, "y": 0}), *rows("b", {"x": 0, "y": 1})]
    grouped = [row | {"groups": ["first"] if row["id"] == "x" else []} for row in pair]
    found = [
        (one.metric, one.difference, one.ties + one.wins + one.losses)
        for one in contrasts(grouped, ["f1"], ["first", "none"])
    ]
    assert found == [("f1", 0, 2), ("f1[first]", -1, 1)]
