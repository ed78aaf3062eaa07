"""JSON that is small on disk and large in memory is refused or skipped with a reason, and costs nothing else."""

import pytest

from memdb.errors import ImportFileError
from memdb.importers import Skipped, documents, json_items, open_source

SAID = '{"role": "user", "content": "I keep bees."}'
READ = """
import sys
from memdb.errors import ImportFileError
from memdb.importers import open_source
try:
    found = sum(1 for _ in open_source(sys.argv[1]))
except ImportFileError as error:
    assert "\\n" not in str(error)
"""
BOMBS = {
    "lists.json": lambda: f"[{SAID}, [{'[],' * 5_000_000}[]]]",
    "objects.json": lambda: f'[{SAID}, {{"a": [{"{}," * 5_000_000}{{}}]}}]',
    "lists.jsonl": lambda: f'{SAID}\n{{"content": [{"[]," * 5_000_000}[]]}}\n',
    "deep.json": lambda: f"[{SAID}, {'[' * 2_000_000}",
    "deep.jsonl": lambda: SAID + "\n" + '{"a":' * 1_000_000 + "1" + "}" * 1_000_000,
    "keys.jsonl": lambda: "{" + '"content": "x",' * 1_000_000 + '"role": "user"}\n' + SAID,
    "digits.jsonl": lambda: f'{{"content": "x", "said_at": {"9" * 2_000_000}}}\n{SAID}',
    "digits.json": lambda: f'[{{"role": "user", "content": {"9" * 2_000_000}}}]',
    "quotes.md": lambda: f"# Notes\n{'> ' * 2_000_000}\n- I keep bees.\n",
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_file_of_some_megabytes_takes_bounded_memory(tmp_path, peak, name):
    path = tmp_path / name
    path.write_text(BOMBS[name](), encoding="utf-8")
    assert peak(READ, path) < 300


def test_an_item_of_too_many_parts_ends_a_list_and_those_before_it_count(tmp_path, monkeypatch):
    monkeypatch.setattr(json_items, "MOST_PARTS", 50)
    path = tmp_path / "chat.json"
    path.write_text(f"[{SAID}, {' ' * 2**20}[{'[],' * 400_000}[]], {SAID}]", encoding="utf-8")
    found = {item.reason if isinstance(item, Skipped) else item.content for item in open_source(path)}
    assert found == {"I keep bees.", "too large from here on"}


def test_a_line_of_too_many_parts_is_skipped_and_the_others_count(tmp_path, monkeypatch):
    monkeypatch.setattr(documents, "MOST_PARTS", 50)
    path = tmp_path / "chat.jsonl"
    path.write_text(f'{SAID}\n{{"content": [{"[]," * 60}[]]}}\n{SAID}\n', encoding="utf-8")
    assert [isinstance(item, Skipped) for item in open_source(path)] == [False, True, False]


def test_a_document_with_a_number_of_very_many_digits_is_refused_in_one_line(tmp_path):
    path = tmp_path / "numbers.jsonl"
    path.write_text(f'{{"content": "x", "said_at": {"9" * 5000}}}\n' * 2, encoding="utf-8")
    with pytest.raises(ImportFileError, match="thousands of digits"):
        open_source(path)
