"""A memory in plain Python, for comparison: lists of records, read anew for every question. Nothing here is quick."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from memdb.records.dates import sort_key

LAST = 2**62
TEMPLATES = {
    "residence": ("I live in {}.", "{} lives in {}.", "I no longer live in {}.", "{} no longer lives in {}."),
    "employer": ("I work at {}.", "{} works at {}.", "I no longer work at {}.", "{} no longer works at {}."),
    "allergy": ("I am allergic to {}.", "{} is allergic to {}.", "I am no longer allergic to {}.",
                "{} is no longer allergic to {}."),
}  # fmt: skip
"""How each relation is stated and denied: by the subject, and by another."""
GATHERING = {"allergy"}
"""Relations that hold several values."""


@dataclass(frozen=True)
class Statement:
    subject: str
    relation: str
    object: str
    positive: bool = True

    def said(self, *, by_subject: bool) -> str:
        form = TEMPLATES[self.relation][(0 if self.positive else 2) + (not by_subject)]
        return form.format(self.object) if by_subject else form.format(self.subject, self.object)


@dataclass(frozen=True)
class Record:
    """A record as it was given, with what it states."""

    content: str
    session: str | None = None
    turn: str | None = None
    speaker: str | None = None
    said_at: str | None = None
    caption: str | None = None
    states: tuple[Statement, ...] = ()
    position: int = 0
    turn_index: int = 0

    @property
    def label(self) -> str:
        """The session that it is put in."""
        return (self.said_at or "")[:10] if self.session is None else self.session

    @property
    def identity(self) -> tuple[str | None, ...]:
        """What two records have in common that are one."""
        return (self.label, self.turn, self.speaker, self.said_at, self.content, self.caption)


@dataclass
class Stream:
    records: list[Record] = field(default_factory=list)
    next_position: int = 1
    next_turn: dict[str, int] = field(default_factory=dict)


class PlainMemory:
    """What must be there after the same calls."""

    def __init__(self) -> None:
        self.streams: dict[str, Stream] = {}
        self.forgotten: set[tuple[str, tuple[str | None, ...]]] = set()

    def take(self, stream: str, given: Record) -> str:
        """What an import does with a record: it is stored, a duplicate, or stays out since it was forgotten."""
        if (stream, given.identity) in self.forgotten:
            return "forgotten"
        return "stored" if self.store(stream, given) else "duplicates"

    def store(self, stream: str, given: Record) -> bool:
        """Whether the record is new in its stream; then it is there now, and forgotten no more."""
        self.forgotten.discard((stream, given.identity))
        into = self.streams.setdefault(stream, Stream())
        turn = into.next_turn.setdefault(given.label, 0)
        if any(one.identity == given.identity for one in into.records):
            return False
        into.records.append(replace(given, position=into.next_position, turn_index=turn))
        into.next_position += 1
        into.next_turn[given.label] = turn + 1
        return True

    def forget(self, gone: Iterable[tuple[str, Record]]) -> tuple[int, int, int]:
        """How many records, sessions and streams went."""
        gone = list(gone)
        before = len(self.sessions()), len(self.streams)
        for stream, record in gone:
            self.streams[stream].records.remove(record)
            self.forgotten.add((stream, record.identity))
        self.streams = {name: stream for name, stream in self.streams.items() if stream.records}
        for stream in self.streams.values():
            labels = {one.label for one in stream.records}
            stream.next_turn = {label: turn for label, turn in stream.next_turn.items() if label in labels}
        return len(gone), before[0] - len(self.sessions()), before[1] - len(self.streams)

    def records(self) -> Iterator[tuple[str, Record]]:
        for name, stream in self.streams.items():
            for one in stream.records:
                yield name, one

    def sessions(self) -> set[tuple[str, str]]:
        return {(name, one.label) for name, one in self.records()}

    def values(self, *, until: str = "9999", position: int = LAST) -> set[tuple[str, str, str, str]]:
        """Every (stream, subject, relation, object) that holds at a moment."""
        held: dict[tuple[str, str, str, str], str] = {}
        seen = [(n, one) for n, one in self.records() if one.position <= position and sort_key(one.said_at) <= until]
        for name, one in sorted(seen, key=lambda pair: (sort_key(pair[1].said_at), pair[1].position)):
            for said in one.states:
                slot = (name, said.subject, said.relation, said.object if said.relation in GATHERING else "")
                if said.positive:
                    held[slot] = said.object
                elif held.get(slot) == said.object:
                    del held[slot]
        return {(*slot[:3], value) for slot, value in held.items()}

    def corrected(self, stream: str, said: Statement, said_at: str) -> tuple[tuple[Statement, ...], str]:
        """The statements of a correction made now, and the time it gets: it outranks what it corrects."""
        of_slot = (stream, said.subject, said.relation)
        others = sorted(value for *slot, value in self.values() if tuple(slot) == of_slot and value != said.object)
        if said.relation not in GATHERING:
            others = []
        newest = max(
            (
                sort_key(one.said_at)
                for name, one in self.records()
                for other in one.states
                if (name, other.subject, other.relation) == of_slot
            ),
            default="",
        )
        denials = (replace(said, object=other, positive=False) for other in others)
        return (said, *denials), said_at if sort_key(said_at) >= newest else f"{newest}Z"
