"""The facade: every verb of a memory and of a stream's view, the JSON contract, and errors in one line."""

import inspect
import json
import socket
import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

import memdb

STAGES = [
    "intent", "anchors", "traversal", "lexical", "dense", "fusion", "late", "sources", "recency", "schedule",
    "frontier", "render",
]  # fmt: skip
EVIDENCE = {"packet", "turn", "session", "speaker", "said_at", "content", "role", "via", "claims"}


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[memdb.Memory]:
    """Two people and a move."""
    with memdb.open(tmp_path / "memory.db") as opened:
        opened.add("I live in Ghent.", speaker="Ana", session="s1", turn="t1", said_at="2024-01-01")
        opened.add("My manager is Petra Fox.", speaker="Ben", session="s1", turn="t2", said_at="2024-01-01T10:00:00Z")
        opened.add("I moved to Oslo yesterday.", speaker="Ana", session="s2", turn="t3", said_at="2024-02-02")
        yield opened


def test_a_readme_session_works(tmp_path: Path):
    with memdb.open(tmp_path / "memory.db") as memory:
        memory.add("I moved to Ghent.", speaker="Ana")
        assert memory.ask("Where does Ana live?").answer == "Ghent"


def test_ask_json_has_the_documented_keys(memory):
    document = json.loads(json.dumps(memory.ask("Where does Ana live?").to_dict()))
    assert {"question", "answer", "reader", "evidence", "graph", "usage", "timing_ms"} <= document.keys()
    assert document["question"] == "Where does Ana live?"
    assert (document["answer"], document["reader"]) == ("Oslo", "extractive")
    assert list(document["timing_ms"]) == [*STAGES, "read"]
    assert all(ms >= 0 for ms in document["timing_ms"].values())
    for packet in document["evidence"]:
        assert packet.keys() >= EVIDENCE
        assert packet["role"] in {"anchor", "frontier", "closure", "residual"}
        assert set(packet["via"]) <= {"bm25", "cell", "dense", "graph", "history"}
        assert all(claim.keys() == {"text", "event_time", "superseded_by", "corrected"} for claim in packet["claims"])
    assert document["graph"].keys() == {"anchors", "edges"}
    assert all(
        edge.keys() == {"subject", "relation", "object", "depth", "packet", "turn"}
        for edge in document["graph"]["edges"]
    )


def test_the_evidence_document_is_an_answer_document_without_an_answer(memory):
    asked, read = memory.ask("Where does Ana live?").to_dict(), memory.read("Where does Ana live?").to_dict()
    assert read.keys() == asked.keys()
    assert (read["answer"], read["reader"], read["citations"]) == (None, None, [])
    assert read["evidence"] == asked["evidence"]


def test_a_trace_lists_every_stage_with_its_time_and_state(memory):
    document = json.loads(json.dumps(memory.trace("Where does Ana live?").to_dict()))
    assert document["question"] == "Where does Ana live?"
    assert [stage["stage"] for stage in document["stages"]] == STAGES
    for stage in document["stages"]:
        assert stage.keys() == {"stage", "ms", "state"}
        assert isinstance(stage["ms"], float)
        assert stage["state"]


def test_every_result_is_json(memory, tmp_path: Path):
    results: list[Any] = [
        memory.add("I like tea.", speaker="Ben"),
        memory.correct("Ben", "likes", "coffee"),
        *memory.search("tea"),
        *memory.facts(history=True),
        *memory.relations(),
        memory.set_cardinality("likes", "single"),
        *memory.sessions(),
        memory.stats(),
        memory.check(),
        memory.use("embedder", "static"),
        memory.reembed(),
        memory.usage(),
        memory.ingest_drafts([memdb.Draft(content="A turn.")]),
        memory.forget(packet=1),
    ]
    for result in results:
        assert json.loads(json.dumps(result.to_dict())).keys() == result.to_dict().keys()
    assert json.dumps(memory.show(2))
    assert memory.models()["embedder"] == memdb.ModelChoice(spec="static")
    assert memory.forget_answers() == 0


def test_add_stores_once_and_says_whether_it_was_new(memory):
    first = memory.add("I like tea.", speaker="Ben", said_at="2024-03-01", session="s3")
    again = memory.add("I like tea.", speaker="Ben", said_at="2024-03-01", session="s3")
    elsewhere = memory.add("I like tea.", speaker="Ben", said_at="2024-03-01", session="s4")
    assert (first.new, again.new, elsewhere.new) == (True, False, True)
    assert first.packet == again.packet != elsewhere.packet
    assert (first.stream, first.session) == ("main", "s3")


