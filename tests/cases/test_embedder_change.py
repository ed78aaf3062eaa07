"""Changing the embedder.

Proved where the behaviour lives:
- another size or the same, found by words meanwhile, told what to do:
  tests/test_changing_embedder.py::test_another_embedder_is_noticed_and_records_are_found_by_words_until_it_has_read_them
- vectors never mix: tests/test_changing_embedder.py::test_vectors_of_two_embedders_are_never_mixed
- a killed run goes on: tests/test_changing_embedder.py::test_embedding_that_was_killed_goes_on_where_it_was
- and at any change: tests/faults/test_kills.py::test_a_kill_at_any_moment_loses_nothing_and_a_rerun_completes
- another file under the same name: tests/models/test_loading.py::test_another_file_in_its_place_is_another_model
"""

import memdb
from memdb.models import FakeEmbedder


def test_from_384_dimensions_to_768_and_back_loses_no_record(tmp_path):
    path = tmp_path / "memory.memdb"
    with memdb.open(path, embedder=FakeEmbedder(384)) as memory:
        memory.ingest_drafts(memdb.Draft(content=f"Bird {n} flew to Ghent.") for n in range(10))
    for dimension in (768, 384):
        with memdb.open(path, embedder=FakeEmbedder(dimension)) as memory:
            assert memory.stats().awaiting_embedding == 10
            assert memory.search("Bird 7", k=1)[0].content == "Bird 7 flew to Ghent."
            assert memory.reembed().packets == 10
            assert "dense" in memory.search("Bird 7", k=1)[0].via
            assert memory.check().ok
