"""Between a model's reply and what is stored: each gate has its cases in tests/extract/golden/model_claims.jsonl."""

import json
from pathlib import Path
from typing import Any

import pytest

from memdb.extract.model_claims import extraction
from memdb.extract.model_output import read_reply
from memdb.extract.model_relations import named_relation
from memdb.extract.model_source import Source
from memdb.models import Completion
from memdb.records.extraction import Extraction
from memdb.records.packet import Packet

Case = dict[str, Any]


def cases(name: str) -> list[Case]:
    return [json.loads(line) for line in (Path(__file__).parent / "golden" / name).read_text("utf-8").splitlines()]


def read(case: Case) -> Extraction:
    packet = Packet(
        id=1, stream="s", session="", position=1, turn_index=0, turn=None, speaker=case["speaker"],
        said_at=case.get("said_at"), content=case["record"], caption=case.get("caption"), image_query=None,
        session_started_at=None,
    )  # fmt: skip
    text = json.dumps({"claims": case["reply"]})
    reply = read_reply(Completion(text=text, prompt_tokens=0, completion_tokens=0, finish="stop"))
    return extraction(
        [(reply, Source(packet, packet.content, case.get("before", ""), case.get("before_by", "")))], known_people=()
    )


@pytest.mark.parametrize("case", cases("model_claims.jsonl"), ids=lambda case: case["case"])
def test_a_reply_counts_as_far_as_its_record_goes(case: Case):
    found = read(case)
    assert [[one.subject, one.relation, one.object, one.positive] for one in found.triples] == case["triples"]
    assert (found.status, found.reason) == (case["status"], case.get("reason", ""))
    if "claims" in case:
        assert [one.claim for one in found.descriptors] == case["claims"]
    if "times" in case:
        assert [one.event_time for one in found.descriptors] == case["times"]


@pytest.mark.parametrize("case", cases("model_relations.jsonl"), ids=lambda case: case["phrase"])
def test_a_relation_is_named_as_the_catalogue_names_it(case: Case):
    found = named_relation(case["phrase"])
    if case["name"] is None:
        assert found is None
        return
    assert found is not None
    assert found.name == case["name"]
    assert found.inverse == case.get("inverse", False)
    assert found.positive == case.get("positive", True)


def test_every_field_of_a_claim_is_filled():
    case = {
        "speaker": "Noor", "said_at": "2022-11-24", "record": "Yesterday I met Ilka Sommer at Fennel Hall.",
        "reply": [["Noor met Ilka Sommer at Fennel Hall yesterday.", "event", [["Noor", "met", "Ilka Sommer"]]]],
    }  # fmt: skip
    (claim,) = read(case).descriptors
    assert claim.people[0] == "Noor"
    assert claim.keywords
    assert claim.event_time == claim.event.event_time == "2022-11-23"
    assert claim.tokens == 8
    assert claim.event.predicate == "meet"
    assert claim.event.event_type == "occurrence"
    assert claim.event.subject_people == ("Noor",)


def test_what_could_not_be_read_is_told():
    case = {
        "speaker": "Noor",
        "record": "I like figs.",
        "reply": [["Noor likes figs.", "preference", [["Noor", "likes"]]]],
    }
    found = read(case)
    assert found.reason == "unreadable in the reply: 1 of its items"
