import random
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.importers import Skipped, open_source
from memdb.importers.contents import MAX_LINE

HOSTILE = [
    "# " + " " * 50_000 + "x",
    "-" * 50_000 + "x",
    "> " * 50_000,
    "[" * 50_000,
    "[a](" * 20_000,
    "**a " * 20_000,
    "`" * 50_000 + "x`",
]


def _drafts(tmp_path, text, name="trip.txt", **options):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", newline="")
    return list(open_source(path, **options))


def _contents(*args, **options):
    return [draft.content for draft in _drafts(*args, **options)]


def test_a_paragraph_of_fifty_thousand_characters_is_one_packet(tmp_path):
    paragraph = "word " * 10_000 + "needle"
    wrapped = textwrap.fill(paragraph, 72)
    assert _contents(tmp_path, f"First.\n\n{paragraph}\n\nLast.\n") == ["First.", paragraph, "Last."]
    assert _contents(tmp_path, f"First.\n\n{wrapped}\n\nLast.\n") == ["First.", wrapped, "Last."]


def test_lines_typed_one_by_one_are_packets_of_their_own(tmp_path):
    lines = ["Ana: hello", "Ben: I moved to Ghent in the second week of May", "Ana: How is it?", "Ben: Wet."]
    assert _contents(tmp_path, "\n".join(lines)) == lines


@pytest.mark.parametrize(
    "text", ["Ana: hi there\nBen: hi there", "[09:15] rain\n[09:30] snow", "2026-02-01 up\n2026-02-02 up"]
)
def test_lines_of_one_length_are_packets_where_a_speaker_or_a_time_begins_them(tmp_path, text):
    assert _contents(tmp_path, text) == text.split("\n")


def test_a_paragraph_broken_by_hand_stays_together(tmp_path):
    text = "The plan is to move\nthe desk of Ana to Room B, because\nRoom A has no window, and the\nlift is slow."
    assert _contents(tmp_path, text) == [text]


def test_an_eleven_megabyte_transcript_keeps_its_last_line(tmp_path):
    rng = random.Random(7)  # noqa: S311 - lengths of made-up lines
    lines = [f"Speaker {n % 3}: {'talk ' * rng.randint(1, 20)}{n}" for n in range(180_000)]
    lines.append("Speaker 1: the needle")
    drafts = _drafts(tmp_path, "\n".join(lines))
    assert len(drafts) == len(lines)
    assert (drafts[-1].content, drafts[-1].turn) == (lines[-1], "L180001")


def test_a_date_of_its_own_line_dates_what_follows_and_the_file_name_what_precedes(tmp_path):
    text = "Before.\n\n2026-02-01 18:30:\nMoved to Ghent.\n\n## 2026-02-02\n\nDate: 2026-02-03\nRain.\n"
    drafts = _drafts(tmp_path, text, name="log 2026-01-31.txt", format="text")
    assert [(draft.content, draft.said_at) for draft in drafts] == [
        ("Before.", "2026-01-31"),
        ("Moved to Ghent.", "2026-02-01T18:30"),
        ("Rain.", "2026-02-03"),
    ]


def test_a_line_over_the_bound_is_skipped_and_named(tmp_path):
    items = _drafts(tmp_path, "First.\n" + "x" * (MAX_LINE + 1) + "\nLast.\n")
    assert items[1] == Skipped("line longer than 32 MiB", "line 2")
    assert [items[0].content, items[2].content] == ["First.", "Last."]


