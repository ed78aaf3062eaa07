"""Mail in an mbox file, as Gmail, Thunderbird and Unix write it: each author's own words, quoted replies left out."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.utils import parseaddr, parsedate_to_datetime
from hashlib import blake2b
from typing import Any

from memdb.importers.contents import Contents
from memdb.importers.dates import iso_or_none
from memdb.importers.documents import whole_characters
from memdb.importers.jsonl import draft
from memdb.importers.mail_text import body, own_words
from memdb.importers.source import Format, Item, Items, Skipped

_DAYS = "Mon|Tue|Wed|Thu|Fri|Sat|Sun"
_MONTH = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_MONTHS: list[str] = [*_MONTH.split("|")]
_FROM = re.compile(
    rf"From (?:\S.* )?(?:{_DAYS}),? (?P<month>{_MONTH}) +(?P<day>\d{{1,2}}) (?P<clock>\d\d:\d\d(?::\d\d)?)"
    r"(?: (?P<zone>[+-]\d{4})| [A-Z]{1,5})? (?P<year>\d{4})(?: [+-]\d{4})?\s*",
    re.ASCII,
)
_QUOTED_FROM = re.compile(rb">+From ")
_HEADER = re.compile(r"[!-9;-~]+:(?:\s|\Z)|[ \t]")
# What is more is attachments, of which only the names are kept.
_MAX_MAIL = 64 * 1024 * 1024
_REPLY = re.compile(r"\A(?:\s*(?:re|aw|antw|sv|vs|fwd?|wg|tr|rv|res|enc)(?:\[\d+\])?\s*:)+\s*", re.IGNORECASE)
_UNWANTED = frozenset({"Spam", "Trash"})
# What the parsers of mail raise on odd input, each of them now and then.
_UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, AssertionError, RecursionError, MessageError)


def read(contents: Contents) -> Items:
    """One draft a mail: the session is the subject without "Re:", the turn the Message-ID, the caption names files."""
    for place, (envelope, data) in enumerate(_mails(contents), start=1):
        where = f"mail {place}"
        try:
            item = _item(message_from_bytes(data), envelope, data, where)
        except _UNREADABLE:
            item = Skipped("mail that cannot be read", where)
        yield item


def is_mbox(lines: list[str]) -> bool:
    """Whether text begins with the line that separates mails, and a header follows it."""
    return len(lines) > 1 and _FROM.fullmatch(lines[0]) is not None and _HEADER.match(lines[1]) is not None


def _mails(contents: Contents) -> Iterator[tuple[re.Match[str], bytes]]:
    """Each mail with the line that separates it from the one before."""
    envelope: re.Match[str] | None = None
    lines: list[bytes] = []
    size = 0
    for line in contents.lines():
        data = line.data or b""
        found = _FROM.fullmatch(data.decode("ascii", "replace")) if data.startswith(b"From ") else None
        if found:
            if envelope:
                yield envelope, b"\n".join(lines)
            envelope, lines, size = found, [], 0
        elif size < _MAX_MAIL:
            lines.append(data[1:] if _QUOTED_FROM.match(data) else data)
            size += len(data)
    if envelope:
        yield envelope, b"\n".join(lines)


def _item(mail: Message, envelope: re.Match[str], data: bytes, where: str) -> Item:
    if _UNWANTED & {label.strip() for label in _header(mail, "X-Gmail-Labels").split(",")}:
        return Skipped("spam or deleted", where)
    name, address = parseaddr(str(mail.get("From", "")))
    subject = _header(mail, "Subject")
    lines, files = body(mail)
    text = own_words(lines, forwarded=subject.lower().startswith(("fw", "wg:")))
    if not text and any(words.strip() for _, words in lines):
        return Skipped("mail of quoted text alone", where)
    begins = not mail.get("In-Reply-To") and not mail.get("References")
    captions = [subject] if begins and text and subject not in text else []
    names = [decoded for file in files if (decoded := _decoded(file))]
    return draft({
        "session": _REPLY.sub("", subject, count=1) or None,
        "turn": _header(mail, "Message-ID") or f"mail-{blake2b(data, digest_size=8).hexdigest()}",
        "speaker": _decoded(name) or address or None,
        "said_at": _date(mail) or _envelope_date(envelope),
        "content": text or subject,
        "caption": ", ".join(filter(None, captions + names)),
    }, where=where)  # fmt: skip


def _header(mail: Message, name: str) -> str:
    return _decoded(mail.get(name, ""))


def _decoded(given: Any) -> str:
    """A header on one line, its encoded words as text."""
    try:
        text = str(make_header(decode_header(given)))
    except _UNREADABLE:
        text = str(given)
    with suppress(UnicodeEncodeError):  # bytes that no header may hold are meant as UTF-8
        text = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return " ".join(whole_characters(text).split())


def _date(mail: Message) -> str | None:
    """The time when a mail was written, in the zone of its author."""
    try:
        time = parsedate_to_datetime(str(mail.get("Date", "")))
    except (*_UNREADABLE, OverflowError):
        return None
    # "-0000" says that the time is in UTC and that the author's zone is not told.
    return iso_or_none((time if time.tzinfo else time.replace(tzinfo=UTC)).isoformat())


def _envelope_date(found: re.Match[str]) -> str | None:
    """The time when a mail came in, which stands in the separating line."""
    month = _MONTHS.index(found["month"]) + 1
    zone = found["zone"]
    offset = f"{zone[:3]}:{zone[3:]}" if zone else ""
    return iso_or_none(f"{found['year']}-{month:02}-{int(found['day']):02}T{found['clock']}{offset}")


FORMAT = Format(name="mbox", profile="dialogue", default_stream="mail", read=read)
