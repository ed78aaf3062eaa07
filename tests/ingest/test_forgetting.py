"""Forgetting leaves no trace of what was forgotten and all of the rest."""

import apsw
import pytest

import memdb
from memdb import Draft

MARKER = "Qwopzel"


def traces(path, *words):
    """Which words occur, in any case, in the bytes of the file and whatever lies beside it."""
    read = b"".join(other.read_bytes().lower() for other in path.parent.glob(f"{path.name}*"))
    return [word for word in words if word.lower().encode() in read]


def about(n, place):
    """A record with statements, terms, a long and a short field, and a turn id."""
    return Draft(
        content=f"I moved to {place}{n}. I like {place} chess number {n}. " + f"{place} " * (n % 7 * 10),
        session=f"session {n % 5}",
        speaker="Ana",
        said_at=f"2026-01-{n % 28 + 1:02}",
        caption=f"a photo of {place}",
        turn=f"{place}-{n}",
        image_query=place,
    )


SELECTORS = {
    "packet": {"packet": 1},
    "session": {"session": f"{MARKER} session", "stream": "secret"},
    "stream": {"stream": "secret"},
    "speaker": {"speaker": f"{MARKER} Jones"},
    "speaker of a stream": {"speaker": f"{MARKER} Jones", "stream": "secret"},
    "speaker, written otherwise": {"speaker": f"{MARKER} JONES"},
}


@pytest.mark.parametrize("selector", SELECTORS)
def test_nothing_of_what_was_forgotten_is_left_in_the_file_and_the_rest_is_untouched(memory, selector):
    kept = [about(n, "Bruges") for n in range(30)]
    memory.add(
        f"I live in {MARKER}ville and work at {MARKER} Labs.", stream="secret", session=f"{MARKER} session",
        speaker=f"{MARKER} Jones", turn=f"{MARKER}-1", caption=MARKER, image_query=MARKER, said_at="2026-01-01",
    )  # fmt: skip
    memory.ingest_drafts(kept)
    before = list(memory.export(streams=["main"])), memory.facts(streams=["main"])
    assert traces(memory.path, MARKER)
    report = memory.forget(**SELECTORS[selector])
    assert (report.packets, report.sessions, report.streams) == (1, 1, 1)
    assert traces(memory.path, MARKER) == []
    assert (list(memory.export(streams=["main"])), memory.facts(streams=["main"])) == before
    assert list(memory.stats().streams) == ["main"]
    assert MARKER not in str(memory.search(MARKER))
    assert memory.check().ok


def test_a_thousand_records_among_others_leave_no_copy_that_a_page_split_made(memory):
    memory.ingest_drafts([about(n, MARKER if n % 3 else "Bruges") for n in range(1500)])
    memory.ingest_drafts([Draft(content=f"{MARKER} was here.", speaker=f"{MARKER} Jones")])
    connection = memory._store.connection()
    ids = [row[0] for row in connection.rows("SELECT id FROM packets WHERE caption LIKE '%' || ? || '%'", [MARKER])]
    assert len(ids) == 1000
    memory.ingest_drafts([about(n, "Ghent") for n in range(200)], stream="other")
    others = list(memory.export(streams=["other"]))
    memory.forget(stream="main")
    assert traces(memory.path, MARKER, "Bruges") == []
    assert list(memory.export()) == others
    assert memory.check().ok


def test_a_thousand_scattered_records_of_one_speaker_leave_no_trace(memory):
    drafts = [
        Draft(content=f"I moved to {MARKER}{n}. " + "words " * (n % 9 * 10), speaker=f"{MARKER} Jones")
        if n % 3
        else about(n, "Bruges")
        for n in range(1500)
    ]
    memory.ingest_drafts(drafts)
    assert memory.forget(speaker=f"{MARKER} Jones").packets == 1000
    assert traces(memory.path, MARKER) == []
    assert memory.stats().tables["packets"] == 500
    assert len(memory.search("Bruges chess", k=10)) == 10
    assert memory.check().ok


