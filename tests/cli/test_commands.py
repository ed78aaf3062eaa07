"""What each command prints, for people and as JSON."""

import io
import json
import re
import sys
from pathlib import Path

import pytest

import memdb as library
from memdb import evals
from memdb.models import Calls, ChatRequest, FakeChatModel, Message

DEMO = Path(__file__).parents[2] / "fixtures" / "demo"
MEETING = "On which floor is the room where the planning meeting is held?"


def untimed(document):
    """A read's document without its clock readings."""
    return {name: value for name, value in document.items() if name != "timing_ms"}


def test_ingest_counts_new_records_and_then_duplicates(memdb):
    first = memdb("ingest", str(DEMO / "facts.txt"), "--json").json()["files"][0]
    assert (first["format"], first["read"], first["stored"], first["duplicates"]) == ("facts", 22, 22, 0)
    again = memdb("ingest", str(DEMO / "facts.txt"), "--json").json()["files"][0]
    assert (again["stored"], again["duplicates"]) == (0, 22)


def test_ingest_prints_one_line_a_file(memdb):
    result = memdb("ingest", str(DEMO / "facts.txt"), str(DEMO / "notes.md"))
    facts, notes = result.out.splitlines()
    assert "22 new" in facts
    assert "stream facts" in facts
    assert "markdown" in notes
    assert result.err == ""


def test_ingest_as_json_tells_what_was_finished_before_a_file_failed(memdb):
    result = memdb("ingest", str(DEMO / "facts.txt"), "nowhere.txt", str(DEMO / "notes.md"), "--json")
    assert (result.code, result.err.count("\n")) == (1, 1)
    assert [file["stored"] for file in json.loads(result.out)["files"]] == [22]


def test_a_dry_run_names_what_it_would_skip_and_makes_no_file(memdb, database, tmp_path):
    path = tmp_path / "talk.jsonl"
    path.write_text('{"content": "I like tea."}\n{"content": ""}\nbroken\n', encoding="utf-8")
    first, *reasons = memdb("ingest", "--dry-run", str(path)).out.splitlines()
    assert first.endswith("jsonl, 3 records: 1 new, 0 duplicates; stream main; nothing was written")
    assert reasons == ["  1 skipped: empty content, first line 2", "  1 skipped: invalid JSON, first line 3"]
    assert not database.exists()


def test_ingest_refuses_a_profile_that_an_existing_stream_does_not_have(memdb):
    words = ("ingest", str(DEMO / "notes.md"), "--stream", "main")
    assert memdb("add", "I live in Ghent.").code == 0
    refused = memdb(*words, "--profile", "notes")
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert "read as dialogue, not as notes" in refused.err
    assert memdb(*words).code == 0


def test_ingest_reads_standard_input(memdb, monkeypatch):
    text = (DEMO / "facts.txt").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
    assert memdb("ingest", "-", "--json").json()["files"][0]["stored"] == 22


def test_ingest_puts_records_into_the_stream_asked_for(memdb):
    assert memdb("--stream", "a/b", "ingest", str(DEMO / "notes.md"), "--json").json()["files"][0]["streams"] == ["a/b"]
    assert list(memdb("stats", "--json").json()["streams"]) == ["a/b"]


def test_add_stores_a_record_with_its_provenance(memdb):
    words = ("add", "The spare key hangs in the shed.", "--speaker", "Ilse", "--session", "june", "--turn", "J1")
    added = memdb(*words, "--at", "2026-06-01", "--stream", "house", "--json").json()
    assert added["new"] is True
    shown = json.dumps(memdb("show", str(added["packet"]), "--json").json())
    for part in ("The spare key hangs in the shed.", "Ilse", "june", "J1", "2026-06-01", "house"):
        assert part in shown
    assert memdb(*words, "--at", "2026-06-01", "--stream", "house", "--json").json()["new"] is False


def test_add_reads_standard_input_byte_for_byte(memdb, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("one\r\ntwo ü".encode()), encoding="utf-8"))
    packet = memdb("add", "-", "--json").json()["packet"]
    exported = memdb("export", "--json").json()["packets"]
    assert [record["content"] for record in exported] == ["one\r\ntwo ü"]
    assert packet == 1