def test_a_time_is_kept_as_given_and_now_when_none_is(memory):
    zone = timezone(timedelta(hours=2))
    for given, kept in (
        ("2024-03-01", "2024-03-01"),
        ("8 May 2023", "2023-05-08"),
        (datetime(2024, 3, 1, 10, tzinfo=zone), "2024-03-01T10:00:00+02:00"),
    ):
        assert memory.show(memory.add(f"Said at {given}.", said_at=given).packet)["said_at"] == kept
    said = datetime.fromisoformat(memory.show(memory.add("Now.").packet)["said_at"])
    assert abs(datetime.now(said.tzinfo) - said) < timedelta(minutes=1)


@pytest.mark.parametrize("content", ["x", "a\r\nb\n", " lead and trail ", "\U0001f431 \u0301", "tab\t", "q" * 50_000])
def test_content_comes_back_byte_for_byte(memory, content: str):
    packet = memory.add(content, stream="bytes", session="s").packet
    assert memory.show(packet)["content"] == content
    assert [draft.content for draft in memory.export(streams=["bytes"])] == [content]


def test_ingest_reads_a_file_once_and_reports_progress(memory, tmp_path: Path):
    source = tmp_path / "talk.jsonl"
    source.write_text('{"content": "I like tea.", "speaker": "Ben"}\n{"content": "So do I.", "speaker": "Ana"}\n')
    seen: list[tuple[int, int | None]] = []
    first = memory.ingest(source, progress=lambda done, total: seen.append((done, total)))
    again = memory.ingest(source)
    assert (first.stored, first.duplicates, again.stored, again.duplicates) == (2, 0, 0, 2)
    assert seen[-1] == (source.stat().st_size, source.stat().st_size)
    assert first.read == first.stored + first.duplicates + sum(first.skipped.values())


def test_drafts_go_to_their_own_stream_or_the_one_given(memory):
    report = memory.ingest_drafts(
        [memdb.Draft(content="One.", stream="own"), memdb.Draft(content="Two.")], stream="given"
    )
    assert report.streams == ("own", "given")
    assert memory.stats().streams == {"main": 3, "own": 1, "given": 1}


def test_search_ranks_and_bounds_its_hits(memory):
    hits = memory.search("Ana lives in Ghent or Oslo", k=2)
    assert [hit.rank for hit in hits] == [1, 2]
    assert hits[0].score >= hits[1].score
    (ghent,) = [hit for hit in hits if "Ghent" in hit.content]
    assert ghent.superseded_by == "Oslo"
    assert {hit.packet for hit in memory.search("Ghent Oslo", as_of="2024-01-15")} <= {1, 2}


def test_facts_are_current_and_with_history_all(memory):
    assert [fact.object for fact in memory.facts("Ana")] == ["Oslo"]
    old, new = memory.facts("Ana", history=True)
    assert (old.object, old.current, old.superseded_by) == ("Ghent", False, "Oslo")
    assert (new.object, new.current, new.superseded_by, new.packet, new.turn) == ("Oslo", True, None, 3, "t3")
    assert [fact.object for fact in memory.facts("ANA", as_of="2024-01-15")] == ["Ghent"]
    assert {fact.subject for fact in memory.facts()} == {"Ana", "Ben"}
    assert memory.facts("Nobody") == ()


def test_a_first_name_finds_the_facts_of_the_speaker_who_bears_it(memory):
    memory.add("I live in Cork.", speaker="Zoe Quist")
    assert [fact.subject for fact in memory.facts("Zoe")] == ["Zoe Quist"]


def test_a_correction_outranks_what_it_corrects_even_what_is_dated_later(memory):
    memory.add("I live in Rome.", speaker="Ana", said_at="2099-01-01")
    added = memory.correct("Ana", "lives in", "Cork", said_at="2024-02-03")
    assert added.new
    assert [fact.object for fact in memory.facts("Ana")] == ["Cork"]
    answer = memory.ask("Where does Ana live?")
    assert (answer.answer, answer.citations) == ("Cork", (added.packet,))
    retired = {hit.content: hit.rank for hit in memory.search("Where does Ana live?")}
    assert retired.pop(memory.show(added.packet)["content"]) == 1
    memory.forget(packet=added.packet)
    assert memory.ask("Where does Ana live?").answer == "Rome"


@pytest.mark.parametrize("relation", ["lives in", "live in", "residence", "Residence", "home", "city of residence"])
def test_a_correction_names_its_relation_as_people_do(memory, relation: str):
    memory.correct("Ana", relation, "Cork")
    assert [(fact.relation, fact.object) for fact in memory.facts("Ana")] == [("residence", "Cork")]


