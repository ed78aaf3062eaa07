"""What models read, frozen and replayed into a memory with the same records: the same tables, and no model asked."""

import apsw
import pytest

import memdb
from memdb import FrozenReading
from memdb.errors import ImportFileError
from memdb.models import FakeChatModel
from memdb.records import Draft

TABLES = {
    "extractions": """SELECT p.stream_id, p.position, e.frontend, e.status, e.reason, e.model
        FROM extractions AS e JOIN packets AS p ON p.id = e.packet_id ORDER BY 1, 2, 3""",
    "descriptors": """SELECT p.stream_id, p.position, e.frontend, d.ordinal, d.claim, d.people, d.keywords,
        d.event_time, d.tokens, d.event FROM descriptors AS d JOIN extractions AS e ON e.id = d.extraction_id
        JOIN packets AS p ON p.id = e.packet_id ORDER BY 1, 2, 3, 4""",
    "assertions": """SELECT a.stream_id, a.position, e.frontend, a.descriptor, a.subject, r.name, a.object, a.slot,
        a.positive, a.asserted_at FROM assertions AS a JOIN extractions AS e ON e.id = a.extraction_id
        JOIN relations AS r ON r.id = a.relation_id ORDER BY 1, 2, 3, 4, 5, 6, 7""",
    "latest": """SELECT l.stream_id, l.subject_key, r.name, l.slot, l.object_key, l.positive, a.position
        FROM latest AS l JOIN relations AS r ON r.id = l.relation_id JOIN assertions AS a ON a.id = l.assertion_id
        ORDER BY 1, 2, 3, 4""",
}


def tables(path):
    connection = apsw.Connection(str(path))
    found = {name: connection.execute(statement).fetchall() for name, statement in TABLES.items()}
    connection.close()
    return found


FACTS = [f"Between winters, {ship} sleeps at {place}." for ship, place in zip("ABCDEF", "UVWXYZ", strict=True)]
FACTS[3] = "It sleeps at Velmora."


def facts_reader():
    return FakeChatModel(
        lambda request: (
            '{"facts":[' + ",".join(
                f'[{n},"berth","{line.split()[3]}","{line.split()[6][0]}"]'
                if "Between" in line else f'[{n},"unresolved"]'
                for n, line in enumerate(request.messages[-1].content.splitlines()[1:], 1)
            ) + "]}"
        ),
        context=20_000,
    )  # fmt: skip


@pytest.fixture
def enriched(filled, reads):
    """A file in which a model read a chat, and of a stream of facts a sample from which rules were induced."""
    with memdb.open(filled) as memory:
        memory.enrich(model=reads())
        memory.ingest_drafts([Draft(content=one) for one in FACTS], stream="facts", profile="facts")
        memory.enrich(model=facts_reader(), alone=True)
        assert memory.check().ok
    return filled


def test_a_replay_into_a_fresh_memory_gives_the_same_tables(enriched, tmp_path):
    fresh = tmp_path / "fresh.memdb"
    with memdb.open(enriched) as memory, memdb.open(fresh) as copy:
        copy.ingest_drafts(list(memory.export()))
        lines = [one.to_line() for one in memory.readings()]
        report = copy.replay(FrozenReading.of_line(line) for line in lines)
        assert (report.read, report.known, report.missing) == (len(lines), 0, 0)
        assert len(lines) == 5 + len(FACTS)
        assert copy.usage().models == ()
        assert copy.check().ok
        assert [one.to_line() for one in copy.readings()] == lines
    assert tables(fresh) == tables(enriched)


def test_what_was_read_already_and_what_is_not_there_is_counted_and_left(enriched, tmp_path):
    with memdb.open(enriched) as memory, memdb.open(tmp_path / "other.memdb") as other:
        frozen = list(memory.readings(streams=["facts"]))
        assert memory.replay(frozen).known == len(FACTS)
        assert other.replay(frozen).missing == len(FACTS)


@pytest.mark.parametrize("line", ["", "[]", '{"stream":"s"}', "no JSON"])
def test_a_line_that_is_none_is_an_error_that_says_so(line):
    with pytest.raises(ImportFileError, match="not a line of `memdb enrich --freeze`"):
        FrozenReading.of_line(line)