def test_ask_prints_the_answer_who_read_it_and_numbered_sources(filled):
    result = filled("ask", MEETING)
    lines = result.out.splitlines()
    assert "fifth floor" in lines[0]
    assert lines[1] == "(read without a model)"
    assert lines[2] == ""
    assert lines[3].startswith("[1] (packet ")
    assert any("Room B is located on the fifth floor." in line for line in lines[3:])


def test_ask_as_json_is_what_the_library_answers(filled, database):
    document = filled("ask", MEETING, "--json").json()
    with library.open(database) as memory:
        assert untimed(document) == json.loads(json.dumps(untimed(memory.ask(MEETING).to_dict())))


def test_ask_with_evidence_as_json_is_what_the_library_reads(filled, database):
    document = filled("ask", MEETING, "--evidence", "--json").json()
    with library.open(database) as memory:
        assert untimed(document) == json.loads(json.dumps(untimed(memory.read(MEETING).to_dict())))
    assert (document["answer"], document["reader"]) == (None, None)


def test_ask_with_evidence_prints_the_text_that_a_reader_gets(filled, database):
    with library.open(database) as memory:
        text = memory.read(MEETING).text
    assert filled("ask", MEETING, "--evidence").out.startswith(text)


def test_ask_marks_what_has_been_superseded_and_by_what(filled):
    lines = filled("ask", "Where is the planning meeting held?").out.splitlines()
    assert lines[0] == "Room B"
    place = next(
        number for number, line in enumerate(lines) if line.endswith("The planning meeting is held in Room A.")
    )
    assert lines[place + 1] == "    superseded by Room B"


def test_ask_says_unknown_when_nothing_bears_on_the_question(filled):
    assert filled("ask", "Who is the king of Sweden?", "--json").json()["answer"] == "Unknown"


def test_a_quoted_passage_is_told_from_a_value_that_was_found(filled):
    passage = "What did Priya say about the early train?"
    assert filled("ask", passage).out.startswith("Closest record: I live in Ghent")
    assert filled("ask", passage, "--json").json()["answer"].startswith("I live in Ghent")
    assert filled("ask", MEETING).out.splitlines()[0] == "fifth floor"
    assert filled("ask", "Who is the king of Sweden?").out.splitlines()[0] == "Unknown"


def test_a_question_as_of_a_position_gets_the_answer_of_then(filled):
    assert "second floor" in filled("ask", MEETING, "--as-of", "10", "--stream", "facts").out.splitlines()[0]


def test_a_year_is_a_year_and_a_position_may_be_marked_as_one(memdb):
    for year, town in (("2023", "Ghent"), ("2025", "Rome")):
        memdb("add", f"I live in {town}.", "--speaker", "Ana", "--at", f"{year}-05-01")
    for command in (("ask", "Where does Ana live?"), ("facts", "Ana"), ("search", "Ana lives")):
        for moment in ("2024", "1", "@1"):
            assert "Ghent" in memdb(*command, "--as-of", moment).out
            assert "Rome" not in memdb(*command, "--as-of", moment).out
        assert "Rome" in memdb(*command, "--as-of", "@2024").out


def test_streams_may_be_given_before_or_after_the_command(filled):
    before = filled("--stream", "kitchen", "search", "bread", "--json").json()
    after = filled("search", "bread", "--stream", "kitchen", "--json").json()
    assert before == after
    assert {hit["stream"] for hit in before["hits"]} == {"kitchen"}


def test_records_are_found_by_claims_and_cells_where_the_published_recipe_is_asked_for(filled):
    assert filled("search", "rye bread", "--recipe", "paper", "--json").json()["hits"][0]["via"][0] in {"cell", "bm25"}
    stages = filled("trace", "Who bakes bread?", "--recipe", "paper", "--json").json()["stages"]
    assert {"claims", "routing", "relevance", "order"} <= {stage["stage"] for stage in stages}
    refused = filled("ask", "Who bakes bread?", "--scheduler", "mmr")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert filled("ask", "Who bakes bread?", "--recipe", "paper", "--scheduler", "mmr", "--evidence").code == 0


def test_search_prints_ranked_records_with_the_ids_to_act_on(filled):
    result = filled("search", "rye bread", "--k", "3")
    lines = [line for line in result.out.splitlines() if line.startswith("[")]
    assert len(lines) == 3
    assert lines[0].startswith("[1] (packet ")
    assert "rye bread" in lines[0]
    assert [hit["rank"] for hit in filled("search", "rye bread", "--k", "3", "--json").json()["hits"]] == [1, 2, 3]


