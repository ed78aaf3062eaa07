"""Giant records, names and histories cost bounded memory and work in proportion, or are refused with a reason."""

import pytest

import memdb
from memdb import Draft, UsageError
from memdb.extract.rules import MOST_CHARACTERS, RulesFrontend

ADD = """
import sys, memdb
line, count = {line!r}, {count}
with memdb.open(sys.argv[1]) as memory:
    memory.add(line * (count // len(line)) + " zebra", speaker="Ana")
    assert [hit.packet for hit in memory.search("zebra", k=1)] == [1]
    assert memory.check().ok
"""


@pytest.mark.parametrize("line", ["x", "I live in Ghent and Ana works there. ", "a\n", "\u6771\u4eac", "\u0301"])
def test_a_giant_record_is_stored_and_found_in_bounded_memory(path, peak, line):
    assert peak(ADD.format(line=line, count=1_000_000), path) < 600


def test_rules_read_a_giant_record_as_far_as_a_chapter_goes(work):
    def read(count):
        packet = Draft(content="I live in Ghent. " * count, speaker="Ana")
        return RulesFrontend().extract(packet, profile="dialogue", known_people=())

    most = MOST_CHARACTERS // len("I live in Ghent. ")
    assert most <= len(read(10 * most).descriptors) <= most + 1  # the last may be cut
    assert work(lambda: read(10 * most)) < 1.5 * work(lambda: read(most))


@pytest.mark.parametrize("field", ["stream", "session", "turn", "speaker"])
def test_a_giant_name_is_refused_with_a_reason_and_costs_no_other_record(path, field):
    with memdb.open(path) as memory:
        report = memory.ingest_drafts([Draft(content="one", **{field: "n" * 10_001}), Draft(content="two")])
        assert (report.stored, report.skipped) == (1, {f"{field} longer than 10,000 characters": 1})
        with pytest.raises(UsageError, match="longer than"):
            memory.add("three", **{field: "n" * 10_001})
        assert memory.ingest_drafts([Draft(content="four", **{field: "n" * 10_000})]).stored == 1


def test_ten_thousand_aliases_of_one_entity_are_followed_by_work_in_proportion(tmp_path, work):
    def asked(count):
        with memdb.open(tmp_path / f"{count}.memdb") as memory:
            memory.ingest_drafts(
                [Draft(content=f"Bob{n} is my manager.", speaker="Ana", turn=str(n)) for n in range(count)]
                + [Draft(content="I live in Ghent.", speaker="Bob7", turn="home")]
            )
            found = []
            spent = work(lambda: found.append(memory.ask("Where does Bob7 live?").answer))
            assert found == ["Ghent"]
            return spent

    asked(10)
    assert asked(10_000) < 12 * asked(1_250)


def test_many_sessions_are_listed_and_asked_by_work_in_proportion(tmp_path, work):
    def listed(count):
        with memdb.open(tmp_path / f"{count}.memdb") as memory:
            memory.ingest_drafts(Draft(content=f"Bird {n} sang.", session=f"s{n}", turn="1") for n in range(count))
            memory.add("I live in Ghent.", speaker="Ana", session="last")
            found = []
            spent = work(lambda: found.extend([memory.ask("Where does Ana live?").answer, len(memory.sessions())]))
            assert found == ["Ghent", count + 1]
            return spent

    listed(10)
    assert listed(4_000) < 12 * listed(500)
