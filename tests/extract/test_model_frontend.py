"""A packet read by a model: when it is called, how often, with what, and what becomes of its faults."""

import json

import pytest

from memdb.errors import ModelError
from memdb.extract.model_frontend import ModelFrontend
from memdb.extract.model_output import CutReplyError, RecordError, UnreadableReplyError
from memdb.models import Calls, ChatRequest, FakeChatModel
from memdb.records.packet import Packet

GOOD = '{"claims":[["Noor lives in Delft.","state",[["Noor","lives in","Delft"]]]]}'
BAD = "1. Noor habite à Delft."


def packet(content: str, number: int = 1, **fields) -> Packet:
    plain = {"speaker": "Noor", "caption": None, "session": "s"}
    return Packet(
        id=number, stream="s", position=number, turn_index=number, turn=None, said_at="2022-11-24", content=content,
        image_query=None, session_started_at=None, **(plain | fields),
    )  # fmt: skip


def read(model: FakeChatModel, one: Packet, **options):
    return ModelFrontend(Calls(model)).extract(one, known_people=(), **options)


class Limited(FakeChatModel):
    """Cuts a reply that is asked for with less than so many tokens."""

    def __init__(self, answer: str, tokens: int) -> None:
        super().__init__(lambda _: answer)
        self.tokens = tokens

    def complete(self, request: ChatRequest):
        found = super().complete(request)
        if request.max_tokens >= self.tokens:
            return found
        return type(found)(text=found.text[:20], prompt_tokens=9, completion_tokens=request.max_tokens, finish="length")


def test_one_call_reads_a_record():
    model = FakeChatModel([GOOD])
    found = read(model, packet("I live in Delft."))
    assert (found.status, [one.claim for one in found.descriptors]) == ("facts", ["Noor lives in Delft."])
    (request,) = model.requests
    assert request.temperature == 0.0
    assert request.json_schema is not None
    assert 'record by "Noor": "I live in Delft."' in request.messages[-1].content


@pytest.mark.parametrize(
    "content", ["Hi Pelle!", "Where do you live?", "Thanks, that's great!", "", "Wow! And you? How come?"]
)
def test_a_record_that_says_nothing_is_not_worth_a_call(content):
    model = FakeChatModel([])
    found = read(model, packet(content))
    assert (found.status, found.descriptors) == ("no_fact", ())
    assert model.requests == []


def test_a_picture_without_words_keeps_its_claim():
    found = read(FakeChatModel([]), packet("Look at this!", caption="a photo of a red bridge"))
    assert [one.claim for one in found.descriptors] == ["Noor shared a photo of a red bridge"]


def test_a_correction_by_hand_is_exact_already():
    found = read(FakeChatModel([]), packet("Correction: Noor | residence | Delft", session="corrections"))
    assert found.status == "no_fact"


def test_greetings_and_questions_of_a_record_are_not_given():
    model = FakeChatModel([GOOD])
    read(model, packet("Hi Pelle! I live in Delft. And you? Where do you live?"))
    assert model.requests[0].messages[-1].content.endswith('"I live in Delft."')


def test_the_turn_before_is_given_for_references():
    model = FakeChatModel([GOOD])
    read(model, packet("I live in Delft.", 2), before=packet("Where do you live?", speaker="Pelle"))
    assert 'before by "Pelle": "Where do you live?"' in model.requests[0].messages[-1].content


def test_a_reply_that_cannot_be_read_is_asked_for_once_more_from_the_record_alone():
    model = FakeChatModel([BAD, GOOD])
    assert read(model, packet("I live in Delft.")).status == "facts"
    first, second = model.requests
    assert second.messages[: len(first.messages)] == first.messages
    assert second.messages[-2].content == BAD
    assert "the reply holds no claims" in second.messages[-1].content


def test_a_repair_that_fails_too_is_told():
    model = FakeChatModel([BAD, "", GOOD])
    with pytest.raises(UnreadableReplyError, match="the reply is empty"):
        read(model, packet("I live in Delft."))
    assert len(model.requests) == 2


def test_a_cut_reply_is_asked_for_with_twice_the_room():
    model = Limited(GOOD, tokens=200)
    assert read(model, packet("I live in Delft.")).status == "facts"
    assert [request.max_tokens for request in model.requests] == [131, 262]


def test_a_reply_that_is_cut_twice_is_told_and_never_no_facts():
    with pytest.raises(CutReplyError, match="token limit cut the reply"):
        read(Limited(GOOD, tokens=10_000), packet("I live in Delft."))


def test_a_later_attempt_leaves_room_for_chance():
    model = FakeChatModel([GOOD])
    read(model, packet("I live in Delft."), attempt=2)
    assert model.requests[0].temperature > 0
    assert model.requests[0].seed == 2


def test_a_model_whose_context_is_too_small_is_told_before_the_call():
    model = FakeChatModel([GOOD], context=100)
    with pytest.raises(RecordError, match="load it with a larger context"):
        read(model, packet("I live in Delft."))
    assert model.requests == []


def test_a_long_record_is_read_in_pieces_to_its_end():
    def answer(request: ChatRequest) -> str:
        asked = json.loads(request.messages[-1].content.rsplit('record by "Noor": ', 1)[1])
        last = asked.rstrip(".").rsplit(" ", 1)[-1]
        return json.dumps({"claims": [[f"Noor owns boat {last}.", "state", [["Noor", "owns", f"boat {last}"]]]]})

    content = " ".join(f"I own boat number {n}." for n in range(200)) + " I own boat Peregrine."
    model = FakeChatModel(answer)
    found = read(model, packet(content))
    assert len(model.requests) > 3
    assert found.triples[-1].object == "boat Peregrine"
    assert [one.ordinal for one in found.descriptors] == list(range(len(found.descriptors)))


def test_what_the_model_raises_goes_through():
    with pytest.raises(ModelError, match="no answer left"):
        read(FakeChatModel([]), packet("I live in Delft."))
