"""Files of earlier schemas, as earlier versions of memdb left them, open and answer."""

import shutil
from pathlib import Path

import pytest

import memdb

LEGACY = sorted((Path(__file__).parents[2] / "fixtures" / "legacy").glob("schema-*.db"))
BEFORE_CELLS = LEGACY[:2]
"""Files whose claims await their place."""


@pytest.mark.parametrize("file", LEGACY, ids=lambda file: file.stem)
def test_a_file_of_an_earlier_schema_is_migrated_whole(file, tmp_path):
    old = shutil.copy(file, tmp_path / "old.memdb")
    with memdb.open(old) as memory:
        awaits = [True] if file in BEFORE_CELLS else []
        assert [problem.repairable for problem in memory.check().problems] == awaits, "its claims await their place"
        assert memory.stats().tables["packets"] == 47
        answer = memory.ask("Where does Ana live?", streams=["main"])
        assert answer.answer == "Ghent"


@pytest.mark.parametrize("file", BEFORE_CELLS, ids=lambda file: file.stem)
@pytest.mark.parametrize("how", ["a write", "a repair", "a rebuild", "a backup"])
def test_the_claims_of_an_earlier_file_are_placed_by(how, file, tmp_path):
    old = shutil.copy(file, tmp_path / "old.memdb")
    with memdb.open(old) as memory:
        assert memory.cells() == ()
        if how == "a write":
            memory.add("I bought a kettle.", speaker="Ana Duarte", stream="team")
        elif how == "a repair":
            assert memory.check(repair=True).ok
        elif how == "a backup":
            memory.backup(tmp_path / "copy.memdb")
        else:
            memory.rebuild_cells()
        assert memory.check().ok
        assert sum(cell.claims for cell in memory.cells()) == memory.stats().tables["claim_documents"] > 30


def test_every_schema_before_this_one_has_a_file(tmp_path):
    with memdb.open(tmp_path / "new.memdb") as memory:
        current = memory.stats().schema_version
    assert [int(file.stem.split("-")[1]) for file in LEGACY] == list(range(1, current))
