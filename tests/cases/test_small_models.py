"""Small models' output.

Proved where the behaviour lives:
- every shape of a reply: tests/extract/test_model_output.py::test_a_reply_is_read_however_it_is_wrapped
- nothing is lost silently:
  tests/extract/test_model_output.py::test_a_reply_that_holds_no_claims_is_an_error_that_says_what_it_holds
- any reply at all: tests/extract/test_model_output.py::test_any_reply_is_read_or_refused_by_a_model_error
- cut output: tests/extract/test_model_frontend.py::test_a_cut_reply_is_asked_for_with_twice_the_room
  and tests/extract/test_model_frontend.py::test_a_reply_that_is_cut_twice_is_told_and_never_no_facts
- pending with the reason:
  tests/enrich/test_enrich.py::test_what_cannot_be_read_stays_pending_with_the_reason_and_the_rules_stay_in_force
- thoughts: tests/models/server/test_server_chat.py::test_what_a_model_thought_is_kept_apart
- bounds of the schema: tests/extract/test_model_prompt.py::test_lists_and_texts_of_a_reply_are_bounded
- limits of a call: tests/models/llama/test_llama_chat.py::test_the_time_limit_ends_an_answer_with_the_text_so_far
- one quoted block: tests/extract/test_model_prompt.py::test_whatever_a_record_says_is_quoted_on_one_line
- prompts are counted: tests/models/llama/test_llama_chat.py::test_the_prompt_is_counted_as_it_is_evaluated
- evidence is cut by records:
  tests/query/test_model_reader.py::test_records_that_do_not_fit_into_the_context_are_left_out_whole_and_said
"""
