"""What a record says about time, in place of the day on which it says so.

Asked when something happened, small models answer with the day of the record ("21 January 2022") where the record tells
a time from there ("the week before"), although they are shown both (section A9: offsets are counted from their anchor).
"""

from collections.abc import Collection, Sequence

from memdb.query.date_words import day_words, event_words
from memdb.records.evidence import EvidenceClaim, EvidencePacket
from memdb.records.keys import key_words
from memdb.records.tokens import terms


def told(answer: str, records: Sequence[EvidencePacket], asked: Collection[str]) -> str:
    """The time that is told in the claim nearest to the question, of the records of the day that an answer names.

    Args:
        answer: what the model gave.
        records: those that it was shown, best first.
        asked: the index terms of the question.

    Returns:
        The answer as it is where it names no record's day, or where the claim that meets the question tells no time.
    """
    named = [word for word in key_words(answer) if word != "on"]
    of_day = [(record, claim) for record in records if named == key_words(_day(record)) for claim in record.claims]
    if not named or not of_day:
        return answer
    wanted = set(asked)
    record, claim = max(of_day, key=lambda one: (_shared(one[1], wanted), bool(one[1].event_time)))
    if not claim.event_time or not _shared(claim, wanted):
        return answer
    return event_words(claim.event_time, record.said_at, claim.text) or answer


def _day(record: EvidencePacket) -> str:
    return day_words(record.said_at)


def _shared(claim: EvidenceClaim, wanted: set[str]) -> int:
    return len(wanted.intersection(terms(claim.text)))
