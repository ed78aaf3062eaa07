"""Mail made here."""

import pytest

from memdb.importers import Skipped, open_source

FROM = "From ana@example.org Wed Mar  4 10:00:00 2026\n"
HEAD = "Message-ID: <a@example.org>\nDate: Wed, 4 Mar 2026 09:12:40 +0100\nFrom: Ana <ana@example.org>\nSubject: Kiln\n"


def _items(tmp_path, *mails):
    path = tmp_path / "mail"
    path.write_bytes("".join(FROM + mail + "\n" for mail in mails).encode("utf-8", "surrogateescape"))
    source = open_source(path)
    assert source.format == "mbox"
    return list(source)


def _text(tmp_path, body, head=HEAD):
    (item,) = _items(tmp_path, f"{head}\n{body}")
    return item.content


@pytest.mark.parametrize(
    ("given", "said_at"),
    [
        ("Wed, 4 Mar 2026 09:12:40 -0500", "2026-03-04T09:12:40-05:00"),
        ("4 Mar 2026 09:12 GMT", "2026-03-04T09:12:00+00:00"),
        ("Wed, 4 Mar 2026 09:12:40 -0000", "2026-03-04T09:12:40+00:00"),
        ("soon", "2026-03-04T10:00:00"),
        ("Wed, 99 Mar 2026 99:12:40 +0100", "2026-03-04T10:00:00"),
    ],
)
def test_a_mail_keeps_the_zone_of_its_date_and_without_one_has_the_time_it_came_in(tmp_path, given, said_at):
    (item,) = _items(tmp_path, f"From: a@example.org\nDate: {given}\n\nx")
    assert (item.said_at, item.speaker) == (said_at, "a@example.org")


def test_a_mail_without_an_id_has_the_same_turn_each_time_and_another_mail_another(tmp_path):
    first, second = _items(tmp_path, "From: a@example.org\n\nx", "From: a@example.org\n\ny")
    again = _items(tmp_path, "From: a@example.org\n\nx")[0]
    assert first.turn == again.turn != second.turn


@pytest.mark.parametrize(
    "introduction",
    [
        "On Wed, 4 Mar 2026 at 09:12, Kofi <kofi@example.org> wrote:",
        "On Wed, 4 Mar 2026 at 09:12, Kofi Mensah\n<kofi@example.org> wrote:",
        "Am 04.03.2026 um 09:12 schrieb Kofi:",
        "Le mer. 4 mars 2026 à 09:12, Kofi <kofi@example.org> a écrit :",
        "2026-03-04 9:12 GMT+01:00 Kofi <kofi@example.org>:",
    ],
)
def test_the_line_before_a_quote_goes_with_it(tmp_path, introduction):
    assert _text(tmp_path, f"Mine.\n\n{introduction}\n\n> old\n>> older\n") == "Mine."


def test_answers_between_quotes_are_kept_and_so_is_a_line_that_only_ends_in_a_colon(tmp_path):
    body = "> Is it 7?\nYes.\n> And Sunday?\nClosed.\nMy 3 wishes:\n> bowls\n"
    assert _text(tmp_path, body) == "Yes.\n\nClosed.\nMy 3 wishes:"


@pytest.mark.parametrize(
    "mark",
    ["-----Original Message-----\nFrom: Kofi", "________________________________\nx", "From: Kofi\nSent: Monday"],
)
def test_what_a_reply_hangs_on_is_old_and_what_is_forwarded_is_kept(tmp_path, mark):
    body = f"Mine.\n\n{mark}\nold\n"
    assert _text(tmp_path, body) == "Mine."
    assert _text(tmp_path, body, HEAD.replace("Kiln", "Fwd: Kiln")) == f"Mine.\n\n{mark}\nold"


@pytest.mark.parametrize(
    ("kind", "body", "text"),
    [
        ("text/plain; format=flowed", "one \ntwo\n \n-- \nme\n", "one two\n\n--\nme"),
        ("text/plain; format=flowed; delsp=yes", "東 \n京\n", "東京"),
        ("text/plain; format=flowed", " >no quote\n> quote \n> goes on\nown\n", ">no quote\n\nown"),
        ("text/plain; charset=no-such", "caf\udce9", "caf\ufffd"),
        ("text/plain; charset=undefined", "café", "café"),
        ("text/plain; charset=idna", "café", "café"),
        ("text/plain; charset=utf-7", "half +2D0- an emoji", "half \ufffd an emoji"),
        ("text/plain; charset=unicode_escape", "half \\ud83d an emoji", "half \ufffd an emoji"),
        ("text/html", "<style>x</style><p>One<br>two &amp; 3</p><blockquote><p>old</p></blockquote>", "One\ntwo & 3"),
        ("text/html", '<div>Mine</div><div class="gmail_quote"><div>old</div></div><p>Last', "Mine\n\nLast"),
        ("text/html", "<![odd[ <p>x</p>", "<![odd[  x"),
        ("application/pdf; name=a.pdf", "x", "Kiln"),
    ],
)  # fmt: skip
def test_the_text_of_a_mail_is_decoded(tmp_path, kind, body, text):
    (item,) = _items(tmp_path, f"{HEAD}Content-Type: {kind}\n\n{body}")
    assert item.content == text


def test_spam_and_pure_quotes_are_skipped_and_named(tmp_path):
    items = _items(tmp_path, f"{HEAD}X-Gmail-Labels: Spam,Unread\n\nwin\n", f"{HEAD}\n> old\n", f"{HEAD}\nx\n")
    assert items[:2] == [Skipped("spam or deleted", "mail 1"), Skipped("mail of quoted text alone", "mail 2")]


@pytest.mark.parametrize(
    ("subject", "session"),
    [("Re: AW: Kiln", "Kiln"), ("Hardware: new kiln", "Hardware: new kiln"), ("RE[2]:Kiln", "Kiln"), ("", None)],
)
def test_the_session_is_the_subject_without_what_an_answer_puts_before_it(tmp_path, subject, session):
    (item,) = _items(tmp_path, f"From: a@example.org\nSubject: {subject}\n\nx")
    assert item.session == session


@pytest.mark.parametrize("line", ["1" * 50_000, "x wrote " * 9_000, "1 <a@" * 9_000, " " * 50_000, "<" * 50_000])
def test_a_hostile_line_is_soon_read(tmp_path, line, ends):
    with ends():
        _items(tmp_path, f"{HEAD}\n{line}\n> old\n", f"{HEAD}Content-Type: text/html\n\n{line}x")


def test_a_line_of_prose_that_begins_with_from_does_not_end_a_mail(tmp_path):
    assert _text(tmp_path, "From now on: Mondays.\nFrom Wed to Fri it rests.") == (
        "From now on: Mondays.\nFrom Wed to Fri it rests."
    )


def test_a_message_nested_too_deeply_costs_no_other(tmp_path):
    nested = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(2000))
    items = _items(tmp_path, f"From: a@example.org\n{nested}", f"{HEAD}\nx\n")
    assert items[-1].content == "x"
