"""Processes that are killed with SIGKILL while they change a memory: nothing acknowledged is lost, nothing half done.

The moments are drawn from all at which an operation changes a file. `MEMDB_KILLS=240` makes a full run.
"""

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import memdb
from memdb.models import FakeEmbedder
from memdb.store import SCHEMA_VERSION

KILLS = int(os.environ.get("MEMDB_KILLS", "20"))
OPERATIONS = ("ingest", "enrich", "forget", "migrate", "reembed", "backup")
LEGACY = Path(__file__).parents[2] / "fixtures" / "legacy"
RECORDS = [f"Bird number {n} flew past the mill." for n in range(100)]
GEESE = 12
OF_ONE = 30
BATCH = 20
"""As in `doomed.py`."""
MARKER = "Oddmar"


class Doomed:
    """A process that runs operations in others, which kill themselves."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("doomed.py"))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        )  # fmt: skip

    def run(self, operation: str, path: Path, *, at: int = 0) -> str:
        """How an operation ended that is killed at its change number `at`, or never: "killed" or "done"."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([operation, str(path), at]), file=self._process.stdin, flush=True)
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        self._process.communicate()


@pytest.fixture(scope="module")
def doomed():
    server = Doomed()
    yield server
    server.close()


@pytest.fixture(scope="module")
def base(tmp_path_factory) -> dict[str, Path]:
    """The files that operations begin with, by operation."""
    path = tmp_path_factory.mktemp("base") / "base.memdb"
    with memdb.open(path, embedder=FakeEmbedder()) as memory:
        memory.ingest_drafts(
            memdb.Draft(content=f"I live in {MARKER}{n}.", speaker=f"Vetle {MARKER}", turn=str(n))
            if n % 2
            else memdb.Draft(content=f"I live in Ghent{n}.", speaker="Ana", turn=str(n))
            for n in range(2 * OF_ONE)
        )
        memory.ingest_drafts([memdb.Draft(content="The capital of Lirone is Vesk.")], stream="facts", profile="facts")
        memory.ingest_drafts(
            [memdb.Draft(content=f"Bird{n} feeds the geese.", speaker="Noor") for n in range(GEESE)], stream="geese"
        )
    return dict.fromkeys(OPERATIONS, path) | {"migrate": LEGACY / "schema-1.db"}


