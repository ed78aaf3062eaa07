"""How answers, sources and hits look to a person."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from memdb_cli.text import counted, cut, one_line, plain

if TYPE_CHECKING:
    from memdb import Answer, Evidence, EvidencePacket, Hit

CLOSEST = "Closest record: "
"""Stands before an answer that is a quoted passage and not a value that a record states."""
SHOWN = 5
"""Sources shown under an answer that cites none."""
WIDTH = 240
"""Characters shown of one record."""


def answer_lines(answer: "Answer") -> Iterator[str]:
    """The answer, who read it, and its sources."""
    yield ("" if answer.basis != "passage" else CLOSEST) + plain(answer.answer)
    yield f"({_reader(answer.reader)})"
    shown = _sources(answer)
    if shown:
        yield ""
    for number, packet in enumerate(shown, 1):
        yield from _source_lines(number, packet)
    hidden = len(answer.evidence.packets) - len(shown)
    if hidden:
        yield f"({counted(hidden, 'more record')} read; --evidence shows what the reader saw)"
    yield from _notes(answer.evidence.notes)


def evidence_lines(evidence: "Evidence") -> Iterator[str]:
    """The evidence exactly as a reader would see it, then its notes."""
    yield plain(evidence.text) if evidence.text else "Nothing in the memory bears on this question."
    yield from _notes(evidence.notes)


def hit_lines(hits: Iterable["Hit"]) -> Iterator[str]:
    """The ranked records of a search."""
    for hit in hits:
        where = origin(hit.packet, hit.turn, hit.speaker, hit.said_at)
        yield f"[{hit.rank}] {where} {one_line(hit.content, limit=WIDTH)}"
        if hit.superseded_by is not None:
            yield f"    superseded by {one_line(hit.superseded_by)}"


def origin(packet: int, turn: str | None, speaker: str | None, said_at: str | None) -> str:
    """Where a record comes from: "(packet 12, D1:3) Ana, 2026-01-05:"."""
    numbers = ", ".join([f"packet {packet}", *([turn] if turn else [])])
    said = ", ".join(part for part in (speaker, said_at) if part)
    return one_line(f"({numbers}) {said}:" if said else f"({numbers})")


def _sources(answer: "Answer") -> list["EvidencePacket"]:
    """What the answer cites, then what that has superseded; without citations the first packets that were read."""
    packets = {packet.packet: packet for packet in answer.evidence.packets}
    cited = [packets[number] for number in answer.citations if number in packets]
    if not cited:
        return list(answer.evidence.packets[:SHOWN])
    stated = "\n".join(packet.content for packet in cited).casefold()
    replaced = [packet for packet in packets.values() if packet not in cited and _gave_way_to(packet, stated)]
    return cited + replaced


def _gave_way_to(packet: "EvidencePacket", stated: str) -> bool:
    """Whether a claim of the packet was superseded by a value that the text states."""
    return any(claim.superseded_by is not None and claim.superseded_by.casefold() in stated for claim in packet.claims)


def _source_lines(number: int, packet: "EvidencePacket") -> Iterator[str]:
    content = one_line(packet.content)
    yield f"[{number}] {origin(packet.packet, packet.turn, packet.speaker, packet.said_at)} {cut(content, WIDTH)}"
    for claim in packet.claims:
        if claim.superseded_by is not None:
            text = one_line(claim.text)
            what = "" if text == content else f": {cut(text, WIDTH)}"
            how = "corrected to" if claim.corrected else "superseded by"
            yield f"    {how} {one_line(claim.superseded_by)}{what}"


def _reader(name: str) -> str:
    return "read without a model" if name == "extractive" else f"read by {one_line(name)}"


def _notes(notes: Iterable[str]) -> Iterator[str]:
    for note in notes:
        yield f"Note: {one_line(note)}"
