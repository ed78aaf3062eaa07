"""What was forgotten stays out of later imports, unless it is asked for, and its tombstone tells nothing."""

import json

import pytest

import memdb
from memdb import Draft

MARKER = "zebra-4711-quartz"
LINES = [
    {"content": f"The code is {MARKER}.", "turn": "1", "speaker": "Ana", "session": "s", "said_at": "2026-01-05"},
    {"content": "I live in Ghent.", "turn": "2", "speaker": "Ana", "session": "s", "said_at": "2026-01-05"},
    {"content": f"Ben knows {MARKER.upper()} too.", "turn": "3", "speaker": "Ben", "session": "t"},
]


@pytest.fixture
def talk(tmp_path):
    file = tmp_path / "talk.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in LINES), encoding="utf-8")
    return file


SELECTORS = {
    "a packet": ({"packet": 1}, {1}),
    "a session": ({"session": "s", "stream": "main"}, {1, 2}),
    "a stream": ({"stream": "main"}, {1, 2, 3}),
    "a speaker": ({"speaker": "Ana"}, {1, 2}),
    "a phrase": ({"matching": MARKER}, {1, 3}),
}


@pytest.mark.parametrize("how", SELECTORS)
def test_an_import_leaves_out_what_was_forgotten_and_brings_it_back_when_asked(path, talk, how):
    chosen, gone = SELECTORS[how]
    with memdb.open(path) as memory:
        memory.ingest(talk)
        whole = {draft.content for draft in memory.export()}
        assert memory.forget(**chosen, dry_run=True).packets == len(gone)
        assert memory.forget(**chosen).packets == len(gone)
        kept = {draft.content for draft in memory.export()}
        for _ in range(2):
            counted, done = memory.ingest(talk, dry_run=True), memory.ingest(talk)
            assert (counted.forgotten, counted.stored) == (done.forgotten, done.stored) == (len(gone), 0)
            assert done.read == done.stored + done.duplicates + done.forgotten
            assert {draft.content for draft in memory.export()} == kept
            assert memory.check().ok
        assert memory.streams() == (("main",) if kept else ())
        assert memory.ingest(talk, dry_run=True, revive=True).stored == len(gone)
        assert memory.ingest(talk, revive=True).stored == len(gone)
        assert {draft.content for draft in memory.export()} == whole
        assert memory.ingest(talk).duplicates == 3
        assert memory.check().ok


@pytest.mark.parametrize("how", SELECTORS)
def test_no_byte_of_what_was_forgotten_is_left_in_the_file_or_beside_it_or_in_a_copy(path, tmp_path, talk, how):
    chosen, gone = SELECTORS[how]
    with memdb.open(path) as memory:
        memory.ingest(talk)
        memory.ingest_drafts(Draft(content=f"Tea {n} is green.", speaker="Cy", turn=str(n)) for n in range(300))
        memory.forget(**chosen)
        memory.ingest(talk)
        memory.backup(tmp_path / "copy.memdb")
        memory.export_tables(tmp_path / "tables.db")
        for n in sorted(gone):
            text = LINES[n - 1]["content"]
            assert [hit.content for hit in memory.search(text, k=5) if hit.content == text] == []
    files = {file.name: file.read_bytes().lower() for file in tmp_path.iterdir() if file != talk}
    words = {b"quartz"} if gone >= {1, 3} else set()
    words |= {b"the code is"} if 1 in gone else set()
    words |= {b"ghent"} if 2 in gone else set()
    assert [(name, word) for name, data in files.items() for word in words if word in data] == []


def test_what_is_added_by_hand_is_stored_whatever_was_forgotten(path, talk):
    with memdb.open(path) as memory:
        for _ in range(2):
            added = memory.add("I live in Ghent.", turn="7", session="s", said_at="2026-01-05")
            assert added.new
            memory.forget(packet=added.packet)
        memory.add("I live in Ghent.", turn="7", session="s", said_at="2026-01-05")
        draft = Draft(content="I live in Ghent.", turn="7", session="s", speaker="user", said_at="2026-01-05")
        assert memory.ingest_drafts([draft]).duplicates == 1


