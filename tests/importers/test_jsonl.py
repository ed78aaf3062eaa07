import json
import tracemalloc
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.errors import ImportFileError
from memdb.importers import Skipped, open_source
from memdb.importers.contents import MAX_LINE
from memdb.records import Draft


def _write(tmp_path, data):
    path = tmp_path / "given"
    path.write_bytes(data)
    return path


def _items(tmp_path, data, **options):
    return list(open_source(_write(tmp_path, data), **options))


GOOD = b'{"content": "one"}\n{"content": "two"}\n'
TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)


@given(st.lists(TEXT, min_size=1, max_size=5), st.booleans())
def test_any_content_comes_back_byte_for_byte(tmp_path_factory, contents, ascii_only):
    path = tmp_path_factory.mktemp("jsonl") / "given"
    lines = [json.dumps({"content": content}, ensure_ascii=ascii_only) for content in contents]
    path.write_text("\n".join(lines), encoding="utf-8", newline="")
    assert list(open_source(path)) == [Draft(content=content) for content in contents]


@given(st.text(st.characters(), min_size=1).filter(str.strip))
def test_half_a_surrogate_pair_costs_one_character_and_not_the_record(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("jsonl") / "given"
    path.write_text(json.dumps({"content": content}), encoding="utf-8")
    (draft,) = open_source(path)
    paired = content.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    assert draft.content == paired
    draft.content.encode()


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(GOOD, id="plain"),
        pytest.param(GOOD.rstrip(), id="no last newline"),
        pytest.param(b"\xef\xbb\xbf" + GOOD, id="byte order mark"),
        pytest.param(GOOD.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(b"\n \n" + GOOD.replace(b"\n", b"\n\n"), id="blank lines"),
        pytest.param(GOOD.decode().encode("utf-16"), id="UTF-16"),
        pytest.param(GOOD.decode().encode("utf-32"), id="UTF-32"),
    ],
)
def test_line_ends_marks_and_encodings_change_nothing(tmp_path, data):
    assert [item.content for item in _items(tmp_path, data)] == ["one", "two"]


@pytest.mark.parametrize(
    "bad", [b"oops", b'{"content": "cut', b"[1", b"\xfd\xfe\xff", b'{"content": "\xff"}', b"[" * 9999]
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_malformed_line_never_costs_the_others(tmp_path, bad, place):
    lines = GOOD.splitlines()
    lines.insert(place, bad)
    items = _items(tmp_path, b"\n".join(lines))
    assert [item.content for item in items if isinstance(item, Draft)] == ["one", "two"]
    assert items[place] == Skipped("invalid JSON", f"line {place + 1}")


def test_a_line_over_the_bound_is_skipped_and_the_next_one_read(tmp_path):
    path = tmp_path / "given"
    with path.open("wb") as file:
        file.write(GOOD + b'{"content": "')
        for _ in range(MAX_LINE // 2**20 + 1):
            file.write(b"x" * 2**20)
        file.write(b'"}\n{"content": "three"}')
    items = list(open_source(path))
    assert items[2] == Skipped("line longer than 32 MiB", "line 3")
    assert items[3] == Draft(content="three")


def test_a_file_without_one_valid_line_is_refused_with_the_counts(tmp_path):
    with pytest.raises(ImportFileError, match=r"2 content has the wrong type, 1 invalid JSON"):
        open_source(_write(tmp_path, b'{"content": 1}\n{"content": 2}\n{"content\n'))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (json.dumps({"content": "x" * 1000, "turn": "t"}), "jsonl"),
        ("[12:00] Ana: " + "word " * 200, "text"),
        ("Item\n- [ ] " + "word " * 200, "markdown"),
        ("{n}. " + "word " * 200, "facts"),
    ],
)
def test_a_file_of_many_lines_streams_in_bounded_memory(tmp_path, line, expected):
    path = tmp_path / "given"
    with path.open("w", encoding="utf-8") as file:
        for number in range(20_000):
            file.write(line.replace("{n}", str(number)) + "\n")
    tracemalloc.start()
    try:
        source = open_source(path)
        count = sum(1 for _ in source)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert source.format == expected
    assert count >= 20_000
    assert peak < 10 * 2**20 < source.total_bytes


def test_a_number_of_any_size_is_an_id(tmp_path):
    (draft,) = _items(tmp_path, b'{"content": "x", "id": 123456789012345678901234567890, "session": 1.5, "speaker": 3}')
    assert (draft.turn, draft.session, draft.speaker) == ("123456789012345678901234567890", "1.5", "3")


def test_progress_grows_to_the_total(tmp_path):
    source = open_source(_write(tmp_path, GOOD))
    assert source.bytes_read == 0
    seen = [source.bytes_read for _ in source]
    assert seen == [19, 38]
    assert source.bytes_read == source.total_bytes == len(GOOD)


def test_skips_can_be_counted_by_reason(tmp_path):
    items = _items(tmp_path, GOOD + b'{"content": ""}\n' * 3 + b"x\n" * 2)
    assert Counter(item.reason for item in items if isinstance(item, Skipped)) == {
        "empty content": 3,
        "invalid JSON": 2,
    }


def test_an_empty_session_is_the_unnamed_one_and_none_is_left_to_the_day(tmp_path):
    lines = b'{"content": "one", "session": ""}\n{"content": "two", "session": " "}\n{"content": "three"}'
    assert [draft.session for draft in _items(tmp_path, lines)] == ["", None, None]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("facts", "facts"), ("notes", "notes"), ("dialogue", "dialogue"), (None, None), ("poetry", None), (7, None),
        ({"age": 7}, None), (["facts"], None),
    ],
)  # fmt: skip
def test_a_profile_is_taken_where_it_is_one_and_costs_no_record_where_it_is_not(tmp_path, given, expected):
    (draft,) = _items(tmp_path, json.dumps({"content": "one", "profile": given}).encode())
    assert draft == Draft(content="one", profile=expected)
