"""A chat model behind an OpenAI-compatible server, with the ways in which such servers differ and fail."""

import json
import socket
import time
from http.server import HTTPServer

import pytest

from memdb import ModelError, UsageError
from memdb.models import ChatRequest, Message
from memdb.models.server import ServerChat

MESSAGES = (Message(role="system", content="Keep the log."), Message(role="user", content="Who rang the bell?"))
SCHEMA = {"type": "object", "properties": {"who": {"type": "string"}}, "required": ["who"]}


def request(**options):
    return ChatRequest(messages=MESSAGES, **{"max_tokens": 20, **options})


def test_an_answer_comes_with_its_usage(serve, says):
    usage = {"prompt_tokens": 31, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 9}}
    server = serve(chat=says("The mate.", usage=usage))
    completion = ServerChat(f"{server.url}#keeper").complete(request(seed=5, temperature=0.5))
    assert (completion.text, completion.finish) == ("The mate.", "stop")
    assert (completion.prompt_tokens, completion.completion_tokens, completion.prompt_cached) == (31, 3, 9)
    (body,) = server.asked()
    assert body["model"] == "keeper"
    assert (body["seed"], body["temperature"], body["max_tokens"]) == (5, 0.5, 20)
    assert body["messages"][1] == {"role": "user", "content": "Who rang the bell?"}


def test_how_the_model_is_loaded_is_left_to_the_server(serve, says):
    server = serve(chat=says("The mate."))
    ServerChat(f"{server.url}#keeper", context=9000).complete(request(json_schema=SCHEMA))
    known = {"model", "messages", "max_tokens", "temperature", "seed", "stream", "response_format"}
    assert set(server.asked()[0]) <= known


def test_without_a_name_the_first_model_that_is_listed_answers(serve, says):
    server = serve(models={"data": [{"id": "first"}, {"id": "second"}]}, chat=says("Aye."))
    model = ServerChat(server.url)
    model.complete(request())
    assert server.asked()[0]["model"] == "first"
    assert model.name == f"{server.url}#first"


@pytest.mark.parametrize("listed", [{"data": []}, {"data": None}, {"object": "list"}])
def test_a_server_without_models_is_an_error(serve, listed):
    with pytest.raises(ModelError, match="lists no model"):
        _ = ServerChat(serve(models=listed).url).name


def test_an_address_without_a_path_is_that_of_the_interface(serve, says):
    server = serve(chat=says("Aye."))
    assert ServerChat(f"http://127.0.0.1:{server.port}#keeper").complete(request()).text == "Aye."


def test_a_schema_is_asked_in_the_strictest_form(serve, says):
    server = serve(chat=says('{"who": "mate"}'))
    ServerChat(f"{server.url}#keeper").complete(request(json_schema=SCHEMA))
    asked = server.asked()[0]["response_format"]
    assert asked["type"] == "json_schema"
    assert asked["json_schema"]["schema"] == SCHEMA


@pytest.mark.parametrize(
    ("refused", "taken"), [({"json_schema"}, "json_object"), ({"json_schema", "json_object"}, None)]
)
def test_a_server_that_refuses_a_schema_is_asked_in_a_form_that_it_takes(serve, says, refused, taken):
    def answer(body):
        kind = body.get("response_format", {}).get("type")
        if kind in refused:
            return 400, {"error": {"message": f"response_format {kind} is not supported"}}
        return says('{"who": "mate"}')

    server = serve(chat=answer)
    model = ServerChat(f"{server.url}#keeper")
    assert model.complete(request(json_schema=SCHEMA)).text == '{"who": "mate"}'
    last = server.asked()[-1]
    assert last.get("response_format", {}).get("type") == taken
    assert json.dumps(SCHEMA) in last["messages"][-1]["content"]
    before = len(server.asked())
    model.complete(request(json_schema=SCHEMA))
    assert len(server.asked()) == before + 1  # what was refused once is not tried again


def test_a_prompt_that_is_too_long_is_not_asked_in_other_forms(serve):
    server = serve(chat=(400, {"error": {"message": "the request exceeds the available context size"}}))
    with pytest.raises(ModelError, match="exceeds the available context size"):
        ServerChat(f"{server.url}#keeper").complete(request(json_schema=SCHEMA))
    assert len(server.asked()) == 1


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_what_a_model_thought_is_kept_apart(serve, says, field):
    server = serve(chat=says("", **{field: "The bell was rung by the mate."}))
    completion = ServerChat(f"{server.url}#keeper").complete(request())
    assert (completion.text, completion.reasoning) == ("", "The bell was rung by the mate.")


def test_thoughts_inside_the_text_are_found_and_stay_there(serve, says):
    text = '<think>\nWho was it?\n</think>{"who": "mate"}'
    completion = ServerChat(f"{serve(chat=says(text)).url}#keeper").complete(request())
    assert (completion.text, completion.reasoning) == (text, "Who was it?")


