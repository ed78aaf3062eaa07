"""What a server was given bounds what its clients reach, whatever they ask."""

import json

import anyio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcp import Client, MCPError

import memdb
from memdb.mcp import Reach, build

MARKER = "heliotrope"
STREAMS = st.sampled_from(["", "home", "work", "Home", "work ", "all", "*"])
TEXTS = st.sampled_from(
    ["", MARKER, "Ngozi Eze", "Ngozi", "planning meeting", "password hint", "Where is the meeting?"]
)
WORDS = {
    "question": TEXTS, "query": TEXTS, "subject": TEXTS, "speaker": TEXTS, "stream": STREAMS,
    "session": st.sampled_from(["", "talk"]), "as_of": st.sampled_from(["", "@3", "2026", "2026-12"]),
    "history": st.booleans(), "limit": st.sampled_from([1, 50]), "packet": st.integers(-1, 7),
}  # fmt: skip
TAKES = {
    "ask": ("question", "as_of", "stream"), "search": ("query", "as_of", "limit", "stream"),
    "facts": ("subject", "history", "as_of", "limit", "stream"), "forget": ("packet", "session", "speaker", "stream"),
    "status": (),
}  # fmt: skip
CALLS = st.sampled_from(sorted(TAKES)).flatmap(
    lambda tool: st.tuples(
        st.just(tool), st.fixed_dictionaries({}, optional={name: WORDS[name] for name in TAKES[tool]})
    )
)
RESOURCES = st.sampled_from(
    ["memdb://facts", "memdb://facts/Ngozi%20Eze", "memdb://facts/planning%20meeting"]
    + [f"memdb://packets/{packet}" for packet in range(7)]
)


async def told(client: Client, calls, uris) -> str:
    """All that the server says."""
    said = []
    for tool, arguments in calls:
        result = await client.call_tool(tool, arguments)
        said.append(json.dumps([result.structured_content, result.content[0].text], ensure_ascii=False))
    for uri in uris:
        try:
            said.append((await client.read_resource(uri)).contents[0].text)
        except MCPError as error:
            said.append(str(error))
    return "\n".join(said)


def asked(calls) -> str:
    """The words of the client, which an error may repeat."""
    return json.dumps(calls)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(calls=st.lists(CALLS, max_size=6), uris=st.lists(RESOURCES, max_size=4))
def test_no_call_leaks_a_word_of_another_stream(filled, talk, calls, uris):
    said = talk(Reach(lambda: memdb.open(filled), ("home",)), lambda client: told(client, calls, uris))
    if MARKER not in asked(calls):
        assert MARKER not in said
    assert "Room B" not in said


def test_the_same_calls_find_the_words_where_they_are_within_reach(filled, talk):
    calls = [("search", {"query": "password hint", "stream": "work"}), ("facts", {}), ("forget", {"packet": 5})]
    said = talk(Reach(lambda: memdb.open(filled)), lambda client: told(client, calls, ["memdb://packets/5"]))
    assert said.count(MARKER) >= 3


def test_writing_goes_to_the_first_stream_of_the_server_or_to_another_of_it(filled, talk):
    async def session(client):
        results = [
            await client.call_tool("remember", {"text": f"Text {stream}.", "stream": stream})
            for stream in ("", "work", "attic")
        ]
        return [one.content[0].text if one.is_error else one.structured_content["stream"] for one in results]

    first, second, third = talk(Reach(lambda: memdb.open(filled), ("home", "work")), session)
    assert (first, second) == ("home", "work")
    assert third == "stream 'attic' is out of reach: this server has home, work"
    with memdb.open(filled) as memory:
        assert memory.streams() == ("home", "work")


def test_a_stream_of_the_server_that_is_not_there_yet_reads_as_empty(filled, talk):
    async def session(client):
        ask = {"question": "Where does Ana live?", "stream": "new"}
        before = await client.call_tool("ask", ask)
        await client.call_tool("remember", {"text": "Ana lives in Turku."})
        return before.structured_content["answer"], (await client.call_tool("ask", ask)).structured_content["answer"]

    assert talk(Reach(lambda: memdb.open(filled), ("new",)), session) == ("Unknown", "Turku")


def test_the_server_tells_its_streams_and_counts_no_others(filled, talk):
    async def session(client):
        return client.instructions, (await client.call_tool("status", {})).structured_content["streams"]

    instructions, streams = talk(Reach(lambda: memdb.open(filled), ("home",)), session, "legacy")
    assert instructions.endswith("Streams within reach: home.")
    assert streams == {"home": 3}


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_resources_are_listed_and_read(filled, talk, mode):
    async def session(client):
        listed = [str(one.uri) for one in (await client.list_resources()).resources]
        templates = [one.uri_template for one in (await client.list_resource_templates()).resource_templates]
        documents = [
            json.loads((await client.read_resource(uri)).contents[0].text)
            for uri in ("memdb://facts", "memdb://facts/Ana%20Duarte", "memdb://packets/2")
        ]
        return listed, templates, documents

    listed, templates, (every, hers, packet) = talk(Reach(lambda: memdb.open(filled)), session, mode)
    assert listed == ["memdb://facts"]
    assert templates == ["memdb://facts/{subject}", "memdb://packets/{packet}"]
    assert len(every["facts"]) > len(hers["facts"]) > 0
    assert {fact["subject"] for fact in hers["facts"]} == {"Ana Duarte"}
    assert (packet["content"], packet["statements"][0]["object"]) == ("I moved to Ghent.", "Ghent")


@pytest.mark.parametrize("uri", ["memdb://packets/99", "memdb://packets/x", "memdb://", "memdb://attic", "file:///etc"])
def test_a_resource_that_is_not_there_is_an_error_of_one_line(filled, uri):
    async def session():
        async with Client(build(Reach(lambda: memdb.open(filled)))) as client:
            with pytest.raises(MCPError) as raised:
                await client.read_resource(uri)
            return str(raised.value)

    assert "\n" not in anyio.run(session)
