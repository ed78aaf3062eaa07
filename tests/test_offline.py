"""memdb asks nobody: no verb opens a socket or looks up a name."""

import socket
import subprocess
import sys

import pytest

NO_NETWORK = """
import sys

def refuse(event, arguments):
    if event.startswith(("socket.", "urllib.", "http.")) and event != "socket.gethostname":
        raise SystemExit(f"{event} {arguments}")

sys.addaudithook(refuse)
"""
VERBS = """
import memdb
from pathlib import Path

folder = Path(sys.argv[1])
(folder / "facts.txt").write_text("1. The capital of Lirone is Vesk.\\n2. Vesk is in Dorland.\\n")
with memdb.open(folder / "memory.memdb") as memory:
    memory.add("I moved to Ghent last week.", speaker="Ana", said_at="2026-03-01")
    memory.ingest(folder / "facts.txt", stream="facts")
    memory.correct("Ana", "employer", "Initech")
    assert memory.ask("Where does Ana live?").answer == "Ghent"
    for verb in (memory.read, memory.search, memory.trace):
        verb("Where does Ana live?")
    memory.facts(history=True)
    memory.show(1), memory.sessions(), memory.stats(), memory.usage(), list(memory.export())
    assert memory.check(repair=True).ok
    memory.backup(folder / "copy.memdb")
    memory.forget(speaker="Ana")
"""
MODELS = """
import json
import memdb
from memdb.models import FakeChatModel, FakeEmbedder
from pathlib import Path

def answer(request):
    shown = request.messages[-1].content
    if request.labels:
        return request.labels[0]
    if request.json_schema:
        labels = sorted({word for word in shown.split() if word.startswith("C0")})
        return json.dumps({"labels": labels, "claims": [["Ana moved to Ghent.", "event", []]]})
    return "Ghent"

model = FakeChatModel(answer)
memory = memdb.open(
    Path(sys.argv[1]) / "memory.memdb", reader=model, extractor=model, scheduler=model, embedder=FakeEmbedder()
)
with memory:
    memory.add("I moved to Ghent last week.", speaker="Ana", said_at="2026-03-01")
    memory.add("I went to a concert with Ben.", speaker="Ana", said_at="2026-03-02")
    assert memory.enrich().read == 2
    for scheduler in ("llm", "labels", "auto"):
        assert memory.ask("Where did Ana move?", reader="llm", scheduler=scheduler, k=1, extra=0).answer == "Ghent"
    memory.reembed()
    assert memory.usage().models
    assert memory.models()["reader"] is None
    memdb.find_models()
"""
COMMANDS = """
from memdb_cli.main import main

database = ["--db", sys.argv[1] + "/memory.memdb"]
for words in (["add", "I moved to Ghent."], ["ask", "Where do I live?"], ["stats", "--usage"], ["--version"]):
    assert main([*database, *words]) == 0
"""


def run(program, folder):
    words = [sys.executable, "-c", NO_NETWORK + program, str(folder)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("program", [VERBS, MODELS, COMMANDS], ids=["the library", "with models", "the command"])
def test_nothing_is_asked_of_the_network(program, tmp_path):
    done = run(program, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "attempt",
    [
        "import socket; socket.socket()",
        "import socket; socket.getaddrinfo('localhost', 80)",
        "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9')",
    ],
)
def test_the_guard_of_these_tests_notices_an_attempt(attempt, tmp_path):
    done = run(attempt, tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith(("socket.", "urllib."))


@pytest.mark.parametrize("reach", [("192.0.2.1", 9), ("2001:db8::1", 9)])
def test_no_test_reaches_beyond_this_machine(reach):
    family = socket.AF_INET6 if ":" in reach[0] else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as mine, pytest.raises(pytest.fail.Exception, match="tried to reach"):
        mine.connect(reach)
    with pytest.raises(pytest.fail.Exception, match="looked up"):
        socket.getaddrinfo("example.org", 80)