def test_an_answer_without_content_is_empty(serve, says):
    assert ServerChat(f"{serve(chat=says(None)).url}#keeper").complete(request()).text == ""


def test_an_answer_that_the_token_limit_cut_says_so(serve, says):
    server = serve(chat=says("The ma", finish="length"))
    assert ServerChat(f"{server.url}#keeper").complete(request()).finish == "length"


@pytest.mark.parametrize("failure", [(500, b"oops"), (503, {"error": "Loading model"}), "drop"])
def test_a_passing_failure_is_tried_again(serve, says, failure):
    answers = [failure, failure, says("Aye.")]
    server = serve(chat=lambda _body: answers.pop(0))
    assert ServerChat(f"{server.url}#keeper").complete(request()).text == "Aye."


@pytest.mark.parametrize(("failure", "told"), [((500, b"oops"), "500: oops"), ("drop", "broke the connection off")])
def test_a_lasting_failure_is_an_error(serve, failure, told):
    server = serve(chat=failure)
    with pytest.raises(ModelError, match=told):
        ServerChat(f"{server.url}#keeper").complete(request())
    assert len(server.asked()) == 4


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ({"error": {"message": "model\n not found", "code": 7}}, "model not found"),
        ({"error": "model not found"}, "model not found"),
        ({"detail": "model not found"}, "model not found"),
        (b"<html>nginx</html>", "nginx"),
        (b"", "no reason given"),
    ],
)
def test_a_refusal_is_told_on_one_line_and_not_tried_again(serve, document, told):
    server = serve(chat=(404, document))
    with pytest.raises(ModelError, match=f"404: .*{told}") as caught:
        ServerChat(f"{server.url}#keeper").complete(request())
    assert "\n" not in str(caught.value)
    assert len(server.asked()) == 1


def test_a_refused_key_says_where_to_set_it(serve):
    with pytest.raises(ModelError, match="MEMDB_API_KEY"):
        ServerChat(f"{serve(chat=(401, {'error': 'no key'})).url}#keeper").complete(request())


@pytest.mark.parametrize(
    "garbage", [b"", b"<html>", b"[]", b'{"choices": []}', b'{"choices": 3}', b'{"choices": [{}]}', b"[" * 9000]
)
def test_an_answer_that_is_none_is_an_error(serve, garbage):
    with pytest.raises(ModelError, match="model server"):
        ServerChat(f"{serve(chat=garbage).url}#keeper").complete(request())


def test_a_server_that_does_not_run_is_named_with_the_way_to_start_one():
    with HTTPServer(("127.0.0.1", 0), None) as free:
        port = free.server_port
    with pytest.raises(ModelError, match=rf"127\.0\.0\.1:{port}.*llama-server"):
        ServerChat(f"http://127.0.0.1:{port}/v1#keeper").complete(request())


def test_a_slow_answer_ends_in_time(serve, says, slow):
    server = serve(chat=slow(5, says("late")))
    begun = time.monotonic()
    completion = ServerChat(f"{server.url}#keeper", context=4096).complete(request(timeout_s=0.3))
    assert (completion.finish, completion.text) == ("timeout", "")
    assert time.monotonic() - begun < 3


def test_an_answer_that_trickles_ends_in_time():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        import threading

        def trickle():
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                with connection:
                    asked = connection.recv(65536)
                    if b"chat/completions" not in asked:
                        connection.sendall(b"HTTP/1.0 404 Not Found\r\n\r\n")
                        continue
                    connection.sendall(b"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n")
                    try:
                        for _ in range(200):
                            connection.sendall(b" ")
                            time.sleep(0.05)
                    except OSError:
                        pass

        threading.Thread(target=trickle, daemon=True).start()
        port = listening.getsockname()[1]
        begun = time.monotonic()
        completion = ServerChat(f"http://127.0.0.1:{port}/v1#keeper").complete(request(timeout_s=0.5))
    assert completion.finish == "timeout"
    assert time.monotonic() - begun < 4


def test_a_redirect_is_not_followed(serve, says):
    other = serve(chat=says("elsewhere"))
    server = serve(chat=(307, {"location": f"{other.url}/chat/completions"}))
    with pytest.raises(ModelError, match="307"):
        ServerChat(f"{server.url}#keeper").complete(request())
    assert other.requests == []


def test_a_proxy_is_not_asked_for_the_loopback(serve, says, monkeypatch):
    server = serve(chat=says("Aye."))
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert ServerChat(f"{server.url}#keeper").complete(request()).text == "Aye."


