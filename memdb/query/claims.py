"""The claims of packets as a reader sees them: a model's where one has read the packet, else the rules'."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memdb.query.superseding import Superseded
from memdb.records.evidence import NO_LONGER, EvidenceClaim
from memdb.records.keys import key_words
from memdb.store import Connection, sql

_RULES = "rules"


@dataclass(frozen=True, slots=True)
class _Claim:
    ordinal: int
    text: str
    event_time: str


def claims_of(
    connection: Connection, packets: Sequence[int], replaced: Sequence[Superseded]
) -> Mapping[int, tuple[EvidenceClaim, ...]]:
    """The claims of each packet, each marked with what replaced a statement it makes; () for a packet without any.

    Of two frontends the model's claims are shown. A replaced statement of the other marks the claim that names its
    value, and brings its own claim along where none does.
    """
    read: dict[int, dict[str, list[_Claim]]] = defaultdict(lambda: defaultdict(list))
    for packet, frontend, *claim in connection.rows(sql("query/claims"), {"packets": json.dumps(list(packets))}):
        read[packet][frontend].append(_Claim(*claim))
    of: dict[int, list[Superseded]] = defaultdict(list)
    for one in replaced:
        of[one.packet].append(one)
    found = {packet: _shown(by_frontend, of[packet]) for packet, by_frontend in read.items()}
    return defaultdict(tuple[EvidenceClaim, ...], found)


def _shown(by_frontend: Mapping[str, list[_Claim]], replaced: Sequence[Superseded]) -> tuple[EvidenceClaim, ...]:
    frontend = next((name for name in by_frontend if name != _RULES), _RULES)
    shown = list(by_frontend[frontend])
    marks: dict[_Claim, str] = {}
    for one in replaced:
        claim = _stating(one, by_frontend[frontend], frontend)
        if claim is None:
            claim = next((own for own in by_frontend[one.frontend] if own.ordinal == one.descriptor), None)
            if claim and claim not in shown:
                shown.append(claim)
        if claim:
            marks[claim] = one.replacement or NO_LONGER
    return tuple(
        EvidenceClaim(text=claim.text, event_time=claim.event_time, superseded_by=marks.get(claim)) for claim in shown
    )


def _stating(statement: Superseded, claims: Sequence[_Claim], frontend: str) -> _Claim | None:
    """Which of the shown claims makes a statement: the one it was read from, or one that names its value."""
    if statement.frontend == frontend:
        return next((claim for claim in claims if claim.ordinal == (statement.descriptor or 0)), None)
    value = f" {' '.join(key_words(statement.object))} "
    return next((claim for claim in claims if value in f" {' '.join(key_words(claim.text))} "), None)