def test_facts_shows_the_current_value_and_history_what_it_replaced(filled):
    current = filled("facts", "the planning meeting").out
    assert "Room B" in current
    assert "Room A" not in current
    history = filled("facts", "the planning meeting", "--history").out
    assert "Room A" in history
    assert "replaced by Room B" in history
    values = filled("facts", "the planning meeting", "--history", "--json").json()["facts"]
    assert {(fact["object"], fact["current"]) for fact in values} == {("Room A", False), ("Room B", True)}


def test_relations_shows_how_many_values_each_holds_and_sets_it(filled):
    assert "employer" in filled("relations").out
    assert filled("relations", "set", "employer").code == 2
    assert filled("relations", "set", "works at", "--multi").out == "employer: multi, set by the user.\n"
    document = filled("relations", "--json").json()["relations"]
    assert next(one["cardinality"] for one in document if one["name"] == "employer") == "multi"
    assert filled("relations", "set", "nonesuch", "--single").code == 1


def test_facts_of_an_unknown_subject_says_that_nothing_is_stated(filled):
    result = filled("facts", "Nobody at all")
    if result.code == 0:
        assert "Nothing is stated about Nobody at all." in result.out
    else:
        assert result.err.startswith("memdb: ")


def test_correct_outranks_what_was_said_in_the_stream_that_said_it(filled):
    fact = filled("facts", "the planning meeting", "--json").json()["facts"][0]
    corrected = filled("correct", fact["subject"], fact["relation"], "Room C", "--json").json()
    assert corrected["stream"] == "facts"
    facts = filled("facts", "the planning meeting", "--json").json()["facts"]
    assert [fact["object"] for fact in facts] == ["Room C"]
    assert filled("ask", "Where is the planning meeting held?").out.splitlines()[0] == "Room C"


def test_correct_asks_which_stream_is_meant_when_several_know_the_subject(filled):
    assert filled("add", "Helene Strand lives in Aarhus.", "--stream", "team").code == 0
    result = filled("correct", "Helene Strand", "residence", "Oslo")
    assert (result.code, result.out) == (2, "")
    assert "facts, team" in result.err
    assert filled("correct", "Helene Strand", "residence", "Oslo", "--stream", "team").code == 0


def test_trace_names_every_stage_with_its_time(filled):
    stages = filled("trace", MEETING, "--json").json()["stages"]
    assert len(stages) >= 5
    assert all(stage["ms"] >= 0 and isinstance(stage["state"], dict) for stage in stages)
    text = filled("trace", MEETING).out
    assert all(f"{stage['stage']}: " in text for stage in stages)


def test_show_prints_the_record_and_what_was_read_out_of_it(filled):
    packet = filled("search", "Room B fifth floor", "--json").json()["hits"][0]["packet"]
    assert "Room B is located on the fifth floor." in filled("show", str(packet)).out


def test_show_of_an_unknown_packet_is_one_line(filled):
    result = filled("show", "999999")
    assert (result.code, result.out, result.err.count("\n")) == (1, "", 1)


def test_sessions_lists_labels_and_counts(filled):
    sessions = filled("sessions", "--stream", "team", "--json").json()["sessions"]
    assert [(info["session"], info["packets"]) for info in sessions] == [("kick-off", 7), ("spring", 5)]
    assert "kick-off" in filled("sessions").out


@pytest.fixture
def asked(filled, database):
    """The same memory, whose model answered two questions."""
    with library.open(database) as memory:
        calls = Calls(FakeChatModel(lambda _: "In Leith."), memory._models.ledger())
        for word in ("Where", "When", "Where"):
            request = ChatRequest(messages=(Message(role="user", content=f"{word} is it?"),), max_tokens=9)
            calls.complete(request, kind="read", packets=[1])


def test_stats_counts_streams_and_tables(filled):
    stats = filled("stats", "--json").json()
    assert stats["streams"] == {"team": 12, "kitchen": 6, "notes": stats["streams"]["notes"], "facts": 22}
    text = filled("stats").out
    assert "22 records" in text
    assert "packets" in text


