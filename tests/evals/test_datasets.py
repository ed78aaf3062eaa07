"""What each dataset makes of its files and of what was observed; no memory is needed for that."""

import json
from dataclasses import replace

import msgspec
import pytest

import memdb
from memdb.errors import ImportFileError
from memdb.evals import fact_scores, factconsolidation, locomo, locomo_scores, longmemeval, memstream, toychat
from memdb.evals.fact_graph import FactGraph, Labelled
from memdb.evals.tasks import Arm, Observation, Question, Way
from memdb.records import Fact


def seen(**rankings):
    lists = {name: tuple(turns) for name, turns in rankings.items()}
    return Observation(rankings=lists, selected=next(iter(lists)), packets=())


def fact(turn, subject, value, *, current=True, positive=True):
    return Fact(
        assertion=1,
        stream="facts",
        subject=subject,
        relation="r",
        object=value,
        positive=positive,
        current=current,
        superseded_by=None,
        asserted_at=None,
        packet=1,
        turn=turn,
        speaker=None,
        since=None,
        until=None,
        ended=None,
        ended_in=None,
        packets=(1,),
    )


def reference(serial, subject, value, superseded_by=None):
    return factconsolidation.ReferenceFact(
        serial=serial, text="", subject=subject, relation="r", object=value, superseded_by=superseded_by
    )


def about(*golds):
    graph = FactGraph([Labelled(0, "Ilse", "r", "Quist")])
    return fact_scores.Asked.of("x", "Where is Ilse?", golds, "sh", "6k", graph=graph, path=None)


def test_factconsolidation_has_a_part_for_each_size_the_smallest_first(small, tmp_path):
    small.factconsolidation(tmp_path)
    for name in ("context", "facts", "questions_sh", "questions_mh"):
        suffix = ".json" if name == "context" else ".jsonl"
        text = (tmp_path / f"{name}_6k{suffix}").read_text()
        (tmp_path / f"{name}_32k{suffix}").write_text(text + " " * (name == "context"))
    parts = factconsolidation.load(tmp_path)
    assert [part.name for part in parts] == ["6k", "32k"]
    assert [part.name for part in factconsolidation.load(tmp_path / "context_32k.json")] == ["32k"]
    assert [task.question.id for task in parts[0].tasks] == ["sh0", "mh0"]


def test_factconsolidation_names_the_file_that_is_missing_beside_a_context(small, tmp_path):
    small.factconsolidation(tmp_path)
    (tmp_path / "questions_mh_6k.jsonl").unlink()
    with pytest.raises(ImportFileError, match=r"questions_mh_6k\.jsonl"):
        factconsolidation.load(tmp_path)


def test_parse_agreement_wants_one_statement_with_subject_and_object_of_the_reference():
    built = factconsolidation.compare_with_reference(
        [
            fact("0", "Ilse Varn", "botany"),
            fact("1", "ilse varn's", "Botany"),
            fact("2", "Ilse", "botany"),
            fact("3", "Ilse Varn", "botany"),
            fact("3", "Ilse Varn", "geology"),
        ],
        [reference(n, "Ilse Varn", "botany") for n in range(5)],
    )
    assert built.shares["parse"] == (2, 5)
    assert built.shares["parse_literal"] == (1, 5)
    assert built.shares["stated"] == (4, 5)
    assert [entry["serial"] for entry in built.details["disagreements"]] == [2, 3, 4]


def test_a_relation_counts_under_the_one_name_that_it_has_most_often():
    labelled = [("field", "work"), ("field", "work"), ("field", "job"), ("city", "work"), ("city", "home")]
    checked = factconsolidation.compare_with_reference(
        [replace(fact(str(n), f"S{n}", "b"), relation=name) for n, (_, name) in enumerate(labelled)],
        [
            msgspec.structs.replace(reference(n, f"S{n}", "b"), relation=relation)
            for n, (relation, _) in enumerate(labelled)
        ],
    )
    assert checked.shares["triple"] == (3, 5)


