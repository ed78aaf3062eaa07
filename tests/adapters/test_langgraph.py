"""The LangGraph store: items come back as they were put, and are found by namespace, filter and question."""

import asyncio
import json
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memdb

pytest.importorskip("langgraph.store.base", reason="the adapter needs LangGraph")

from langgraph.store.base import GetOp, InvalidNamespaceError, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore

from memdb.adapters.langgraph import MemdbStore

USERS = ("users", "ana")
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
KEYS = TEXTS | st.sampled_from(["$text", "$whole", "text", "", "a.b", "a", "b", "a.b'", "content"])
VALUES = st.dictionaries(
    KEYS,
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats(allow_nan=False) | TEXTS
        | st.just("He likes green tea."),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
        max_leaves=6,
    ),
    max_size=4,
)  # fmt: skip


@pytest.fixture
def memory(tmp_path):
    with memdb.open(tmp_path / "memory.memdb") as opened:
        yield opened


@pytest.fixture
def store(memory):
    return MemdbStore(memory)


@given(values=st.lists(VALUES, min_size=1, max_size=3))
@settings(max_examples=60, deadline=None)
def test_an_item_comes_back_as_it_was_put_last(tmp_path_factory, values):
    with memdb.open(tmp_path_factory.mktemp("store") / "memory.memdb") as memory:
        store = MemdbStore(memory)
        for value in values:
            store.put(USERS, "one", value)
        assert store.get(USERS, "one").value == values[-1]
        (found,) = store.search(("users",))
        assert (found.key, found.namespace, found.value) == ("one", USERS, values[-1])
        store.delete(USERS, "one")
        assert store.get(USERS, "one") is None
        assert memory.stats().tables["packets"] == 0


def test_an_update_replaces_the_value_and_keeps_when_the_item_was_made(store, memory):
    before = datetime.now(UTC)
    store.put(USERS, "home", {"text": "Ana lives in Ghent."})
    first = store.get(USERS, "home")
    store.put(USERS, "home", {"text": "Ana lives in Nice."})
    second = store.get(USERS, "home")
    assert before <= first.created_at == first.updated_at == second.created_at < second.updated_at
    assert [item.value["text"] for item in store.search(USERS, query="Ghent")] == ["Ana lives in Nice."]
    assert memory.ask("Where does Ana live?").answer == "Nice"
    store.put(USERS, "home", second.value)
    assert store.get(USERS, "home").value == second.value


