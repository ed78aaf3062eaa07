"""The plugin of `llm`: the command finds it, a model uses its tools, fragments hold evidence."""

import json
from importlib.metadata import entry_points

import pytest
from click.testing import CliRunner

import memdb

pytest.importorskip("llm", reason="the adapter needs llm")

import llm
from llm.cli import cli
from llm.plugins import load_plugins, pm

from memdb.adapters.llm import NOTHING, Memdb


@pytest.fixture
def home(tmp_path, monkeypatch):
    """llm's and memdb's files, in a folder of their own."""
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path))
    monkeypatch.setenv("MEMDB_PATH", str(tmp_path / "memory.memdb"))
    load_plugins()
    return tmp_path


class Scripted(llm.Model):
    """A model that makes the given calls of tools, one a turn, then repeats what it was told last."""

    model_id = "scripted"
    supports_tools = True
    can_stream = False

    def __init__(self, *calls):
        self.calls = list(calls)
        self.prompts = []

    def execute(self, prompt, stream, response, conversation):  # noqa: ARG002 - llm hands them to every model
        self.prompts.append(prompt)
        if self.calls:
            name, arguments = self.calls.pop(0)
            response.add_tool_call(llm.ToolCall(name=name, arguments=arguments))
            yield ""
        else:
            told = prompt.tool_results[-1].output if prompt.tool_results else prompt.prompt
            yield f"I was told: {told}"


def offering(model):
    """A plugin that offers one model."""

    class Offer:
        @staticmethod
        @llm.hookimpl
        def register_models(register):
            register(model)

    return Offer


def command(*words):
    done = CliRunner().invoke(cli, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_llm_finds_the_plugin_by_its_entry_point_and_describes_its_tools(home):
    (entry,) = entry_points(group="llm", name="memdb")
    assert entry.value == "memdb.adapters.llm"
    assert "memdb-engine" in {plugin["name"] for plugin in json.loads(command("plugins"))}
    said = command("tools", "list")
    assert "Memdb" in said
    for tool in Memdb().tools():
        assert tool.name in {"Memdb_remember", "Memdb_recall", "Memdb_facts"}
        assert tool.name.removeprefix("Memdb_") in said
        assert len(tool.description) > 30


def test_a_model_remembers_and_recalls(home):
    model = Scripted(
        ("Memdb_remember", {"text": "Ana lives in Ghent."}), ("Memdb_recall", {"question": "Where does Ana live?"})
    )
    said = model.chain("Where does Ana live?", tools=[Memdb(str(home / "other.memdb"))], key=None).text()
    assert "Ana lives in Ghent." in said
    with memdb.open(home / "other.memdb") as memory:
        assert memory.ask("Where does Ana live?").answer == "Ghent"
        assert memory.streams() == ("main",)


def test_the_command_runs_the_tools_on_memdb_s_own_file(home):
    with memdb.open() as memory:
        memory.add("Ana lives in Ghent.", stream="work")
    model = Scripted(("Memdb_facts", {"subject": "Ana"}))
    pm.register(offering(model), "scripted")
    try:
        said = command("-m", "scripted", "-T", 'Memdb(stream="work")', "Where?")
    finally:
        pm.unregister(name="scripted")
    assert "I was told: Ana, residence: Ghent (packet 1)" in said


def test_a_fragment_holds_the_evidence_of_a_question(home):
    with memdb.open() as memory:
        memory.add("Ana lives in Ghent.", turn="t1")
        memory.add("Ana now lives in Nice.", turn="t2")
    model = Scripted()
    pm.register(offering(model), "scripted")
    try:
        command("-m", "scripted", "-f", "memdb:Where does Ana live?", "Answer in one word")
    finally:
        pm.unregister(name="scripted")
    (prompt,) = model.prompts
    assert "Ana now lives in Nice." in prompt.prompt
    assert "superseded: Nice" in prompt.prompt
    assert [fragment.source for fragment in prompt.fragments] == ["memdb:Where does Ana live?"]


def test_an_empty_memory_and_an_error_are_told_in_words(home):
    tools = Memdb(str(home / "empty.memdb"))
    assert tools.recall("Where does Ana live?") == tools.facts("Ana") == NOTHING
    (home / "empty.memdb").write_text("no memory")
    model = Scripted(("Memdb_recall", {"question": "Where does Ana live?"}))
    said = model.chain("x", tools=[tools], key=None).text()
    assert "I was told: Error: " in said
    pm.register(offering(model), "scripted")
    try:
        done = CliRunner().invoke(cli, ["-m", "scripted", "-f", "memdb: ", "x"])
    finally:
        pm.unregister(name="scripted")
    assert "Could not load fragment memdb: : the question is empty" in done.output


def test_what_was_stored_already_is_said(home):
    tools = Memdb()
    assert tools.remember("Ana lives in Ghent.") == "Stored as packet 1."
    assert tools.remember("Ben lives in Nice.") == "Stored as packet 2."