def test_latest_compares_which_records_are_current_with_the_reference():
    built = factconsolidation.compare_with_reference(
        [fact("0", "A", "b", current=False), fact("1", "A", "c"), fact("2", "D", "e")],
        [reference(0, "A", "b", 1), reference(1, "A", "c"), reference(2, "D", "e", 3)],
    )
    assert built.shares["latest"] == (2, 3)


def test_facts_are_scored_on_evidence_closure_and_answer_apart():
    observation = Observation(
        rankings={"read": ()},
        selected="read",
        packets=(),
        text="3. QUIST is far.",
        answer="It is Quist.",
        edges=(("Omar", "Oslo"),),
    )
    score = fact_scores.score_facts(about("Quist"), observation)
    expected = {
        "coverage": True,
        "closure": False,
        "substring": True,
        "exact": False,
        "empty_closure": False,
        "whole_closure": False,
        "truncated": False,
    }
    assert score.shares == expected
    assert score.amounts == {"evidence_chars": 16, "evidence_records": 0}


def test_memstream_counts_aliases_apart_and_stale_answers_only_where_there_is_one():
    row = memstream.QuestionRow(
        id="x", kind="single", question="?", answer="Sudmark", answer_aliases=["Southmark"], stale_answer="Norland"
    )
    said = Observation(rankings={"read": ()}, selected="read", packets=(), text="Southmark", answer="Norland")
    score = memstream.score_stream(row, about("Sudmark"), said)
    assert (score.shares["coverage"], score.shares["coverage_alias"]) == (False, True)
    assert score.shares["stale"]
    never_stale = memstream.QuestionRow(id="x", kind="single", question="?", answer="Sudmark")
    assert "stale" not in memstream.score_stream(never_stale, about("Sudmark"), said).shares


def test_memstream_pairs_each_stream_with_its_questions(small, tmp_path):
    small.memstream(tmp_path)
    assert [part.name for part in memstream.load(tmp_path)] == ["tiny"]
    (tmp_path / "stream_tiny.jsonl").rename(tmp_path / "stream.jsonl")
    (tmp_path / "questions_tiny.jsonl").rename(tmp_path / "questions.jsonl")
    assert [part.name for part in memstream.load(tmp_path)] == [tmp_path.name]


def test_locomo_drops_evidence_that_names_no_turn_and_counts_the_questions_left_out(small, tmp_path):
    (part,) = locomo.load(small.locomo(tmp_path))
    assert [task.question.id for task in part.tasks] == ["conv-1:0", "conv-1:1", "conv-2:0"]
    assert part.details["left_out"] == {"adversarial": 1, "no usable evidence": 2}
    first = part.tasks[0]
    found = seen(**{"read": ["D1:2", "D1:1"], "read+extra": ["D1:2", "D1:1"], "adaptive": [], "search": []})
    score = first.score(found)
    assert score.amounts["recall@10"] == 1
    assert score.amounts["recall@40"] == 0
    assert score.details["gold_turns"] == ["D1:1"]


def test_a_locomo_question_is_asked_of_its_own_conversation(small, tmp_path):
    (part,) = locomo.load(small.locomo(tmp_path))
    assert [task.question.streams for task in part.tasks] == [("conv-1",), ("conv-1",), ("conv-2",)]


def errata(folder, *, forked=(), audited=()):
    lists = {"fork_corrections": {"items": list(forked)}, "audit": {"items": list(audited)}}
    (folder / "ERRATA.json").write_text(json.dumps(lists))
    (part,) = locomo.load(folder)
    return part.tasks


def audited(index, kind, *, evidence=None):
    return {
        "sample_id": "conv-1",
        "qa_index": index,
        "error_type": kind,
        "old_gold": 2022,
        "corrected_gold": "A story about it",
        "corrected_evidence": evidence,
    }


def forked(index, answer, *, removed=False):
    changed = {"old_gold": 2022, "corrected_gold": answer, "corrected_evidence": None, "removed": removed}
    return {"sample_id": "conv-1", "qa_index": index, **changed}


def answered(*turns, answer):
    return replace(seen(**{"read": turns, "read+extra": turns, "adaptive": [], "search": []}), answer=answer)


