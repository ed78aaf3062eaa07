"""A memory behaves as a list of records read anew for each question, whatever is done to it in whatever order.

`MEMDB_STEPS=20000` makes a long run: so many calls, each with all comparisons after it.
"""

import importlib.util
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import memdb

_spec = importlib.util.spec_from_file_location("plain", Path(__file__).with_name("plain.py"))
plain = sys.modules[_spec.name] = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(plain)
Record, Statement = plain.Record, plain.Statement

SHORT = 8
"""Characters that may stand in a file by chance."""
RUN = 25
"""Calls on one file."""
RUNS = -(-int(os.environ.get("MEMDB_STEPS", "400")) // RUN)
STREAMS = st.sampled_from(["main", "a/b", "ü x"])
PEOPLE = ("Ana Duarte", "Ben Okafor")
SPEAKERS = st.sampled_from([*PEOPLE, "ben okafor", "Noor", None])
YEAR = "2023"
"""What a program may give for a time, and a line of a file may not."""
DAYS = ("2024-01-01", "2024-01-02", "2024-01-02T23:30:00+02:00", "2024-02-29", YEAR)
SESSIONS = st.sampled_from([None, "s1", "s2", ""])
TURNS = st.sampled_from([None, "1", "2"])
OBJECTS = {
    "residence": ("Ghent", "Oslo", "Cork"), "employer": ("Northwind", "Initech"), "allergy": ("nuts", "milk"),
}  # fmt: skip
WORDS = ("walnut", "heliotrope", "quokka", "東京", "kettle")
STATEMENTS = st.sampled_from(
    [
        Statement(who, relation, value, positive)
        for who in PEOPLE
        for relation, values in OBJECTS.items()
        for value in values
        for positive in (True, True, False)
    ]
)
TEXTS = st.lists(
    st.sampled_from([*WORDS, "\x00", "\r\n", "\ufeff", "e\u0301", "\u202e", '"*', "NEAR(", "\U0001f431", "\u2028"])
    | st.text(max_size=12),
    min_size=1,
    max_size=6,
).map(" ".join).filter(str.strip)  # fmt: skip


@st.composite
def records(draw, *, stated=STATEMENTS):
    """A record that states something in a way that is read, or any text."""
    about = {"session": draw(SESSIONS), "turn": draw(TURNS), "said_at": draw(st.sampled_from((None, *DAYS)))}
    said = draw(st.none() | stated)
    if said is None:
        caption = draw(st.sampled_from([None, None, "a kettle"]))
        return Record(content=draw(TEXTS), speaker=draw(SPEAKERS), caption=caption, **about)
    speaker = draw(st.sampled_from([said.subject, "Noor"]))
    return Record(content=said.said(by_subject=speaker == said.subject), speaker=speaker, states=(said,), **about)


def draft(record, **more):
    return memdb.Draft(
        content=record.content, session=record.session, turn=record.turn, speaker=record.speaker,
        said_at=record.said_at, caption=record.caption, **more,
    )  # fmt: skip


def line(record, stream):
    """A record as a line of JSONL; what is null is left out, as programs do."""
    given = {
        "content": record.content, "stream": stream, "session": record.session, "turn": record.turn,
        "speaker": record.speaker, "said_at": record.said_at, "caption": record.caption,
    }  # fmt: skip
    return json.dumps({name: value for name, value in given.items() if value is not None})


def dated(given):
    """What of the lines of a file is taken."""
    return [(stream, record) for stream, record in given if record.said_at != YEAR]


class MemoryMachine(RuleBasedStateMachine):
    """A memory in a file, beside a plain one to which the same is done."""

    def __init__(self, folder: Path, require_derived: Callable[[Path], None]) -> None:
        super().__init__()
        self.folder = folder
        self.require_derived = require_derived
        self.plain = plain.PlainMemory()
        self.path = folder / "memory.memdb"
        self.files: list[tuple[Path, list[tuple[str, Record]]]] = []
        self.made = 0
        self.memory = memdb.open(self.path)

    def teardown(self) -> None:
        self.memory.close()
        if self.path.exists():
            self.require_derived(self.path)

    def fresh(self, ending: str) -> Path:
        self.made += 1
        return self.folder / f"{self.made}{ending}"

    def picked(self, data, of: str, found: Iterable):
        return data.draw(st.sampled_from(list(found)), label=of)

    # Writing

    @rule(stream=STREAMS, record=records(), day=st.sampled_from(DAYS))
    def add(self, stream, record, day):
        record = plain.replace(record, said_at=record.said_at or day)
        added = self.memory.add(
            record.content, stream=stream, session=record.session, turn=record.turn, speaker=record.speaker,
            said_at=record.said_at, caption=record.caption,
        )  # fmt: skip
        assert added.new == self.plain.store(stream, record)
        assert (added.stream, added.session) == (stream, record.label)
        assert self.memory.show(added.packet)["content"] == record.content

    @rule(stream=STREAMS, given=st.lists(records(), min_size=1, max_size=4))
    def ingest_drafts(self, stream, given):
        self.require_taken(stream, given)

    @precondition(lambda self: self.plain.streams)
    @rule(data=st.data(), other=st.sampled_from(("speaker", "turn", "session", "said_at", "caption")))
    def say_again_what_differs_in_one_thing(self, data, other):
        stream, record = self.picked(data, "record", self.plain.records())
        changed = plain.replace(record, **{other: "2025-01-01" if other == "said_at" else "other"})
        if other == "speaker":  # of whom "I" now speaks
            changed = plain.replace(changed, states=() if record.content.startswith("I ") else record.states)
        if other == "session" and record.content.startswith("Correction: "):  # one only in the session of corrections
            changed = plain.replace(changed, states=())
        self.require_taken(stream, [changed, record])

    def require_taken(self, stream, given):
        report = self.memory.ingest_drafts(map(draft, given), stream=stream)
        self.require_outcomes(report, [(stream, one) for one in given])

    @rule(
        given=st.lists(st.tuples(STREAMS, records()), min_size=1, max_size=5).filter(dated),
        last=st.sampled_from(["", "\n"]),
    )
    def ingest_a_file(self, given, last):
        path = self.fresh(".jsonl")
        path.write_text("\n".join(line(record, stream) for stream, record in given) + last, "utf-8")
        self.files.append((path, given))
        self.require_ingested(path, given)

    @precondition(lambda self: self.files)
    @rule(data=st.data())
    def ingest_a_file_again(self, data):
        self.require_ingested(*self.picked(data, "file", self.files))

    def require_ingested(self, path, given):
        preview = self.memory.ingest(path, dry_run=True)
        report = self.memory.ingest(path)
        taken = dated(given)
        assert report.read == len(given)
        self.require_outcomes(report, taken)
        assert sum(report.skipped.values()) == len(given) - len(taken)
        assert (preview.stored, preview.duplicates, preview.forgotten) == (
            report.stored, report.duplicates, report.forgotten,
        )  # fmt: skip

    def require_outcomes(self, report, given):
        outcomes = Counter(self.plain.take(stream, record) for stream, record in given)
        assert Counter(stored=report.stored, duplicates=report.duplicates, forgotten=report.forgotten) == outcomes

    @rule(stream=STREAMS, said=STATEMENTS.filter(lambda said: said.positive), day=st.sampled_from(DAYS))
    def correct(self, stream, said, day):
        states, said_at = self.plain.corrected(stream, said, day)
        added = self.memory.correct(said.subject, said.relation, said.object, stream=stream, said_at=day)
        shown = self.memory.show(added.packet)
        assert shown["said_at"] == said_at
        assert shown["content"].splitlines() == [
            f"Correction: {'' if one.positive else 'not '}{one.subject} | {one.relation} | {one.object}"
            for one in states
        ]
        record = Record(shown["content"], added.session, shown["turn"], None, said_at, None, states)
        assert self.plain.store(stream, record)
        values = {value for *slot, value in self.plain.values() if slot == [stream, said.subject, said.relation]}
        assert values == {said.object}, "the correction outranks"

    # Forgetting

    @precondition(lambda self: self.plain.streams)
    @rule(data=st.data())
    def forget_a_record(self, data):
        stream, record = self.picked(data, "record", self.plain.records())
        (packet,) = [one.id for one in self.memory.packets(stream, record.label) if one.position == record.position]
        self.require_forgotten([(stream, record)], packet=packet)

    @precondition(lambda self: self.plain.streams)
    @rule(data=st.data())
    def forget_a_session(self, data):
        stream, label = self.picked(data, "session", sorted(self.plain.sessions()))
        gone = [(name, one) for name, one in self.plain.records() if (name, one.label) == (stream, label)]
        self.require_forgotten(gone, session=label, stream=stream)

    @precondition(lambda self: self.plain.streams)
    @rule(data=st.data())
    def forget_a_stream(self, data):
        stream = self.picked(data, "stream", self.plain.streams)
        self.require_forgotten([(stream, one) for one in self.plain.streams[stream].records], stream=stream)

    @rule(speaker=SPEAKERS.filter(bool), stream=st.none() | STREAMS)
    def forget_a_speaker(self, speaker, stream):
        gone = [
            (name, one)
            for name, one in self.plain.records()
            if (one.speaker or "").casefold() == speaker.casefold() and stream in {None, name}
        ]
        self.require_forgotten(gone, speaker=speaker, stream=stream)

    def require_forgotten(self, gone, **selector):
        if not gone:
            with pytest.raises(memdb.NotFoundError):
                self.memory.forget(**selector)
            return
        told = self.memory.forget(**selector, dry_run=True)
        report = self.memory.forget(**selector)
        assert report == told
        assert (report.packets, report.sessions, report.streams) == self.plain.forget(gone)
        assert not report.traces_left
        self.require_no_bytes_of({one.content for _, one in gone})

    def require_no_bytes_of(self, contents):
        """Neither the file nor its log holds a text that stands in no record any more; one or two letters may."""
        left = [one.content for _, one in self.plain.records()]
        kept = b"".join(file.read_bytes() for file in self.path.parent.glob(f"{self.path.name}*"))
        lost = [text for text in contents if len(text) > SHORT and not any(text in other for other in left)]
        assert [text for text in lost if text.encode() in kept] == []

    # Reading

    @rule()
    def read_the_facts_of_the_past(self):
        for day in DAYS:
            until = f"{day}-12-31T24" if day == YEAR else f"{day}T24" if len(day) == 10 else plain.sort_key(day)
            assert self.facts(self.memory, as_of=day) == self.plain.values(until=until)
        for position in range(max((one.position for _, one in self.plain.records()), default=0) + 1):
            assert self.facts(self.memory, as_of=position) == self.plain.values(position=position)

    @precondition(lambda self: self.plain.streams)
    @rule(data=st.data(), word=st.sampled_from(WORDS), position=st.integers(1, 12) | st.just(plain.LAST))
    def search(self, data, word, position):
        stream = self.picked(data, "stream", self.plain.streams)
        records = [one for one in self.plain.streams[stream].records if one.position <= position]
        hits = self.memory.search(word, streams=[stream], k=5, as_of=position)
        assert {hit.stream for hit in hits} <= {stream}
        assert {self.memory.show(hit.packet)["content"] for hit in hits} <= {one.content for one in records}, (
            "nothing forgotten, nothing of other streams"
        )
        if any(word in one.content.split() for one in records):
            assert word in hits[0].content

    @precondition(lambda self: self.plain.values())
    @rule(data=st.data())
    def ask(self, data):
        held = sorted(value for value in self.plain.values() if value[2] == "residence")
        if held:
            stream, subject, _, value = self.picked(data, "value", held)
            assert self.memory.ask(f"Where does {subject} live?", streams=[stream]).answer == value

    # The file

    @rule()
    def reopen(self):
        self.memory.close()
        self.memory = memdb.open(self.path)

    @precondition(lambda self: self.path.exists())
    @rule(go_on=st.booleans())
    def back_up(self, go_on):
        copy = self.memory.backup(self.fresh(".memdb"))
        with memdb.open(copy) as opened:
            self.require_all(opened)
        if go_on:
            self.memory.close()
            self.path = copy
            self.memory = memdb.open(copy)

    @precondition(lambda self: self.plain.streams)
    @rule()
    def move_by_export(self):
        drafts = list(self.memory.export())
        again = self.memory.ingest_drafts(drafts)
        assert (again.stored, again.duplicates) == (0, len(drafts))
        path = self.fresh(".memdb")
        with memdb.open(path) as other:
            assert other.ingest_drafts(drafts).stored == len(drafts)
            self.require_all(other)
        self.require_derived(path)

    @rule()
    def refuse_what_means_nothing(self):
        for call in (
            lambda: self.memory.add(" \n"),
            lambda: self.memory.add("half a \ud83d"),
            lambda: self.memory.add("I live in Ghent.", said_at="someday"),
            self.memory.forget,
            lambda: self.memory.correct("Ana", "lives in", " "),
            lambda: self.memory.search(" "),
            lambda: self.memory.facts(as_of="someday"),
        ):
            with pytest.raises(memdb.UsageError):
                call()

    @rule(given=st.lists(records(), min_size=1, max_size=3))
    def break_off_a_source(self, given):
        def broken():
            yield from map(draft, given)
            raise KeyError

        with pytest.raises(KeyError):
            self.memory.ingest_drafts(broken())

    @precondition(lambda self: self.plain.streams)
    @rule()
    def read_through_another_handle(self):
        with memdb.open(self.path) as other:
            self.require_all(other)

    # What holds after every call

    @initialize(given=st.lists(st.tuples(STREAMS, records()), max_size=6))
    def begin(self, given):
        for stream, record in given:
            self.memory.ingest_drafts([draft(record)], stream=stream)
            self.plain.store(stream, record)

    @invariant()
    def everything_is_there(self):
        self.require_all(self.memory)

    def require_all(self, memory):
        assert memory.check().problems == ()
        assert memory.stats().streams == {name: len(one.records) for name, one in self.plain.streams.items()}
        sessions = {(one.stream, one.session): one.packets for one in memory.sessions()}
        assert sessions.keys() == self.plain.sessions()
        for name, stream in self.plain.streams.items():
            kept = [one for label in stream.next_turn for one in memory.packets(name, label)]
            assert sorted(map(told, kept)) == sorted(map(told, stream.records))
        assert self.facts(memory) == self.plain.values()

    def facts(self, memory, **options):
        return {
            (fact.stream, person, fact.relation, fact.object)
            for fact in memory.facts(**options)
            for person in PEOPLE
            if fact.positive and fact.subject.casefold() == person.casefold() and fact.relation in OBJECTS
        }


def told(record):
    """A record as it must come back, byte for byte, with its place first."""
    words = (record.content, record.speaker, record.said_at, record.turn, record.caption)
    return (record.position, record.turn_index, *(word and word.encode() for word in words))


def test_a_memory_behaves_as_a_list_of_records(tmp_path_factory, require_derived):
    run_state_machine_as_test(
        lambda: MemoryMachine(tmp_path_factory.mktemp("run"), require_derived),
        settings=settings(
            max_examples=RUNS, stateful_step_count=RUN, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
