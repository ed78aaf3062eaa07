"""The public fake chat model: scripted answers, remembered requests, honest counts."""

import dataclasses

import pytest

from memdb import ModelError
from memdb.models import ChatModel, ChatRequest, Completion, FakeChatModel, Message


def request(text: str = "How are you?", *, max_tokens: int = 50) -> ChatRequest:
    messages = (Message(role="system", content="Be brief."), Message(role="user", content=text))
    return ChatRequest(messages=messages, max_tokens=max_tokens)


def test_answers_come_in_order_and_requests_are_remembered():
    model = FakeChatModel(["one", "two"])
    assert [model.complete(request(text)).text for text in ("a", "b")] == ["one", "two"]
    assert [sent.messages[-1].content for sent in model.requests] == ["a", "b"]


def test_a_call_beyond_the_script_fails_as_a_model_does():
    model = FakeChatModel(["one"])
    model.complete(request())
    with pytest.raises(ModelError, match="no answer left"):
        model.complete(request())
    assert len(model.requests) == 1


def test_words_count_as_tokens():
    assert FakeChatModel(["fine, thank you"]).complete(request()) == Completion(
        text="fine, thank you", prompt_tokens=5, completion_tokens=3, finish="stop"
    )


def test_an_answer_beyond_the_limit_is_cut_and_says_so():
    found = FakeChatModel(["one two three four"]).complete(request(max_tokens=2))
    assert found == Completion(text="one two", prompt_tokens=5, completion_tokens=2, finish="length")


def test_an_answer_at_the_limit_is_whole():
    found = FakeChatModel(["  one\ntwo "]).complete(request(max_tokens=2))
    assert (found.text, found.finish) == ("  one\ntwo ", "stop")


def test_a_script_may_come_from_a_generator_and_belongs_to_its_model():
    script = ["one"]
    model = FakeChatModel(answer for answer in script)
    script.append("two")
    assert model.complete(request()).text == "one"


def test_it_is_a_chat_model_and_a_request_is_bounded_by_default():
    model: ChatModel = FakeChatModel([])
    assert model.name == "fake"
    sent = request()
    assert (sent.temperature, sent.seed, sent.json_schema) == (0.0, 0, None)
    assert sent.timeout_s > 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        sent.max_tokens = 5
