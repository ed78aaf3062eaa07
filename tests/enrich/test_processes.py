"""Enrichers that are killed, that run beside each other, and beside readers: each record is read once."""

import json
import time
from collections import Counter

import pytest

import memdb
from memdb import _enriching
from memdb.models import FakeChatModel
from memdb.records import Draft

RECORDS = 40

ENRICH = """
import json, sys, time, memdb
from memdb.models import FakeChatModel

def answer(request):
    record = json.loads(request.messages[-1].content.rsplit('record by "Noor": ', 1)[1])
    print(record, flush=True)
    time.sleep(float(sys.argv[2]))
    name = record.split()[0]
    return json.dumps({"claims": [[f"{name} feeds the geese.", "state", [[name, "feeds", "geese"]]]]})

with memdb.open(sys.argv[1]) as memory:
    print("ready", flush=True)
    memory.enrich(model=FakeChatModel(answer))
print("done", flush=True)
"""


@pytest.fixture
def geese(path):
    with memdb.open(path) as memory:
        memory.ingest_drafts([Draft(content=f"Bird{n} feeds the geese.", speaker="Noor") for n in range(RECORDS)])
    return path


def finished(path, sql) -> tuple[int, int]:
    """Records that a model read, and the claims it left."""
    claims = "SELECT count(*) FROM descriptors JOIN extractions AS e ON e.id = extraction_id WHERE e.frontend = 'llm'"
    read = "SELECT count(*) FROM extractions WHERE frontend = 'llm' AND status = 'facts'"
    return sql(path, read)[0][0], sql(path, claims)[0][0]


def test_a_killed_enricher_leaves_whole_records_and_another_completes_them(geese, start, sql, monkeypatch):
    monkeypatch.setattr(_enriching, "LEASE_S", 300.0)
    process = start(ENRICH, geese, 0.02)
    seen = [process.stdout.readline() for _ in range(8)]
    process.kill()
    process.communicate()
    assert len(seen) == 8
    read, claims = finished(geese, sql)
    assert read == claims
    assert 6 <= read < RECORDS
    with memdb.open(geese) as memory:
        assert memory.check().ok
        model = FakeChatModel(lambda _: '{"claims":[]}')
        report = memory.enrich(model=model)
        assert report.awaiting == 1, "the record that the killed process held, until its lease is over"
        sql(geese, "UPDATE extractions SET leased_until = 1 WHERE status = 'pending'")
        assert memory.enrich(model=model).awaiting == 0
        assert memory.check().ok


def test_two_enrichers_share_the_work_and_read_no_record_twice(geese, start, sql):
    processes = [start(ENRICH, geese, 0.02) for _ in range(2)]
    lines: Counter[str] = Counter()
    for process in processes:
        out, err = process.communicate(timeout=60)
        assert err == ""
        assert out.endswith("done\n")
        lines.update(line for line in out.splitlines() if line.startswith("Bird"))
        assert sum("Bird" in line for line in out.splitlines()) > RECORDS // 8, "both did some"
    assert len(lines) == RECORDS
    assert set(lines.values()) == {1}
    assert finished(geese, sql) == (RECORDS, RECORDS)


def test_readers_and_writers_do_not_wait_for_a_call_of_the_model(geese, start):
    process = start(ENRICH, geese, 3.0)
    assert process.stdout.readline() == "ready\n"
    assert process.stdout.readline().startswith("Bird")
    with memdb.open(geese) as memory:
        begun = time.monotonic()
        memory.add("A swan came by.")
        assert memory.search("swan")
        assert memory.read("Who feeds the geese?").packets
        assert time.monotonic() - begun < 2.0


def test_an_enricher_that_is_interrupted_lets_its_record_go(geese, sql):
    def interrupt(_):
        raise KeyboardInterrupt

    with memdb.open(geese) as memory:
        with pytest.raises(KeyboardInterrupt):
            memory.enrich(model=FakeChatModel(interrupt))
        assert sql(geese, "SELECT status, leased_until, owner, attempts FROM extractions WHERE frontend = 'llm'") == [
            ("pending", 0.0, None, 0)
        ]
        report = memory.enrich(model=FakeChatModel(lambda _: '{"claims":[]}'))
        assert (report.read, report.awaiting) == (RECORDS, 0)


def test_a_record_whose_lease_ran_out_is_not_stored_by_who_lost_it(geese, sql):
    """A process that slept for hours wakes up: another has read the record meanwhile."""
    calls = []

    def answer(request):
        calls.append(request)
        if len(calls) == 1:
            sql(geese, "UPDATE extractions SET leased_until = 1")
            with memdb.open(geese) as other:
                other.enrich(model=FakeChatModel(lambda _: '{"claims":[]}'), limit=1)
        return json.dumps({"claims": [["Bird0 feeds the geese.", "state", [["Bird0", "feeds", "geese"]]]]})

    with memdb.open(geese) as memory:
        report = memory.enrich(model=FakeChatModel(answer), limit=1)
        assert report.read == 1, "the next record, which the other did not read"
        assert len(calls) == 2
        assert [one["status"] for one in memory.show(1)["extractions"]] == ["no_fact", "no_fact"]
        assert memory.show(1)["statements"] == []
