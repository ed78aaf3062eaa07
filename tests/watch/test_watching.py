"""Files that grow, move and change: every turn is stored once, when it is complete."""

import json
import os
import threading
import time

import pytest

import memdb


def line(text):
    return json.dumps({"content": text, "session": "s", "speaker": "Ana", "turn": text}) + "\n"


def append(path, text):
    with path.open("a", encoding="utf-8", newline="") as file:
        file.write(text)


def test_lines_are_stored_as_they_come_and_a_half_one_when_it_is_whole(watch, folder):
    talk = folder / "deep" / "talk.jsonl"
    talk.parent.mkdir()
    with watch() as now:
        append(talk, line("one") + line("two")[:9])
        now.until("one")
        now.rest()
        append(talk, line("two")[9:] + line("three").rstrip("\n"))
        now.until("one", "two", "three")
        append(talk, "\n" + line("four"))
        now.until("one", "two", "three", "four")
        assert now.problems == []


def test_a_turn_more_costs_the_database_a_turn(watch, folder):
    talk = folder / "talk.jsonl"
    append(talk, "".join(line(f"turn {n}") for n in range(300)))
    texts = [f"turn {n}" for n in range(300)]
    with watch() as now:
        now.until(*texts)
        for text in ("more", "yet more"):
            append(talk, line(text))
            texts.append(text)
            now.until(*texts)
    assert [news.report.read for news in now.news] == [300, 2, 2]


def test_a_text_is_read_when_it_rests_and_its_last_line_when_it_ends_or_long_stays(watch, folder):
    notes = folder / "notes.txt"
    with watch() as now:
        append(notes, "I moved to Ghent.\n\nThe office is in Aal")
        now.until("I moved to Ghent.")
        now.rest()
        assert set(now.contents()) == {"I moved to Ghent."}
        append(notes, "st.\n")
        now.until("I moved to Ghent.", "The office is in Aalst.")
        append(notes, "\nI like chess")
        now.until("I moved to Ghent.", "The office is in Aalst.", "I like chess")


def test_a_text_that_never_rests_is_read_all_the_same_but_for_its_last_piece(watch, folder):
    log = folder / "log.txt"
    with watch() as now:
        n = 0
        deadline = time.monotonic() + 8
        while len(now.contents()) < 5 and time.monotonic() < deadline:
            append(log, f"[09:{n:02}] bird number {n}\n")
            n += 1
            time.sleep(0.05)
        assert 5 <= len(now.contents()) < n
        now.until(*(f"[09:{m:02}] bird number {m}" for m in range(n)))


def test_an_edit_above_a_paragraph_does_not_store_it_again(watch, folder):
    notes = folder / "plan.md"
    notes.write_text("# Plan\n\nMeet on Monday.\n\nBring cake.\n\nBring cake.\n", encoding="utf-8")
    with watch() as now:
        now.until("Meet on Monday.", "Bring cake.", "Bring cake.")
        notes.write_text(
            "# Plan\n\nCall Ben first.\n\nMeet on Monday.\n\n## Food\n\nBring cake.\n\nBring cake.\n\nBring tea.\n",
            encoding="utf-8",
        )
        now.until("Meet on Monday.", "Bring cake.", "Bring cake.", "Call Ben first.", "Bring tea.")


def test_a_renamed_file_is_the_same_file_also_when_it_grows_and_is_edited(watch, folder):
    notes = folder / "plan.txt"
    notes.write_text("Meet on Monday.\n\nBring cake.\n", encoding="utf-8")
    with watch() as now:
        now.until("Meet on Monday.", "Bring cake.")
        renamed = notes.rename(folder / "old plan.txt")
        append(renamed, "\nBring tea.\n")
        now.until("Meet on Monday.", "Bring cake.", "Bring tea.")
        renamed.write_text("Hello.\n\n" + renamed.read_text("utf-8"), encoding="utf-8")
        now.until("Meet on Monday.", "Bring cake.", "Bring tea.", "Hello.")
    renamed.rename(folder / "older plan.txt")
    with watch() as again:
        again.rest()
        again.until("Meet on Monday.", "Bring cake.", "Bring tea.", "Hello.")


@pytest.mark.parametrize("name", ["talk.jsonl", "notes.txt"])
def test_a_file_that_is_cut_and_grows_again_brings_what_is_new(watch, folder, name):
    def piece(text):
        return line(text) if name == "talk.jsonl" else f"{text}\n\n"

    file = folder / name
    append(file, piece("One.") + piece("Two.") + piece("Three."))
    with watch() as now:
        now.until("One.", "Two.", "Three.")
        file.write_text(piece("One."), encoding="utf-8")
        now.rest()
        append(file, piece("Three.") + piece("Four."))
        now.until("One.", "Two.", "Three.", "Four.")
        file.write_text("", encoding="utf-8")
        now.rest()
        append(file, piece("Five."))
        now.until("One.", "Two.", "Three.", "Four.", "Five.")


