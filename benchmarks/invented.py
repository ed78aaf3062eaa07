"""Invented facts and chat of any size, so that the benchmarks run without data. The same size gives the same text."""

import random
from collections.abc import Callable, Iterable
from itertools import product

from measuring import Case

import memdb
from memdb.evals.observing import ingest_cost
from memdb.evals.tasks import Built, Question
from memdb.records import Draft, Profile

_SYLLABLES = (
    "ba",
    "del",
    "fen",
    "gor",
    "hul",
    "jin",
    "kas",
    "lem",
    "mir",
    "nor",
    "pel",
    "ras",
    "sol",
    "tam",
    "vek",
    "wyn",
)
_QUESTIONS = 200
_TURNS_A_SESSION = 20
SPEAKERS = ("Mara Quist", "Ivo Pell")
_SAID = (
    "I went to {place} on Tuesday and bought {thing} for the kitchen.",
    "My cousin {other} is visiting next week, we might see {place} together.",
    "Did you ever finish reading about {thing}?",
    "I have been thinking about {thing} a lot since we moved to {place}.",
    "Haha, that sounds great! {other} told me the same.",
    "Work was long today. {other} wants me to learn about {thing} before Friday.",
)


def names(count: int, ending: str = "") -> list[str]:
    """So many different capitalised words, in a fixed order."""
    words = ("".join(parts).capitalize() + ending for parts in product(_SYLLABLES, repeat=4))
    return [word for word, _ in zip(words, range(count), strict=False)]


def people(count: int) -> list[str]:
    """So many different names of two words."""
    words = names(1000)
    return [f"{words[number % 1000]} {words[number // 1000]}" for number in range(count)]


def facts_case(count: int) -> Case:
    """`count` facts on people, cities and countries, two in five of them updates, with two-hop questions."""
    draw = random.Random(count)  # noqa: S311 - repeatable text, not a secret
    persons = people(max(1, count // 5))
    cities, lands = names(max(20, count // 60), " City"), names(max(10, count // 200), "ia")

    def about(person: str) -> tuple[str, str, str]:
        return (
            f"{person} is married to {draw.choice(persons)}.",
            f"{person} was born in the city of {draw.choice(cities)}.",
            f"{person} is a citizen of {draw.choice(lands)}.",
        )

    first = [text for person in persons for text in about(person)]
    updates = [text for person in persons for text in about(person)[::2]]
    asked = [f"Which city was the spouse of {person} born in?" for person in draw.choices(persons, k=_QUESTIONS)]
    return _case(f"invented facts {count}", "facts", (first + updates)[:count], asked)


def chat_case(count: int) -> Case:
    """`count` turns of two people over sessions of twenty turns, with questions about them."""
    texts, asked = chat(count)
    return _case(f"invented chat {count}", "dialogue", texts, asked, SPEAKERS)


def chat(count: int) -> tuple[list[str], list[str]]:
    """The turns of `chat_case` and its questions."""
    draw = random.Random(count)  # noqa: S311 - repeatable text, not a secret
    places, things, others = names(200, "burg"), names(400, " glass"), names(100)
    texts = [
        draw.choice(_SAID).format(place=draw.choice(places), thing=draw.choice(things), other=draw.choice(others))
        for _ in range(count)
    ]
    return texts, [
        f"What did {draw.choice(SPEAKERS).split()[0]} buy in {draw.choice(places)}?" for _ in range(_QUESTIONS)
    ]


def turn(number: int, text: str, speakers: tuple[str, ...] = ()) -> Draft:
    """One turn of a conversation, twenty to a session, or without speakers one record."""
    if not speakers:
        return Draft(content=text, turn=str(number))
    session = number // _TURNS_A_SESSION
    said_at = f"{2000 + session // 300:04}-{session % 300 // 25 + 1:02}-{session % 25 + 1:02}T10:{number % 20:02}:00"
    speaker = speakers[number % len(speakers)]
    return Draft(content=text, turn=str(number), session=f"s{session}", speaker=speaker, said_at=said_at)


def _case(name: str, profile: Profile, texts: list[str], asked: list[str], speakers: tuple[str, ...] = ()) -> Case:
    questions = [Question(id=str(number), text=text) for number, text in enumerate(asked)]
    drafts = (turn(number, text, speakers) for number, text in enumerate(texts))
    return Case(name=name, fill=_filler(drafts, profile), questions=questions)


def _filler(drafts: Iterable[Draft], profile: Profile) -> Callable[[memdb.Memory], Built]:
    return lambda memory: ingest_cost(lambda: memory.ingest_drafts(drafts, stream="bench", profile=profile))
