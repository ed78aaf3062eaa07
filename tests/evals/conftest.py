"""Tiny benchmarks in the shapes of the real ones, made up for these tests. Golds are marked, to catch a leak."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

LEAK = "LEAKED"


def write_rows(file: Path, rows: list[dict]) -> None:
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def factconsolidation(folder: Path) -> Path:
    """Three facts of which the last overrides the first, one single-hop and one two-hop question."""
    facts = [
        ("Ilse Varn works in the field of geology.", "Ilse Varn", "geology", 2),
        ("Ilse Varn is married to Omar Pell.", "Ilse Varn", "Omar Pell", None),
        ("Ilse Varn works in the field of botany.", "Ilse Varn", "botany", None),
        ("Omar Pell was born in the city of Quist.", "Omar Pell", "Quist", None),
    ]
    context = "Here is a list of facts:\n" + "".join(f"{n}. {fact[0]}\n" for n, fact in enumerate(facts))
    (folder / "context_6k.json").write_text(json.dumps({"context": context}))
    write_rows(
        folder / "facts_6k.jsonl",
        [
            {
                "serial": n,
                "text": text,
                "subject": subject,
                "relation": f"{LEAK} {text.split(subject)[1].split(value)[0]}",
                "object": value,
                "superseded_by": by,
            }
            for n, (text, subject, value, by) in enumerate(facts)
        ],
    )
    for kind, question, answer in (
        ("sh", "What field does Ilse Varn work in?", "botany"),
        ("mh", "In which city was the spouse of Ilse Varn born?", "Quist"),
    ):
        row = {
            "qa_pair_id": f"{kind}0",
            "index": 0,
            "question": question,
            "answers": [answer],
            "aliases_derived": [LEAK],
        }
        write_rows(folder / f"questions_{kind}_6k.jsonl", [row])
    return folder


def memstream(folder: Path) -> Path:
    """Two statements, the second overriding the first, and a question with a stale answer."""
    write_rows(
        folder / "stream_tiny.jsonl",
        [
            {"seq": 0, "text": "Ilse Varn is a citizen of Norland.", "subject": LEAK, "relation": LEAK, "object": "1"},
            {"seq": 1, "text": "Ilse Varn is a citizen of Sudmark.", "subject": LEAK, "relation": LEAK, "object": "2"},
        ],
    )
    question = {
        "id": "t1",
        "kind": "single",
        "question": "What is the country of citizenship of Ilse Varn?",
        "answer": "Sudmark",
        "answer_aliases": ["Southmark"],
        "stale_answer": "Norland",
    }
    write_rows(folder / "questions_tiny.jsonl", [question])
    return folder


def locomo(folder: Path) -> Path:
    """Two conversations; questions with usable, malformed, missing and adversarial evidence."""

    def sample(name: str, fruit: str, questions: list[dict]) -> dict:
        return {
            "sample_id": name,
            "conversation": {
                "speaker_a": "Ana",
                "speaker_b": "Ben",
                "session_1_date_time": "1:56 pm on 8 May, 2023",
                "session_1": [
                    {"speaker": "Ana", "dia_id": "D1:1", "text": f"I planted {fruit} trees behind the barn."},
                    {"speaker": "Ben", "dia_id": "D1:2", "text": "My sister called about the boat."},
                ],
                "session_2_date_time": "2:00 pm on 9 May, 2023",
            },
            "qa": questions,
            "observation": {"session_1": LEAK},
        }

    first = [
        {"question": "What did Ana plant?", "answer": LEAK, "evidence": ["D1:1", "D1:1", "D7:7"], "category": 4},
        {"question": "Who called Ben?", "answer": 2022, "evidence": ["D1:2"], "category": 2},
        {"question": "What is lost?", "answer": LEAK, "evidence": ["D1:1; D1:2"], "category": 1},
        {"question": "What is bare?", "answer": LEAK, "evidence": [], "category": 3},
        {"question": "What did Ben plant?", "adversarial_answer": LEAK, "evidence": ["D1:1"], "category": 5},
    ]
    second = [{"question": "What did Ana plant?", "answer": LEAK, "evidence": ["D1:1"], "category": 4}]
    (folder / "locomo_tiny.json").write_text(
        json.dumps([sample("conv-1", "plum", first), sample("conv-2", "pear", second)])
    )
    return folder


def longmemeval(folder: Path) -> Path:
    """A pool of two turns; one question with a gold turn, one abstention without."""
    turns = [("s0-t0", "I graduated in marine biology."), ("s1-t0", "I bought a red bicycle.")]
    write_rows(
        folder / "pool.jsonl",
        [
            {
                "turn_id": turn,
                "session_id": turn[:2],
                "upstream_session_id": None,
                "date": "2023/05/20 (Sat) 02:21",
                "role": "user",
                "text": text,
                "question_ids": [LEAK],
            }
            for turn, text in turns
        ],
    )
    common = {"question_type": "single-session-user", "answer": LEAK, "split": "dev"}
    write_rows(
        folder / "questions.jsonl",
        [
            {"question_id": "q1", "question": "What did I graduate in?", "gold_turn_ids": ["s0-t0"], **common},
            {"question_id": "q2_abs", "question": "What did I sell?", "gold_turn_ids": [], **common},
        ],
    )
    return folder


def toychat(folder: Path) -> Path:
    """Three turns of two speakers, one of them an update."""
    turns = [("Ana Reis", "I live in Porto."), ("Ben Holt", "I live in Leeds."), ("Ana Reis", "I moved to Gent.")]
    write_rows(
        folder / "corpus.jsonl",
        [
            {"id": n, "session": n, "ts": f"2026-01-0{n}T21:00:00Z", "speaker": speaker, "text": text}
            for n, (speaker, text) in enumerate(turns, start=1)
        ],
    )
    write_rows(
        folder / "queries.jsonl",
        [
            {"q": "Where does Ana live now?", "gold": [3], "stale": [1], "kind": "update", "speaker": LEAK},
            {"q": "Where does Ben live?", "gold": [2], "stale": [], "kind": "single", "speaker": LEAK},
        ],
    )
    return folder


def dialogue(folder: Path) -> Path:
    """Two conversations, one of each part; in the first somebody moves."""
    sets = [
        (
            "moves",
            "dev",
            "update",
            "Where does Ana live?",
            "Gent",
            [("t1", "I live in Porto."), ("t2", "I moved to Gent.")],
        ),
        ("stays", "untouched", "single", "Where does Ana work?", "Quillon", [("t1", "I work at Quillon.")]),
    ]
    rows = [
        {
            "id": name, "domain": LEAK, "part": part,
            "sessions": [
                {"date": f"2026-01-0{n}", "turns": [{"id": turn, "speaker": "Ana", "text": text}]}
                for n, (turn, text) in enumerate(turns, start=1)
            ],
            "questions": [
                {
                    "id": f"{name}-1", "kind": kind, "question": question, "gold": [[gold, LEAK]],
                    "turns": [turns[-1][0]], "stale": ["Porto"],
                }
            ],
        }
        for name, part, kind, question, gold, turns in sets
    ]  # fmt: skip
    write_rows(folder / "conversations.jsonl", rows)
    return folder


WRITERS = (factconsolidation, memstream, locomo, longmemeval, toychat, dialogue)


@pytest.fixture
def small():
    """The writers above by name; each fills a folder and returns it. `LEAK` is the text that no memory may hold."""
    return SimpleNamespace(LEAK=LEAK, **{writer.__name__: writer for writer in WRITERS})
