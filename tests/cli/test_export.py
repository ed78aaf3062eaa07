"""An export moves a memory whole, and shows it to people and to other programs."""

import json
import sqlite3

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import memdb as library
from memdb import Draft
from memdb.models import FakeChatModel
from memdb_cli.main import main

ODD = ["a\0b", "\r\n", "a\r", " ", "\ufeffx", "👩‍👩‍👧", "e\u0301", "\u2028", '{"content": "x"}', "- [ ] task", "张三"]
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40) | st.sampled_from(ODD)
OPTIONAL = st.none() | TEXT
DRAFTS = st.builds(
    Draft,
    content=TEXT.filter(len),
    stream=st.sampled_from([None, "a/b", "ü x", " ", "CON"]),
    session=OPTIONAL,
    session_started_at=st.sampled_from([None, "2026-01-04", "2026-01-04T09:00:00+02:00"]),
    turn=OPTIONAL,
    speaker=OPTIONAL,
    said_at=st.sampled_from([None, "2026-01-05", "2026-01-05T10:00:00.25+02:00", "2026", "2026-01-05T10:00:00Z"]),
    caption=OPTIONAL,
    image_query=OPTIONAL,
    profile=st.sampled_from([None, "dialogue", "notes", "facts"]),
)
SAME = {
    "streams": "SELECT name, profile, layout, documents, document_terms, claims, claim_terms FROM streams "
    "ORDER BY name",
    "sessions": "SELECT s.name, n.label, n.session_index, n.started_at FROM sessions AS n JOIN streams AS s "
    "ON s.id = n.stream_id ORDER BY s.name, n.label",
    "packets": "SELECT s.name, n.label, p.position, p.turn_index, p.turn, p.speaker, p.said_at, p.content, p.caption, "
    "p.image_query, p.content_hash FROM packets AS p JOIN sessions AS n ON n.id = p.session_id "
    "JOIN streams AS s ON s.id = p.stream_id ORDER BY s.name, p.position",
    "documents": "SELECT s.name, p.position, d.length, d.asks, d.answers, d.has_time, d.first_person, d.terms "
    "FROM documents AS d JOIN packets AS p ON p.id = d.packet_id JOIN streams AS s ON s.id = p.stream_id "
    "ORDER BY s.name, p.position",
    "speakers": "SELECT s.name, k.person_key, k.name, k.packets FROM speakers AS k JOIN streams AS s "
    "ON s.id = k.stream_id ORDER BY 1, 2",
    "statements": "SELECT s.name, a.position, a.subject, r.name, a.object, a.positive, a.asserted_at, "
    "EXISTS (SELECT 1 FROM latest AS l WHERE l.assertion_id = a.id) FROM assertions AS a JOIN relations AS r "
    "ON r.id = a.relation_id JOIN streams AS s ON s.id = a.stream_id ORDER BY 1, 2, 3, 4, 5",
    "relations": "SELECT name, cardinality, set_by_user FROM relations ORDER BY name",
    "readings": "SELECT s.name, p.position, e.frontend, e.status, e.reason, e.model, "
    "(SELECT group_concat(d.claim) FROM descriptors AS d WHERE d.extraction_id = e.id) FROM extractions AS e "
    "JOIN packets AS p ON p.id = e.packet_id JOIN streams AS s ON s.id = p.stream_id ORDER BY 1, 2, 3",
    "claims": "SELECT s.name, p.position, c.ordinal, c.session_index, c.people, c.keywords, c.terms "
    "FROM claim_documents AS c JOIN packets AS p ON p.id = c.packet_id JOIN streams AS s ON s.id = c.stream_id "
    "ORDER BY 1, 2, 3",
}
"""What two memories share that hold the same, row by row, ids apart."""


def moved(folder, *, out="all.jsonl"):
    """Export one memory and import it into a new one, by the command."""
    assert main(["--db", str(folder / "one.memdb"), "export", "--out", str(folder / out)]) == 0
    assert main(["--db", str(folder / "two.memdb"), "ingest", str(folder / out)]) == 0
    return folder / "one.memdb", folder / "two.memdb"


def assert_same(sql, one, two):
    for what, query in SAME.items():
        assert sql(one, query) == sql(two, query), what


@given(drafts=st.lists(DRAFTS, min_size=1, max_size=8))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_memory_comes_out_of_its_export_the_same(tmp_path_factory, sql, drafts):
    folder = tmp_path_factory.mktemp("moved")
    with library.open(folder / "one.memdb") as memory:
        stored = memory.ingest_drafts(drafts).stored
    if stored:
        one, two = moved(folder)
        assert_same(sql, one, two)
        with library.open(one) as here, library.open(two) as there:
            assert list(here.export()) == list(there.export())
            assert there.check().ok


