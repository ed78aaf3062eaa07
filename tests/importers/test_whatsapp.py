"""WhatsApp exports of several phones, made here."""

import pytest

from memdb.importers import Skipped, open_source

IOS = "[{date}, 21:04:07] Noor: {text}"
CRLF_CHAT = (
    "[05/11/2025, 21:04:07] Boat: \u200eMessages and calls are end-to-end encrypted.\r\n"
    "[05/11/2025, 21:05:12] Noor: Copied from the other chat:\n[05/11/2025, 20:00:00] Ben: no\nBen: yes\r\n"
    "\u200e[05/11/2025, 21:06:11] ~\u202fBen: Look at this \u200e<attached: 0004-PHOTO.jpg>\r\n"
    "[05/11/2025, 21:07:00] \u202a+44 7700 900123\u202c: \u200evideo omitted\r\n"
    "[05/11/2025, 21:08:00] Noor: \u200eLocation: https://maps.example.org/?q=1,2\r\n"
    "[05/11/2025, 21:09:00] Noor: \u200eMissed voice call\r\n"
)


def _items(tmp_path, text, name="_chat.txt"):
    path = tmp_path / name
    path.write_bytes(text.encode())
    source = open_source(path)
    assert source.format == "whatsapp"
    return list(source)


def _times(tmp_path, *lines):
    return [item.said_at for item in _items(tmp_path, "\n".join(lines))]


def test_marks_tell_messages_attachments_and_notices_of_ios_apart(tmp_path):
    items = _items(tmp_path, CRLF_CHAT)
    assert [(one.speaker, one.content, one.caption) for one in items if not isinstance(one, Skipped)] == [
        ("Noor", "Copied from the other chat:\n[05/11/2025, 20:00:00] Ben: no\nBen: yes", None),
        ("Ben", "Look at this", "0004-PHOTO.jpg"),
        ("Noor", "Location: https://maps.example.org/?q=1,2", None),
    ]
    assert [one.reason for one in items if isinstance(one, Skipped)] == [
        "system message", "media left out of the export", "system message",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("dates", "days"),
    [
        (["05/11/2025", "13/11/2025"], ["2025-11-05", "2025-11-13"]),
        (["05/11/2025", "05/13/2025"], ["2025-05-11", "2025-05-13"]),
        (["13/11/25", "01/12/25"], ["2025-11-13", "2025-12-01"]),
        (["01/12/25", "02/12/25", "03/01/26"], ["2025-12-01", "2025-12-02", "2026-01-03"]),
        (["11/12/25", "12/01/25", "12/02/25"], ["2025-11-12", "2025-12-01", "2025-12-02"]),
        (["05.11.25", "06.11.25"], ["2025-11-05", "2025-11-06"]),
        (["2025-11-05", "2025-11-06"], ["2025-11-05", "2025-11-06"]),
    ],
)
def test_one_order_of_dates_is_decided_from_the_whole_file(tmp_path, dates, days):
    found = _times(tmp_path, *(IOS.format(date=date, text="x") for date in dates))
    assert found == [f"{day}T21:04:07" for day in days]


@pytest.mark.parametrize(
    ("head", "time"),
    [
        ("11/5/25, 12:00\u202fAM - ", "2025-11-05T00:00"),
        ("11/5/25, 12:30 PM - ", "2025-11-05T12:30"),
        ("11/5/25, 9:04 p. m. - ", "2025-11-05T21:04"),
        ("05/11/2025 21:04 - ", "2025-11-05T21:04"),
        ("[11/5/25, 9:04:07\u202fPM] ", "2025-11-05T21:04:07"),
        ("[2025-11-05, 21:04:07] ", "2025-11-05T21:04:07"),
    ],
)
def test_the_clock_of_a_phone_is_read(tmp_path, head, time):
    assert _times(tmp_path, f"{head}Noor: x") == [time]


def test_a_day_that_does_not_exist_gives_a_message_without_a_time(tmp_path):
    first, second = _items(tmp_path, "[05/11/2025, 21:04:07] Noor: x\n[31/02/2025, 21:04:07] Noor: y")
    assert (first.said_at, second.said_at, second.content) == ("2025-11-05T21:04:07", None, "y")


@pytest.mark.parametrize(
    ("texts", "speakers"),
    [
        (["Ana: work: one", "Ana: work: two"], ["Ana: work", "Ana: work"]),
        (["Ana: note: one", "Ana: two"], ["Ana", "Ana"]),
        (["Ana: note: one"], ["Ana"]),
        (["Ana: work: \u200eaudio omitted", "Ana: work: one"], ["Ana: work"]),
        (["Ana: work: one", "Ana: work left", "Ana: work: two", "Ana: work added Ben"], ["Ana: work", "Ana: work"]),
        (["Ana: work: one", "Ana: work is hard", "Ana: work: two"], ["Ana", "Ana", "Ana"]),
        (["Ana: Ben left", "Ana: ok"], ["Ana", "Ana"]),
        (["Ana: see https://example.org: it"], ["Ana"]),
    ],
)
def test_a_name_with_a_colon_is_told_from_a_text_with_one(tmp_path, texts, speakers):
    items = _items(tmp_path, "\n".join(f"05/11/2025, 21:04 - {text}" for text in texts))
    assert [item.speaker for item in items if not isinstance(item, Skipped)] == speakers


def test_a_newer_export_that_begins_later_has_the_same_messages_under_the_same_names(tmp_path):
    lines = [f"05/11/2025, 21:0{n // 3} - Noor: {'ok' if n % 2 else n}" for n in range(9)]
    name = "WhatsApp Chat with Ben (1).txt"
    older = _items(tmp_path, "\n".join(lines[:7]), "WhatsApp Chat with Ben.txt")
    newer = _items(tmp_path, "\n".join(lines[3:]), name)
    assert set(older[3:]) == set(newer[:4])
    assert len(set(older) | set(newer)) == 9
    assert newer[0].session == "Ben 2025-11-05"


@pytest.mark.parametrize("line", [" " * 50_000, "\u200e" * 50_000, "a: " * 20_000, "<" * 50_000, "\u200e<a: " * 9_000])
def test_a_hostile_line_is_soon_read(tmp_path, line, ends):
    with ends():
        _items(tmp_path, f"05/11/2025, 21:04 - Noor: x{line}y\n{line}\n05/11/2025, 21:05 - Noor: {line}z")


def test_a_log_that_only_looks_like_a_chat_is_text(tmp_path):
    path = tmp_path / "log.txt"
    path.write_text("2025-11-05 09:15 - started\n2025-11-05 09:16 - stopped\n", encoding="utf-8")
    assert open_source(path).format == "text"