def test_locomo_reports_recall_against_corrected_evidence_where_errata_lie_beside_it(small, tmp_path):
    tasks = errata(small.locomo(tmp_path), audited=[audited(1, "WRONG_CITATION", evidence=["D1:1"])])
    amounts = tasks[1].score(answered("D1:2", answer="2022")).amounts
    assert (amounts["recall@10"], amounts["recall_corrected@10"]) == (1, 0)
    assert (amounts["f1"], amounts["f1_corrected"]) == (1, 1)


def test_locomo_scores_answers_against_a_short_correction_and_not_at_all_where_only_prose_corrects(small, tmp_path):
    small.locomo(tmp_path)
    wrong = audited(1, "HALLUCINATION")
    corrected = errata(tmp_path, forked=[forked(1, "2021")], audited=[wrong])[1]
    amounts = corrected.score(answered("D1:2", answer="2021")).amounts
    assert (amounts["f1"], amounts["f1_corrected"], amounts["bleu1_corrected"]) == (0, 1, 1)
    for items in ({"audited": [wrong]}, {"forked": [forked(1, None, removed=True)]}):
        assert "f1_corrected" not in errata(tmp_path, **items)[1].score(answered("D1:2", answer="2021")).amounts


def test_what_the_errata_do_not_name_counts_as_released_in_both_columns(small, tmp_path):
    tasks = errata(small.locomo(tmp_path), audited=[audited(1, "TEMPORAL")])
    amounts = tasks[0].score(answered("D1:1", answer=small.LEAK)).amounts
    assert amounts["recall_corrected@12"] == amounts["recall@12"] == 1
    assert amounts["f1_corrected"] == amounts["f1"] == 1


def test_two_locomo_files_in_a_folder_have_to_be_told_apart(small, tmp_path):
    small.locomo(tmp_path)
    (tmp_path / "locomo_more.json").write_text("[]")
    with pytest.raises(ImportFileError, match="give one"):
        locomo.load(tmp_path)


def test_longmemeval_leaves_out_questions_without_a_gold_turn(small, tmp_path):
    (part,) = longmemeval.load(small.longmemeval(tmp_path))
    assert [task.question.id for task in part.tasks] == ["q1"]
    assert part.details["left_out"] == {"no gold turn": 1}
    assert part.split == "dev"
    assert part.tasks[0].score(seen(read=["a", "b", "c", "d", "e", "s0-t0"])).amounts == {"recall@5": 0, "recall@10": 1}


def test_an_update_of_longmemeval_wants_the_newest_turn_found_and_before_the_older_ones():
    dates = {"a": "2023/05/20 (Sat) 02:21", "b": "2023/05/21 (Sun) 03:24", "c": "2023/05/21 (Sun) 03:24"}

    def newest_first(ranking, gold="abc", kind="knowledge-update"):
        return longmemeval.score_recall("x", list(gold), dates, (kind,), seen(read=ranking)).shares.get("newest_first")

    assert newest_first(["c", "a"]) is True
    assert newest_first(["a", "b", "c"]) is False
    assert newest_first(["x"]) is False
    assert newest_first(["b"], gold="bc") is None
    assert newest_first(["b", "a"], kind="multi-session") is None


def test_a_longmemeval_question_is_asked_of_every_session_and_each_is_a_stream(small, tmp_path):
    (part,) = longmemeval.load(small.longmemeval(tmp_path))
    with memdb.open(tmp_path / "pool.memdb") as memory:
        part.build(memory)
        assert list(memory.stats().streams) == ["s0", "s1"]
        question = Question(id="x", text="Who graduated, and who bought a bicycle?")
        seen = longmemeval.observe(memory, question, Way(arm=Arm(channels=("lexical",))))
        assert set(seen.rankings["read"]) == {"s0-t0", "s1-t0"}
    assert [task.question.streams for task in part.tasks] == [None]


def test_toychat_marks_are_taken_over_search_and_read_apart(small, tmp_path):
    (part,) = toychat.load(small.toychat(tmp_path))
    update, single = part.tasks
    marks = update.score(seen(search=["3", "1"], read=["1", "3"])).shares
    assert marks == {"update(search)": True, "fresh(search)": True, "update(read)": True, "fresh(read)": False}
    assert single.score(seen(search=["1"], read=["2"])).shares == {"single(search)": False, "single(read)": True}


