"""Asking this machine's ports for servers of models."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from memdb.models.servers import find_servers


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        answer = self.server.answers.get(self.path)
        if answer is None:
            self.send_error(404)
            return
        time.sleep(self.server.delay)
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *args):
        pass


@pytest.fixture
def server():
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as one:
        one.daemon_threads = True
        one.answers, one.delay = {}, 0
        thread = threading.Thread(target=one.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield one
        one.shutdown()
        thread.join()


def models(*names):
    return json.dumps({"object": "list", "data": [{"id": name, "object": "model"} for name in names]}).encode()


def test_a_server_that_lists_its_models_is_found(server):
    port = server.server_address[1]
    server.answers["/v1/models"] = models("qwen2.5:1.5b", "nomic-embed-text")
    (found,) = find_servers((port,))
    assert found.url == f"http://127.0.0.1:{port}/v1"
    assert found.models == ("qwen2.5:1.5b", "nomic-embed-text")
    server.answers["/v1/models"] = b'{"object": "list", "data": null}'
    assert find_servers((port,))[0].models == ()


@pytest.mark.parametrize(
    "answer", [None, b"", b"<html>", b"[]", b'{"data": 5}', b'{"data": [{"id": 5}]}', b"[" * 100_000]
)
def test_what_answers_otherwise_is_no_server_of_models(server, answer):
    if answer is not None:
        server.answers["/v1/models"] = answer
    assert find_servers((server.server_address[1],)) == ()


def test_a_server_that_dawdles_is_not_waited_for(server):
    server.answers["/v1/models"] = models("slow")
    server.delay = 3
    begun = time.monotonic()
    assert find_servers((server.server_address[1],)) == ()
    assert time.monotonic() - begun < 2.5


def test_a_port_where_nobody_listens_holds_nothing():
    assert find_servers((9,)) == ()


def test_a_proxy_is_not_asked(server, monkeypatch):
    server.answers["/v1/models"] = models("m")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert len(find_servers((server.server_address[1],))) == 1
