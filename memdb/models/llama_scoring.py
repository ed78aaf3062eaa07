"""How likely each of a few labels is as the beginning of a model's answer."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from memdb.models.llama_engine import NO_DEADLINE, Engine
from memdb.models.llama_vocabulary import common
from memdb.models.protocols import Floats


def label_logits(engine: Engine, labels: Sequence[str], *, deadline: float = NO_DEADLINE) -> tuple[float, ...]:
    """The log-probability of each label: that what follows the prompt that the engine holds begins with its tokens.

    A label of one token costs nothing beyond the evaluation of the prompt. For a longer one the log-probabilities of
    its tokens are summed, each given those before it: one evaluation of a token for each different beginning.

    Raises:
        OutOfTime: the deadline passed.
        ModelError: llama.cpp failed.
    """
    following: dict[tuple[int, ...], list[tuple[int, int]]] = defaultdict(list)
    for number, label in enumerate(labels):
        tokens = engine.vocabulary.tokenize(label)
        for place, token in enumerate(tokens):
            following[tuple(tokens[:place])].append((number, token))
    scores = [0.0] * len(labels)
    prompt = engine.held
    held: tuple[int, ...] = ()
    for beginning in sorted(following):  # so that each goes on from what it shares with the one before
        shared = common(held, beginning)
        if shared < len(held):
            engine.rewind(prompt + shared)
        for token in beginning[shared:]:
            engine.extend([token], deadline=deadline)
        held = beginning
        likelihood = _log_softmax(engine.logits())
        for number, token in following[beginning]:
            scores[number] += float(likelihood[token])
    return tuple(scores)


def _log_softmax(logits: Floats) -> Floats:
    shifted: Floats = logits - np.max(logits)
    shifted -= np.log(np.exp(shifted).sum())
    return shifted
