"""How the next token is chosen."""

from collections import Counter
from importlib.util import find_spec

import numpy as np
import pytest

from memdb import ModelError

if find_spec("llama_cpp") is None:
    pytest.skip("llama-cpp-python is not installed", allow_module_level=True)

LOGITS = np.array([0.0, 3.0, 2.0, 3.0, -5.0], dtype=np.float32)


def sampler(**options):
    from memdb.models.llama_sampling import Sampler

    return Sampler(**{"temperature": 0.0, "seed": 0, "grammar": None, **options})


class Allowing:
    """A grammar that allows some tokens, and counts how many it was asked about."""

    def __init__(self, *tokens):
        self.tokens = tokens
        self.asked = 0

    def allowed(self, tokens, _logits):
        self.asked += len(tokens)
        return tokens[np.isin(tokens, self.tokens)]


def test_without_temperature_the_likeliest_is_chosen_and_the_lower_of_two():
    assert sampler().choose(LOGITS) == 1


def test_the_likeliest_that_the_grammar_allows_is_chosen():
    assert sampler(grammar=Allowing(0, 2, 4)).choose(LOGITS) == 2


def test_a_grammar_is_asked_about_the_whole_vocabulary_only_when_it_must():
    logits = np.linspace(0, 1, 150_000, dtype=np.float32)
    easy, hard = Allowing(149_999), Allowing(7)
    assert sampler(grammar=easy).choose(logits) == 149_999
    assert easy.asked == 1
    assert sampler(grammar=hard).choose(logits) == 7
    assert hard.asked > 150_000


def test_a_grammar_that_allows_nothing_is_an_error():
    with pytest.raises(ModelError, match="allows no token"):
        sampler(grammar=Allowing()).choose(LOGITS)


def test_draws_follow_the_probabilities():
    drawing = sampler(temperature=1.0, seed=1)
    drawn = Counter(drawing.choose(LOGITS) for _ in range(2000))
    shares = np.exp(LOGITS) / np.exp(LOGITS).sum()
    assert drawn[1] / 2000 == pytest.approx(shares[1], abs=0.06)
    assert drawn[1] == pytest.approx(drawn[3], rel=0.25)
    assert drawn[4] == 0  # beyond 0.95 of the probability


def test_a_draw_obeys_the_grammar():
    drawing = sampler(temperature=2.0, grammar=Allowing(0, 4))
    assert {drawing.choose(LOGITS) for _ in range(200)} <= {0, 4}


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_logits_that_are_no_numbers_are_an_error(value):
    with pytest.raises(ModelError, match="no numbers"):
        sampler().choose(np.array([0.0, value], dtype=np.float32))
