"""Notes that were edited above a paragraph bring what is new, once."""

import pytest

import memdb

BEFORE = "# Plan\n\nMeet on Monday.\n\nBring cake.\n\nBring cake.\n"
AFTER = "# Plan\n\nCall Ben first.\n\nMeet on Monday.\n\n## Food\n\nBring cake.\n\nBring cake.\n\nBring cake.\n"


@pytest.mark.parametrize("whole", [False, True], ids=["file", "folder"])
def test_an_edit_above_a_paragraph_does_not_store_it_again(path, tmp_path, whole):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "other.md").write_text("Bring cake.\n", encoding="utf-8")
    page = folder / "plan.md"
    page.write_text(BEFORE, encoding="utf-8")
    source = folder if whole else page
    with memdb.open(path) as memory:
        stored = memory.ingest(source).stored
        page.write_text(AFTER, encoding="utf-8")
        counted = memory.ingest(source, dry_run=True)
        report = memory.ingest(source)
        assert (counted.stored, counted.duplicates) == (report.stored, report.duplicates)
        assert (report.stored, report.duplicates) == (2, stored)
        assert memory.ingest(source).stored == 0
        plan = [draft.content for draft in memory.export() if (draft.session or "").startswith("plan")]
    assert sorted(plan) == ["Bring cake."] * 3 + ["Call Ben first.", "Meet on Monday."]


def test_the_same_text_on_another_page_or_in_another_stream_is_its_own_record(path, tmp_path):
    page = tmp_path / "plan.md"
    page.write_text(BEFORE, encoding="utf-8")
    with memdb.open(path) as memory:
        stored = memory.ingest(page).stored
        assert memory.ingest(page, stream="work").stored == stored
        assert memory.ingest(page.rename(tmp_path / "plan b.md")).stored == stored
