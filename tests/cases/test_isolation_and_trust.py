"""Isolation and trust.

Proved where the behaviour lives:
- no read verb leaks: tests/query/test_streams.py::test_nothing_of_another_stream_is_read
- nor one that compares vectors:
  tests/test_embedding.py::test_no_marker_of_another_stream_is_found_by_any_verb_that_compares_vectors
- an instruction is a claim: tests/extract/test_claims.py::test_an_instruction_inside_a_turn_is_only_a_claim
- quoted for extraction: tests/extract/test_model_prompt.py::test_whatever_a_record_says_is_quoted_on_one_line
- for scheduling:
  tests/query/test_listwise.py::test_a_record_cannot_end_its_quotation_or_pose_as_another_record
- for reading: tests/query/test_model_reader.py::test_a_record_cannot_leave_its_quotation
- statements quote spans:
  tests/extract/test_triples.py::test_every_subject_and_object_is_a_literal_span_or_the_speaker
- of a model too: tests/extract/test_model_claims.py::test_a_reply_counts_as_far_as_its_record_goes
"""

import json

import memdb


def test_cells_sessions_and_the_published_recipe_show_nothing_of_another_stream(tmp_path):
    hidden = "Sesquipedal"
    with memdb.open(tmp_path / "memory.memdb") as memory:
        for n in range(20):
            memory.add(f"I met {hidden} Fox at mill {n}.", stream="theirs", speaker=f"{hidden} Moor", session=hidden)
            memory.add(f"I met Xyl Fox at mill {n}.", stream="mine", speaker="Ana", session="s")
        view = memory.stream("mine")
        options = {"streams": ["mine"], "recipe": "paper"}
        shown = (
            view.cells(), view.sessions(), view.facts(history=True), list(view.export()),
            memory.search(f"{hidden} Fox", **options), memory.read(f"{hidden} Fox mill", **options).packets,
            json.dumps(memory.trace("Fox at the mill", **options).to_dict()),
        )  # fmt: skip
        assert hidden not in repr(shown).replace(f"{hidden} Fox mill", "")
        assert hidden in repr(memory.stream("theirs").cells())
