"""The published benchmark files, counted against what their README files say."""

import importlib.util
import json
from pathlib import Path

import pytest

from memdb.importers import Skipped, open_source

_spec = importlib.util.spec_from_file_location("benchmark_data", Path(__file__).parents[1] / "benchmark_data.py")
benchmark_data = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(benchmark_data)


def _read(*parts):
    source = open_source(benchmark_data.path(*parts))
    items = list(source)
    assert not [item for item in items if isinstance(item, Skipped)]
    return source, items


@pytest.mark.parametrize(("size", "count"), [("6k", 455), ("32k", 2310), ("64k", 4580), ("262k", 18332)])
def test_numbered_facts_are_all_there_word_for_word(size, count):
    source, drafts = _read("factconsolidation", f"context_{size}.json")
    assert (source.format, len(drafts)) == ("facts", count)
    rows = benchmark_data.path("factconsolidation", f"facts_{size}.jsonl").read_text(encoding="utf-8").splitlines()
    expected = [(str(row["serial"]), row["text"]) for row in map(json.loads, rows)]
    assert [(draft.turn, draft.content) for draft in drafts] == expected


def test_locomo_has_its_samples_sessions_and_turns():
    source, drafts = _read("locomo", "locomo10_dev.json")
    assert (source.format, len(drafts)) == ("locomo", 4124)
    assert len({draft.stream for draft in drafts}) == 7
    assert len({(draft.stream, draft.session) for draft in drafts}) == 187
    assert (drafts[0].stream, drafts[0].turn, drafts[0].said_at) == ("conv-26", "D1:1", "2023-05-08T13:56:00")
    assert all(draft.said_at == draft.session_started_at for draft in drafts)


def test_a_longmemeval_history_has_its_sessions_and_turns():
    source, drafts = _read("longmemeval", "s_instance_e47becba.json")
    assert (source.format, len(drafts), len({draft.session for draft in drafts})) == ("longmemeval", 550, 53)
    assert {draft.stream for draft in drafts} == {"e47becba"}
    assert drafts[0].said_at == "2023-05-20T02:21:00"


def test_the_longmemeval_pool_has_its_turns():
    source, drafts = _read("longmemeval", "pool.jsonl")
    assert (source.format, source.default_stream, len(drafts)) == ("longmemeval-pool", "longmemeval-pool", 896)
    assert len({draft.stream for draft in drafts}) == len({draft.session for draft in drafts}) == 854
    assert len({draft.turn for draft in drafts}) == 896


def test_a_chat_log_with_other_names_for_the_fields_is_read():
    source, drafts = _read("toychat", "corpus.jsonl")
    assert (source.format, len(drafts)) == ("jsonl", 200)
    assert (drafts[0].turn, drafts[0].session, drafts[0].said_at) == ("1", "1", "2026-01-05T21:00:00Z")
