"""Whole evaluations of tiny benchmarks against real memories."""

import json

import pytest

import memdb
from memdb.errors import UsageError
from memdb.evals import DATASETS, run


# The questions of `extraction` are its records: it has tests of its own.
@pytest.fixture(params=[name for name in DATASETS if name != "extraction"])
def benchmark(small, request, tmp_path):
    folder = tmp_path / "benchmark"
    folder.mkdir()
    return request.param, getattr(small, request.param)(folder)


def test_every_benchmark_gives_a_row_for_each_question_and_arm_and_json(benchmark):
    name, path = benchmark
    arms = list(DATASETS[name].arms)
    report = run(name, path, arms=arms)
    document = json.loads(json.dumps(report.to_dict()))
    questions = {row["id"] for row in document["rows"]}
    assert len(document["rows"]) == len(questions) * len(arms)
    assert list(document["arms"]) == [*arms, "ingest"]
    assert document["arms"]["ingest"]["ingest_cpu_ms"]["n"] > 0
    assert report.table().startswith(name)


def test_a_memory_is_filled_from_source_text_and_never_from_questions_or_labels(small, benchmark, tmp_path):
    name, path = benchmark
    report = run(name, path, workdir=tmp_path / "kept")
    files = sorted((tmp_path / "kept").rglob("*.memdb"))
    assert files
    for file in files:
        with memdb.open(file) as memory:
            assert list(memory.export())
            memory.backup(tmp_path / f"{file.stem}-whole.memdb")
        stored = (tmp_path / f"{file.stem}-whole.memdb").read_bytes()
        assert small.LEAK.encode() not in stored
        for row in report.rows:
            assert row["question"].encode() not in stored


def test_any_figure_can_be_recomputed_from_the_rows(benchmark):
    name, path = benchmark
    report = run(name, path)
    for arm in report.settings["arms"]:
        rows = [row for row in report.rows if row["arm"] == arm]
        for mark in {mark for row in rows for mark in row["scores"]}:
            values = [row["scores"][mark] for row in rows if mark in row["scores"]]
            assert report.arms[arm][mark].value == pytest.approx(sum(values) / len(values))


def test_factconsolidation_follows_the_update_and_the_second_hop(small, tmp_path):
    report = run("factconsolidation", small.factconsolidation(tmp_path))
    graph = report.arms["graph"]
    assert report.arms["ingest"]["parse"].value == 1
    assert report.arms["ingest"]["latest"].value == 1
    assert (graph["coverage"].value, graph["closure"].value) == (1, 1)


def test_toychat_finds_the_update_first(small, tmp_path):
    report = run("toychat", small.toychat(tmp_path), arms=["default"])
    assert report.arms["default"]["fresh(read)"].value == 1
    assert report.arms["default"]["fresh(search)"].value == 1
    assert [row["selected"][0] for row in report.rows] == ["3", "2"]


def test_locomo_reads_only_the_conversation_of_the_question(small, tmp_path):
    report = run("locomo", small.locomo(tmp_path), arms=["default"])
    assert report.arms["default"]["duplicate_share"].value == 0
    for row in report.rows:
        assert len(row["selected"]) <= 2


def test_a_sample_is_the_same_for_the_same_seed_and_keeps_the_order_of_the_file(small, tmp_path):
    small.toychat(tmp_path)
    first = [row["id"] for row in run("toychat", tmp_path, arms=["default"], sample=1, seed=5).rows]
    assert first == [row["id"] for row in run("toychat", tmp_path, arms=["default"], sample=1, seed=5).rows]
    seeds = {run("toychat", tmp_path, arms=["lexical"], sample=1, seed=seed).rows[0]["id"] for seed in range(6)}
    assert seeds == {"toychat-0", "toychat-1"}


def test_a_limit_keeps_the_first_questions_and_builds_nothing_for_the_rest(small, tmp_path):
    report = run("toychat", small.toychat(tmp_path), limit=1)
    assert {row["id"] for row in report.rows} == {"toychat-0"}
    assert report.settings["limit"] == 1


def test_progress_counts_up_to_the_whole(small, tmp_path):
    calls = []
    run("toychat", small.toychat(tmp_path), progress=lambda done, total: calls.append((done, total)))
    assert calls == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize("arms", [["dense"], []])
def test_an_arm_that_is_not_there_is_refused_with_those_that_are(small, tmp_path, arms):
    with pytest.raises(UsageError, match="default, lexical"):
        run("toychat", small.toychat(tmp_path), arms=arms)


@pytest.mark.parametrize("option", ["limit", "sample"])
def test_counts_below_one_are_refused(small, tmp_path, option):
    with pytest.raises(UsageError, match=f"{option} must be at least 1"):
        run("toychat", small.toychat(tmp_path), **{option: 0})


def test_a_run_with_a_reader_scores_answers_and_says_what_the_model_took(small, tmp_path, smollm2_path):
    path, model = str(small.toychat(tmp_path)), str(smollm2_path)
    first = run("toychat", path, arms=["default"], reader="llm", model=model, workdir=tmp_path / "kept")
    assert {"answer", "cited"} <= set(first.arms["default"])
    assert first.arms["model"]["read_prompt_tokens"].value > 50
    assert first.settings["reader"] == "llm"
    again = run("toychat", path, arms=["default"], reader="llm", model=model, workdir=tmp_path / "kept")
    assert [row["answer"] for row in again.rows] == [row["answer"] for row in first.rows]
    assert again.arms["model"]["read_seconds"].n == first.arms["model"]["read_seconds"].n


def test_a_reader_is_refused_where_answers_cannot_be_scored(small, tmp_path):
    with pytest.raises(UsageError, match="no answers to score"):
        run("longmemeval", small.longmemeval(tmp_path), reader="extractive")


def arms_of(report):
    return {row["arm"]: row for row in report.rows}


def test_locomo_arms_of_the_published_recipe_read_among_turns_of_the_conversation(small, tmp_path):
    report = run("locomo", small.locomo(tmp_path), arms=["ablation"], limit=1)
    for row in arms_of(report).values():
        assert set(row["selected"]) <= {"D1:1", "D1:2"}
        assert 1 <= row["scores"]["pool_size"] <= 2
    assert report.settings["arms"]["A6"]["arm"]["settings"] == {"query_intent": False}
    assert report.settings["arms"]["A0"]["arm"]["settings"] == {}


def test_locomo_views_show_the_same_packets_in_other_words(small, tmp_path):
    report = run("locomo", small.locomo(tmp_path), arms=["views"], limit=1)
    rows = arms_of(report)
    assert len({tuple(row["selected"]) for row in rows.values()}) == 1
    assert [report.settings["arms"][arm]["view"] for arm in rows] == ["claim", "raw", "bundle"]


def test_locomo_regroups_the_claims_for_an_arm(small, tmp_path):
    folder = tmp_path / "kept"
    for layout in ("flat", "session", "bounded"):
        report = run("locomo", small.locomo(tmp_path), arms=[f"layout-{layout}"], limit=1, workdir=folder)
        assert bool(report.arms[f"layout-{layout}"]["cells"].value) == (layout != "flat")
        with memdb.open(next(folder.glob("*.memdb"))) as memory:
            assert bool(memory.cells()) == (layout != "flat")


def test_locomo_sources_are_not_read_for_an_answer(small, tmp_path):
    report = run("locomo", small.locomo(tmp_path), arms=["sources"], limit=1, reader="extractive")
    answered = {row["arm"] for row in report.rows if row["answer"] is not None}
    assert answered == {"source-scheduled"}