def test_stats_shows_what_models_took(filled, asked):
    (usage,) = filled("stats", "--usage", "--json").json()["models"]
    assert usage.pop("seconds") > 0
    assert usage == {
        "kind": "read", "model": "fake", "calls": 2, "prompt_tokens": 6, "completion_tokens": 4, "answers": 2,
    }  # fmt: skip
    assert filled("stats", "--usage").out.split()[:9] == ["read", "fake", "2", "calls", "6", "+", "4", "tokens", "0.0"]


def test_stats_of_a_memory_that_called_no_model_says_so(filled):
    assert filled("stats", "--usage").out == "No model was called.\n"
    assert filled("stats", "--usage", "--json").json() == {"models": []}


def test_forget_answers_makes_room_and_forgets_no_record(filled, asked):
    before = filled("stats", "--json").json()["streams"]
    assert filled("forget", "--answers").out == "Forgot 2 answers of models.\n"
    assert filled("forget", "--answers", "--json").json() == {"answers": 0}
    assert filled("stats", "--json").json()["streams"] == before
    assert filled("stats", "--usage", "--json").json()["models"][0]["calls"] == 2
    assert filled("forget", "--answers", "--packet", "1").code == 2


def test_check_of_a_good_file_is_ok(filled):
    assert filled("check", "--json").json()["ok"] is True
    assert filled("check").out.startswith("ok: ")


def test_backup_writes_a_memory_that_answers_the_same(filled, tmp_path):
    copy = tmp_path / "copy.memdb"
    assert filled("backup", str(copy), "--json").json() == {"path": str(copy)}
    assert "fifth floor" in filled("--db", str(copy), "ask", MEETING).out
    refused = filled("backup", str(copy))
    assert (refused.code, refused.out) == (1 if refused.code == 1 else 2, "")


def test_export_reads_back_as_the_same_records(filled, memdb, tmp_path):
    file = tmp_path / "all.jsonl"
    number = filled("export", "--out", str(file), "--json").json()["packets"]
    assert filled("export").out == file.read_text(encoding="utf-8")
    assert len(file.read_text(encoding="utf-8").splitlines()) == number
    other = ("--db", str(tmp_path / "other.memdb"))
    assert memdb(*other, "ingest", str(file), "--json").json()["files"][0]["stored"] == number
    assert memdb(*other, "export").out == filled("export").out


def test_an_imported_export_answers_as_the_memory_it_came_from(filled, tmp_path):
    file = tmp_path / "all.jsonl"
    for stream, *correction in (
        ("facts", "the planning meeting", "location", "Room C"),
        ("facts", "Room C", "location", "the roof"),
        ("kitchen", "Ilse", "likes", "flat bread"),
        ("kitchen", "Ilse", "likes", "rye bread"),
    ):
        assert filled("correct", *correction, "--stream", stream).code == 0
    assert filled("ask", MEETING).out.splitlines()[0] == "the roof"
    assert filled("export", "--out", str(file)).code == 0
    profiles = {line["stream"]: line["profile"] for line in map(json.loads, file.read_text("utf-8").splitlines())}
    assert profiles == {"team": "dialogue", "kitchen": "dialogue", "notes": "notes", "facts": "facts"}
    other = ("--db", str(tmp_path / "other.memdb"))
    assert filled(*other, "ingest", str(file)).code == 0
    for words in (("facts",), ("facts", "--history"), ("ask", MEETING), ("sessions",), ("stats", "--json")):
        here, there = filled(*words), filled(*other, *words)
        assert _unnumbered(here.out) == _unnumbered(there.out)


def _unnumbered(out):
    """What was printed without what differs between two files that hold the same: ids, sizes and sources."""
    try:
        tables = json.loads(out)["tables"]
    except ValueError:
        return re.sub(r"packet \d+", "packet", out)
    return {name: rows for name, rows in tables.items() if name != "sources"}


def test_export_never_overwrites_the_memory(filled, database):
    before = database.read_bytes()
    assert filled("export", "--out", str(database)).code == 2
    assert database.read_bytes() == before


@pytest.mark.parametrize("out", ["nowhere/all.jsonl", "."])
def test_an_output_that_cannot_be_written_is_one_line(filled, tmp_path, out):
    for words in (("export",), ("eval", "toychat", str(tmp_path))):
        result = filled(*words, "--out", str(tmp_path / out))
        assert (result.code, result.out, result.err.count("\n")) == (1, "", 1)
        assert "cannot write" in result.err


