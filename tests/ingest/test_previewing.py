"""A dry run tells what an ingest would do, and does none of it."""

import json
from pathlib import Path

import pytest

import memdb
from memdb.errors import UsageError

SAMPLES = Path(__file__).resolve().parents[2] / "fixtures" / "formats"
NAMES = sorted(path.name for path in SAMPLES.iterdir() if not path.name.endswith(".expected.json"))


def _counts(report):
    return report.streams, report.read, report.stored, report.duplicates, report.skipped, report.first_skipped


@pytest.mark.parametrize("name", NAMES)
def test_a_dry_run_counts_what_the_ingest_then_does(tmp_path, name):
    path = tmp_path / "memory.db"
    with memdb.open(path) as memory:
        counted = memory.ingest(SAMPLES / name, dry_run=True)
        assert not path.exists()
        done = memory.ingest(SAMPLES / name)
        assert _counts(counted) == _counts(done)
        again = memory.ingest(SAMPLES / name, dry_run=True)
        assert (again.stored, again.duplicates) == (0, done.stored + done.duplicates)


def test_a_dry_run_knows_the_records_that_a_file_repeats(tmp_path):
    path = tmp_path / "twice.jsonl"
    path.write_text('{"content": "x"}\n{"content": "x"}\nbroken {\n{"content": "y"}\n', encoding="utf-8")
    with memdb.open(tmp_path / "memory.db") as memory:
        report = memory.ingest(path, dry_run=True)
    assert (report.stored, report.duplicates) == (2, 1)
    assert (report.skipped, report.first_skipped) == ({"invalid JSON": 1}, {"invalid JSON": "line 3"})


def test_a_dry_run_refuses_another_profile_as_the_ingest_would(tmp_path):
    with memdb.open(tmp_path / "memory.db") as memory:
        memory.ingest(SAMPLES / "plain.txt")
        with pytest.raises(UsageError, match="read as notes, not as dialogue"):
            memory.stream("notes").ingest(SAMPLES / "plain.txt", profile="dialogue", dry_run=True)


def _export(tmp_path, nodes, current):
    mapping = {
        name: {"parent": parent, "message": {
            "author": {"role": "user"}, "content": {"parts": [text]}, "create_time": 1772000000 + place,
        }} for place, (name, parent, text) in enumerate(nodes)
    }  # fmt: skip
    path = tmp_path / f"{current}.json"
    path.write_text(json.dumps([{"id": "c", "mapping": mapping, "current_node": current}]), encoding="utf-8")
    return path


def test_a_newer_export_adds_the_turns_of_the_new_branch_and_keeps_the_old(tmp_path):
    older = [("a", None, "I live in Lund."), ("b", "a", "Where do I live?")]
    newer = [*older, ("c", "b", "My sister is called Ilse."), ("d", "a", "I have a dog.")]
    with memdb.open(tmp_path / "memory.db") as memory:
        memory.ingest(_export(tmp_path, older, "b"))
        grown = memory.ingest(_export(tmp_path, newer, "c"))
        assert (grown.stored, grown.duplicates) == (1, 2)
        branched = memory.ingest(_export(tmp_path, newer, "d"))
        assert (branched.stored, branched.duplicates) == (1, 1)
        assert branched.skipped == {"edited away or answered anew": 2}
        assert [draft.turn for draft in memory.export()] == ["a", "b", "c", "d"]
