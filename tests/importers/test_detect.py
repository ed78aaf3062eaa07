import pytest

from memdb.importers import open_source


def _format(tmp_path, text, name="given"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return open_source(path).format


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("A note.\n", "text", id="one line"),
        pytest.param("[2026-05-01] Ana: hi\n[2026-05-02] Ben: ho\n", "text", id="brackets are not JSON"),
        pytest.param("[ ] buy milk\n", "text", id="a box is not JSON"),
        pytest.param("{name} goes here\n", "text", id="a brace is not JSON"),
        pytest.param("- milk\n- eggs\n", "text", id="bullets alone"),
        pytest.param(
            "1. Introduction\n\nIt began in May.\n\n2. Method\n\nWe looked.\n", "text", id="numbered sections"
        ),
        pytest.param("1974. It was a good year.\nThen came the rain.\n", "text", id="a year"),
        pytest.param("3. C is D.\n2. A is B.\n", "text", id="numbers that fall"),
        pytest.param("0. A is B.\n1. C is D.\n", "facts", id="bare facts"),
        pytest.param("Here is a list of facts:\n0. A is B.\n", "facts", id="one fact under a heading"),
        pytest.param("12. A is B, which goes on\n    below.\n40. C is D.\n", "facts", id="wrapped facts"),
        pytest.param("# Plan\nBuy milk.\n", "markdown", id="heading"),
        pytest.param("Plan\n====\nBuy milk.\n", "markdown", id="underlined heading"),
        pytest.param("Tasks\n- [ ] buy milk\n", "markdown", id="checkbox"),
        pytest.param("---\ntitle: x\n---\nBuy milk.\n", "markdown", id="front matter"),
        pytest.param("See [[Other page]].\n", "markdown", id="wiki link"),
        pytest.param("#1 on the list\n", "text", id="a number sign"),
        pytest.param('{"content": "x"}', "jsonl", id="one record"),
        pytest.param('{"text": "x", "context": "y"}', "jsonl", id="a record with a context"),
        pytest.param('{"context": "0. A is B."}', "facts", id="facts in JSON"),
        pytest.param('{"context": "0. A is B."}\n{"content": "x"}', "jsonl", id="two lines are no document"),
        pytest.param('{\n "context":\n "0. A is B."\n}', "facts", id="an indented document"),
        pytest.param(
            '{"turn_id": "1", "session_id": "1", "date": "2026-01-01", "role": "user", "text": "x"}',
            "jsonl",
            id="aliases without question ids are no pool",
        ),
    ],
)
def test_the_shape_decides(tmp_path, text, expected):
    assert _format(tmp_path, text) == expected


def test_a_markdown_name_decides_between_text_and_markdown_only(tmp_path):
    assert _format(tmp_path, "A note.\n", name="a.md") == "markdown"
    assert _format(tmp_path, "0. A is B.\n1. C is D.\n", name="b.md") == "facts"
    assert _format(tmp_path, '{"content": "x"}', name="c.md") == "jsonl"