def test_a_correction_may_name_a_speaker_by_first_name(memory):
    memory.add("I live in Lyon.", speaker="Zoe Quist", said_at="2024-01-01")
    memory.correct("Zoe", "lives in", "Cork")
    assert [(fact.subject, fact.object) for fact in memory.facts("Zoe Quist")] == [("Zoe Quist", "Cork")]


def test_first_person_in_a_question_is_the_asker(memory):
    assert memory.ask("Where do I live?", asker="Ana").answer == "Oslo"
    assert memory.ask("Who is my manager?", asker="Ben").answer == "Petra Fox"
    memory.add("I live in Cork.")
    assert memory.ask("Where do I live?").answer == "Cork"


def test_show_tells_everything_about_a_packet(memory):
    shown = memory.show(3)
    assert (shown["packet"], shown["stream"], shown["session"], shown["turn"]) == (3, "main", "s2", "t3")
    assert [claim["claim"] for claim in shown["claims"]] == ["I moved to Oslo yesterday."]
    assert [claim["event_time"] for claim in shown["claims"]] == ["2024-02-01"]
    stated = {"subject": "Ana", "relation": "residence", "object": "Oslo", "positive": True, "current": True}
    assert shown["statements"] == [{"frontend": "rules"} | stated]
    assert [one["status"] for one in shown["extractions"]] == ["facts"]


def test_a_model_reads_what_the_rules_left(memory):
    model = memdb.models.FakeChatModel(lambda _: '{"claims": [["Ana moved to Oslo.", "event", []]]}')
    report = memory.enrich(model=model)
    assert (report.read, report.awaiting, report.stopped) == (3, 0, "")
    assert [claim["frontend"] for claim in memory.show(3)["claims"]] == ["rules", "llm"]


def test_sessions_and_stats_count_what_is_there(memory):
    assert [(one.stream, one.session, one.packets) for one in memory.sessions()] == [
        ("main", "s1", 2),
        ("main", "s2", 1),
    ]
    stats = memory.stats()
    assert stats.streams == {"main": 3}
    assert stats.profiles == {"main": "dialogue"}
    assert stats.path == str(memory.path)
    assert stats.tables["packets"] == 3
    assert stats.file_bytes > 0


def test_cells_group_claims_and_are_grouped_anew(memory):
    cells = memory.cells(limit=5)
    assert {"ana"} in [set(cell.people) for cell in cells]
    assert memory.rebuild_cells("flat").cells == 0
    assert memory.cells() == ()
    assert memory.rebuild_cells("bounded", streams=["main"]).cells == len(cells)
    assert [cell.title for cell in memory.cells()] == [cell.title for cell in cells]


def test_check_backup_and_export_carry_everything_over(memory, tmp_path: Path):
    assert memory.check().ok
    copy = memory.backup(tmp_path / "copy.db")
    with memdb.open(copy, create=False) as other, memdb.open(tmp_path / "again.db") as again:
        assert list(other.export()) == list(memory.export())
        again.ingest_drafts(memory.export())
        assert list(again.export()) == list(memory.export())
        assert again.facts(history=True) == memory.facts(history=True)
    with pytest.raises(memdb.StoreError, match="exists"):
        memory.backup(copy)


def test_forgetting_lets_the_previous_value_hold_again(memory):
    assert memory.forget(packet=3).packets == 1
    assert memory.ask("Where does Ana live?").answer == "Ghent"
    assert memory.forget(speaker="Ana").packets == 1
    assert memory.facts("Ana") == ()
    assert memory.forget(session="s1", stream="main").packets == 1
    assert memory.search("manager") == ()


def test_a_view_has_the_verbs_of_one_stream(memory, tmp_path: Path):
    view = memory.stream("work")
    source = tmp_path / "notes.txt"
    source.write_text("Tom Ash lives in Bergen.\n")
    view.add("I live in Lyon.", speaker="Ana", said_at="2024-01-01", session="w")
    assert view.ingest(source).streams == ("work",)
    assert view.ask("Where does Ana live?").answer == "Lyon"
    assert {packet.stream for packet in view.read("Where does Ana live?").packets} == {"work"}
    assert {hit.stream for hit in view.search("live")} == {"work"}
    assert [fact.object for fact in view.facts("Ana")] == ["Lyon"]
    view.correct("Ana", "lives in", "Nice")
    assert [fact.object for fact in view.facts("Ana")] == ["Nice"]
    assert {session.stream for session in view.sessions()} == {cell.stream for cell in view.cells()} == {"work"}
    assert {draft.stream for draft in view.export()} == {"work"}
    assert [packet.stream for packet in view.packets(view.sessions()[0].session)] == ["work"]
    assert view.forget(speaker="Ana").packets == 1
    view.forget()
    assert memory.stats().streams == {"main": 3}
    assert memory.ask("Where does Ana live?").answer == "Oslo"


