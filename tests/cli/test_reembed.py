"""`memdb reembed`: what awaits is told and embedded, and a memory without an embedder is told what to do."""

import shutil
from pathlib import Path

LEGACY = Path(__file__).parents[2] / "fixtures" / "legacy" / "schema-1.db"


def test_an_older_file_is_embedded_by_one_command(memdb, database):
    shutil.copy(LEGACY, database)
    awaiting = memdb("stats", "--json").json()["awaiting_embedding"]
    assert awaiting > 0
    assert "`memdb reembed`" in memdb("stats").out
    assert any("`memdb reembed`" in note for note in memdb("ask", "Where does Ana live?", "--json").json()["notes"])
    result = memdb("reembed")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"{awaiting} records embedded by static-minilm-128-")
    assert memdb("stats", "--json").json()["awaiting_embedding"] == 0
    assert "reembed" not in memdb("stats").out


def test_it_is_reported_as_json_and_does_nothing_twice(filled):
    report = filled("reembed", "--json").json()
    assert report.keys() == {"embedder", "dimension", "packets", "awaiting", "seconds"}
    assert (report["packets"], report["awaiting"], report["dimension"]) == (0, 0, 128)


def test_a_memory_without_an_embedder_is_told_how_to_get_one(filled):
    assert filled("models", "use", "embedder", "none").code == 0
    result = filled("reembed")
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert "memdb models use embedder" in result.err