def test_gaps_of_what_was_forgotten_corrections_and_captions_are_moved_too(tmp_path, sql):
    path = tmp_path / "one.memdb"
    with library.open(path) as memory:
        for n, content in enumerate(("I live in Ghent.", "Where do you work?", "At Northwind.", "I like chess.")):
            memory.add(content, speaker="Ana", session=f"s{n % 2}", said_at=f"2026-01-0{n + 1}")
        memory.add("", caption="a photo of a boat\r\n", image_query="boat", session="s0", said_at="2026-01-06")
        memory.ingest_drafts([Draft(content="The capital of Lirone is Vesk.", turn="0")], stream="f", profile="facts")
        memory.correct("Ana", "likes", "go", said_at="2026-02-01")
        memory.correct("Ana", "home", "Bruges", said_at="2020-02-01")
        memory.forget(packet=1)
        memory.forget(packet=3)
    one, two = moved(tmp_path)
    assert_same(sql, one, two)
    with library.open(one) as here, library.open(two) as there:
        assert [place.position for draft in there.export(streams=["main"]) if (place := draft.place)] == [2, 4, 5, 6, 7]
        for at in (None, "@4", "2026-01-07"):
            mine, other = here.facts(as_of=at, history=True), there.facts(as_of=at, history=True)
            assert [(one.subject, one.object, one.current) for one in mine] == [
                (one.subject, one.object, one.current) for one in other
            ]
        assert there.check().ok
        assert there.ingest(tmp_path / "all.jsonl").stored == 0


def test_what_was_decided_by_hand_and_what_a_model_read_are_moved_too(tmp_path, sql):
    with library.open(tmp_path / "one.memdb") as memory:
        memory.add("I like tea.", speaker="Ana", session="s0", said_at="2026-01-05")
        memory.add("I like chess.", speaker="Ana", session="s1", said_at="2026-01-06")
        memory.add("The fog came in over the quay.", stream="log", said_at="2026-01-06")
        memory.set_cardinality("likes", "single")
        memory.set_cardinality("home", "multi")
        memory.rebuild_cells("session", streams=["log"])
        claims = '{"claims": [["Fog lay over the quay.", [], ["fog"], "", "occurrence", "neutral"]], "facts": []}'
        memory.enrich(model=FakeChatModel(lambda _: claims))
        decided, frozen = memory.settings(), list(memory.readings())
    assert len(decided) == 3
    assert {one.extraction.status for one in frozen} >= {"no_fact"}
    one, two = moved(tmp_path)
    assert_same(sql, one, two)
    with library.open(two) as memory:
        assert (memory.settings(), list(memory.readings())) == (decided, frozen)
        assert memory.check().ok
        again = memory.ingest(tmp_path / "all.jsonl")
        assert (again.stored, again.settings, again.readings) == (0, 0, 0)


def test_what_was_decided_here_outranks_what_an_export_brings(tmp_path):
    for name, cardinality, layout in (("one", "single", "session"), ("two", "multi", "entity")):
        with library.open(tmp_path / f"{name}.memdb") as memory:
            memory.add("I like tea.", speaker="Ana", said_at="2026-01-05")
            memory.set_cardinality("likes", cardinality)
            memory.rebuild_cells(layout)
    _, two = moved(tmp_path)
    with library.open(two) as memory:
        assert memory.settings() == (
            library.CardinalitySetting(relation="like", cardinality="multi"),
            library.LayoutSetting(stream="main", layout="entity"),
        )


@pytest.mark.parametrize(
    "line",
    ['{"setting": 7}', '{"setting": {"relation": "home", "cardinality": "some"}}', '{"reading": {"stream": "x"}}'],
)
def test_a_setting_or_reading_that_is_none_is_skipped_and_counted(tmp_path, line):
    (tmp_path / "given.jsonl").write_text(f'{{"content": "hello"}}\n{line}\n', "utf-8")
    with library.open(tmp_path / "one.memdb") as memory:
        report = memory.ingest(tmp_path / "given.jsonl")
        assert (report.stored, sum(report.skipped.values()), memory.settings()) == (1, 1, ())


def test_an_export_joins_a_memory_that_has_records_already(tmp_path):
    with library.open(tmp_path / "one.memdb") as memory:
        memory.add("I live in Ghent.", said_at="2026-01-05", session="a")
        memory.add("I like chess.", said_at="2026-01-06", session="b")
    with library.open(tmp_path / "two.memdb") as memory:
        memory.add("Good morning.", said_at="2026-01-01", session="first")
        memory.add("Good evening.", said_at="2026-01-01", session="second")
    _, two = moved(tmp_path)
    with library.open(two) as memory:
        assert [session.index for session in memory.sessions()] == [1, 2, 3, 4]
        assert [draft.place.position for draft in memory.export() if draft.place] == [1, 2, 3, 4]
        assert memory.check().ok


