"""Importers.

Proved where the behaviour lives:
- by shape, not by name: tests/importers/test_chats.py::test_two_products_with_one_file_name_are_told_apart
  and tests/importers/test_detect.py::test_the_shape_decides
- from the current node: tests/importers/test_chat_samples.py::test_chatgpt_gives_the_path_shown_last
  and tests/importers/test_chats.py::test_without_a_current_node_the_newest_message_ends_the_path
- nodes and blocks that nobody said:
  tests/importers/test_chats.py::test_a_message_that_is_no_speech_is_skipped_and_the_next_is_read
  and tests/importers/test_chats.py::test_the_words_of_a_claude_message_come_from_its_blocks_or_its_text
- one bad conversation: tests/importers/test_chats.py::test_an_export_damaged_in_the_middle_gives_what_stands_before
- zip: tests/importers/test_archives.py::test_an_archive_gives_what_each_file_in_it_would
- idempotent by external id:
  tests/ingest/test_previewing.py::test_a_newer_export_adds_the_turns_of_the_new_branch_and_keeps_the_old
- a dry run: tests/ingest/test_previewing.py::test_a_dry_run_counts_what_the_ingest_then_does
- a hostile archive: tests/hostile/test_archives.py::test_a_size_that_lies_costs_its_file_alone
- a hostile document: tests/hostile/test_json.py::test_a_file_of_some_megabytes_takes_bounded_memory
"""

import json
import shutil
from pathlib import Path

import pytest

import memdb

SAMPLES = Path(__file__).parents[2] / "fixtures" / "formats"
CHATS = ("chatgpt.json", "claude_ai.json")
BAD = [None, 7, "x", [], {}, {"mapping": 7}, {"chat_messages": {}}, {"uuid": None}]


@pytest.fixture
def memory(path):
    with memdb.open(path) as opened:
        yield opened


def contents(memory):
    return [(draft.session, draft.turn, draft.speaker, draft.content) for draft in memory.export()]


@pytest.mark.parametrize("name", CHATS)
@pytest.mark.parametrize("bad", BAD, ids=repr)
def test_a_bad_conversation_anywhere_costs_no_other(tmp_path, memory, name, bad):
    chats = json.loads((SAMPLES / name).read_text("utf-8"))
    (tmp_path / "good.json").write_text(json.dumps(chats), "utf-8")
    (tmp_path / "mixed.json").write_text(json.dumps([bad, *(part for one in chats for part in (one, bad))]), "utf-8")
    with memdb.open(tmp_path / "good.memdb") as good:
        stored = good.ingest(tmp_path / "good.json").stored
        assert memory.ingest(tmp_path / "mixed.json").stored == stored
        assert contents(memory) == contents(good)


@pytest.mark.parametrize("sample", sorted(p.name for p in SAMPLES.iterdir() if not p.name.endswith(".expected.json")))
def test_the_name_of_a_file_decides_nothing_and_a_second_import_stores_nothing(tmp_path, memory, sample):
    names = ("conversations.json", "export", "notes.csv") if sample != "diary.md" else (sample,)
    files = [Path(shutil.copy(SAMPLES / sample, tmp_path / name)) for name in names]
    with memdb.open(tmp_path / "own.memdb") as own:
        format = own.ingest(SAMPLES / sample).format
    reports = [memory.ingest(file, stream=file.stem) for file in files]
    assert {report.format for report in reports} == {format}
    assert [memory.ingest(file, stream=file.stem).stored for file in files] == [0] * len(files)


@pytest.mark.parametrize("name", CHATS)
def test_a_dry_run_of_an_archive_writes_not_even_a_file(tmp_path, path, name):
    archive = shutil.make_archive(str(tmp_path / "export"), "zip", SAMPLES, name)
    with memdb.open(path) as memory:
        before = memory.stats().tables
        dry = memory.ingest(archive, dry_run=True)
        assert memory.stats().tables == before
        done = memory.ingest(archive)
    assert (dry.read, dry.stored) == (done.read, done.stored)
    assert done.stored > 0
