"""Selection by label likelihoods: favour for a letter or a place must not count."""

from collections import Counter
from pathlib import Path
from string import ascii_uppercase

import pytest

from memdb.errors import ModelError
from memdb.models import Calls, Completion, FakeChatModel
from memdb.query.label_pass import choose_by_labels, orders
from memdb.query.originals import Original
from memdb.records.settings import ScheduleSettings


def pool(*contents):
    return [
        Original(n, "main", "s1", n, n, None, "Ana", "2024-01-02", content, None, None)
        for n, content in enumerate(contents, 1)
    ]


def choose(model, records, k=2, passes=2):
    settings = ScheduleSettings(label_passes=passes)
    return choose_by_labels(Calls(model), "Who sails?", records, k, settings, kind="schedule")


def letter_of(word):
    """A model that answers with the letter of the line that holds a word."""

    def answer(request):
        return next(line[0] for line in request.messages[-1].content.splitlines() if word in line)

    return answer


def test_the_prompt_is_the_golden_one():
    model = FakeChatModel(lambda _: "A")
    choose(model, pool("I sail.\nOften.", "Nothing."), k=1, passes=1)
    asked = "".join(f"[{message.role}]\n{message.content}\n" for message in model.requests[0].messages)
    assert asked == (Path(__file__).parent / "golden" / "prompt_labels.txt").read_text("utf-8")


@pytest.mark.parametrize("place", [0, 3, 6])
def test_the_record_that_the_model_means_comes_first_wherever_it_stands(place):
    contents = [f"Text {n}." for n in range(7)]
    contents[place] = "I sail."
    assert choose(FakeChatModel(letter_of("sail")), pool(*contents)).packets[0] == place + 1


class Favouring(FakeChatModel):
    """Likes letters the better the earlier they are, and a record somewhat."""

    def complete(self, request):
        lines = request.messages[-1].content.splitlines()[1:]
        liked = tuple(-0.5 * n + (1.0 if "sail" in lines[n] else 0.0) for n in range(len(request.labels)))
        super().complete(request)
        return Completion(text="A", prompt_tokens=9, completion_tokens=0, finish="stop", label_logits=liked)


def test_two_orders_undo_a_favour_for_early_letters():
    contents = [f"Text {n}." for n in range(8)]
    contents[5] = "I sail."
    assert choose(Favouring(lambda _: "A"), pool(*contents), passes=1).packets[0] == 1
    assert choose(Favouring(lambda _: "A"), pool(*contents), passes=2).packets == (6, 1)


@pytest.mark.parametrize(("size", "passes"), [(1, 2), (5, 2), (26, 2), (26, 4), (7, 6)])
def test_every_pair_of_orders_gives_each_record_the_same_mean_place(size, passes):
    for first, second in zip(*[iter(orders(size, passes))] * 2, strict=True):
        assert sorted(first) == sorted(second) == list(range(size))
        means = Counter(first.index(n) + second.index(n) for n in range(size))
        assert set(means) == {size - 1}


def test_only_as_many_take_part_as_there_are_letters_and_the_rest_fills_up():
    model = FakeChatModel(letter_of("Text 25"))
    choice = choose(model, pool(*(f"Text {n}." for n in range(1, 41))), k=28)
    assert model.requests[0].labels == tuple(ascii_uppercase)
    assert choice.packets[0] == 25
    assert set(choice.packets) == set(range(1, 29))
    assert choice.notes


def test_a_model_that_runs_out_of_time_leaves_the_usual_order():
    class Slow(FakeChatModel):
        def complete(self, _):
            return Completion(text="", prompt_tokens=9, completion_tokens=0, finish="timeout")

    choice = choose(Slow([]), pool("One.", "Two.", "Three."))
    assert choice.packets == (1, 2)
    assert "ran out of time" in choice.notes[0]


def test_an_error_of_the_model_is_told():
    with pytest.raises(ModelError):
        choose(FakeChatModel([]), pool("One.", "Two.", "Three."))
