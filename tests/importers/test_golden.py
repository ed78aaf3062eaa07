"""Every sample of `fixtures/formats` yields exactly what lies beside it: a new case is two files."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from memdb.importers import FORMATS, open_source

SAMPLES = Path(__file__).resolve().parents[2] / "fixtures" / "formats"
NAMES = sorted(path.name for path in SAMPLES.iterdir() if not path.name.endswith(".expected.json"))


def _expected(name):
    return json.loads((SAMPLES / f"{name}.expected.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_is_recognised_and_yields_its_expected_items_twice(name):
    source = open_source(SAMPLES / name)
    expected = _expected(name)
    assert (source.format, source.profile, source.default_stream) == (
        expected["format"],
        expected["profile"],
        expected["stream"],
    )
    for _ in range(2):
        items = [{key: value for key, value in asdict(item).items() if value is not None} for item in source]
        assert items == expected["items"]


def test_every_format_has_a_sample():
    assert {_expected(name)["format"] for name in NAMES} == set(FORMATS)


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_is_recognised_under_a_misleading_name(name, tmp_path):
    disguised = tmp_path / "conversations.bin"
    disguised.write_bytes((SAMPLES / name).read_bytes())
    assert open_source(disguised).format == _expected(name)["format"]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_that_a_benchmark_keeps_from_the_memory_is_read(name):
    assert "secret" not in "".join(str(item) for item in open_source(SAMPLES / name))
