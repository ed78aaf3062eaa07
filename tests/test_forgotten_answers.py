"""Whatever a model was shown of a record is gone from its answers and its readings once the record is forgotten."""

import json
import shutil

import pytest

import memdb
from memdb import Draft
from memdb.models import ChatRequest, Completion, FakeChatModel, Message

TALK = (
    ("Ana", "2026-01-05", "I live in Zarnow."),
    ("Ben", "2026-01-06", "Where does your brother Vetle work?"),
    ("Ana", "2026-01-07", "I work at Qwoplabs, and Vetle is a baker in Tirnes."),
    ("Ana", "2026-02-01", "I moved to Brelick last week."),
    ("Ben", "2026-02-02", "I do not like Skrimsby, but I went to Oddmar with Ana."),
    ("Ana", "2026-03-01", "I moved to Hjelvik. I no longer work at Qwoplabs."),
)
FACTS = (
    "The head of Lirone is Mardoc.",
    "The city where Mardoc lives is Ostvar.",
    "The city where Mardoc lives is Pellgrat.",
    "He lives in Yrsted.",
)
MARKERS = {
    1: "Zarnow", 2: "Vetle work", 3: "Tirnes", 4: "Brelick", 5: "Skrimsby", 6: "Hjelvik",
    7: "Lirone", 8: "Ostvar", 9: "Pellgrat", 10: "Yrsted",
}  # fmt: skip
"""A word of each record that no other record has."""
QUESTIONS = (
    ("Where does Ana live?", "main"),
    ("Where did Ana live before?", "main"),
    ("Where did Ana use to work?", "main"),
    ("What used to be last week?", "main"),
    ("When did Ana move?", "main"),
    ("What does Ben like?", "main"),
    ("Where does the head of Lirone live?", "facts"),
    ("Where did the head of Lirone live before?", "facts"),
)


class Echo:
    """A model that answers with all that it was shown, so that every word of a prompt is in its kept answer."""

    name = "echo"
    context = 100_000

    def count(self, messages: tuple[Message, ...]) -> int:
        return sum(len(message.content) for message in messages)

    def complete(self, request: ChatRequest) -> Completion:
        text = "\n".join(message.content for message in request.messages)
        return Completion(
            text=text, prompt_tokens=1, completion_tokens=1, finish="stop", label_logits=(0.0,) * len(request.labels)
        )


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """The path of a memory whose model was asked all that it can be."""
    path, echo = tmp_path_factory.mktemp("asked") / "memory.memdb", Echo()
    with memdb.open(path, reader=echo, scheduler=echo, extractor=echo) as memory:
        memory.ingest_drafts(Draft(content=text, speaker=speaker, said_at=at) for speaker, at, text in TALK)
        memory.ingest_drafts((Draft(content=text) for text in FACTS), stream="facts", profile="facts")
        for question, stream in QUESTIONS:
            for view in ("bundle", "raw", "claim"):
                for k in (1, 2, 10):
                    memory.ask(question, streams=[stream], reader="llm", view=view, k=k, extra=0)
            for scheduler in ("llm", "labels"):
                memory.read(question, streams=[stream], scheduler=scheduler, k=2, extra=1)
        memory.enrich()
    return path


def answers(path):
    """All that the kept answers hold."""
    with memdb.open(path) as memory:
        rows = memory._store.connection().rows("SELECT response FROM model_calls WHERE response IS NOT NULL")
    return b"".join(response for (response,) in rows)


@pytest.mark.parametrize("packet", MARKERS)
def test_a_forgotten_record_is_in_no_answer_of_a_model_that_was_shown_it(asked, tmp_path, packet):
    path = shutil.copy(asked, tmp_path / "memory.memdb")
    marker = MARKERS[packet].encode()
    assert marker in answers(path), "a model was shown it"
    with memdb.open(path) as memory:
        memory.forget(packet=packet)
    assert marker not in answers(path)
    assert [file for file in tmp_path.iterdir() if marker in file.read_bytes()] == []


def test_what_a_model_read_with_a_forgotten_turn_at_hand_awaits_it_again(tmp_path):
    def read(request):
        shown = request.messages[-1].content
        claim = "Vetle is a baker in Tirnes." if "Vetle work" in shown else "He is a baker in Tirnes."
        return json.dumps({"claims": [[claim, "state", []]] if "a baker" in shown else []})

    with memdb.open(tmp_path / "memory.memdb", extractor=FakeChatModel(read)) as memory:
        for speaker, text in (
            ("Ben", "Where does Vetle work?"),
            ("Ana", "He is a baker in Tirnes."),
            ("Ben", "Is he a baker?"),
        ):
            memory.add(text, speaker=speaker, session="s")
        memory.enrich()
        assert "Vetle is a baker" in str(memory.show(2)["claims"])
        memory.forget(packet=1)
        assert [file for file in tmp_path.iterdir() if b"Vetle" in file.read_bytes()] == []
        assert memory.stats().awaiting_model == 1, "the turn after the next never saw it"
        assert memory.enrich().read == 1
        again = [claim["claim"] for claim in memory.show(2)["claims"] if claim["frontend"] == "llm"]
        assert again == ["He is a baker in Tirnes."]
        assert memory.check().ok


def test_what_is_forgotten_while_a_model_reads_the_next_turn_is_not_in_its_reading(tmp_path):
    def read(request):
        if "a baker" in request.messages[-1].content and memory.stats().tables["packets"] == 2:
            memory.forget(packet=1)
        return json.dumps({"claims": [["Vetle is a baker in Tirnes.", "state", []]]})

    with memdb.open(tmp_path / "memory.memdb", extractor=FakeChatModel(read)) as memory:
        memory.add("Where does Vetle work?", speaker="Ben", session="s")
        memory.add("He is a baker in Tirnes.", speaker="Ana", session="s")
        memory.enrich()
        assert [file for file in tmp_path.iterdir() if b"Vetle" in file.read_bytes()] == []
        assert memory.check().ok
