"""Files of earlier schemas, as earlier versions of memdb left them, open and answer."""

import shutil
from pathlib import Path

import pytest

import memdb

LEGACY = sorted((Path(__file__).parents[2] / "fixtures" / "legacy").glob("schema-*.db"))


@pytest.mark.parametrize("file", LEGACY, ids=lambda file: file.stem)
def test_a_file_of_an_earlier_schema_is_migrated_whole(file, tmp_path):
    old = shutil.copy(file, tmp_path / "old.memdb")
    with memdb.open(old) as memory:
        assert memory.check().ok
        assert memory.stats().tables["packets"] == 47
        answer = memory.ask("Where does Ana live?", streams=["main"])
        assert answer.answer == "Ghent"


def test_every_schema_before_this_one_has_a_file(tmp_path):
    with memdb.open(tmp_path / "new.memdb") as memory:
        current = memory.stats().schema_version
    assert [int(file.stem.split("-")[1]) for file in LEGACY] == list(range(1, current))