def test_memdbs_key_goes_to_the_server_and_openais_does_not(serve, says, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "openai-secret")
    server = serve(chat=says("Aye."))
    ServerChat(f"{server.url}#keeper").complete(request())
    assert all("Authorization" not in headers for headers in server.headers)
    monkeypatch.setenv("MEMDB_API_KEY", "memdb-secret")
    ServerChat(f"{server.url}#keeper").complete(request())
    assert server.headers[-1]["Authorization"] == "Bearer memdb-secret"


@pytest.mark.parametrize("spec", ["ftp://127.0.0.1/v1#x", "http:///v1#x", "http://me:secret@127.0.0.1/v1#x"])
def test_what_is_no_address_is_refused(spec):
    with pytest.raises(UsageError):
        ServerChat(spec)


def test_labels_are_scored_by_the_likeliest_first_tokens(serve, says):
    top = [{"token": "B", "logprob": -0.5}, {"token": " B", "logprob": -3.0}, {"token": "A", "logprob": -2.0}]
    server = serve(chat=says("B", finish="length", logprobs={"content": [{"top_logprobs": top}]}))
    completion = ServerChat(f"{server.url}#keeper").complete(request(labels=("A", "B", "C")))
    likely, best, absent = completion.label_logits
    assert completion.text == "B"
    assert completion.finish == "stop"
    assert best > -0.5  # with and without the blank
    assert likely == pytest.approx(-2.0)
    assert absent == -3.0
    body = server.asked()[0]
    assert (body["max_tokens"], body["logprobs"], body["top_logprobs"]) == (1, True, 20)


def test_likelihoods_that_no_exponential_has_are_compared_all_the_same(serve, says):
    top = [{"token": "A", "logprob": 1e308}, {"token": "B", "logprob": -1e308}, {"token": "C", "logprob": -900.0}]
    server = serve(chat=says("A", logprobs={"content": [{"top_logprobs": top}]}))
    completion = ServerChat(f"{server.url}#keeper").complete(request(labels=("A", "B", "C")))
    assert completion.label_logits == (1e308, -1e308, -900.0)


@pytest.mark.parametrize("top", [None, [], [{"token": "The", "logprob": -0.1}]])
def test_labels_that_the_server_does_not_score_are_an_error(serve, says, top):
    server = serve(chat=says("A", logprobs={"content": [{"top_logprobs": top}]}))
    with pytest.raises(ModelError, match="label"):
        ServerChat(f"{server.url}#keeper").complete(request(labels=("A", "B")))


def test_a_grammar_goes_to_llama_server_alone(serve, says):
    props = {"default_generation_settings": {"n_ctx": 2048}}
    server = serve(chat=says("yes"), paths={"/props": props})
    ServerChat(f"{server.url}#keeper").complete(request(grammar='root ::= "yes"'))
    assert server.asked()[0]["grammar"] == 'root ::= "yes"'
    other = serve(chat=says("yes"))
    with pytest.raises(ModelError, match="takes no grammar"):
        ServerChat(f"{other.url}#keeper").complete(request(grammar='root ::= "yes"'))


PLACES = {
    "llama-server": {"/props": {"default_generation_settings": {"n_ctx": 2048}}},
    "LM Studio": {"/api/v0/models/keeper": {"max_context_length": 32768, "loaded_context_length": 2048}},
    "Ollama, loaded": {"/api/ps": {"models": [{"name": "keeper", "context_length": 2048}]}},
    "Ollama, configured": {"/api/ps": {"models": []}, "/api/show": {"parameters": "stop  x\nnum_ctx     2048"}},
}


@pytest.mark.parametrize("paths", PLACES.values(), ids=PLACES)
def test_the_context_is_what_the_server_loaded(serve, paths):
    assert ServerChat(f"{serve(paths=paths).url}#keeper").context == 2048


@pytest.mark.parametrize("paths", [{}, {"/props": b"<html>", "/api/ps": {"models": 3}, "/api/show": []}])
def test_a_context_that_is_not_told_is_taken_to_be_small(serve, paths):
    assert ServerChat(f"{serve(paths=paths).url}#keeper").context == 4096


def test_a_prompt_beyond_the_context_is_refused_before_it_is_sent(serve, says):
    server = serve(chat=says("Aye."))
    with pytest.raises(ModelError, match=r"20, but .* holds 24"):
        ServerChat(f"{server.url}#keeper", context=24).complete(request())
    assert server.asked() == []


def test_llama_server_counts_by_its_own_tokenizer(serve):
    paths = {
        "/props": {"default_generation_settings": {"n_ctx": 2048}},
        "/apply-template": lambda body: {"prompt": "|".join(one["content"] for one in body["messages"])},
        "/tokenize": lambda body: {"tokens": [*range(len(body["content"].split()))]},
    }
    assert ServerChat(f"{serve(paths=paths).url}#keeper").count(MESSAGES) == 6


def test_elsewhere_the_count_is_an_upper_estimate(serve):
    assert 10 < ServerChat(f"{serve().url}#keeper").count(MESSAGES) < 100