def test_the_packets_of_a_session_come_in_the_order_in_which_they_were_stored(memory):
    for number in range(4):
        session = ("one", "two")[number % 2]
        memory.add(f"Record {number}.", stream="work", session=session, said_at=f"2026-01-0{5 - number}")
    assert [packet.content for packet in memory.packets("work", "one")] == ["Record 0.", "Record 2."]
    assert memory.packets("work", "three") == ()
    (first, second) = memory.packets("work", "one")
    assert (first.turn_index, second.turn_index) == (0, 1)
    assert first.session_started_at == second.session_started_at == first.said_at == "2026-01-05"
    memory.forget(packet=first.id)
    assert [packet.id for packet in memory.packets("work", "one")] == [second.id]


def test_a_watch_imports_what_is_there_before_it_is_stopped(memory, tmp_path: Path):
    source = tmp_path / "talk.jsonl"
    source.write_text('{"content": "Tom Ash lives in Bergen."}\n')
    stop = threading.Event()
    told: list[memdb.WatchNews] = []

    def tell(news: memdb.WatchNews) -> None:
        told.append(news)
        stop.set()

    assert memory.watch(source, stop=stop, tell=tell).stored == 1
    assert [news.path for news in told] == [str(source)]


def test_a_memory_that_no_model_read_has_nothing_to_replay(memory):
    frozen = list(memory.readings())
    assert frozen == []
    assert memory.replay(frozen).read == 0


def test_what_was_decided_by_hand_is_told(memory):
    memory.set_cardinality("likes", "single")
    assert memory.settings() == (memdb.CardinalitySetting(relation="like", cardinality="single"),)


