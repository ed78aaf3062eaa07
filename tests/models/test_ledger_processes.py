"""The ledger across processes, and under a process that is killed between a call and its commit."""

import random
import time

import memdb
from memdb.models import Calls, ChatRequest, FakeChatModel, Message

ASK = """
import sys, memdb
from memdb.models import Calls, ChatRequest, FakeChatModel, Message

def answer(request):
    print("called", flush=True)
    return "In Ghent."

first, count = int(sys.argv[2]), int(sys.argv[3])
with memdb.open(sys.argv[1]) as memory:
    calls = Calls(FakeChatModel(answer), memory._models.ledger())
    print("ready", flush=True)
    for n in range(first, first + count):
        request = ChatRequest(messages=(Message(role="user", content=f"Where {n}?"),), max_tokens=9)
        calls.complete(request, kind="extract", packets=[1])
        print("kept", flush=True)
print("done", flush=True)
"""
ASKED = 100_000
KILLS = 8


def usage(path):
    """How many calls the file counts, the tokens of their answers, and how many answers it keeps."""
    with memdb.open(path) as memory:
        assert memory.check().ok
        (one,) = memory.usage().models or (None,)
        return (one.calls, one.completion_tokens, one.answers) if one else (0, 0, 0)


def test_a_killed_process_loses_at_most_the_call_that_it_was_at_and_none_is_counted_twice(path, start):
    chance = random.Random(20)  # noqa: S311 - moments, not secrets
    with memdb.open(path) as memory:
        memory.add("I live in Ghent.", speaker="Ana")
    before = 0
    for _ in range(KILLS):
        process = start(ASK, path, 0, ASKED)
        assert process.stdout.readline() == "ready\n"
        time.sleep(chance.uniform(0.02, 0.25))
        process.kill()
        lines, err = process.stdout.read().splitlines(), process.stderr.read()
        assert err == ""
        assert "done" not in lines
        calls, tokens, answers = usage(path)
        made = lines.count("called")
        assert made - 1 <= calls - before <= made
        assert calls >= lines.count("kept"), "what was acknowledged stays"
        assert (tokens, answers) == (2 * calls, calls), "each is counted once"
        before = calls
    assert before > KILLS


def test_what_one_process_asked_is_known_to_the_next(path, start):
    with memdb.open(path) as memory:
        memory.add("I live in Ghent.", speaker="Ana")
    processes = [start(ASK, path, first, 60) for first in (0, 30, 60, 30)]
    outputs = [process.communicate(timeout=60) for process in processes]
    assert [(process.returncode, err) for process, (_, err) in zip(processes, outputs, strict=True)] == [(0, "")] * 4
    made = sum(out.count("called") for out, _ in outputs)
    assert usage(path) == (made, 2 * made, 120)
    with memdb.open(path) as memory:
        calls = Calls(FakeChatModel([]), memory._models.ledger())
        for n in range(120):
            request = ChatRequest(messages=(Message(role="user", content=f"Where {n}?"),), max_tokens=9)
            assert calls.complete(request, kind="extract", packets=[1]).text == "In Ghent."
