"""A process that is killed while it ingests."""

import random
import time

import memdb
from memdb._pipeline import BATCH

RECORDS = [f"Bird number {n} flew past." for n in range(5 * BATCH)]
PER_FILE = 5
KILLS = 20

INGEST = """
import sys, memdb
print("ready", flush=True)
with memdb.open(sys.argv[1]) as memory:
    memory.ingest(sys.argv[2], progress=lambda done, total: print("batch", flush=True))
print("done", flush=True)
"""

FORGET = """
import os, sys, memdb
from memdb.store import Connection
Connection.scrub = lambda connection: os._exit(9)  # the records are gone, their traces are not
with memdb.open(sys.argv[1]) as memory:
    memory.forget(speaker="Ana")
"""


def test_a_killed_ingest_keeps_what_it_acknowledged_and_a_rerun_completes_it(tmp_path, start):
    chance = random.Random(20)  # noqa: S311 - moments, not secrets
    source = tmp_path / "birds.jsonl"
    source.write_text("".join(f'{{"content": "{content}"}}\n' for content in RECORDS), encoding="utf-8")
    cut_short = 0
    for number in range(KILLS // PER_FILE):
        path = tmp_path / f"{number}.memdb"
        acknowledged = 0
        for _ in range(PER_FILE):
            process = start(INGEST, path, source)
            assert process.stdout.readline() == "ready\n"
            time.sleep(chance.uniform(0, 0.25))
            process.kill()
            out, err = process.communicate()
            assert err == ""
            cut_short += "done" not in out
            acknowledged = max(acknowledged, BATCH * out.count("batch"))
            if not path.exists():
                continue
            with memdb.open(path) as memory:
                kept = [draft.content for draft in memory.export()]
                assert kept == RECORDS[: len(kept)], "whole, in order, once"
                assert len(kept) >= acknowledged
                assert memory.check().ok
        with memdb.open(path) as memory:
            report = memory.ingest(source)
            assert report.read == len(RECORDS)
            assert [draft.content for draft in memory.export()] == RECORDS
            assert memory.check().ok
            assert memory.stats().tables["sources"] == 1
    assert cut_short >= KILLS // 2


def test_a_forgetting_that_is_killed_before_it_wiped_its_traces_is_finished_at_the_next_opening(path, start):
    def traces():
        return sum(other.read_bytes().count(b"Qwopzel") for other in path.parent.iterdir())

    with memdb.open(path) as memory:
        memory.ingest_drafts(
            memdb.Draft(content=f"I live in {'Qwopzel' if n % 3 else 'Ghent'}{n}.", speaker="Ana" if n % 3 else "Ben")
            for n in range(600)
        )
    process = start(FORGET, path)
    process.wait()
    assert process.returncode == 9
    assert traces()
    with memdb.open(path) as memory:
        assert memory.stats().tables["packets"] == 200
        assert memory.check().ok
    assert traces() == 0
