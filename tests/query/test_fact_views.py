"""The control views of fact streams: each by its definition, against plain Python over the lines that were told."""

import math
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memdb
from memdb.errors import UsageError
from memdb.models import FakeChatModel, FakeEmbedder
from memdb.records.settings import FactSettings, GraphSettings, ReadSettings, RenderSettings
from memdb.records.tokens import terms

STATES = {
    "spouse": "{} is married to {}.",
    "employer": "{} is employed by {}.",
    "citizenship": "{} is a citizen of {}.",
}
NODES = ("Aa", "Bb", "Cc", "Dd", "Ee", "Ff")
Step = tuple[str, str, str]
MEETING = (
    "The budget meeting is held in Room A.",
    "Room A is located on the second floor.",
    "Room B is located on the fifth floor.",
    "The budget meeting is held in Room B.",
)
QUESTION = "Which floor is the budget meeting on?"


def view(name, *, characters: int = 60_000, depth: int = 4, **facts) -> ReadSettings:
    return ReadSettings(
        facts=FactSettings(view=name, **facts),
        render=RenderSettings(characters=characters),
        graph=GraphSettings(max_depth=depth),
    )


def text(step: Step) -> str:
    subject, relation, value = step
    return STATES[relation].format(subject, value)


def newest(steps: Sequence[Step]) -> dict[tuple[str, str], str]:
    return {(s, r): o for s, r, o in steps}


def before(steps: Sequence[Step]) -> dict[tuple[str, str], str]:
    """The last value of each slot that is not its current one, or the current one."""
    now = newest(steps)
    return {
        slot: next((o for s, r, o in reversed(steps) if (s, r) == slot and o != value), value)
        for slot, value in now.items()
    }


def walk(values: dict[tuple[str, str], str], hops: int = 5) -> set[tuple[str, str]]:
    """The slots within so many hops of Aa over some values."""
    found: set[tuple[str, str]] = set()
    subjects = {"Aa"}
    for _ in range(hops):
        found |= {slot for slot in values if slot[0] in subjects}
        subjects |= {values[slot] for slot in found}
    return found


def shown(evidence: memdb.Evidence) -> list[Step]:
    return sorted((edge.subject, edge.relation, edge.object) for edge in evidence.graph.edges)


def told(path, steps: Sequence[Step]) -> memdb.Memory:
    memory = memdb.open(path, embedder=FakeEmbedder())
    drafts = [memdb.Draft(content=text(step), turn=str(n)) for n, step in enumerate(steps)]
    memory.ingest_drafts(drafts, stream="facts", profile="facts")
    return memory


def ranked(steps: Sequence[Step], asked: list[str]) -> list[Step]:
    """All current facts by BM25 over record, entities and relation (k1 1.5, b 0.75), of equals the newest first."""
    last = {(s, r): n for n, (s, r, _) in enumerate(steps)}
    facts = [steps[n] for n in sorted(last.values(), reverse=True)]
    documents = [Counter(terms(f"{text((s, r, o))} {s} {r} {o}")) for s, r, o in facts]
    mean = sum(document.total() for document in documents) / len(documents)

    def score(document: Counter[str]) -> float:
        total = 0.0
        for term in set(asked):
            holding = sum(term in one for one in documents)
            idf = math.log(1 + (len(documents) - holding + 0.5) / (holding + 0.5))
            frequency = document[term]
            total += idf * frequency * 2.5 / (frequency + 1.5 * (0.25 + 0.75 * document.total() / mean))
        return round(total, 9)

    order = sorted(range(len(facts)), key=lambda n: -score(documents[n]))
    return [facts[n] for n in order]


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(NODES), st.sampled_from(sorted(STATES)), st.sampled_from(NODES)),
        min_size=1,
        max_size=25,
    )
)
def test_each_view_is_what_its_definition_says(tmp_path_factory, steps: list[Step]):
    now, then = newest(steps), before(steps)
    closure, asked = walk(now), "Who is Aa married to?"
    with told(tmp_path_factory.mktemp("views") / "memory.db", steps) as memory:

        def read(name: str, question: str = asked, **options) -> list[Step]:
            # Without words as a channel nothing but the view can be shown.
            return shown(memory.read(question, channels=("graph",), settings=view(name, **options)))

        assert read("closure") == sorted((*slot, now[slot]) for slot in closure)
        assert read("prior") == sorted((*slot, now[slot]) for slot in walk(then))
        assert read("stale") == sorted((*slot, then[slot]) for slot in closure)
        assert read("latest") == sorted((*slot, value) for slot, value in now.items())
        assert read("history") == []
        for hops in (1, 2, 3, 5):
            assert read("closure", depth=hops - 1) == sorted((*slot, now[slot]) for slot in walk(now, hops))
        others = read("random")
        assert len(others) == min(len(closure), len(now) - len(closure))
        assert {(s, r) for s, r, _ in others}.isdisjoint(closure)
        assert all(now[s, r] == o for s, r, o in others)
        assert others == read("random")
        ranking = ranked(steps, terms(asked))
        for most in (3, 100):
            assert read("bm25", most=most) == sorted(ranking[:most])
        room, packed = sum(len(text((*slot, now[slot]))) for slot in closure), []
        for fact in ranking:
            if len(text(fact)) <= room:
                room -= len(text(fact))
                packed.append(fact)
        assert read("bm25", matched=True) == sorted(packed)