def begin(base: Path, folder: Path) -> Path:
    """A fresh copy of a file to work on, alone in its folder, with a file to ingest."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "memory.jsonl").write_text("".join(f'{{"content": "{content}"}}\n' for content in RECORDS))
    return Path(shutil.copy(base, folder / "memory.memdb"))


def notes(path: Path) -> list[str]:
    noted = path.with_suffix(".notes")
    return noted.read_text().splitlines() if noted.exists() else []


@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_kill_at_any_moment_loses_nothing_and_a_rerun_completes(operation, doomed, base, tmp_path, require_derived):
    chance = random.Random(f"{operation} {KILLS}")  # noqa: S311 - moments, not secrets
    path = begin(base[operation], tmp_path / "whole")
    assert doomed.run(operation, path) == "done"
    changes = int(notes(path)[-1].split()[1])
    wanted = -(-KILLS // len(OPERATIONS))
    for at in sorted(chance.sample(range(1, changes + 1), min(wanted, changes))):
        path = begin(base[operation], tmp_path / f"cut at {at}")
        assert doomed.run(operation, path, at=at) == "killed"
        if at % 3 == 0:
            doomed.run(operation, path, at=chance.randrange(1, 40))  # while it recovers from the first
        acknowledged = notes(path)
        require_sound(path, require_derived, operation)
        KEPT[operation](path, acknowledged)
        assert doomed.run(operation, path) == "done"
        require_sound(path, require_derived, operation)
        COMPLETE[operation](path)
        shutil.rmtree(path.parent)


def require_sound(path, require_derived, operation):
    """The file passes its checks, and what is derived in it equals what is derived anew."""
    with memdb.open(path) as memory:
        found = memory.check().problems
        unplaced = "claims await their place"  # in a file of an earlier schema, until something is written
        assert [one for one in found if operation != "migrate" or unplaced not in one.detail] == []
    require_derived(path)


def rows(path, statement):
    with memdb.open(path) as memory:
        return memory._store.connection().rows(statement)


def contents(path):
    return [content for (content,) in rows(path, "SELECT content FROM packets ORDER BY id")]


def kept_by_ingest(path, acknowledged):
    birds = [content for content in contents(path) if content.startswith("Bird number")]
    assert birds == RECORDS[: len(birds)], "whole batches, in order, once"
    runs = " ".join(acknowledged).split("begin")  # a second one acknowledges again what was there
    assert len(birds) >= BATCH * max(run.count("batch") for run in runs)


def complete_ingest(path):
    assert [content for content in contents(path) if content.startswith("Bird number")] == RECORDS
    assert rows(path, "SELECT sha256 <> '' FROM sources WHERE uri LIKE '%.jsonl'") == [(1,)]


def kept_by_enrich(path, acknowledged):
    read = rows(path, "SELECT count(*) FROM extractions WHERE frontend = 'llm' AND status = 'facts'")
    claims = "SELECT count(*) FROM descriptors JOIN extractions AS e ON e.id = extraction_id WHERE frontend = 'llm'"
    assert rows(path, claims) == read, "claims and status are one"
    assert read[0][0] >= acknowledged.count("record")


def complete_enrich(path):
    kept_by_enrich(path, ["record"] * GEESE)


def kept_by_forget(path, acknowledged):
    told = contents(path)
    assert sum("Ghent" in content for content in told) == OF_ONE
    assert sum(MARKER in content for content in told) in ((0,) if "forgotten" in acknowledged else (0, OF_ONE))


def complete_forget(path):
    kept_by_forget(path, ["forgotten"])
    assert [file.name for file in path.parent.glob("memory.memdb*") if MARKER.encode() in file.read_bytes()] == []


def kept_by_migrate(path, acknowledged):
    told = contents(path)
    assert len(told) == 47 + ("I bought a kettle." in told)
    assert "I bought a kettle." in told or "added" not in acknowledged


def complete_migrate(path):
    kept_by_migrate(path, ["added"])
    with memdb.open(path) as memory:
        assert memory.check().ok
        assert memory.stats().schema_version == SCHEMA_VERSION


def kept_by_reembed(path, acknowledged):
    of_other = "SELECT count(*) FROM packet_vectors JOIN embedders AS e ON e.id = embedder_id WHERE name = 'other'"
    assert rows(path, of_other)[0][0] >= min(BATCH * acknowledged.count("page"), 2 * OF_ONE + GEESE)


def complete_reembed(path):
    assert rows(path, "SELECT name, dimension FROM embedders") == [("other", 64)]
    assert rows(path, "SELECT count(*) FROM packet_vectors") == [(2 * OF_ONE + GEESE,)]


def kept_by_backup(path, acknowledged):
    copy = path.with_suffix(".copy")
    assert copy.exists() or "copied" not in acknowledged
    if copy.exists():
        complete_backup(path)


def complete_backup(path):
    copy = path.with_suffix(".copy")
    assert contents(copy) == contents(path)
    with memdb.open(copy) as memory:
        assert memory.check().ok


KEPT = {
    "ingest": kept_by_ingest, "enrich": kept_by_enrich, "forget": kept_by_forget, "migrate": kept_by_migrate,
    "reembed": kept_by_reembed, "backup": kept_by_backup,
}  # fmt: skip
COMPLETE = {
    "ingest": complete_ingest, "enrich": complete_enrich, "forget": complete_forget, "migrate": complete_migrate,
    "reembed": complete_reembed, "backup": complete_backup,
}  # fmt: skip