def test_export_keeps_what_was_there_when_it_fails(filled, tmp_path):
    file = tmp_path / "all.jsonl"
    file.write_text("yesterday's export")
    assert filled("export", "--stream", "nowhere", "--out", str(file), "--overwrite").code == 1
    assert file.read_text() == "yesterday's export"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def tiny_benchmark(folder):
    """Two turns and one question in the shape of toychat."""
    turns = [("Ilse Varn", "I live in Quist."), ("Omar Pell", "I keep a boat called Heron.")]
    corpus = [
        {"id": number, "session": number, "ts": f"2026-01-0{number}T21:00:00Z", "speaker": speaker, "text": text}
        for number, (speaker, text) in enumerate(turns, start=1)
    ]
    question = {"q": "Where does Ilse live?", "gold": [1], "stale": [], "kind": "single", "speaker": "Ilse Varn"}
    (folder / "corpus.jsonl").write_text("".join(json.dumps(turn) + "\n" for turn in corpus), encoding="utf-8")
    (folder / "queries.jsonl").write_text(json.dumps(question) + "\n", encoding="utf-8")
    return str(folder)


def test_eval_prints_a_table_and_writes_one_row_a_question(memdb, database, tmp_path):
    out = tmp_path / "report.json"
    result = memdb("eval", "toychat", tiny_benchmark(tmp_path), "--out", str(out))
    assert result.code == 0, result.err
    assert result.out.startswith("toychat")
    assert f"Wrote {out}." in result.out
    written = json.loads(out.read_text(encoding="utf-8"))
    assert {row["question"] for row in written["rows"]} == {"Where does Ilse live?"}
    assert not database.exists()


def test_eval_as_json_has_arms_with_values_and_intervals(memdb, tmp_path):
    document = memdb("eval", "toychat", tiny_benchmark(tmp_path), "--json").json()
    assert set(document) == {"dataset", "split", "settings", "arms", "contrasts", "rows"}
    for metrics in document["arms"].values():
        for metric in metrics.values():
            assert set(metric) == {"value", "interval", "n"}


def test_eval_needs_a_model_for_a_frontend_that_asks_one(memdb, tmp_path):
    result = memdb("eval", "toychat", tiny_benchmark(tmp_path), "--frontend", "hybrid")
    assert result.code == 2
    assert "the frontend hybrid needs a model: name one with --enrich" in result.err


def test_eval_knows_the_same_benchmarks_as_the_library():
    from memdb_cli.commands.eval import DATASETS

    assert tuple(evals.DATASETS) == DATASETS


@pytest.mark.parametrize(
    ("selector", "packets"),
    [
        (("--stream", "kitchen"), 6),
        (("--stream", "team", "--session", "spring"), 5),
        (("--speaker", "Yusuf Aydin"), 3),
        (("--packet", "1"), 1),
    ],
)
def test_forget_removes_what_was_selected_and_no_more(filled, selector, packets):
    before = filled("stats", "--json").json()["tables"]["packets"]
    assert filled("forget", *selector, "--dry-run", "--json").json()["packets"] == packets
    assert filled("stats", "--json").json()["tables"]["packets"] == before
    assert filled("forget", *selector, "--yes", "--json").json()["packets"] == packets
    assert filled("stats", "--json").json()["tables"]["packets"] == before - packets


def test_escape_sequences_in_a_record_never_reach_the_terminal(filled):
    nasty = "The ferry \x1b]0;owned\x07 \x1b[2J sails to Leith\x9b31m."
    assert filled("add", nasty, "--speaker", "Eve\x1b[31m", "--turn", "\x1bT").code == 0
    packet = filled("search", "sails Leith", "--json").json()["hits"][0]["packet"]
    for words in (
        ("search", "sails Leith"),
        ("ask", "Where does the ferry sail?"),
        ("ask", "Where does the ferry sail?", "--evidence"),
        ("show", str(packet)),
        ("facts",),
        ("trace", "Where does the ferry sail?"),
    ):
        out = filled(*words).out
        assert "\x1b" not in out
        assert "\x07" not in out
        assert "\x9b" not in out