def test_a_broken_file_is_told_once_and_read_when_it_has_changed(watch, folder):
    file = folder / "export.json"
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n1234")
    file.write_text('[{"role": "user", "content": "Hello', encoding="utf-8")
    with watch() as now:
        time.sleep(2.5)
        assert len(now.problems) == 2
        assert any("export.json" in problem for problem in now.problems)
        file.write_text('[{"role": "user", "content": "Hello there."}]', encoding="utf-8")
        now.until("Hello there.")
        assert len(now.problems) == 2


def test_a_file_that_may_not_be_read_is_told_once_and_read_when_it_may(watch, folder):
    file = folder / "talk.jsonl"
    append(file, line("one"))
    file.chmod(0)
    if os.access(file, os.R_OK):
        pytest.skip("this user may read everything")
    with watch() as now:
        now.rest()
        assert len(now.problems) == 1
        file.chmod(0o600)
        now.until("one")


def test_after_a_restart_unchanged_files_are_not_read_and_changed_ones_are(watch, folder):
    still, grown = folder / "still.jsonl", folder / "grown.jsonl"
    append(still, line("aaa"))
    append(grown, line("one"))
    with watch() as now:
        now.until("aaa", "one")
        now.rest()
    state = still.stat()
    still.write_text(line("bbb"), encoding="utf-8")
    os.utime(still, ns=(state.st_atime_ns, state.st_mtime_ns))
    append(grown, line("two"))
    with watch() as again:
        again.until("aaa", "one", "two")
        again.rest()
        assert again.contents()["bbb"] == 0, "it was not read"
        assert [news.report.stored for news in again.news] == [1]
    assert again.report.to_dict() == {"files": 0, "stored": 1, "duplicates": 1, "problems": 0}


def test_what_was_forgotten_stays_forgotten_when_its_file_grows(watch, folder, path):
    talk = folder / "talk.jsonl"
    append(talk, line("one") + line("two") + line("three"))
    with watch() as now:
        now.until("one", "two", "three")
        with memdb.open(path) as memory:
            memory.forget(packet=memory.search("two")[0].packet)
        append(talk, line("four"))
        now.until("one", "three", "four")
    append(talk, line("five"))
    with watch() as again:
        again.until("one", "three", "four", "five")


def test_a_file_in_place_of_another_is_read_in_its_own_format(watch, folder):
    file = folder / "notes.txt"
    file.write_text("Meet on Monday.\n", encoding="utf-8")
    with watch() as now:
        now.until("Meet on Monday.")
        file.write_text(line("one") + line("two"), encoding="utf-8")
        now.until("Meet on Monday.", "one", "two")


def test_hidden_and_unfinished_files_and_the_memory_itself_are_left_alone(watch, folder, path):
    for name in (".hidden.jsonl", "talk.jsonl.part", "talk.jsonl~", ".git/talk.jsonl"):
        (folder / name).parent.mkdir(exist_ok=True)
        append(folder / name, line(name))
    with memdb.open(folder / "memory.memdb") as memory:
        memory.add("Good morning.")
    with watch() as now:
        append(folder / "talk.jsonl", line("one"))
        now.until("one")
        now.rest()
        assert [problem for problem in now.problems if "memory.memdb" not in problem] == []


def test_text_in_a_folder_is_notes_only_where_its_name_says_so_and_a_named_file_always(watch, folder, path):
    for name in ("code.py", "Makefile", "notes.md"):
        (folder / name).write_text(f"The file is {name}.\n", encoding="utf-8")
    with watch() as now:
        now.until("The file is notes.md.")
        now.rest()
        assert now.problems == []
        assert set(now.contents()) == {"The file is notes.md."}
    stop = threading.Event()
    with memdb.open(path) as memory:
        assert memory.watch(folder / "code.py", stop=stop, interval=0.05, tell=lambda _: stop.set()).stored == 1


def test_a_stream_and_a_format_may_be_given(watch, folder, path):
    (folder / "notes").write_text("1. The capital of Lirone is Vesk.\n2. Vesk is in Lirone.\n", encoding="utf-8")
    with watch(stream="geo", format="facts") as now:
        now.until("The capital of Lirone is Vesk.", "Vesk is in Lirone.")
    with memdb.open(path) as memory:
        assert memory.stats().profiles == {"geo": "facts"}


def test_what_cannot_be_watched_is_refused(path, folder):
    with memdb.open(path) as memory:
        for paths, options in (((), {}), ((folder / "nowhere",), {}), ((folder,), {"interval": 0})):
            with pytest.raises(memdb.UsageError):
                memory.watch(*paths, **options)