def test_an_arm_without_the_graph_has_no_closure_marks():
    without = Observation(rankings={"read": ()}, selected="read", packets=(), text="Quist", answer="Quist")
    assert {"closure", "empty_closure"}.isdisjoint(fact_scores.score_facts(about("Quist"), without).shares)
    empty = Observation(rankings={"read": ()}, selected="read", packets=(), edges=())
    assert fact_scores.score_facts(about("Quist"), empty).shares["empty_closure"]


def test_an_answer_in_toychat_is_right_when_the_last_gold_turn_says_it_and_cited_with_all_and_nothing_stale():
    query = toychat.Query(q="?", gold=[4, 3], stale=[2], kind="2hop")
    texts = {4: "Ben is my manager.", 3: "I moved to Gent."}
    for answer, cited, marks in (
        ("Gent", ("4", "3"), (True, True)),
        ("Ben", ("4",), (False, False)),
        ("Gent", ("4", "3", "2"), (True, False)),
    ):
        seen = Observation(rankings={"read": ("3",)}, selected="read", packets=(), answer=answer, cited=cited)
        shares = toychat.score_query(query, texts, seen).shares
        assert (shares["answer"], shares["cited"]) == marks


def test_locomo_marks_an_answer_only_where_there_is_one():
    lists = dict.fromkeys(("read", "read+extra", "adaptive", "search"), ("D1:1",))
    seen = Observation(rankings=lists, selected="read", packets=(1,), answer="a red bicycle")
    gold = locomo_scores.Gold(answer="The bicycle", turns=("D1:1",))
    score = locomo_scores.score_recall(gold, None, (), seen)
    assert score.amounts["f1"] == pytest.approx(2 / 3)
    assert score.amounts["bleu1"] == pytest.approx(1 / 2)
    assert (score.shares["exact"], score.shares["substring"]) == (False, True)
    silent = locomo_scores.score_recall(gold, None, (), Observation(rankings=lists, selected="read", packets=(1,)))
    assert {"f1", "bleu1", "exact"}.isdisjoint({**silent.amounts, **silent.shares})


def test_locomo_marks_only_the_lists_that_an_arm_has():
    gold = locomo_scores.Gold(answer="x", turns=("D1:1",))
    marks = locomo_scores.score_recall(gold, None, (), seen(**{"read": ["D1:1"], "read+extra": ["D1:1"]})).amounts
    assert {"recall@5", "recall@10", "recall@12"} <= set(marks)
    assert {"recall@20", "recall_adaptive", "pool_size"}.isdisjoint(marks)


def test_locomo_tells_whether_the_gold_was_in_the_pool_that_a_read_selected_from():
    gold = locomo_scores.Gold(answer="x", turns=("D1:1", "D9:9"))
    found = seen(**{"read": ["D1:2"], "read+extra": ["D1:2"]})
    pool = (*(f"D2:{n}" for n in range(104)), "D1:1", "D9:9")
    amounts = locomo_scores.score_recall(gold, None, (), replace(found, pool=pool)).amounts
    assert (amounts["pool_size"], amounts["pool_recall"], amounts["pool_recall@105"]) == (106, 1, 0.5)


def test_locomo_audits_the_claims_that_came_before_sources_were_normalised():
    gold = locomo_scores.Gold(answer="x", turns=("D1:1",))
    found = replace(seen(**{"read": ["D1:1"], "read+extra": ["D1:1"]}), claims=(7, 7, 7, *range(10)))
    score = locomo_scores.score_recall(gold, None, (), found)
    assert (score.amounts["claims_unique@10"], score.amounts["claims_duplicates@10"]) == (8, pytest.approx(0.2))
    assert score.shares["claims_affected@10"]
    assert score.spreads == {"claims_max_source@10": 3}


def test_a_question_whose_pool_is_empty_stays_in_the_denominator():
    gold = locomo_scores.Gold(answer="x", turns=("D1:1",))
    found = replace(seen(**{"read": [], "read+extra": []}), pool=())
    amounts = locomo_scores.score_recall(gold, None, (), found).amounts
    assert (amounts["pool_size"], amounts["pool_recall"]) == (0, 0)
