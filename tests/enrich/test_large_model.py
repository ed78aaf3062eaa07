"""The marks of extraction with the model that memdb's figures are measured with; `make test-large` runs these."""

import importlib.util
from pathlib import Path

import pytest

from memdb import evals
from memdb.evals import Enriching


def _beside(name: str):
    spec = importlib.util.spec_from_file_location(name, Path(__file__).parents[1] / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


pytestmark = pytest.mark.large


def test_it_reads_the_labelled_sentences_as_well_as_it_has_to():
    sentences = _beside("benchmark_data").path("extraction", "sentences.jsonl").parent
    model = _beside("model_files").model("qwen1.5b")
    report = evals.run("extraction", sentences, enriching=Enriching(model=str(model)))
    for arm in ("llm", "both"):
        found = report.arms[arm]
        print(arm, {name: round(found[name].value, 3) for name in ("status", "recall", "precision")})
        assert found["recall"].value >= 0.93
        assert found["precision"].value >= 0.85
        assert found["status"].value >= 29 / 30
