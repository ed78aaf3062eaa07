"""What models reply, read: nothing that can be read is lost, and nothing unreadable counts as "no facts"."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.errors import ModelError
from memdb.extract.model_output import CutReplyError, Reply, UnreadableReplyError, read_reply
from memdb.models import Completion

GOLDEN = Path(__file__).parent / "golden" / "model_output.jsonl"
CASES = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]


def completion(text: str, finish="stop", reasoning: str = "") -> Completion:
    return Completion(text=text, prompt_tokens=5, completion_tokens=9, finish=finish, reasoning=reasoning)


def read(case) -> Reply:
    return read_reply(completion(case["reply"], case.get("finish", "stop"), case.get("reasoning", "")))


@pytest.mark.parametrize("case", [case for case in CASES if "claims" in case], ids=lambda case: case["case"])
def test_a_reply_is_read_however_it_is_wrapped(case):
    reply = read(case)
    found = [
        [claim.text, claim.type, [[f.subject, f.relation, f.object] for f in claim.facts]] for claim in reply.claims
    ]
    assert found == case["claims"]
    assert reply.dropped == case.get("dropped", 0)


@pytest.mark.parametrize("case", [case for case in CASES if "error" in case], ids=lambda case: case["case"])
def test_a_reply_that_holds_no_claims_is_an_error_that_says_what_it_holds(case):
    with pytest.raises(UnreadableReplyError) as error:
        read(case)
    assert str(error.value) == case["error"]
    assert isinstance(error.value, CutReplyError) == ("cut" in case["case"])


@given(st.text(alphabet='{}[]",:\\ claims tx\n0'))
def test_any_reply_is_read_or_refused_by_a_model_error(text: str):
    try:
        reply = read_reply(completion(text))
    except ModelError:
        return
    assert isinstance(reply, Reply)


def test_deep_nesting_is_refused_and_does_not_crash():
    with pytest.raises(ModelError):
        read_reply(completion('{"claims":' + "[" * 100_000))
