"""`memdb mcp` as programs start it: a process that speaks JSON-RPC on standard output and nothing else."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import anyio
import pytest
from mcp import Client, StdioServerParameters, stdio_client

import memdb

COMMAND = str(Path(sys.executable).with_name("memdb"))
"""Twice what a handshake may take on a quiet machine, since tests share theirs."""
HELLO = {
    "jsonrpc": "2.0", "id": 0, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}  # fmt: skip
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
NOISY = """
import ctypes, subprocess, sys
import memdb
from memdb.mcp import Reach, serve_stdio
from memdb.models import FakeChatModel

def answer(request):
    print("loading", flush=True)
    print("left in Python's buffer")
    ctypes.CDLL(None).printf(b"left in the C library's buffer")
    subprocess.run(["echo", "a child speaks"], check=True)
    return "Ghent"

serve_stdio(Reach(lambda: memdb.open(sys.argv[1], reader=FakeChatModel(answer))))
"""
VERBOSE = """
import sys
import memdb
from llama_cpp import Llama
from memdb.mcp import Reach, serve_stdio
from memdb.models import FakeChatModel

def answer(request):
    Llama(sys.argv[2], verbose=True, n_ctx=256)
    return "Ghent"

serve_stdio(Reach(lambda: memdb.open(sys.argv[1], reader=FakeChatModel(answer))))
"""


def call(number: int, tool: str, **arguments: object) -> dict:
    return {
        "jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": tool, "arguments": arguments}
    }  # fmt: skip


def exchange(words: list[str], *messages: object) -> tuple[list[dict], str, int]:
    """Send messages one after the other, each after the answer before it; read all of both outputs to their end."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, encoding="utf-8"
        )
        lines = []
        try:
            for message in messages:
                process.stdin.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
                process.stdin.flush()
                if isinstance(message, dict) and "id" in message:
                    lines.append(process.stdout.readline())
            rest, _ = process.communicate(timeout=60)
        finally:
            process.kill()
        errors.seek(0)
        return [json.loads(line) for line in (*lines, *rest.splitlines())], errors.read(), process.returncode


@pytest.fixture
def pancakes(path) -> Path:
    """A memory that leaves a question to the model."""
    with memdb.open(path) as memory:
        memory.add("I brought pancakes to the fair.", speaker="Ben Okafor", said_at="2026-03-05")
    return path


def test_a_session_of_the_command_says_json_and_nothing_else(path):
    messages = (HELLO, READY, call(1, "remember", text="Ana lives in Ghent."), call(2, "ask", question="Where is Ana?"))
    answers, errors, code = exchange([COMMAND, "--db", str(path), "mcp"], *messages)
    assert (code, errors) == (0, "")
    assert [one["id"] for one in answers] == [0, 1, 2]
    assert answers[0]["result"]["serverInfo"] == {"name": "memdb", "title": "memdb", "version": memdb.__version__}
    assert answers[2]["result"]["structuredContent"]["answer"] == "Ghent"


@pytest.mark.parametrize("program", [NOISY, VERBOSE], ids=["everything", "llama.cpp"])
def test_standard_output_is_pure_while_a_model_speaks(pancakes, request, program):
    words = [sys.executable, "-c", program, str(pancakes)]
    if program is VERBOSE:
        words.append(str(request.getfixturevalue("smollm2_path")))
    answers, errors, code = exchange(words, HELLO, READY, call(1, "ask", question="What did Ben bring to the fair?"))
    assert code == 0
    assert [one["id"] for one in answers] == [0, 1]
    assert answers[1]["result"]["structuredContent"]["answer"] == "Ghent"
    said = ["llama"] if program is VERBOSE else ["loading", "a child speaks", "Python's buffer", "C library's buffer"]
    assert all(one in errors for one in said), errors


def test_a_chosen_model_answers_through_the_command(pancakes, smollm2_path):
    with memdb.open(pancakes) as memory:
        memory.use("reader", str(smollm2_path))
    ask = call(1, "ask", question="What did Ben bring to the fair?")
    answers, _, code = exchange([COMMAND, "--db", str(pancakes), "mcp"], HELLO, READY, ask)
    assert (code, len(answers)) == (0, 2)
    assert answers[1]["result"]["structuredContent"]["reader"] != "extractive"


def test_lines_that_are_no_requests_do_not_end_the_session(path):
    strange = ("{", "[]", "null", "", '{"jsonrpc": "2.0", "method": "notifications/unheard"}', "\ufffd\x00")
    messages = (HELLO, READY, *strange, call(1, "status"))
    answers, _, code = exchange([COMMAND, "--db", str(path), "mcp"], *messages)
    assert code == 0
    assert answers[-1]["result"]["structuredContent"]["streams"] == {}


def test_the_handshake_loads_no_model_and_makes_no_file(path):
    program = """
import sys
from memdb_cli.main import main
main(["--db", sys.argv[1], "mcp"])
print(*sys.modules, file=sys.stderr)
"""
    answers, errors, _ = exchange([sys.executable, "-c", program, str(path)], HELLO, READY)
    assert answers[0]["result"]["protocolVersion"] == "2025-06-18"
    assert {"numpy", "llama_cpp", "gguf", "scipy"} & set(errors.split()) == set()
    assert not path.exists()


def test_the_client_of_the_sdk_works_with_the_command(path):
    async def session():
        server = StdioServerParameters(command=COMMAND, args=["--db", str(path), "--stream", "home", "mcp"])
        async with Client(stdio_client(server)) as client:
            assert len((await client.list_tools()).tools) == 7
            await client.call_tool("remember", {"text": "I live in Ghent."})
            return await client.call_tool("ask", {"question": "Where do I live?"})

    result = anyio.run(session)
    assert result.structured_content["answer"] == "Ghent"
    assert result.structured_content["sources"][0]["stream"] == "home"


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_at_once_and_quietly(path, sign):
    words = [COMMAND, "--db", str(path), "mcp"]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        process.stdin.write(json.dumps(HELLO) + "\n")
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(sign)
        assert process.wait(5) == -sign
        assert process.stderr.read() == ""
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("missing", ["mcp", "mcp_types", "mcp.server"])
def test_without_the_sdk_one_line_says_what_to_install(missing):
    program = "import sys; sys.modules[sys.argv[1]] = None; from memdb_cli.main import main; sys.exit(main(['mcp']))"
    words = [sys.executable, "-c", program, missing]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "memdb: the MCP server needs the SDK mcp, version 2: install it with `pip install 'memdb-engine[mcp]'`\n"
    )
