"""`memdb cells` shows groups of claims and makes them anew."""


def test_cells_are_shown_with_what_they_are_about(filled):
    cells = filled("cells", "--json").json()["cells"]
    text = filled("cells", "--stream", "team").out
    assert cells[0]["title"][:40] in text
    assert "claims" in text
    assert "kitchen" not in text


def test_a_limit_holds_for_each_stream(filled):
    cells = filled("cells", "--limit", "1", "--json").json()["cells"]
    assert [cell["stream"] for cell in cells] == ["team", "kitchen", "notes"]


def test_cells_are_made_anew_in_a_layout(filled):
    report = filled("cells", "rebuild", "--layout", "sequential", "--json").json()
    assert report["claims"] == sum(cell["claims"] for cell in filled("cells", "--json").json()["cells"])
    assert report["layout"] == "sequential"
    assert filled("cells", "--stream", "team", "--json", "rebuild", "--layout", "flat").json()["streams"] == ["team"]
    assert {cell["stream"] for cell in filled("cells", "--json").json()["cells"]} == {"kitchen", "notes"}
    assert filled("cells", "rebuild", "--layout", "round").code == 2
    assert filled("cells", "rebuild").out.startswith("bounded: ")


def test_an_empty_memory_has_no_cells(memdb, database):
    memdb("add", "Hello!")
    memdb("forget", "--packet", "1", "--yes")
    assert memdb("cells").out == "No claims are grouped yet.\n"