def test_the_same_value_put_twice_in_one_moment_is_there(store, memory, monkeypatch):
    import memdb.adapters.langgraph as adapter

    class Stopped(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime(2026, 5, 4, tzinfo=tz)

    monkeypatch.setattr(adapter, "datetime", Stopped)
    for _ in range(3):
        store.put(USERS, "home", {"text": "Ana lives in Ghent."})
    assert store.get(USERS, "home").value == {"text": "Ana lives in Ghent."}
    assert memory.stats().tables["packets"] == 1


def test_sentences_are_records_that_can_be_asked_and_cited(store, memory):
    store.put(USERS, "1", {"kind": "Memory", "content": {"content": "Ana's manager is Priya Raman."}})
    store.put(USERS, "2", {"text": "Priya Raman lives in Ghent."})
    answer = memory.ask("Which city does Ana's manager live in?")
    assert answer.answer == "Ghent"
    cited = [memory.show(packet) for packet in answer.citations]
    assert {(one["stream"], one["session"], one["turn"]) for one in cited} == {
        ("store.users.ana", "1", "content.content"),
        ("store.users.ana", "2", "text"),
    }


def test_what_is_forgotten_elsewhere_is_gone_from_its_item(store, memory):
    store.put(USERS, "1", {"kind": "Memory", "content": {"content": "Ana lives in Ghent."}})
    store.put(USERS, "2", {"home": "Ana lives in Nice.", "work": "Ana works in Bergen."})
    for packet in memory.packets("store.users.ana", "1") + memory.packets("store.users.ana", "2"):
        if "lives" in packet.content:
            memory.forget(packet=packet.id)
    assert store.get(USERS, "1").value == {"kind": "Memory", "content": {"content": None}}
    assert store.get(USERS, "2").value == {"work": "Ana works in Bergen."}


def test_a_search_finds_by_the_question_and_by_single_words_of_a_value(store):
    store.put(USERS, "tea", {"text": "Ana drinks green tea in the morning."})
    store.put(USERS, "bike", {"text": "Ana rides an old bike to work."})
    store.put(USERS, "look", {"theme": "dark", "language": "French"})
    store.put(("other",), "tea", {"text": "Tea from Assam is strong."})
    first, *rest = store.search(("users",), query="What does Ana drink in the morning?")
    assert first.key == "tea"
    assert all(first.score >= one.score for one in rest)
    assert store.search(USERS, query="dark theme")[0].key == "look"
    assert {item.namespace for item in store.search((), query="tea")} >= {USERS, ("other",)}


def test_pages_of_a_search_join_to_the_whole(store):
    for number in range(45):
        store.put(USERS, f"n{number}", {"text": f"The tea in box {number} is green.", "box": number})
    for query in (None, "green tea"):
        whole = [item.key for item in store.search(USERS, query=query, limit=100)]
        assert sorted(whole) == sorted(f"n{number}" for number in range(45))
        pages = [store.search(USERS, query=query, limit=20, offset=at) for at in range(0, 60, 20)]
        assert [item.key for page in pages for item in page] == whole
    assert [item.key for item in store.search(USERS, limit=3)] == ["n44", "n43", "n42"]
    found = store.search(USERS, query="green tea", filter={"box": {"$gte": 40}}, limit=3)
    assert len(found) == 3
    assert all(item.value["box"] >= 40 for item in found)


FILTERS = [
    {"kind": "note"}, {"kind": {"$ne": "note"}}, {"age": {"$gt": 17, "$lte": 30}}, {"age": {"$lt": 18}},
    {"where": {"city": "Ghent"}}, {"tags": ["a", "b"]}, {"age": {"$eq": 30}, "kind": "fact"}, {"kind": "none"},
]  # fmt: skip


@pytest.mark.parametrize("wanted", FILTERS, ids=json.dumps)
def test_a_filter_keeps_what_the_store_in_langgraph_keeps(store, wanted):
    theirs = InMemoryStore()
    for number, value in enumerate([
        {"kind": "note", "age": 17, "where": {"city": "Ghent", "zip": 9000}},
        {"kind": "fact", "age": 30, "tags": ["a", "b"], "where": {"city": "Nice"}},
        {"kind": "note", "age": 31, "tags": ["a"]},
    ]):  # fmt: skip
        for one in (store, theirs):
            one.put(USERS, str(number), value)
    mine = {item.key for item in store.search(("users",), filter=wanted)}
    assert mine == {item.key for item in theirs.search(("users",), filter=wanted)}


def test_texts_have_an_order_and_what_has_none_is_left_out(store):
    store.put(USERS, "new", {"day": "2026-05-04"})
    store.put(USERS, "old", {"day": "2025-05-04"})
    store.put(USERS, "none", {"day": None})
    assert [item.key for item in store.search(USERS, filter={"day": {"$gt": "2026-01-01"}})] == ["new"]


def test_namespaces_are_listed_as_the_store_in_langgraph_lists_them(store, memory):
    theirs = InMemoryStore()
    for namespace in [("a", "b", "c"), ("a", "b", "d", "e"), ("a", "b", "d", "i"), ("a", "b", "f"), ("a", "c", "f")]:
        for one in (store, theirs):
            one.put(namespace, "k", {"x": 1})
    memory.add("Not of the store.", stream="storeroom")
    calls = [
        {}, {"prefix": ("a", "b")}, {"prefix": ("a", "b"), "max_depth": 3}, {"suffix": ("f",)},
        {"prefix": ("a", "*", "f")}, {"suffix": ("*", "f"), "prefix": ("a",)}, {"limit": 2, "offset": 1},
        {"max_depth": 1}, {"prefix": ("b",)},
    ]  # fmt: skip
    for call in calls:
        assert store.list_namespaces(**call) == theirs.list_namespaces(**call), call
    store.delete(("a", "c", "f"), "k")
    assert ("a", "c", "f") not in store.list_namespaces()


def test_a_batch_answers_in_its_order_also_from_asyncio(store):
    ops = [PutOp(USERS, "1", {"n": 1}), GetOp(USERS, "1"), PutOp(USERS, "1", None), GetOp(USERS, "1"), SearchOp(USERS)]
    for results in (store.batch(ops), asyncio.run(store.abatch(ops))):
        assert results[0] is results[2] is results[3] is None
        assert results[1].value == {"n": 1}
        assert results[4] == []

    async def several():
        await asyncio.gather(*(store.aput(USERS, f"k{n}", {"n": n}) for n in range(10)))
        return await store.asearch(USERS, limit=20)

    assert {item.value["n"] for item in asyncio.run(several())} == set(range(10))


def test_what_another_store_on_the_same_file_put_is_there(store, memory):
    store.put(USERS, "1", {"n": 1})
    with memdb.open(memory.path) as again:
        assert MemdbStore(again).get(USERS, "1").value == {"n": 1}
        assert MemdbStore(again, root="else").list_namespaces() == []


def test_what_cannot_be_meant_is_one_error_and_changes_nothing(store):
    store.put(USERS, "1", {"n": 1})
    with pytest.raises(memdb.UsageError, match="'1' cannot be JSON"):
        store.put(USERS, "1", {"n": object()})
    with pytest.raises(memdb.UsageError, match=r"no operator \$like"):
        store.search(USERS, filter={"n": {"$like": 1}})
    with pytest.raises(InvalidNamespaceError):
        store.put(("a.b",), "1", {"n": 1})
    with pytest.raises(NotImplementedError, match="TTL is not supported"):
        store.put(USERS, "1", {"n": 2}, ttl=5)
    assert store.get(USERS, "1").value == {"n": 1}


def test_a_graph_keeps_what_it_learns_in_the_memory(store, memory):
    graph = pytest.importorskip("langgraph.graph")

    def learn(state, *, store):
        store.put(("users", state["user"]), "home", {"text": state["said"]})
        return {"said": store.search(("users",), query="home city")[0].value["text"]}

    builder = graph.StateGraph(dict)
    builder.add_node("learn", learn)
    builder.add_edge(graph.START, "learn")
    compiled = builder.compile(store=store)
    assert compiled.invoke({"user": "ana", "said": "Ana lives in Ghent."})["said"] == "Ana lives in Ghent."
    assert memory.ask("Where does Ana live?").answer == "Ghent"
