"""The real command, watching while files grow, killed at any moment and started again."""

import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

import memdb

COMMAND = str(Path(sys.executable).with_name("memdb"))
TURNS, FILES, KILLS = 240, 3, 8


@pytest.fixture
def watching(path, folder):
    """Start `memdb ingest --watch` over the folder."""
    running: list[subprocess.Popen] = []

    def begin(*options: str) -> subprocess.Popen:
        words = [COMMAND, "--db", str(path), "ingest", "--watch", str(folder), "--interval", "0.05", *options]
        running.append(subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
        return running[-1]

    yield begin
    for process in running:
        process.kill()
        process.communicate()


def stored(path):
    if not path.exists():
        return Counter()
    with memdb.open(path) as memory:
        return Counter(draft.content for draft in memory.export())


def wait_for(path, wanted, seconds=30):
    deadline = time.monotonic() + seconds
    while (found := stored(path)) != wanted and time.monotonic() < deadline:
        time.sleep(0.1)
    assert found == wanted


def test_a_watch_that_is_killed_again_and_again_stores_every_turn_once(watching, path, folder):
    chance = random.Random(6)  # noqa: S311 - moments, not secrets
    lines = [
        (
            folder / f"{n % FILES}.jsonl",
            json.dumps({"content": f"Bird {n} flew past.", "session": str(n % FILES)}) + "\n",
        )
        for n in range(TURNS)
    ]
    process = watching()
    kills = set(chance.sample(range(20, TURNS), KILLS))
    for n, (file, line) in enumerate(lines):
        with file.open("a", encoding="utf-8") as grown:
            cut = chance.randrange(len(line))
            grown.write(line[:cut])
            grown.flush()
            time.sleep(chance.uniform(0, 0.02))
            grown.write(line[cut:])
        if n in kills:
            time.sleep(chance.uniform(0, 0.6))
            process.kill()
            process.communicate()
            assert all(count == 1 for count in stored(path).values())
            process = watching()
    wait_for(path, Counter(f"Bird {n} flew past." for n in range(TURNS)))
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 0, err
    with memdb.open(path) as memory:
        assert memory.check().ok


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly_when_it_is_asked_to(watching, path, folder, asked):
    (folder / "talk.jsonl").write_text('{"content": "one"}\n{"content": "two"}\n', encoding="utf-8")
    process = watching("--json")
    wait_for(path, Counter(["one", "two"]))
    time.sleep(0.3)
    process.send_signal(asked)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, "")
    assert json.loads(out) == {"files": 1, "stored": 2, "duplicates": 0, "problems": 0}


def test_it_says_what_it_stored_and_what_it_could_not_read(watching, path, folder):
    (folder / "talk.jsonl").write_text('{"content": "one"}\n', encoding="utf-8")
    (folder / "picture").write_bytes(b"\x89PNG\r\n\x1a\n1234")
    process = watching()
    wait_for(path, Counter(["one"]))
    time.sleep(2.6)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert out.splitlines()[0].startswith(f"{folder / 'talk.jsonl'}: jsonl, 1 record: 1 new")
    assert out.splitlines()[-1] == "Stopped: 1 new file, 1 record stored."
    assert [line for line in err.splitlines() if "PNG" in line] == [
        f"memdb: {folder / 'picture'} is a PNG image, not text; import text instead"
    ]


def test_a_folder_that_is_not_there_is_one_line(path, folder):
    words = [COMMAND, "--db", str(path), "ingest", "--watch", str(folder / "nowhere")]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=30)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1].startswith("memdb: there is no ")
