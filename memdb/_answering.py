"""Answers to finished reads: who reads the evidence, a model or rules, and what it took."""

import time
from collections.abc import Callable
from dataclasses import replace

from memdb.errors import ExtraNeededError, ModelError, NotFoundError, UsageError
from memdb.models import Calls
from memdb.query import EXTRACTIVE, Reading, ReadState, read_extractively, read_surely, read_with_model
from memdb.records.evidence import Answer
from memdb.records.shown import shown

MODEL = "llm"
READERS = ("auto", EXTRACTIVE, MODEL)
NO_READER = "no model is chosen to read: `memdb models use reader MODEL` chooses one, or take the reader extractive"


def answer(state: ReadState, reader: str, model: Callable[[], Calls | None]) -> Answer:
    """Reads the evidence of a finished read.

    "auto" asks a model where one is chosen and the statements leave a choice, and does without where it fails. `model`
    gives the calls of the chosen model, or None.

    Raises:
        UsageError: there is no reader of that name, or no model is chosen for it.
        ModelError: the reader is "llm" and the model failed.
    """
    if reader not in READERS:
        raise UsageError(f"no reader named {shown(reader)}: use {', '.join(READERS)}")
    begun = time.perf_counter()
    calls, reading = _read(state, reader, model)
    evidence = state.evidence
    assert evidence is not None, "the last stage renders"
    return Answer(
        answer=reading.answer,
        reader=calls.model.name if calls else EXTRACTIVE,
        basis=reading.basis,
        citations=reading.packets,
        evidence=replace(
            evidence,
            notes=(*evidence.notes, *reading.notes),
            usage=evidence.usage | (calls.taken("read") if calls else {}),
            timing_ms=evidence.timing_ms | {"read": round((time.perf_counter() - begun) * 1000, 3)},
        ),
    )


def _read(state: ReadState, reader: str, model: Callable[[], Calls | None]) -> tuple[Calls | None, Reading]:
    """The reading, with the calls of the model that read."""
    if reader == EXTRACTIVE:
        return None, read_extractively(state)
    if reader == MODEL:
        calls = model()
        if calls is None:
            raise UsageError(NO_READER)
        return calls, read_with_model(state, calls)
    try:
        calls = model()
        if calls is None:
            return None, read_extractively(state)
        sure = read_surely(state)
        return (None, sure) if sure else (calls, read_with_model(state, calls))
    except (ModelError, ExtraNeededError, NotFoundError) as error:
        reading = read_extractively(state)
        return None, replace(reading, notes=(*reading.notes, f"read without a model, since it failed: {error}"))
