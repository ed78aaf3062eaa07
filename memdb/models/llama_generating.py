"""Writes an answer token by token, within its limits."""

import codecs
from collections.abc import Iterator
from typing import Literal

from memdb.models.llama_drafting import Drafter
from memdb.models.llama_engine import Engine, OutOfTime
from memdb.models.llama_grammar import Grammar, schema_grammar
from memdb.models.llama_sampling import Sampler
from memdb.models.protocols import ChatRequest

Finish = Literal["stop", "length", "timeout"]


def generate(engine: Engine, request: ChatRequest, deadline: float) -> tuple[str, int, Finish]:
    """The answer to the prompt that the engine holds: its text, how many tokens it has, and what ended it.

    Raises:
        ModelError: the schema or grammar is not valid, or llama.cpp failed.
    """
    rules = schema_grammar(request.json_schema) if request.json_schema is not None else request.grammar
    grammar = Grammar(engine.vocabulary, rules) if rules else None
    sampler = Sampler(temperature=request.temperature, seed=request.seed, grammar=grammar)
    # Characters may be cut between tokens: the decoder holds back the bytes of one that is not whole yet.
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    stop = engine.template.stop
    text, count = "", 0
    try:
        for token in _tokens(engine, sampler, deadline):
            if engine.vocabulary.ends(token):
                break
            if count == request.max_tokens:
                return text.strip(), count, "length"
            text += decoder.decode(engine.vocabulary.piece(token))
            count += 1
            if stop and stop in text:
                text = text.partition(stop)[0]
                break
    except OutOfTime:
        return text.strip(), count, "timeout"
    return text.strip(), count, "stop"


def _tokens(engine: Engine, sampler: Sampler, deadline: float) -> Iterator[int]:
    """The tokens of an answer, as long as they are asked for."""
    drafter = Drafter(engine.tokens)
    token = sampler.choose(engine.logits())
    while True:
        yield token
        sampler.accept(token)
        drafter.add(token)
        held = engine.held
        room = min(engine.context - held, engine.batch) - 1
        draft = drafter.draft()[:room] if engine.rewinds else []
        engine.extend([token, *draft], deadline=deadline)
        right = 0
        token = sampler.choose(engine.logits(0))
        while right < len(draft) and token == draft[right]:
            yield token
            sampler.accept(token)
            drafter.add(token)
            right += 1
            token = sampler.choose(engine.logits(right))
        if draft:
            drafter.judge(guessed=len(draft), right=right)
            engine.rewind(held + 1 + right)