def test_every_public_verb_is_tried_here():
    text = Path(__file__).read_text("utf-8")
    for kind in (memdb.Memory, memdb.StreamView):
        verbs = [name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")]
        assert len(verbs) >= 9
        assert [verb for verb in verbs if f".{verb}(" not in text] == []


REFUSED: dict[str, tuple[Callable[[memdb.Memory], object], type[memdb.MemdbError]]] = {
    "empty text": (lambda memory: memory.add("  "), memdb.UsageError),
    "bad time": (lambda memory: memory.add("x", said_at="soon"), memdb.UsageError),
    "empty question": (lambda memory: memory.ask(" "), memdb.UsageError),
    "unknown view": (lambda memory: memory.read("x", view="zoom"), memdb.UsageError),
    "unknown scheduler": (lambda memory: memory.read("x", scheduler="zoom"), memdb.UsageError),
    "unknown channel": (lambda memory: memory.read("x", channels=["zoom"]), memdb.UsageError),
    "unknown reader": (lambda memory: memory.ask("x", reader="zoom"), memdb.UsageError),
    "no packets wanted": (lambda memory: memory.read("x", k=0), memdb.UsageError),
    "fewer than none": (lambda memory: memory.read("x", extra=-1), memdb.UsageError),
    "bad moment": (lambda memory: memory.facts(as_of="soon"), memdb.UsageError),
    "unknown stream": (lambda memory: memory.search("x", streams=["zoom"]), memdb.NotFoundError),
    "unknown stream of facts": (lambda memory: memory.facts(streams=["zoom"]), memdb.NotFoundError),
    "unknown stream of packets": (lambda memory: memory.packets("zoom", "s"), memdb.NotFoundError),
    "unknown stream of sessions": (lambda memory: memory.sessions(streams=["zoom"]), memdb.NotFoundError),
    "unknown stream to export": (lambda memory: list(memory.export(streams=["zoom"])), memdb.NotFoundError),
    "unknown stream in tables": (lambda memory: memory.export_tables("x.db", streams=["zoom"]), memdb.NotFoundError),
    "tables in no folder": (lambda memory: memory.export_tables("no/where/x.db"), memdb.StoreError),
    "unknown packet": (lambda memory: memory.show(99), memdb.NotFoundError),
    "empty correction": (lambda memory: memory.correct("Ana", " ", "x"), memdb.UsageError),
    "nothing selected": (lambda memory: memory.forget(), memdb.UsageError),
    "two selectors": (lambda memory: memory.forget(packet=1, speaker="Ana"), memdb.UsageError),
    "a session without its stream": (lambda memory: memory.forget(session="s1"), memdb.UsageError),
    "a speaker unknown": (lambda memory: memory.forget(speaker="Zed"), memdb.NotFoundError),
    "a stream unknown": (lambda memory: memory.forget(stream="zed"), memdb.NotFoundError),
    "a session unknown": (lambda memory: memory.forget(session="zed", stream="main"), memdb.NotFoundError),
    "a packet unknown": (lambda memory: memory.forget(packet=99), memdb.NotFoundError),
    "no file to import": (lambda memory: memory.ingest("no-such-file.txt"), memdb.ImportFileError),
    "unknown format": (lambda memory: memory.ingest(__file__, format="zoom"), memdb.UnknownFormatError),
    "own file to import": (lambda memory: memory.ingest(memory.path), memdb.ImportFileError),
    "backup over itself": (lambda memory: memory.backup(memory.path), memdb.StoreError),
    "backup into nowhere": (lambda memory: memory.backup(memory.path / "x" / "y"), memdb.StoreError),
    "a folder as a memory": (lambda memory: memdb.open(memory.path.parent), memdb.StoreError),
    "no memory there": (lambda memory: memdb.open(memory.path.parent / "no.db", create=False), memdb.MissingFileError),
    "not a memory": (lambda _: memdb.open(__file__), memdb.NotMemdbError),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_call_that_cannot_be_done_says_why_on_one_line_and_changes_nothing(memory, case: str):
    call, kind = REFUSED[case]
    before = list(memory.export())
    with pytest.raises(kind, match=r"\A[^\n]{10,}\Z"):
        call(memory)
    assert list(memory.export()) == before


def test_a_closed_memory_says_so_and_closes_twice(memory):
    memory.close()
    memory.close()
    with pytest.raises(memdb.UsageError, match="closed"):
        memory.ask("Where does Ana live?")


def test_the_default_path_is_memdb_path_else_the_users_data_folder(tmp_path: Path, monkeypatch):
    monkeypatch.setenv("MEMDB_PATH", str(tmp_path / "deep" / "here.db"))
    with memdb.open() as memory:
        memory.add("I live in Ghent.")
        assert memory.path == tmp_path / "deep" / "here.db"
        assert memory.path.exists()
    monkeypatch.delenv("MEMDB_PATH")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    with memdb.open() as memory:
        assert memory.path.name == "memory.db"
        assert tmp_path in memory.path.parents


def test_nothing_is_written_before_the_first_use(tmp_path: Path):
    with memdb.open(tmp_path / "memory.db"):
        assert list(tmp_path.iterdir()) == []


def test_no_verb_needs_the_network(tmp_path: Path, monkeypatch):
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked for")

    for name in ("socket", "create_connection", "getaddrinfo", "gethostbyname"):
        monkeypatch.setattr(socket, name, refuse)
    source = tmp_path / "talk.jsonl"
    source.write_text('{"content": "I like tea.", "speaker": "Ben"}\n')
    with memdb.open(tmp_path / "memory.db") as memory:
        memory.add("I live in Ghent.", speaker="Ana")
        memory.ingest(source)
        assert memory.ask("Where does Ana live?").answer == "Ghent"
        assert memory.search("tea")
        assert memory.facts("Ana")
        memory.backup(tmp_path / "copy.db")


def test_threads_share_one_memory(memory):
    failures: list[BaseException] = []

    def work(n: int) -> None:
        try:
            memory.add(f"I like number {n}.", speaker="Ana", session="threads")
            assert memory.ask("Where does Ana live?").answer == "Oslo"
        except BaseException as error:  # noqa: BLE001 - told to the main thread
            failures.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert memory.stats().streams == {"main": 10}


def test_the_streams_are_named_in_the_order_in_which_they_began(memory):
    memory.add("Tea.", stream="another")
    assert memory.streams() == ("main", "another")


def test_every_document_is_equal_to_itself_read_back_from_json(memory):
    documents = [
        memory.ask("Where does Ana live?").to_dict(),
        memory.read("Where does Ana live?").to_dict(),
        memory.trace("Where does Ana live?").to_dict(),
        memory.stats().to_dict(),
        memory.check().to_dict(),
        memory.search("Ghent")[0].to_dict(),
        memory.show(1),
    ]
    for document in documents:
        assert json.loads(json.dumps(document)) == document


def test_a_view_keeps_records_of_other_streams_in_its_own(memory):
    view = memory.stream("tenant")
    view.ingest_drafts([memdb.Draft(content="I live in Bonn.", speaker="Cy", stream="main")])
    assert memory.ask("Where does Cy live?", streams=["tenant"]).answer == "Bonn"
    assert memory.ask("Where does Cy live?", streams=["main"]).answer == "Unknown"
    assert [stage["stage"] for stage in view.trace("Where does Cy live?").to_dict()["stages"]] == STAGES
