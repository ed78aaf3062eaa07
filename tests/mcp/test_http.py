"""Streamable HTTP: on loopback, with a token, and not for pages of browsers."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

COMMAND = str(Path(sys.executable).with_name("memdb"))
SECRET = "correct-horse-battery-staple"  # noqa: S105 - of this test
HELLO = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}  # fmt: skip
ACCEPT = {"Accept": "application/json, text/event-stream"}


class Served:
    """A running `memdb mcp --http`."""

    def __init__(self, filled: Path, *words: str, token: str = SECRET) -> None:
        environment = {**os.environ, "MEMDB_MCP_TOKEN": token}
        command = [COMMAND, "--db", str(filled), *words, "mcp", "--http", "0", "--json"]
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        lines = iter(self.process.stdout.readline, "")
        text = ""
        for line in lines:
            text += line
            if line.startswith("}"):
                break
        self.document = json.loads(text)

    @property
    def url(self) -> str:
        return self.document["url"]

    def post(self, headers: dict[str, str], body: object = HELLO) -> httpx2.Response:
        return httpx2.post(self.url, json=body, headers=ACCEPT | headers, timeout=20, trust_env=False)

    def stop(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate(timeout=20)
        return self.process.returncode, errors


@pytest.fixture
def served(filled) -> Served:
    server = Served(filled)
    yield server
    server.process.kill()
    server.process.communicate()


BEARER = {"Authorization": f"Bearer {SECRET}"}


def test_the_client_of_the_sdk_works_with_the_token(served):
    async def session(number):
        async with (
            httpx2.AsyncClient(headers=BEARER, trust_env=False, timeout=20) as http,
            Client(streamable_http_client(served.url, http_client=http)) as client,
        ):
            result = await client.call_tool("ask", {"question": "Where does Ana live?"})
            assert not result.is_error, result
            assert result.structured_content["answer"] == "Ghent", number

    async def several():
        async with anyio.create_task_group() as group:
            for number in range(3):
                group.start_soon(session, number)

    anyio.run(several)


def test_it_listens_on_loopback_only(served):
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/mcp", served.url)
    port = int(served.url.split(":")[2].split("/")[0])
    listening = [line.split()[1] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    assert [one for one in listening if int(one.split(":")[1], 16) == port and one.startswith("00000000")] == []


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (BEARER, 200),
        ({}, 401),
        ({"Authorization": "Bearer wrong-horse-battery-staple"}, 401),
        ({"Authorization": "Bearer " + SECRET + "x"}, 401),
        ({"Authorization": "Bearer \xe9"}, 401),
        ({"Authorization": f"Basic {SECRET}"}, 401),
        (BEARER | {"Origin": "https://evil.example"}, 403),
        (BEARER | {"Origin": "null"}, 403),
        (BEARER | {"Origin": "http://127.0.0.1.evil.example"}, 403),
        (BEARER | {"Origin": "http://localhost:6274"}, 200),
        (BEARER | {"Host": "evil.example"}, 421),
    ],
)
def test_who_lacks_the_token_or_comes_from_elsewhere_is_refused(served, headers, status):
    sent = {name: value.encode("latin-1") for name, value in headers.items()}
    assert served.post(sent).status_code == status


def test_the_server_ends_quietly(served):
    assert served.post(BEARER).status_code == 200
    code, errors = served.stop()
    assert code in {0, 130}
    assert errors.strip() == ""


def test_streams_bound_http_clients_too(filled):
    server = Served(filled, "--stream", "home")
    try:
        shown = server.post(BEARER).text
    finally:
        server.process.kill()
        server.process.communicate()
    assert "Streams within reach: home." in shown


def start(filled: Path, port: str, **environment: str) -> subprocess.Popen:
    return subprocess.Popen(
        [COMMAND, "--db", str(filled), "mcp", "--http", port],
        env={name: value for name, value in os.environ.items() if name != "MEMDB_MCP_TOKEN"} | environment,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_without_a_token_one_is_made_and_shown(filled):
    process = start(filled, "0")
    try:
        line = process.stderr.readline()
    finally:
        process.kill()
        process.communicate()
    assert re.fullmatch(r"memdb: serving at http://127\.0\.0\.1:\d+/mcp, for who sends: .* Bearer [\w-]{40,}\n", line)


def test_a_token_that_was_given_is_not_shown(filled):
    process = start(filled, "0", MEMDB_MCP_TOKEN=SECRET)
    try:
        line = process.stderr.readline()
    finally:
        process.kill()
        process.communicate()
    assert line.endswith("Bearer $MEMDB_MCP_TOKEN\n")


@pytest.mark.parametrize(
    ("port", "token", "line"),
    [("0", "short", "no secret"), ("0", "a secret with blanks", "no secret"), ("70000", SECRET, "70000 is no port")],
)
def test_what_cannot_be_served_is_refused_in_one_line(filled, port, token, line):
    process = start(filled, port, MEMDB_MCP_TOKEN=token)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 2
    assert line in errors
    assert errors.count("\n") == 1


def test_a_port_that_is_taken_is_refused_in_one_line(served, filled):
    process = start(filled, served.url.split(":")[2].split("/")[0], MEMDB_MCP_TOKEN=SECRET)
    _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors.count("\n")) == (2, 1)
    assert "cannot listen at port" in errors