def test_dense_facts_are_those_whose_vectors_are_nearest(tmp_path):
    steps = [("Aa", "spouse", "Bb"), ("Bb", "employer", "Cc"), ("Cc", "citizenship", "Dd"), ("Bb", "employer", "Ee")]
    embedder = FakeEmbedder()
    question = "Who is employed by Ee?"
    facts = [("Aa", "spouse", "Bb"), ("Cc", "citizenship", "Dd"), ("Bb", "employer", "Ee")]
    asked = embedder.embed([question])[0]
    near = {(s, r, o): float(embedder.embed([f"{text((s, r, o))} {s} {r} {o}"])[0] @ asked) for s, r, o in facts}
    with told(tmp_path / "memory.db", steps) as memory:
        found = memory.read(question, settings=view("dense", most=2))
    assert shown(found) == sorted(sorted(facts, key=lambda fact: -near[fact])[:2])


def test_a_random_fact_is_as_long_as_the_one_that_it_stands_for(tell, memory):
    tell("Aa is married to Bartholomew Longname.", "Zz is married to Yy.", "Xx is married to Maximilian Longname.")
    evidence = memory.read("Who is Aa married to?", settings=view("random"))
    assert shown(evidence) == [("Xx", "spouse", "Maximilian Longname")]


def test_the_example_of_the_paper(tell, memory):
    tell(*MEETING)
    read = {name: memory.read(QUESTION, settings=view(name)) for name in ("closure", "prior", "stale", "history")}
    lines = {name: [line.split("] ")[1] for line in one.text.splitlines()] for name, one in read.items()}
    assert lines["closure"] == [MEETING[2], MEETING[3]]
    assert lines["prior"] == [MEETING[1], MEETING[3]]
    assert lines["stale"] == [MEETING[0], MEETING[2]]
    assert lines["history"] == list(MEETING)


def test_a_control_view_does_not_tell_what_replaced_a_record(tell, memory):
    tell(*MEETING)
    for name in ("stale", "history"):
        evidence = memory.read(QUESTION, settings=view(name))
        assert "superseded" not in evidence.text
        assert all(claim.superseded_by is None for packet in evidence.packets for claim in packet.claims)


@pytest.mark.parametrize("name", ["latest", "history"])
def test_over_the_budget_the_newest_records_are_kept_whole_and_nothing_else_is_read(tmp_path, name):
    steps = [(f"{node}{n}", "spouse", "Bb") for n in range(9) for node in NODES]
    lines = [f"[{n}] {text(step)}" for n, step in enumerate(steps)]
    kept, room = [], 200
    for line in reversed(lines):
        if len(line) + 1 > room:
            break
        room -= len(line) + 1
        kept.insert(0, line)
    with told(tmp_path / "memory.db", steps) as memory:
        # Ee7 is the newest of those that do not fit.
        evidence = memory.read("Who is Ee7 married to?", settings=view(name, characters=200))
        answer = memory.ask("Who is Ee7 married to?", reader="extractive", settings=view(name, characters=200))
    assert evidence.text.splitlines() == kept
    assert evidence.left_out > 0
    assert len(evidence.graph.edges) == (len(kept) if name == "latest" else 0)
    assert answer.answer == "Unknown"


def test_whoever_answers_sees_the_view(tmp_path):
    model = FakeChatModel(lambda _: "second floor")
    with memdb.open(tmp_path / "memory.db", reader=model) as memory:
        drafts = [memdb.Draft(content=line, turn=str(n)) for n, line in enumerate(MEETING)]
        memory.ingest_drafts(drafts, stream="facts", profile="facts")
        stale = memory.ask("Where is the budget meeting?", reader="extractive", settings=view("stale"))
        memory.ask(QUESTION, reader="llm", settings=view("prior", chained=False))
        memory.ask(QUESTION, reader="llm", settings=view("history", chained=False))
    assert stale.answer == "Room A"
    refreshed, history = (request.messages[-1].content for request in model.requests)
    assert [line for line in refreshed.splitlines() if "Room" in line] == [
        "the location of budget meeting: Room B", "the location of Room A: second floor",
    ]  # fmt: skip
    assert [line for line in MEETING if line in history] == list(MEETING)


def test_conversations_are_read_as_ever(talk, memory):
    talk("Ana: I live in Delft.", "Ana: I moved to Utrecht.")
    asked = "Where does Ana live?"
    assert memory.read(asked, settings=view("stale")).text == memory.read(asked).text


def test_a_view_of_an_earlier_moment_or_of_no_known_name_is_refused(tell, memory):
    tell(*MEETING)
    with pytest.raises(UsageError, match="as_of"):
        memory.read(QUESTION, as_of=2, settings=view("stale"))
    with pytest.raises(UsageError, match="no view of facts is named 'newest'"):
        memory.read(QUESTION, settings=view("newest"))
