"""The benchmark scripts run without any data and print what they promise; their times are not judged."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"
QUICK = {
    "dense_read.py": ["--size", "40", "--size", "80", "--questions", "5"],
    "hub_read.py": ["--size", "60", "--size", "600"],
    "graph_read.py": ["--size", "60", "--size", "120", "--questions", "5"],
    "ingest_rate.py": ["--size", "40"],
    "placement_rate.py": ["--claims", "1500"],
    "model_rate.py": ["--texts", "40"],
    "read_rate.py": ["--size", "40", "--questions", "5"],
    "cli_start.py": ["--runs", "1"],
    "contention.py": ["--writers", "1", "--readers", "1", "--seconds", "0.2"],
}


def script(name, *arguments):
    return subprocess.run(
        [sys.executable, str(FOLDER / name), *arguments], capture_output=True, text=True, check=False, timeout=120
    )


@pytest.mark.parametrize("name", QUICK)
def test_a_script_prints_one_json_document_with_its_ratios(name):
    done = script(name, *QUICK[name], "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["benchmark"] == name.removesuffix(".py")
    assert all(any(key.startswith("x_") for key in row) for row in document["rows"])


@pytest.mark.parametrize("name", QUICK)
def test_a_script_prints_a_small_table(name):
    done = script(name, *QUICK[name])
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) < 250


def test_a_case_that_is_not_there_is_one_line():
    done = script("ingest_rate.py", "toychat:/nowhere")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "/nowhere" in done.stderr
