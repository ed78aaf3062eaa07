"""What models and their servers answer: any text at all."""

import json

import memdb
from memdb.extract.fact_output import read_entries
from memdb.extract.model_output import read_reply
from memdb.models import Calls, Completion, FakeChatModel
from memdb.models.server_reply import label_logits
from memdb.models.server_reply import read_reply as read_answer
from memdb.models.thinking import thought
from memdb.query.label_pass import choose_by_labels
from memdb.query.listwise import choose_listwise
from memdb.query.originals import Original
from memdb.records.settings import ScheduleSettings

from . import scratch

_POOL = [Original(n, "main", "s", n, n, None, "Ana", "2024-01-01", f"I ate {n} figs.", None, None) for n in range(1, 7)]


def _completion(data: bytes) -> Completion:
    text, _, reasoning = data.decode(errors="replace").partition("\0")
    return Completion(text=text, reasoning=reasoning, prompt_tokens=1, completion_tokens=1, finish="stop")


def claims(data: bytes) -> None:
    """Claims read in a reply stand in it."""
    reply = read_reply(_completion(data))
    assert all(claim.text for claim in reply.claims)
    assert sum(len(claim.text) for claim in reply.claims) <= len(data)


def entries(data: bytes) -> None:
    """Entries are of records that were asked about."""
    found = read_entries(_completion(data), records=5)
    assert found.keys() <= set(range(1, 6))


def thoughts(data: bytes) -> None:
    assert len(thought(data.decode(errors="replace"))) <= len(data)


def server(data: bytes) -> None:
    """The body of an answer over HTTP."""
    reply = read_answer(data)
    assert len(reply.text.encode(errors="replace")) <= len(data)
    assert len(label_logits(reply.first, ["A", "B"])) == 2


def enrich(data: bytes) -> None:
    """What a model says of records is kept as far as they say it; the file stays sound."""
    said = data.decode(errors="replace")
    with memdb.open(scratch.memory_file()) as memory:
        report = memory.enrich(model=FakeChatModel(lambda _: said))
        assert report.read + sum(report.pending.values()) <= 10
        assert memory.check().problems == ()


def schedule(data: bytes) -> None:
    """Whatever a scheduler answers, as many records are chosen as was asked, each once."""
    said = data.decode(errors="replace")
    calls = Calls(FakeChatModel(lambda _: said))
    for choose in (choose_listwise, choose_by_labels):
        chosen = choose(calls, "Who ate figs?", _POOL, 3, ScheduleSettings(), kind="schedule").packets
        assert len(chosen) == len(set(chosen)) == 3


def answer(data: bytes) -> None:
    """What a reader answers is an answer or an error, and can be written as JSON."""
    said = data.decode(errors="replace")
    with memdb.open(scratch.memory_file(), reader=FakeChatModel(lambda _: said)) as memory:
        for reader in ("auto", "llm"):
            found = memory.ask("What did Ana eat in Ghent?", reader=reader)
            json.dumps(found.to_dict()).encode()
            assert len(found.answer) <= len(said) + 1000


TARGETS = {
    "claims": claims, "entries": entries, "thoughts": thoughts, "server": server, "enrich": enrich,
    "schedule": schedule, "answer": answer,
}  # fmt: skip
