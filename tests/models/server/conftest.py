"""A real HTTP server on the loopback that speaks as servers of models do, with their ways to fail."""

import importlib.util
import json
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

_spec = importlib.util.spec_from_file_location("model_files", Path(__file__).parents[2] / "model_files.py")
model_files = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(model_files)


class LoopbackServer:
    """Answers each path with what is in `answers`: a value, or a function of the request's body.

    An answer is a JSON document, bytes as they are, a status and a document, or "drop" to break the connection off.
    """

    def __init__(self, answers: dict[str, object]) -> None:
        self.answers = answers
        self.requests: list[tuple[str, dict | None]] = []
        self.headers: list[dict[str, str]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.answer(None)

            def do_POST(self) -> None:
                self.answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

            def answer(self, body: dict | None) -> None:
                outer.requests.append((self.path, body))
                outer.headers.append(dict(self.headers))
                answer = outer.answers.get(self.path, (404, {"error": {"message": "no such place"}}))
                if isinstance(answer, Callable):
                    answer = answer(body)
                if answer == "drop":
                    self.connection.close()
                    return
                status, document = answer if isinstance(answer, tuple) else (200, answer)
                data = document if isinstance(document, bytes) else json.dumps(document).encode()
                self.send_response(status)
                if status in {301, 302, 307}:
                    self.send_header("Location", document["location"])
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_arguments: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            block_on_close = False

            def handle_error(self, *_arguments: object) -> None:
                pass  # clients that ran out of time are gone

        self._server = Server(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port
        self.url = f"http://127.0.0.1:{self.port}/v1"
        threading.Thread(target=self._server.serve_forever, args=[0.02], daemon=True).start()

    def asked(self, path: str = "/v1/chat/completions") -> list[dict | None]:
        """The bodies that came to a path."""
        return [body for where, body in self.requests if where == path]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def serve(monkeypatch):
    """Start servers; there are no keys, and retries do not wait long."""
    monkeypatch.delenv("MEMDB_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setattr("memdb.models.server_http.BACKOFF_S", 0.01)
    running: list[LoopbackServer] = []

    def start(**answers: object) -> LoopbackServer:
        """`chat`, `models` and `embeddings` are those of the interface; other paths go in `paths`."""
        places = {"chat": "/v1/chat/completions", "models": "/v1/models", "embeddings": "/v1/embeddings"}
        paths = answers.pop("paths", {})
        running.append(LoopbackServer({places[name]: answer for name, answer in answers.items()} | paths))
        return running[-1]

    yield start
    for server in running:
        server.close()


@pytest.fixture
def says():
    """An answer of a server: `says("text")`."""

    def answer(text, *, finish="stop", usage=None, logprobs=None, **fields):
        choice = {"message": {"role": "assistant", "content": text, **fields}, "finish_reason": finish}
        if logprobs is not None:
            choice["logprobs"] = logprobs
        return {"choices": [choice]} | ({"usage": usage} if usage else {})

    return answer


@pytest.fixture
def slow():
    """An answer that comes late."""

    def answer(seconds, document):
        def wait(_body):
            time.sleep(seconds)
            return document

        return wait

    return answer


@pytest.fixture(scope="session")
def smollm2_path() -> Path:
    return model_files.model("smollm2")
