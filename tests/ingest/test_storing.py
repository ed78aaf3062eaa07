"""Records are stored exactly once, byte for byte, in order."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memdb
from memdb import Draft

TEXT = st.text(max_size=200) | st.sampled_from(
    ["a\0b", "\r\n", "a\r", "\n\n", "\ufeffx", "👩‍👩‍👧", "e\u0301", "é", "x" * 70_000, "'", '"', "\u2028"]
)
OPTIONAL = st.none() | TEXT
NAME = OPTIONAL.map(lambda name: name and name[:10_000])
DRAFTS = st.builds(
    Draft,
    content=TEXT.filter(len),
    session=NAME,
    turn=NAME,
    speaker=st.none() | st.text(max_size=60),
    said_at=st.sampled_from([None, "2026-01-05", "2026-01-05T10:00:00.25+02:00", "2026", "2026-01-05 10:00Z"]),
    caption=OPTIONAL,
    image_query=OPTIONAL,
)


def plain(drafts):
    """What a record says, without what its session and stream add."""
    return [
        replace(draft, stream=None, session=None, session_started_at=None, profile=None, place=None) for draft in drafts
    ]


def distinct(drafts):
    """Drafts without repetitions, in order."""
    return list(dict.fromkeys(drafts))


@given(drafts=st.lists(DRAFTS, min_size=1, max_size=6))
@settings(max_examples=60, deadline=None)
def test_what_is_stored_comes_back_byte_for_byte_and_is_known_again(tmp_path_factory, drafts):
    folder = tmp_path_factory.mktemp("round")
    with memdb.open(folder / "one.memdb") as one, memdb.open(folder / "two.memdb") as two:
        one.ingest_drafts(drafts)
        exported = list(one.export())
        # A session without a name takes the day's, so two records may turn out to be the same one.
        labelled = [replace(draft, session=draft.session or _day(draft)) for draft in drafts]
        assert plain(exported) == plain(distinct(labelled))
        assert one.ingest_drafts(exported).stored == 0
        two.ingest_drafts(exported)
        assert list(two.export()) == exported
        assert one.check().ok
        assert two.check().ok


def _day(draft):
    if draft.session is not None:
        return draft.session
    return draft.said_at[:10] if draft.said_at else ""


@given(content=st.text(min_size=1, max_size=60).filter(str.strip))
@settings(max_examples=40, deadline=None)
def test_an_added_text_survives_a_file_of_json_lines(tmp_path_factory, content):
    folder = tmp_path_factory.mktemp("lines")
    with memdb.open(folder / "one.memdb") as one, memdb.open(folder / "two.memdb") as two:
        packet = one.add(content, said_at="2026-01-05").packet
        assert one.show(packet)["content"] == content
        (draft,) = one.export()
        line = {"content": draft.content, "session": draft.session, "speaker": draft.speaker, "said_at": draft.said_at}
        (folder / "export.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
        two.ingest(folder / "export.jsonl")
        assert [(found.content, found.session) for found in two.export()] == [(content, "2026-01-05")]


def test_the_same_file_twice_brings_nothing_new(memory, tmp_path):
    source = tmp_path / "birds.jsonl"
    source.write_text("".join(f'{{"content": "Bird {n}.", "speaker": "Ana"}}\n' for n in range(20)), encoding="utf-8")
    first = memory.ingest(source)
    before = list(memory.export()), memory.stats().tables
    second = memory.ingest(source)
    assert (first.stored, first.duplicates) == (20, 0)
    assert (second.read, second.stored, second.duplicates, second.descriptors) == (20, 0, 20, 0)
    assert (list(memory.export()), memory.stats().tables) == before


def test_a_source_is_recorded_once_with_the_hash_of_its_bytes(memory, tmp_path):
    import hashlib

    source = tmp_path / "birds.txt"
    hashes = set()
    for text in ("1. Bird one.\n2. Bird two.\n", "1. Bird one.\n2. Bird two.\n3. Bird three.\n"):
        source.write_text(text, encoding="utf-8")
        hashes.add(hashlib.sha256(text.encode()).hexdigest())
        for _ in range(3):
            memory.ingest(source)
    memory.add("Bird four.")
    memory.add("Bird five.")
    connection = memory._store.connection()
    rows = connection.rows("SELECT uri, sha256 FROM sources ORDER BY id")
    assert {sha256 for uri, sha256 in rows if uri != "add"} == hashes
    assert len(rows) == 3


def test_a_source_that_was_cut_short_after_its_last_record_has_its_hash_once_it_is_read_again(memory, tmp_path):
    source = tmp_path / "birds.txt"
    source.write_text("1. Bird one.\n2. Bird two.\n", encoding="utf-8")

    def stop(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        memory.ingest(source, progress=stop)
    assert memory.ingest(source).stored == 0
    (hashed,) = memory._store.connection().rows("SELECT sha256 <> '' FROM sources")
    assert hashed == (1,)


def test_the_same_text_in_two_sessions_is_two_records_and_the_same_turn_twice_is_one(memory):
    said = {"speaker": "Ana", "said_at": "2026-01-05T10:00", "turn": "t1"}
    assert memory.add("Hello there.", session="one", **said).new
    assert memory.add("Hello there.", session="two", **said).new
    again = memory.add("Hello there.", session="one", **said)
    assert not again.new
    assert again.session == "one"
    assert memory.add("Hello there.", session="one", **(said | {"turn": "t2"})).new
    assert memory.add("Hello there.", session="one", **(said | {"speaker": "Ben"})).new
    assert memory.add("Hello there.", session="one", stream="other", **said).new
    assert memory.stats().tables["packets"] == 5


@pytest.mark.parametrize(
    "name", ["my-app", "a/b", "ü x", "0b8f3a52-6c1d-4a56-9d3c-0c3f5c2e7f10", "main'; --", "日記", "%", "*"]
)
def test_any_stream_name_works_everywhere(memory, tmp_path, name):
    memory.add("Ben lives in Rome.", stream="another", speaker="Ana")
    added = memory.add("I live in Ghent.", stream=name, speaker="Ana", session="s")
    assert added.stream == name
    view = memory.stream(name)
    (tmp_path / "notes.txt").write_text("1. The capital of Lirone is Vesk.\n2. Vesk is a city.\n", encoding="utf-8")
    assert view.ingest(tmp_path / "notes.txt", format="facts").stored == 2
    assert {hit.stream for hit in view.search("Where does Ana live?")} == {name}
    assert [fact.object for fact in view.facts("Ana")] == ["Ghent"]
    assert view.correct("Ana", "residence", "Bruges").new
    assert view.read("Where does Ana live?").packets
    assert memory.stats().streams[name] == 4
    assert [info.stream for info in view.sessions()] == [name] * 3
    drafts = list(view.export())
    assert {draft.stream for draft in drafts} == {name}
    with memdb.open(tmp_path / "other.memdb") as other:
        other.ingest_drafts(drafts)
        assert list(other.stream(name).export()) == drafts
    assert view.forget().packets == 4
    assert list(memory.stats().streams) == ["another"]


def test_positions_count_a_stream_from_1_and_turn_indexes_a_session_from_0(memory):
    for number, (stream, session) in enumerate(
        [("a", "x"), ("b", "x"), ("a", "y"), ("a", "x"), ("b", "x"), ("a", "x")]
    ):
        memory.add(f"Bird {number}.", stream=stream, session=session)
    shown = [memory.show(packet) for packet in range(1, 7)]
    assert [(row["stream"], row["position"], row["turn_index"]) for row in shown] == [
        ("a", 1, 0), ("b", 1, 0), ("a", 2, 0), ("a", 3, 1), ("b", 2, 1), ("a", 4, 2),
    ]  # fmt: skip
    assert [(info.stream, info.session, info.index, info.packets) for info in memory.sessions()] == [
        ("a", "x", 1, 3), ("a", "y", 2, 1), ("b", "x", 1, 2),
    ]  # fmt: skip


def test_positions_and_ids_of_forgotten_records_are_not_given_again(memory):
    packets = [memory.add(f"Bird {n}.", session="s").packet for n in range(3)]
    memory.forget(packet=packets[2])
    again = memory.show(memory.add("Bird 3.", session="s").packet)
    assert again["packet"] not in packets
    assert (again["position"], again["turn_index"]) == (4, 3)


def test_a_duplicate_takes_no_position(memory):
    for content in ("Bird 1.", "Bird 1.", "Bird 2."):
        memory.add(content, said_at="2026-01-05")
    assert [memory.show(packet)["position"] for packet in (1, 2)] == [1, 2]


def test_a_dialogue_without_sessions_has_one_a_day_and_facts_have_one_in_all(memory):
    for day in ("2026-01-05T10:00", "2026-01-05T11:00", "2026-01-06"):
        memory.add(f"Bird at {day}.", said_at=day)
    memory.ingest_drafts([Draft(content="Vesk is a city.", said_at="2026-01-05")], stream="facts", profile="facts")
    assert [(info.session, info.packets) for info in memory.sessions(streams=["main"])] == [
        ("2026-01-05", 2),
        ("2026-01-06", 1),
    ]
    assert [info.session for info in memory.sessions(streams=["facts"])] == [""]


def test_names_that_differ_in_case_or_marks_are_one_speaker(memory):
    for name in ("Ana Silva", "ana silva", "Ana Silva's"):
        memory.add(f"{name} was here.", speaker=name)
    assert memory.stats().tables["speakers"] == 1
    assert memory.check().ok


def test_a_turn_that_is_added_singly_costs_less_than_two_kibibytes(memory):
    for n in range(1500):
        memory.add(f"I saw bird number {n} at the lake {n % 7} times today.", speaker=("Ana", "Ben")[n % 2])
    memory.close()
    assert memory.path.stat().st_size < 1500 * 2048


PROFILES = ("dialogue", "notes", "facts")


def test_a_stream_keeps_its_profile_when_it_moves_to_another_memory(memory, tmp_path):
    for name in PROFILES:
        memory.ingest_drafts([Draft(content="The capital of Lirone is Vesk.")], stream=name, profile=name)
    assert {draft.stream: draft.profile for draft in memory.export()} == {name: name for name in PROFILES}
    with memdb.open(tmp_path / "other.memdb") as other:
        other.ingest_drafts(memory.export())
        assert list(other.export()) == list(memory.export())


def test_a_profile_given_goes_before_those_of_the_records(memory):
    memory.ingest_drafts([Draft(content="Vesk is a city.", profile="notes")], stream="a", profile="facts")
    assert [draft.profile for draft in memory.export()] == ["facts"]


def test_the_profile_of_a_record_leaves_a_stream_that_exists_as_it_is(memory):
    memory.add("I live in Ghent.")
    assert memory.ingest_drafts([Draft(content="Vesk is a city.", profile="facts")]).stored == 1
    assert {draft.profile for draft in memory.export()} == {"dialogue"}


def test_a_record_with_a_profile_that_is_none_is_skipped_and_counted(memory):
    drafts = [Draft(content="Vesk is a city.", profile="poetry"), Draft(content="Vesk is old.")]
    assert memory.ingest_drafts(drafts).skipped == {"unknown profile": 1}
    assert memory.stats().tables["packets"] == 1


def test_an_existing_stream_refuses_a_given_profile_that_is_not_its_own(memory, tmp_path):
    source = tmp_path / "facts.txt"
    source.write_text("1. The capital of Lirone is Vesk.\n", encoding="utf-8")
    memory.add("I live in Ghent.")
    before = memory.stats().tables
    refused = r"\Astream 'main' is read as dialogue, not as facts: [^\n]+\Z"
    with pytest.raises(memdb.UsageError, match=refused):
        memory.ingest(source, stream="main", profile="facts")
    with pytest.raises(memdb.UsageError, match=refused):
        memory.ingest_drafts([Draft(content="Vesk is a city.")], profile="facts")
    assert memory.stats().tables == before
    assert memory.ingest_drafts([Draft(content="I met Ben.")], profile="dialogue").stored == 1
    # The profile that the format suggests is no demand.
    assert memory.ingest(source, stream="main").stored == 1
