"""No data loss.

Proved where the behaviour lives:
- one-line turns added singly:
  tests/ingest/test_storing.py::test_a_turn_that_is_added_singly_costs_less_than_two_kibibytes
- two ingests at once: tests/store/test_processes.py::test_two_processes_that_ingest_different_files_leave_the_union
- four processes: tests/store/test_processes.py::test_four_processes_write_a_file_that_does_not_exist_yet
- kills by the clock:
  tests/store/test_crash.py::test_a_killed_ingest_keeps_what_it_acknowledged_and_a_rerun_completes_it
- kills at any change: tests/faults/test_kills.py::test_a_kill_at_any_moment_loses_nothing_and_a_rerun_completes
- garbled indexes: tests/store/test_repair.py::test_what_is_derived_is_found_garbled_and_rebuilt
- and of vectors: tests/store/test_vector_index.py::test_a_broken_index_is_found_and_made_again_from_the_vectors
- a needle at the end:
  tests/ingest/test_embedding.py::test_the_needle_at_the_end_of_a_long_record_is_found_through_its_piece
- eleven megabytes: tests/importers/test_notes.py::test_an_eleven_megabyte_transcript_keeps_its_last_line
- the same file twice: tests/ingest/test_storing.py::test_the_same_file_twice_brings_nothing_new
- text in two sessions:
  tests/ingest/test_storing.py::test_the_same_text_in_two_sessions_is_two_records_and_the_same_turn_twice_is_one
- byte for byte: tests/ingest/test_storing.py::test_what_is_stored_comes_back_byte_for_byte_and_is_known_again
- forgetting one speaker: tests/ingest/test_forgetting.py::test_a_speaker_is_forgotten_in_every_stream_or_in_one
- no selector:
  tests/ingest/test_forgetting.py::test_no_selector_or_one_that_is_not_clear_is_refused_and_forgets_nothing
- stream names: tests/ingest/test_storing.py::test_any_stream_name_works_everywhere
- JSON lines: tests/importers/test_jsonl.py::test_line_ends_marks_and_encodings_change_nothing
  and tests/importers/test_jsonl.py::test_a_malformed_line_never_costs_the_others
"""

import memdb

INGEST = "import sys, memdb\nwith memdb.open(sys.argv[1]) as memory: memory.ingest(sys.argv[2])"


def test_a_turn_that_is_added_singly_costs_no_more_as_the_file_grows(tmp_path, work):
    with memdb.open(tmp_path / "memory.memdb") as memory:

        def add(first):
            for n in range(first, first + 100):
                memory.add(f"Bird number {n} flew past mill {n % 7}.", speaker="Ana")

        early = work(lambda: add(10_000))
        memory.ingest_drafts(memdb.Draft(content=f"Bird number {n} sat on mill {n % 7}.") for n in range(1000, 3000))
        assert work(lambda: add(20_000)) < 1.5 * early


def test_a_session_costs_no_more_as_their_number_grows(tmp_path, work):
    with memdb.open(tmp_path / "memory.memdb") as memory:

        def begin(first, count=100):
            drafts = (memdb.Draft(content=f"Bird {n} sang.", session=f"s{n}") for n in range(first, first + count))
            return work(lambda: memory.ingest_drafts(drafts))

        early = begin(10_000)
        begin(20_000, 4000)
        assert begin(30_000) < 1.5 * early


def test_two_processes_that_ingest_the_same_file_store_each_record_once(tmp_path, start):
    source, path = tmp_path / "birds.jsonl", tmp_path / "memory.memdb"
    source.write_text("".join(f'{{"content": "Bird {n}."}}\n' for n in range(700)), encoding="utf-8")
    for process in [start(INGEST, path, source) for _ in range(2)]:
        assert process.communicate(timeout=60)[1] == ""
    with memdb.open(path) as memory:
        assert [draft.content for draft in memory.export()] == [f"Bird {n}." for n in range(700)]
        assert memory.check().ok


def test_the_last_line_of_a_long_transcript_is_found_and_the_counts_are_told(tmp_path):
    source = tmp_path / "transcript.jsonl"
    lines = [f'{{"content": "Bird {n} flew past."}}' for n in range(1500)]
    source.write_text(
        "\n".join([*lines, '{"content": ""}', '{"content": "The kettle is vermilion."}']), encoding="utf-8"
    )
    with memdb.open(tmp_path / "memory.memdb") as memory:
        report = memory.ingest(source)
        assert (report.read, report.stored, sum(report.skipped.values())) == (1502, 1501, 1)
        assert memory.search("vermilion kettle", k=1)[0].content == "The kettle is vermilion."


def test_a_needle_in_the_last_hundred_of_fifty_thousand_characters_is_found_by_words(tmp_path):
    with memdb.open(tmp_path / "memory.memdb") as memory:
        long = memory.add("The tide comes in and leaves shells. " * 1350 + "The kettle is vermilion.")
        memory.ingest_drafts(memdb.Draft(content=f"Bird {n} flew past.") for n in range(30))
        assert memory.search("vermilion", k=1)[0].packet == long.packet
