"""Forgetting takes two calls: one that tells, and one that does."""

import pytest

import memdb
from memdb.mcp import Reach, forgetting


def packets(path) -> set[int]:
    """The ids of all records."""
    with memdb.open(path) as memory:
        return {packet for packet in range(1, 30) if _there(memory, packet)}


def _there(memory, packet) -> bool:
    try:
        memory.show(packet)
    except memdb.NotFoundError:
        return False
    return True


@pytest.fixture
def forget(filled, talk):
    """Make calls of forget, each with the arguments that a function makes of the results so far."""

    def run(*calls, streams=()):
        async def session(client):
            results = []
            for arguments in calls:
                given = arguments(results) if callable(arguments) else arguments
                results.append(await client.call_tool("forget", given))
            return [one.content[0].text if one.is_error else one.structured_content for one in results]

        return talk(Reach(lambda: memdb.open(filled), streams), session)

    return run


def confirmed(results):
    return {"confirm": results[-1].structured_content["confirm"]}


@pytest.mark.parametrize(
    ("chosen", "gone"),
    [
        ({"packet": 5}, {5}),
        ({"session": "talk", "stream": "home"}, {1, 2, 3}),
        ({"speaker": "Ana Duarte"}, {1, 2}),
        ({"speaker": "Ana Duarte", "stream": "home"}, {1, 2}),
        ({"stream": "work"}, {4, 5}),
    ],
)
def test_the_first_call_tells_and_deletes_nothing_and_the_second_does_it(filled, forget, chosen, gone):
    (told,) = forget(chosen)
    assert (told["done"], told["packets"]) == (False, len(gone))
    assert packets(filled) == {1, 2, 3, 4, 5}
    _, done = forget(chosen, confirmed)
    assert (done["done"], done["packets"], "confirm" in done) == (True, len(gone), False)
    assert packets(filled) == {1, 2, 3, 4, 5} - gone


def test_the_first_call_quotes_the_record_that_would_go(forget):
    (told,) = forget({"packet": 5})
    assert told["record"]["content"] == "My password hint is heliotrope."


def test_a_confirmation_works_once(forget):
    again = forget({"packet": 5}, confirmed, lambda results: {"confirm": results[0].structured_content["confirm"]})[-1]
    assert "unknown, used or older" in again


@pytest.mark.parametrize("token", ["x", "yes", "true", "' OR 1"])
def test_a_confirmation_cannot_be_guessed(filled, forget, token):
    assert "unknown" in forget({"packet": 5}, {"confirm": token})[-1]
    assert 5 in packets(filled)


def test_a_confirmation_grows_old(filled, forget, monkeypatch):
    monkeypatch.setattr(forgetting, "VALID_SECONDS", -1.0)
    assert "older than ten minutes" in forget({"packet": 5}, confirmed)[-1]
    assert 5 in packets(filled)


def test_a_confirmation_stands_for_what_was_named_and_nothing_else(filled, forget):
    assert "confirm goes alone" in forget({"packet": 5}, lambda results: confirmed(results) | {"stream": "home"})[-1]
    assert packets(filled) == {1, 2, 3, 4, 5}


def test_what_came_meanwhile_is_not_forgotten_unseen(filled, forget):
    def later(results):
        with memdb.open(filled) as memory:
            memory.add("One more.", stream="home", speaker="Ana Duarte")
        return confirmed(results)

    assert "has changed" in forget({"speaker": "Ana Duarte"}, later)[-1]
    assert packets(filled) == {1, 2, 3, 4, 5, 6}


def test_a_speaker_is_forgotten_within_reach_only(filled, forget):
    with memdb.open(filled) as memory:
        memory.add("I am at work too.", stream="work", speaker="Ana Duarte")
    _, done = forget({"speaker": "Ana Duarte"}, confirmed, streams=("home",))
    assert done["packets"] == 2
    assert packets(filled) == {3, 4, 5, 6}


@pytest.mark.parametrize("chosen", [{"packet": 5}, {"stream": "work"}, {"speaker": "Ngozi Eze"}])
def test_nothing_out_of_reach_is_forgotten(filled, forget, chosen):
    (line,) = forget(chosen, streams=("home",))
    assert "heliotrope" not in line
    assert packets(filled) == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("streams", [(), ("home",), ("home", "work")])
@pytest.mark.parametrize(
    "chosen",
    [
        {"packet": 3, "speaker": "Ana Duarte"}, {"session": "talk", "speaker": "Ana Duarte"},
        {"session": "talk", "speaker": "Ana Duarte", "stream": "home"}, {"packet": 1, "stream": "home"},
        {"session": "talk"},
    ],
)  # fmt: skip
def test_selectors_that_do_not_go_together_are_refused_whatever_is_within_reach(filled, forget, chosen, streams):
    (line,) = forget(chosen, streams=streams)
    assert "selector" in line or "name the stream too" in line
    assert packets(filled) == {1, 2, 3, 4, 5}
