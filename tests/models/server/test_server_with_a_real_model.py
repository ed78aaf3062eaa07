"""The client against a server with a real model behind it."""

import json

import pytest

from memdb.models import ChatRequest, Message
from memdb.models.server import ServerChat


@pytest.fixture
def real(serve, says, smollm2_path):
    """SmolLM2 behind the loopback server, as llama-server would offer it."""
    from memdb.models.llama import LlamaChat

    model = LlamaChat(smollm2_path, context=512)

    def answer(body):
        completion = model.complete(
            ChatRequest(
                messages=tuple(Message(role=one["role"], content=one["content"]) for one in body["messages"]),
                max_tokens=body["max_tokens"],
                temperature=body["temperature"],
                seed=body["seed"],
                json_schema=body.get("response_format", {}).get("json_schema", {}).get("schema"),
            )
        )
        usage = {"prompt_tokens": completion.prompt_tokens, "completion_tokens": completion.completion_tokens}
        return says(completion.text, finish=completion.finish, usage=usage)

    server = serve(chat=answer, paths={"/props": {"default_generation_settings": {"n_ctx": 512}}})
    yield ServerChat(f"{server.url}#smollm2"), model
    model.unload()


def test_it_answers_as_the_model_in_process_does(real):
    there, here = real
    asked = ChatRequest(messages=(Message(role="user", content="Name a ship."),), max_tokens=8)
    over_http, directly = there.complete(asked), here.complete(asked)
    assert (over_http.text, over_http.prompt_tokens) == (directly.text, directly.prompt_tokens)
    assert over_http.finish == directly.finish


def test_a_schema_holds_across_the_wire(real):
    schema = {"type": "object", "properties": {"ship": {"type": "string", "maxLength": 12}}, "required": ["ship"]}
    asked = ChatRequest(messages=(Message(role="user", content="Name a ship."),), max_tokens=40, json_schema=schema)
    assert set(json.loads(real[0].complete(asked).text)) == {"ship"}


def test_its_estimate_is_never_below_the_models_own_count(real):
    there, here = real
    there._is_llama_server = False
    for text in (
        "On 2023-05-07T13:20:00Z Xochitl paid $12.50 (+32 470 12 34 56).",
        "def f(x):\n    return x**2  # C:\\repo\\src\\main.py",
        "Анна переехала в Гент. 张三去年搬到了華為总部。 彼女は東京で働いています。 😀🎉",
        "a    b\n\n\n   c\t\td " * 5,
    ):
        messages = (Message(role="user", content=text),)
        assert there.count(messages) >= here.count(messages)
