"""The LangChain retriever: LangChain's own tests, and what the documents say."""

import asyncio
from pathlib import Path

import pytest

import memdb

pytest.importorskip("langchain_core", reason="the adapter needs LangChain")

from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableLambda

from memdb.adapters.langchain import MemdbRetriever

langchain_tests = pytest.importorskip(
    "langchain_tests.integration_tests", reason="LangChain's standard tests are not installed"
)

DEMO = Path(__file__).parents[2] / "fixtures" / "demo"


@pytest.fixture
def memory(tmp_path):
    with memdb.open(tmp_path / "memory.memdb") as opened:
        opened.ingest(DEMO / "conversations.jsonl")
        opened.ingest(DEMO / "facts.txt")
        yield opened


@pytest.mark.anyio
class TestStandard(langchain_tests.RetrieversIntegrationTests):
    """The standard tests for retrievers, asynchronous ones included."""

    @pytest.fixture
    def anyio_backend(self):
        return "asyncio"

    @pytest.fixture(autouse=True)
    def _open(self, memory):
        self._memory = memory

    @property
    def retriever_constructor(self) -> type[BaseRetriever]:
        return MemdbRetriever

    @property
    def retriever_constructor_params(self):
        return {"memory": self._memory}

    @property
    def retriever_query_example(self) -> str:
        return "Which floor is the planning meeting on?"


def test_a_document_says_which_record_it_is(memory):
    (document,) = MemdbRetriever(memory=memory, k=1).invoke("Who is Ana's manager?")
    record = memory.show(int(document.id))
    assert document.page_content == record["content"]
    named = {name: document.metadata[name] for name in ("packet", "stream", "session", "turn", "speaker", "said_at")}
    assert named == {name: record[name] for name in named}
    assert document.metadata["source"] == f"packet {record['packet']}, {record['turn']}"


def test_the_first_documents_hold_the_links_of_a_question(memory):
    first, second = MemdbRetriever(memory=memory, k=2).invoke("Which floor is the planning meeting on?")
    assert "Room B" in first.page_content
    assert "fifth floor" in second.page_content


def test_a_former_value_is_marked(memory):
    found = MemdbRetriever(memory=memory, k=10, streams=["facts"]).invoke("Where was the planning meeting held before?")
    (former,) = [one for one in found if one.page_content == "The planning meeting is held in Room A."]
    assert former.metadata["superseded_by"] == "Room B"


def test_options_of_a_call_go_before_those_of_the_retriever(memory):
    retriever = MemdbRetriever(memory=memory, streams=["facts"], k=4)
    assert {one.metadata["stream"] for one in retriever.invoke("Where is Room A located?")} == {"facts"}
    assert {one.metadata["stream"] for one in retriever.invoke("Where does Ana live?", streams=["team"])} == {"team"}
    assert len(retriever.batch(["Where does Ana live?", "Room A"], k=2)[1]) == 2
    with pytest.raises(memdb.NotFoundError, match="no stream named 'nowhere'"):
        retriever.invoke("Ana", streams=["nowhere"])


def test_it_works_in_a_chain_and_from_asyncio(memory):
    chain = MemdbRetriever(memory=memory, k=1) | RunnableLambda(lambda found: found[0].page_content)
    assert "Room B" in asyncio.run(chain.ainvoke("Where is the planning meeting held?"))


def test_an_empty_memory_has_no_documents(tmp_path):
    with memdb.open(tmp_path / "empty.memdb") as memory:
        found = MemdbRetriever(memory=memory).invoke("Where does Ana live?")
        assert found == []
        assert all(isinstance(one, Document) for one in found)
