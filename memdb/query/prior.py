"""The dialogue prior: what a turn's form says about its use as evidence (RETRIEVAL: prior)."""

from collections.abc import Sequence

import numpy as np

from memdb.query.period import nearness
from memdb.query.speakers import named_speakers
from memdb.query.state import Intent, Scope
from memdb.query.windows import Floats
from memdb.records.settings import LexicalSettings
from memdb.store import Connection, Row

_FIRST_TURNS = 2
# Who speaks to an assistant asks in nearly every turn and in first person: there these forms tell nothing.
_ROLES = frozenset("user human assistant ai bot model system tool".split())


def dialogue_prior(
    connection: Connection,
    streams: Sequence[Scope],
    rows: Sequence[Row],
    intent: Intent,
    settings: LexicalSettings,
    *,
    period: str = "",
) -> Floats:
    """One value for each of some rows of `query/turns.sql`, in standard deviations before any weight.

    `period` is the time that the question names, in the form of a claim's event time.
    """
    near = nearness(connection, rows, period) if period else [0.0] * len(rows)
    named = named_speakers(connection, streams, intent)
    only = next(iter(named)) if len(named) == 1 else None
    prior = np.zeros(len(rows))
    for n, row in enumerate(rows):
        _, turn_index, _, _, _, asks, answers, has_time, first_person, speaker, said_at, started_at = row
        value = 0.0
        if only is not None and speaker is not None and speaker != only:
            value += settings.other_speaker
        if speaker is None or speaker.casefold() not in _ROLES:
            value += settings.asks * asks + settings.answers * answers
            value += settings.first_person * min(settings.first_person_cap, first_person) / settings.first_person_cap
        if intent.temporal and has_time:
            value += settings.time_word
        if turn_index < _FIRST_TURNS:
            value += settings.session_start
        of_month = intent.month is not None and _month(started_at or said_at) == intent.month
        value += max(settings.session_month * of_month, settings.in_period * near[n])
        prior[n] = value
    return prior


def _month(time: str | None) -> int | None:
    return int(time[5:7]) if time and len(time) >= len("2023-05") and time[5:7].isdigit() else None
