"""What an answer that a model worded rests on: the value that it means, and the records that support it.

Small models do not tell which records they used, and asking them costs accuracy: memdb looks.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memdb.records.keys import entity_key
from memdb.records.tokens import terms

_LEAST_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Support:
    """What one line of the evidence says, and the packets that it comes from."""

    text: str
    packets: tuple[int, ...]


def completed(answer: str, values: Iterable[str]) -> str:
    """The value that an answer is a part of, where it is a part of only one: models leave off "Kingdom of"."""
    key = entity_key(answer)
    whole = {entity_key(value): value for value in values}
    if key in whole:
        return answer
    holding = [value for full, value in whole.items() if f" {key} " in f" {full} "]
    return holding[0] if len(holding) == 1 else answer


def cited(answer: str, shown: Sequence[Support], most: int) -> tuple[int, ...]:
    """The packets that an answer rests on, best first; `shown` is in the order of rank.

    They are those of the value that the answer is, else of the texts that hold it, else of those that hold most of its
    words; "Yes" and the like rest on what was ranked first.
    """
    key = entity_key(answer)
    for line in shown:
        if entity_key(line.text) == key:
            return line.packets
    holding = [line for line in shown if f" {key} " in f" {entity_key(line.text)} "]
    if not holding:
        words = set(terms(answer))
        shares = {line: len(words.intersection(terms(line.text))) / len(words) if words else 0.0 for line in shown}
        holding = sorted((line for line in shown if shares[line] >= _LEAST_SHARE), key=lambda line: -shares[line])
    supporting = holding[:most] or shown[:1]
    return tuple(dict.fromkeys(packet for line in supporting for packet in line.packets))
