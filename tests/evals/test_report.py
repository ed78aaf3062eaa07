import json
from dataclasses import replace

from memdb.evals import EvalReport, Metric
from memdb.evals.contrasts import Contrast

REPORT = EvalReport(
    dataset="toychat",
    split="all",
    settings={"seed": 0},
    arms={
        "default": {
            "found": Metric(value=0.8, interval=(0.49, 0.943), n=10),
            "read_ms": Metric(value=1.23456, interval=None, n=10),
        },
        "ingest": {"cpu_ms": Metric(value=0.5, interval=None, n=200)},
    },
    rows=({"id": "q1", "arm": "default", "question": "Who?", "gold": "Ana", "answer": None, "selected": ["3"]},),
)


def test_the_document_has_metrics_by_arm_and_a_row_for_each_question_and_is_json():
    document = json.loads(json.dumps(REPORT.to_dict()))
    assert list(document) == ["dataset", "split", "settings", "arms", "contrasts", "rows"]
    assert document["arms"]["default"]["found"] == {"value": 0.8, "interval": [0.49, 0.943], "n": 10}
    assert document["arms"]["default"]["read_ms"]["interval"] is None
    assert document["rows"][0]["selected"] == ["3"]


def test_the_table_has_a_line_for_each_metric_and_a_column_for_each_arm():
    assert REPORT.table().splitlines() == [
        "toychat (all)",
        "metric     n               default  ingest",
        "------------------------------------------",
        "found     10  0.800 [0.490, 0.943]       -",
        "read_ms   10                 1.235       -",
        "cpu_ms   200                     -     0.5",
    ]


def test_contrasts_stand_below_the_metrics():
    contrast = Contrast(
        metric="f1",
        arm="lexical",
        against="default",
        difference=-0.25,
        interval=(-0.5, 0.125),
        interval_memories=None,
        wins=1,
        ties=2,
        losses=3,
    )
    *_, head, _rule, line = replace(REPORT, contrasts=(contrast,)).table().splitlines()
    assert head.split()[:3] == ["contrast", "metric", "difference"]
    assert line.split() == ["lexical", "-", "default", "f1", "-0.2500", "[-0.5000,", "+0.1250]", "-", "1", "2", "3"]
