import pytest

import memdb.evals
from memdb.errors import ImportFileError, UsageError
from memdb.evals.files import Row, read_json, read_jsonl, split_name


class Turn(Row, frozen=True, kw_only=True):
    id: int


def test_blank_lines_are_passed_over_and_unnamed_fields_ignored(tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_bytes(b'{"id": 1, "more": [1]}\r\n\n{"id": 2}')
    assert [row.id for row in read_jsonl(file, Turn)] == [1, 2]


@pytest.mark.parametrize("content", [b"", b"\n\n", b"{", b'{"id": "one"}', b"[]", b"\xff\xfe\x00", b'{"id": 1}\n{"id'])
def test_a_file_that_is_not_the_benchmarks_is_one_line_with_its_name(tmp_path, content):
    file = tmp_path / "rows.jsonl"
    file.write_bytes(content)
    with pytest.raises(ImportFileError, match=r"rows\.jsonl") as caught:
        read_jsonl(file, Turn)
    assert "\n" not in str(caught.value)


def test_a_file_cut_short_is_an_import_error(tmp_path):
    file = tmp_path / "one.json"
    file.write_bytes(b'[{"id": 1}, {"i')
    with pytest.raises(ImportFileError, match=r"one\.json"):
        read_json(file, list[Turn])


@pytest.mark.parametrize("dataset", list(memdb.evals.DATASETS))
@pytest.mark.parametrize("make", ["missing", "empty folder", "other file"])
def test_a_wrong_path_is_one_line_that_says_what_is_missing(tmp_path, dataset, make):
    path = tmp_path / "data"
    if make == "empty folder":
        path.mkdir()
    if make == "other file":
        path.write_text("hello")
    with pytest.raises(ImportFileError, match="data") as caught:
        memdb.evals.run(dataset, path)
    assert "\n" not in str(caught.value)


def test_a_benchmark_that_is_not_there_lists_those_that_are(tmp_path):
    with pytest.raises(UsageError, match="factconsolidation, memstream, locomo, longmemeval, toychat"):
        memdb.evals.run("squad", tmp_path)


def test_the_split_is_named_after_its_questions():
    assert split_name([True, True]) == "dev"
    assert split_name([False]) == "holdout"
    assert split_name([True, False]) == "all"
