"""Labelled sentences: each arm is scored on what it alone may read."""

import json

import pytest

import memdb
from memdb import evals
from memdb.errors import UsageError
from memdb.evals import extraction
from memdb.evals.tasks import Arm, Enriching, Way
from memdb.models import ChatRequest, FakeChatModel

ROWS = [
    {
        "sentence": "Ilka Sommer lives in Delft and polishes Quarrel Bridge.", "speaker": None, "status": "facts",
        "triples": [
            {"subject_any": ["Ilka Sommer"], "relation_contains_any": ["live"], "object_any": ["Delft"]},
            {"subject_any": ["Ilka Sommer"], "relation_contains_any": ["polish"], "object_any": ["Quarrel Bridge"]},
        ],
    },
    {"sentence": "He sold it to them.", "speaker": None, "status": "unresolved", "triples": []},
    {"sentence": "How are you?", "speaker": "Noor", "status": "no_fact", "triples": []},
]  # fmt: skip
REPLY = {
    "claims": [
        ["Ilka Sommer lives in Delft.", "state", [["Delft", "likes", "Quarrel Bridge"]]],
        ["Ilka Sommer polishes Quarrel Bridge.", "state", [["Ilka Sommer", "polishes", "Quarrel Bridge"]]],
    ]
}


@pytest.fixture
def folder(tmp_path):
    text = "".join(json.dumps(row) + "\n" for row in ROWS)
    (tmp_path / "sentences.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


def answer(request: ChatRequest) -> str:
    return json.dumps(REPLY if "Ilka" in request.messages[-1].content else {"claims": []})


def test_each_arm_reads_as_it_says(folder):
    (part,) = extraction.load(folder)
    model = FakeChatModel(answer)
    with memdb.open(folder / "m.memdb", extractor=model) as memory:
        part.build(memory)
        first, second = extraction.enrich(memory, Enriching(model="fake"))
        assert (first.calls, second.calls, second.cached) == (2, 0, 2)
        found = {}
        for arm in extraction.ARMS:
            way = Way(arm=Arm(channels=(arm,)))
            seen = [extraction.observe(memory, task.question, way) for task in part.tasks]
            scores = [task.score(one) for task, one in zip(part.tasks, seen, strict=True)]
            assert [score.shares["status"] for score in scores] == [True, True, True], arm
            found[arm] = scores[0].counts
    assert found["rules"] == {"recall": (1, 2), "precision": (1, 1)}
    assert found["llm"] == {"recall": (1, 2), "precision": (1, 2)}
    assert found["both"] == {"recall": (2, 2), "precision": (2, 3)}


def test_without_a_model_the_rules_are_scored_alone(folder):
    report = evals.run("extraction", folder)
    assert set(report.arms) == {"rules", "ingest"}
    assert report.arms["rules"]["status"].value == 1.0
    with pytest.raises(UsageError, match="name one with --enrich"):
        evals.run("extraction", folder, arms=["llm"])