def test_drafts_of_a_program_stay_out_too_unless_it_says_otherwise(path):
    draft = Draft(content="I live in Ghent.", turn="7")
    with memdb.open(path) as memory:
        memory.ingest_drafts([draft])
        memory.forget(packet=1)
        assert memory.ingest_drafts([draft]).forgotten == 1
        assert memory.stream("main").ingest_drafts([draft], revive=True).stored == 1


def test_a_forgotten_paragraph_stays_out_wherever_an_edit_moves_it(path, tmp_path):
    page = tmp_path / "plan.md"
    page.write_text("# Plan\n\nCall Ben.\n\nBring cake.\n", encoding="utf-8")
    with memdb.open(path) as memory:
        memory.ingest(page)
        memory.forget(matching="call ben")
        page.write_text("Hello.\n\n# Plan\n\n## First\n\nCall Ben.\n\nBring cake.\n", encoding="utf-8")
        assert memory.ingest(page).forgotten == 1
        assert sorted(draft.content for draft in memory.export()) == ["Bring cake.", "Hello."]


def test_tombstones_go_with_a_backup_and_mean_nothing_in_another_file(path, tmp_path, talk, sql):
    other = tmp_path / "other.memdb"
    with memdb.open(path) as one, memdb.open(other) as two:
        for memory in (one, two):
            memory.ingest(talk)
            memory.forget(packet=1)
        one.backup(tmp_path / "copy.memdb")
        assert one.stats().tables["tombstones"] == 1
    assert sql(path, "SELECT digest FROM tombstones") != sql(other, "SELECT digest FROM tombstones")
    with memdb.open(tmp_path / "copy.memdb") as copy:
        assert copy.ingest(talk).forgotten == 1


def test_a_record_costs_no_more_when_much_was_forgotten(tmp_path, work):
    def added(forgotten):
        with memdb.open(tmp_path / f"{forgotten}.memdb") as memory:
            memory.ingest_drafts(Draft(content=f"Bird {n}.", turn=str(n), session="a") for n in range(forgotten))
            memory.forget(session="a", stream="main")
            drafts = [Draft(content=f"Tea {n}.", turn=str(n), session="b") for n in range(100)]
            return work(lambda: memory.ingest_drafts(drafts))

    assert added(4000) < 1.2 * added(100)


@pytest.mark.parametrize(
    "phrase", [MARKER.upper(), "code is", "THE CODE", "\uff41na's caf\u00e9", "%", "_x_", "*", '"']
)
def test_a_phrase_is_taken_as_it_stands(path, phrase):
    texts = [
        f"The code is {MARKER}.",
        "Ana's cafe\u0301 is open",
        "100% sure",
        "snake_x_case",
        'a "b" * c',
        "none of it",
    ]
    with memdb.open(path) as memory:
        memory.ingest_drafts(Draft(content=text, turn=str(n)) for n, text in enumerate(texts))
        left = len(texts) - memory.forget(matching=phrase).packets
        assert left < len(texts)
        assert "none of it" in [draft.content for draft in memory.export()]


@pytest.mark.parametrize("phrase", ["", "  ", "no such words"])
def test_a_phrase_that_means_nothing_or_everything_is_refused(path, phrase):
    with memdb.open(path) as memory:
        memory.add("I live in Ghent.")
        with pytest.raises(memdb.MemdbError):
            memory.forget(matching=phrase)
        assert memory.stats().tables["packets"] == 1


def test_a_preview_lets_writers_go_on(path):
    with memdb.open(path) as memory:
        memory.add("I live in Ghent.", speaker="Ana")
        before = path.stat().st_mtime_ns, (path.parent / f"{path.name}-wal").stat().st_size
        assert memory.forget(speaker="Ana", dry_run=True).to_dict() == {
            "packets": 1, "sessions": 1, "streams": 1, "traces_left": False, "copies": [],
        }  # fmt: skip
        assert (path.stat().st_mtime_ns, (path.parent / f"{path.name}-wal").stat().st_size) == before
