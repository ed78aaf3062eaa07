"""The runtime below chats: the same tokens get the same logits, and states are those of a text alone."""

import numpy as np
import pytest

from memdb.models.llama_runtime import load

TEXT = "The keeper counted gulls on the north rail while the fog bell rang nine times. " * 6


@pytest.fixture(scope="module")
def engine(smollm2_path):
    engine = load(smollm2_path, context=512, batch=32)
    yield engine
    engine.close()


def test_logits_do_not_depend_on_what_was_held_before(engine):
    tokens = engine.vocabulary.tokenize(TEXT)
    engine.evaluate(tokens, [10, 75])
    alone = engine.logits().copy()
    engine.evaluate([*tokens[:77], *tokens[:30]], [10, 75])
    assert engine.evaluate(tokens, [10, 75]) == 75
    assert np.array_equal(engine.logits(), alone)


def test_tokens_evaluated_in_other_batches_are_not_taken_over(engine):
    tokens = engine.vocabulary.tokenize(TEXT)
    engine.evaluate(tokens, [10, 75])
    assert engine.evaluate(tokens, [20, 75]) == 0


def test_the_same_prompt_again_is_evaluated_from_its_last_border(engine):
    tokens = engine.vocabulary.tokenize(TEXT)
    engine.evaluate(tokens, [10])
    last_batch = 10 + (len(tokens) - 10 - 1) // 32 * 32
    assert engine.evaluate(tokens, [10]) == last_batch


def test_text_becomes_tokens_and_text_again(engine):
    vocabulary = engine.vocabulary
    for text in ("Ünïcödé 張三 😀", "", "a\n\n b", "x" * 500):
        assert b"".join(map(vocabulary.piece, vocabulary.tokenize(text))).decode() == text


def test_states_of_several_texts_are_those_of_each_alone(minilm_path):
    engine = load(minilm_path, embedding=True)
    sequences = [engine.vocabulary.tokenize(text, ends=True) for text in ("The bell rang.", "Fog.", TEXT[:200])]
    together = engine.states(sequences)
    for sequence, states in zip(sequences, together, strict=True):
        assert states.shape == (len(sequence), engine.width)
        assert np.allclose(states, engine.states([sequence])[0], atol=2e-3)
    engine.close()
