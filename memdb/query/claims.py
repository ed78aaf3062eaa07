"""The claims of packets as a reader sees them: those of the rules, and what a model's say beyond them.

Claims of rules are the record's own sentences. A small model leaves things out: shown in their place, the claims of one
of 1.5 billion parameters cost a reader a sixth of its F1 on a conversation of LoCoMo.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memdb.query.originals import Original
from memdb.query.superseding import Superseded
from memdb.records.evidence import NO_LONGER, EvidenceClaim
from memdb.records.keys import key_words
from memdb.records.tokens import terms
from memdb.store import Connection, sql

_RULES = "rules"


@dataclass(frozen=True, slots=True)
class _Claim:
    frontend: str
    ordinal: int
    text: str
    event_time: str


def claims_of(
    connection: Connection, packets: Mapping[int, Original], replaced: Sequence[Superseded]
) -> Mapping[int, tuple[EvidenceClaim, ...]]:
    """The claims of each packet, each marked with what replaced a statement it makes; () for a packet without any.

    A replaced statement of a claim that is not shown marks the one that names its value, and brings its own claim along
    where none does.
    """
    read: dict[int, list[_Claim]] = defaultdict(list)
    for packet, *claim in connection.rows(sql("query/claims"), {"packets": json.dumps(list(packets))}):
        read[packet].append(_Claim(*claim))
    of: dict[int, list[Superseded]] = defaultdict(list)
    for one in replaced:
        of[one.packet].append(one)
    found = {
        packet: _marked(_shown(claims, packets[packet].speaker or ""), claims, of[packet])
        for packet, claims in read.items()
    }
    return defaultdict(tuple[EvidenceClaim, ...], found)


def _shown(claims: Sequence[_Claim], speaker: str) -> list[_Claim]:
    """The rules' claims, and of a model's those with a word that neither these nor the speaker's name have."""
    shown = [claim for claim in claims if claim.frontend == _RULES]
    known = {term for text in (speaker, *(claim.text for claim in shown)) for term in terms(text)}
    return shown + [claim for claim in claims if claim.frontend != _RULES and not known.issuperset(terms(claim.text))]


def _marked(shown: list[_Claim], claims: Sequence[_Claim], replaced: Sequence[Superseded]) -> tuple[EvidenceClaim, ...]:
    marks: dict[_Claim, Superseded] = {}
    for one in replaced:
        claim = _stating(one, shown)
        if claim is None and (claim := _own(one, claims)):
            shown.append(claim)
        if claim:
            marks[claim] = one
    return tuple(_evidence(claim, marks.get(claim)) for claim in shown)


def _evidence(claim: _Claim, mark: Superseded | None) -> EvidenceClaim:
    return EvidenceClaim(
        text=claim.text,
        event_time=claim.event_time,
        superseded_by=(mark.replacement or NO_LONGER) if mark else None,
        corrected=mark is not None and bool(mark.corrected),
    )


def _stating(statement: Superseded, shown: Sequence[_Claim]) -> _Claim | None:
    """Which of the shown claims makes a statement: the one it was read from, or one that names its value."""
    value = f" {' '.join(key_words(statement.object))} "
    naming = (claim for claim in shown if value in f" {' '.join(key_words(claim.text))} ")
    return _own(statement, shown) or next(naming, None)


def _own(statement: Superseded, claims: Sequence[_Claim]) -> _Claim | None:
    """The claim that a statement was read from, where it is among some claims."""
    wanted = (statement.frontend, statement.descriptor or 0)
    return next((claim for claim in claims if (claim.frontend, claim.ordinal) == wanted), None)