def test_every_spelling_of_a_speaker_is_forgotten(memory):
    for name in ("Ana Silva", "ana silva", "ANA SILVA"):
        memory.add(f"I am {name}.", speaker=name)
    memory.add("I am Ben.", speaker="Ben")
    assert memory.forget(speaker="Ana silva").packets == 3
    assert [draft.speaker for draft in memory.export()] == ["Ben"]
    assert memory.check().ok


def test_a_speaker_is_forgotten_in_every_stream_or_in_one(memory):
    for stream in ("one", "two", "three"):
        memory.add("I live in Ghent.", speaker="Ana", stream=stream)
        memory.add("I live in Rome.", speaker="Ben", stream=stream)
    assert memory.forget(speaker="Ana", stream="one").packets == 1
    assert sorted(memory.stats().streams.items()) == [("one", 1), ("three", 2), ("two", 2)]
    assert memory.forget(speaker="Ana").packets == 2
    assert {draft.speaker for draft in memory.export()} == {"Ben"}


def test_a_session_of_one_stream_leaves_its_namesake_in_another(memory):
    for stream in ("one", "two"):
        memory.add("I live in Ghent.", session="s", stream=stream)
    memory.add("I live in Rome.", session="t", stream="one")
    assert memory.forget(session="s", stream="one").to_dict() == {
        "packets": 1,
        "sessions": 1,
        "streams": 0,
        "traces_left": False,
        "copies": [],
    }
    assert [(info.stream, info.session) for info in memory.sessions()] == [("one", "t"), ("two", "s")]


def test_the_latest_value_falls_back_to_what_was_said_before(memory):
    memory.add("I live in Ghent.", speaker="Ana", said_at="2026-01-01", session="old")
    memory.add("I moved to Bruges.", speaker="Ana", said_at="2026-02-01", session="new")
    memory.forget(session="new", stream="main")
    assert [fact.object for fact in memory.facts("Ana")] == ["Ghent"]
    memory.forget(session="old", stream="main")
    assert memory.facts() == ()


@pytest.mark.parametrize(
    "selector",
    [
        {},
        {"session": "s"},
        {"packet": 1, "stream": "main"},
        {"packet": 1, "session": "s"},
        {"session": "s", "stream": "main", "speaker": "Ana"},
    ],
)
def test_no_selector_or_one_that_is_not_clear_is_refused_and_forgets_nothing(memory, selector):
    memory.add("I live in Ghent.", speaker="Ana", session="s")
    with pytest.raises(memdb.UsageError):
        memory.forget(**selector)
    assert memory.stats().tables["packets"] == 1


@pytest.mark.parametrize(
    "selector",
    [{"packet": 7}, {"session": "x", "stream": "main"}, {"stream": "x"}, {"speaker": "x"}, {"speaker": ""}],
)
def test_what_is_not_there_cannot_be_forgotten(memory, selector):
    memory.add("I live in Ghent.", speaker="Ana", session="s")
    with pytest.raises(memdb.NotFoundError):
        memory.forget(**selector)
    assert memory.stats().tables["packets"] == 1


def test_a_reader_that_keeps_the_log_is_named_and_the_traces_go_with_it(memory):
    memory.add(f"I live in {MARKER}.")
    memory.add("I live in Rome.")
    reader = apsw.Connection(str(memory.path))
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM packets").get == 2
    assert memory.forget(packet=1).traces_left
    assert [draft.content for draft in memory.export()] == ["I live in Rome."]
    reader.close()
    memory.close()
    assert traces(memory.path, MARKER) == []


@pytest.mark.parametrize("selector", [{"packet": 1}, {"speaker": "Ana"}, {"stream": "main"}])
def test_a_dry_run_says_how_much_would_go_and_changes_nothing(memory, selector):
    memory.add("I live in Ghent.", speaker="Ana", session="s")
    memory.add("I live in Turku.", speaker="Ben", session="t")
    before = [memory.show(1), memory.show(2), memory.stats(), memory.facts(history=True)]
    told = memory.forget(**selector, dry_run=True)
    assert [memory.show(1), memory.show(2), memory.stats(), memory.facts(history=True)] == before
    assert told == memory.forget(**selector)
    assert told.packets == (2 if "stream" in selector else 1)
