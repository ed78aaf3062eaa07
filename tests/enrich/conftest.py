"""A chat that a model reads, and a model that answers from what it is shown."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import memdb
from memdb.models import ChatRequest, FakeChatModel
from memdb.records import Draft

CHAT = (
    ("Noor", "I live in Delft."),
    ("Pelle", "How are you?"),
    ("Noor", "On Monday I saw Ilka Sommer repair the weathercock."),
    ("Pelle", "I like figs and I fixed the roof of the mill."),
    ("Noor", "He sold it to them."),
)
REPLIES = {
    "I live in Delft.": [["Noor lives in Delft.", "state", [["Noor", "lives in", "Delft"]]]],
    "On Monday I saw Ilka Sommer repair the weathercock.": [
        ["Ilka Sommer repaired the weathercock on Monday.", "event", [["weathercock", "repaired by", "Ilka Sommer"]]]
    ],
    "I like figs and I fixed the roof of the mill.": [
        ["Pelle likes figs.", "preference", [["Pelle", "likes", "figs"]]],
        ["Pelle fixed the roof of the mill.", "event", [["Pelle", "fixed", "roof of the mill"]]],
    ],
    "He sold it to them.": [["He sold it to them.", "event", [["He", "sold", "it"]]]],
}


def shown(request: ChatRequest) -> str:
    """The record that a call gives."""
    found = re.search(r'^record(?: by "[^"]*")?: (.*)$', request.messages[-1].content, re.MULTILINE)
    assert found is not None
    record: str = json.loads(found[1])
    return record


def drafts() -> list[Draft]:
    return [
        Draft(content=content, session="s", turn=str(n), speaker=speaker, said_at="2022-11-24")
        for n, (speaker, content) in enumerate(CHAT)
    ]


@pytest.fixture
def filled(path) -> Path:
    """A file with the chat in it."""
    with memdb.open(path) as memory:
        memory.ingest_drafts(drafts(), stream="chat")
    return path


@pytest.fixture
def reads() -> Callable[[], FakeChatModel]:
    """A model that reads the chat."""
    return lambda: FakeChatModel(lambda request: json.dumps({"claims": REPLIES[shown(request)]}))