@pytest.mark.parametrize("place", ['"Ghent"', '{"position": -1, "session_index": 1, "turn_index": 0}', "7", "null"])
def test_a_place_of_another_program_is_ignored(tmp_path, place):
    (tmp_path / "given.jsonl").write_text(f'{{"content": " hello", "turn": " ", "place": {place}}}\n', "utf-8")
    with library.open(tmp_path / "one.memdb") as memory:
        memory.ingest(tmp_path / "given.jsonl")
        (draft,) = memory.export()
    assert draft.turn is None


def test_nothing_is_overwritten_unless_asked(filled, tmp_path):
    for form, out in (("jsonl", "all.jsonl"), ("sqlite", "all.db"), ("markdown", "pages")):
        words = ("export", "--format", form, "--out", str(tmp_path / out))
        number = filled(*words, "--json").json()["packets"]
        refused = filled(*words)
        assert (refused.code, refused.out) == (1, "")
        assert "--overwrite" in refused.err
        assert filled(*words, "--overwrite", "--json").json()["packets"] == number
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


def test_pages_and_tables_need_a_place_to_go(filled):
    for form in ("markdown", "sqlite"):
        assert filled("export", "--format", form).code == 2


def test_pages_are_one_a_session_in_a_folder_a_stream(memdb, tmp_path):
    for stream in ("a/b", "A-B", "ü x", "CON", "..", "x" * 300):
        words = ("add", "# not a heading\n```", "--speaker", "Ana", "--at", "2026-01-05", "--session", "kick/off: 1")
        assert memdb(*words, "--stream", stream).code == 0
    assert memdb("add", "bell \x07", "--stream", "ü x", "--session", "").code == 0
    out = tmp_path / "pages"
    assert memdb("export", "--format", "markdown", "--out", str(out), "--json").json()["packets"] == 7
    assert sorted(str(path.relative_to(out)) for path in out.rglob("*.md")) == sorted(
        [
            "a-b/0001 kick-off- 1.md",
            "A-B (2)/0001 kick-off- 1.md",
            "ü x/0001 kick-off- 1.md",
            "ü x/0002.md",
            "CON-/0001 kick-off- 1.md",
            "stream/0001 kick-off- 1.md",
            f"{'x' * 80}/0001 kick-off- 1.md",
        ]
    )
    page = (out / "a-b" / "0001 kick-off- 1.md").read_text("utf-8")
    assert page == (
        "# kick/off: 1\n\nStream a/b, begun 2026-01-05\n\n**Ana** · 2026-01-05\n\n> # not a heading\n> ```\n"
    )
    assert "> bell \\x07" in (out / "ü x" / "0002.md").read_text("utf-8")


def test_tables_are_a_plain_file_of_sqlite(filled, tmp_path):
    file = tmp_path / "all.db"
    assert filled("correct", "the planning meeting", "location", "Room C", "--stream", "facts").code == 0
    number = filled("export", "--format", "sqlite", "--out", str(file), "--json").json()["packets"]
    connection = sqlite3.connect(file)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("SELECT count(*) FROM packets").fetchone() == (number,)
        current = "SELECT object FROM current_facts WHERE packet_id = (SELECT max(id) FROM packets)"
        assert connection.execute(current).fetchall() == [("Room C",)]
        replaced = "SELECT object, superseded_by FROM facts WHERE NOT current AND relation = 'location' ORDER BY id"
        assert ("Room A", "Room B") in connection.execute(replaced).fetchall()
        kinds = connection.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name")
        names = [name for (name,) in kinds]
        assert names == ["claims", "current_facts", "facts", "packets", "sessions", "sources", "streams"]
        assert all(connection.execute(f"SELECT count(*) FROM {name}").fetchone() > (0,) for name in names)
    finally:
        connection.close()


def test_tables_of_one_stream_hold_nothing_of_another(filled, tmp_path):
    file = tmp_path / "team.db"
    assert filled("export", "--format", "sqlite", "--out", str(file), "--stream", "team").code == 0
    for word in (b"planning meeting is held", b"rye bread"):
        assert word not in file.read_bytes()
    failed = filled("export", "--format", "sqlite", "--out", str(file), "--stream", "nowhere", "--overwrite")
    assert failed.code == 1
    assert file.read_bytes()[:6] == b"SQLite"


def test_the_tables_see_one_state_of_the_memory_and_it_may_be_used_on(path, tmp_path):
    with library.open(path) as memory:
        memory.add("I live in Ghent.", speaker="Ana")
        assert memory.export_tables(tmp_path / "one.db").packets == 1
        memory.add("I live in Bruges.", speaker="Ana")
        with pytest.raises(library.StoreError, match="exists"):
            memory.export_tables(tmp_path / "one.db")
        with pytest.raises(library.StoreError, match="exists"):
            memory.export_tables(path, overwrite=True)
        assert memory.export_tables(tmp_path / "one.db", overwrite=True).packets == 2
        assert json.dumps(memory.export_tables(tmp_path / "two.db").to_dict())