@given(text=st.text(st.sampled_from("a #-*>`=~\n\r\t[]x1.)\u6771")))
def test_no_character_of_a_text_is_lost(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("notes") / "n"
    path.write_text(f"kept\n\n{text}", encoding="utf-8", newline="")
    found = "".join(draft.content for draft in open_source(path, format="text"))
    assert found.count("\u6771") == text.count("\u6771")


@given(text=st.text(st.sampled_from("a *>`~\n\r\t[]x1.)\u6771")))
def test_no_character_of_a_page_without_headings_is_lost(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("notes") / "n"
    path.write_text(f"kept\n\n{text}", encoding="utf-8", newline="")
    found = "".join(draft.content for draft in open_source(path, format="markdown"))
    assert found.count("\u6771") == text.count("\u6771")


@pytest.mark.parametrize("name", ["text", "markdown"])
@pytest.mark.parametrize("line", HOSTILE)
def test_a_hostile_line_is_soon_read(tmp_path, name, line, ends):
    with ends():
        _drafts(tmp_path, f"kept\n{line}\n")
        _drafts(tmp_path, f"kept\n{line}\n", format=name)


def test_a_code_block_left_open_goes_to_the_end(tmp_path):
    assert _contents(tmp_path, "# A\n\n```\none\n\n# two\n", name="a.md") == ["```\none\n\n# two"]


def test_a_longer_fence_holds_a_shorter_one(tmp_path):
    code = "````md\n```\nx\n```\n````"
    assert _contents(tmp_path, f"{code}\nafter\n", name="a.md") == [code, "after"]


def test_a_rule_at_the_top_is_no_front_matter(tmp_path):
    assert _contents(tmp_path, "---\n\nA note: with a colon.\n", name="a.md") == ["A note: with a colon."]


@pytest.mark.parametrize("line", ["date: 2026-03-01", "Date: '1 March 2026'", 'date = "2026-03-01"'])
def test_the_front_matter_dates_the_page_and_is_one_record_without_its_date(tmp_path, line):
    mark = "+++" if "=" in line else "---"
    front, note = _drafts(tmp_path, f"{mark}\ntitle: x\n{line}\nmood: 4\n{mark}\nA note.\n", name="a.md")
    assert (front.content, front.said_at, front.turn) == ("title: x\nmood: 4", "2026-03-01", "L2")
    assert (note.content, note.said_at, note.session) == ("A note.", "2026-03-01", "a")


def test_the_state_of_a_task_is_kept(tmp_path):
    text = "- [ ] one\n- [x] two\n- [-] three\n\t- [>] four\n- TODO five\n* plain\n"
    assert _contents(tmp_path, text, name="a.md") == [
        "[ ] one",
        "[x] two",
        "[-] three",
        "[>] four",
        "TODO five",
        "plain",
    ]


@pytest.mark.parametrize(
    "stem", ["2026-03-01", "2026_03_01", "20260301", "2026.03.01", "1 March 2026", "March 1st, 2026", "Mar 1, 2026 Sun"]
)
def test_the_date_of_a_daily_note_is_read_from_its_name(tmp_path, stem):
    (draft,) = _drafts(tmp_path, "- rain\n", name=f"{stem}.md")
    assert (draft.content, draft.said_at, draft.session) == ("rain", "2026-03-01", stem)


@pytest.mark.parametrize("stem", ["120260301", "2026_13_01", "20260301 to 20260302", "2026_03-01", "March 2026"])
def test_a_name_without_one_day_gives_none(tmp_path, stem):
    (draft,) = _drafts(tmp_path, "- rain\n", name=f"{stem}.md")
    assert draft.said_at is None


def test_an_outline_of_logseq_keeps_words_and_leaves_out_what_the_program_wrote(tmp_path):
    text = (
        "tags:: garden\n\n- Bramble\n  id:: 64f0\n  collapsed:: true\n\t- weighed 2.1 kg\n\t  on the old scale\n"
        "- DONE Pay the fee\n  :LOGBOOK:\n  CLOCK: [2026-03-01 Sun 09:00:00]\n  :END:\n"
        "- ```python\n  # no heading\n\n  x = 1\n  ```\n-\n- after\n"
    )
    assert _contents(tmp_path, text, name="2026_03_01.md") == [
        "tags:: garden", "Bramble", "weighed 2.1 kg\non the old scale", "DONE Pay the fee",
        "```python\n  # no heading\n\n  x = 1\n  ```", "after",
    ]  # fmt: skip


def test_a_page_with_a_byte_order_mark_has_its_front_matter(tmp_path):
    (draft,) = _drafts(tmp_path, "\ufeff---\ndate: 2026-03-01\n---\nA note.\n", name="a.md")
    assert (draft.content, draft.said_at) == ("A note.", "2026-03-01")


def test_a_quote_keeps_its_words_without_its_marks(tmp_path):
    text = "# A\n> one\n> two\n>\n> - three\nafter\n"
    assert _contents(tmp_path, text, name="a.md") == ["one\ntwo", "three", "after"]


def test_a_heading_with_nothing_under_it_is_reported(tmp_path):
    items = _drafts(tmp_path, "# A\n## B\ntext\n## C\n## D\n### E\n", name="a.md")
    assert [item.where for item in items if isinstance(item, Skipped)] == ["line 4", "line 6"]


def test_a_nul_in_a_note_is_kept(tmp_path):
    assert _contents(tmp_path, "a note with a \0 in it\n") == ["a note with a \0 in it"]
