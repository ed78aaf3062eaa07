"""`memdb enrich`: what it prints, and what it refuses."""

import pytest

import memdb as library
from memdb.models import FakeChatModel


@pytest.fixture
def fake(monkeypatch) -> FakeChatModel:
    """A model that reads for every memory that the command opens, and finds nothing."""
    model = FakeChatModel(lambda _: '{"claims":[]}')
    given = library.open
    monkeypatch.setattr(library, "open", lambda path, **options: given(path, extractor=model, **options))
    return model


def test_without_a_model_one_line_says_how_to_choose_one(filled):
    result = filled("enrich")
    assert (result.code, result.out) == (2, "")
    assert "memdb models use extractor MODEL" in result.err
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("words", [("--limit", "0"), ("--time-budget", "soon"), ("--time-budget", "0")])
def test_what_cannot_be_meant_is_a_usage_error(filled, words):
    assert filled("enrich", *words).code == 2


def test_it_says_what_was_read_and_how_to_go_on(filled, fake):
    first = filled("enrich", "--limit", "3")
    assert first.code == 0
    assert "fake: 3 records read" in first.out
    assert "Stopped (limit)" in first.out
    assert "run it again to go on" in first.out
    document = filled("enrich", "--json").json()
    assert document["awaiting"] == 0
    assert document["stopped"] == ""
    assert document["read"] == document["skipped"] + document["calls"]
    assert filled("enrich").out.startswith("fake: 0 records read")


def test_it_reads_the_streams_that_are_named(filled, fake):
    assert filled("enrich", "--stream", "nowhere").code == 1
    assert fake.requests == []


def test_a_time_budget_takes_its_unit(filled, fake):
    assert filled("enrich", "--time-budget", "2h", "--json").json()["stopped"] == ""


def test_show_tells_what_each_frontend_made_of_a_record(filled, fake):
    filled("enrich")
    document = filled("show", "1", "--json").json()
    assert [one["frontend"] for one in document["extractions"]] == ["rules", "llm"]
    assert document["extractions"][1]["model"] == "fake"


def test_stats_tell_what_awaits_the_extractor(filled, fake):
    filled("enrich", "--limit", "1")
    assert "await the extractor: `memdb enrich` reads them" in filled("stats").out


def test_what_was_read_is_frozen_and_replayed(filled, fake, tmp_path):
    read = filled("enrich", "--json").json()["read"]
    frozen = tmp_path / "read.jsonl"
    assert filled("enrich", "--freeze", str(frozen)).out == f"{read} records to {frozen}\n"
    again = filled("enrich", "--replay", str(frozen))
    assert again.out == f"0 records replayed, {read} read before, 0 not in memory\n"
    assert filled("enrich", "--replay", str(tmp_path / "none.jsonl")).code == 1
    assert filled("enrich", "--replay", str(frozen), "--freeze", str(frozen)).code == 2
