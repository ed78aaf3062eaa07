"""Forget.

Proved where the behaviour lives:
- no byte is left:
  tests/ingest/test_forgetting.py::test_nothing_of_what_was_forgotten_is_left_in_the_file_and_the_rest_is_untouched
- nor after page splits:
  tests/ingest/test_forgetting.py::test_a_thousand_records_among_others_leave_no_copy_that_a_page_split_made
- nor in vectors: tests/ingest/test_embedding.py::test_nothing_of_a_forgotten_records_vectors_is_left_in_the_file
- nor in Cells: tests/placement/test_keeping.py::test_no_cell_keeps_words_of_what_was_forgotten
- nor in answers of models:
  tests/test_forgotten_answers.py::test_a_forgotten_record_is_in_no_answer_of_a_model_that_was_shown_it
- lists fill up: tests/query/test_dense.py::test_lists_fill_up_after_deletions
- the latest value: tests/ingest/test_forgetting.py::test_the_latest_value_falls_back_to_what_was_said_before
- a killed forgetting: tests/faults/test_kills.py::test_a_kill_at_any_moment_loses_nothing_and_a_rerun_completes
"""

import pytest

import memdb


def test_lists_by_words_fill_up_and_a_copy_made_after_holds_nothing_of_it(tmp_path):
    path, marker = tmp_path / "memory.memdb", "Qwopzel"
    with memdb.open(path) as memory:
        memory.ingest_drafts(
            memdb.Draft(content=f"Tea number {n} is {marker if n % 2 else 'green'}.", speaker="Ana" if n % 2 else "Ben")
            for n in range(60)
        )
        memory.forget(speaker="Ana")
        assert len(memory.search("tea", k=20)) == 20
        memory.backup(tmp_path / "copy.memdb")
    assert [file for file in tmp_path.iterdir() if marker.encode() in file.read_bytes()] == []


@pytest.mark.parametrize("others", [0, 1500])
def test_a_thousand_records_are_forgotten_by_work_in_proportion(tmp_path, work, others):
    def forgotten(count):
        with memdb.open(tmp_path / f"{count}.memdb") as memory:
            memory.ingest_drafts(
                memdb.Draft(content=f"Tea {n} is green.", speaker="AnaBen"[n % 2 * 3 :]) for n in range(others)
            )
            memory.ingest_drafts(memdb.Draft(content=f"Cup {n} is blue.", speaker="Cara") for n in range(count))
            gone = []
            spent = work(lambda: gone.append(memory.forget(speaker="Cara").packets))
            assert gone == [count]
            return spent

    assert forgotten(1000) < 5 * forgotten(250)
