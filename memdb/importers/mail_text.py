"""The words of a mail: one of its alternatives, lines put together again, and of a reply only what is new."""

import re
from collections.abc import Iterator
from email.message import Message
from html.parser import HTMLParser
from itertools import pairwise
from typing import cast

from memdb.importers.documents import whole_characters

Line = tuple[int, str]
"""A line and how deep it is quoted, 0 for the author's own."""

_QUOTE = re.compile(r"(?:> ?)++")
# "On Wed, 5 Nov 2025 at 09:12, Ana Duarte <ana@example.org> wrote:", on one line or two.
_WROTE = re.compile(
    r".*\b(?:wrote|schrieb|écrit|escribió|scritto|escreveu|skrev|schreef)\b.*:\s*|.*\d.*<[^<>]+@[^<>]+>.*:\s*"
)
_LONGEST_INTRODUCTION = 400
_INTRODUCES = re.compile(r"(?:On|Am|Le|El|Il|Em|Den|Op) .*\d.*[^:]")
_ORIGINAL = re.compile(
    r"\s*-{2,} ?(?:Original Message|Original-Nachricht|Ursprüngliche Nachricht|Message d'origine|Mensaje original)"
    r" ?-{2,}\s*|_{20,}\s*",
    re.IGNORECASE,
)
_SENT_FROM = re.compile(r"\*?(?:From|Von|De|Da|Van):\*? .+")
_SENT_ON = re.compile(r"\*?(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado(?: el)?|Inviato|Verzonden):\*? .+")
_TAG = re.compile(r"<[^<>]*>")
_OPEN_TAGS = 100
_BLOCKS = frozenset(
    "address article blockquote br div dd dt h1 h2 h3 h4 h5 h6 hr li p pre table td th tr ul ol".split()
)
_HIDDEN = frozenset("blockquote head script style title".split())


def body(mail: Message) -> tuple[list[Line], list[str]]:
    """The lines of a mail's text, and the names of the files attached to it."""
    files: list[str] = []
    return _lines(mail, files), files


def _lines(part: Message, files: list[str]) -> list[Line]:
    kind = part.get_content_type()
    if part.is_multipart() and kind != "message/rfc822":
        inner = cast("list[Message]", part.get_payload())
        if kind != "multipart/alternative":
            return [line for one in inner for line in _lines(one, files)]
        # The plain text first, for it stands beside the same text in HTML.
        inner.sort(key=lambda one: one.get_content_type() != "text/plain")
        found = (_lines(one, files) for one in inner)
        return next((lines for lines in found if any(text.strip() for _, text in lines)), list[Line]())
    if kind not in {"text/plain", "text/html"} or part.get_filename() or part.get_content_disposition() == "attachment":
        files.append(str(part.get_filename() or ""))
        return []
    text = _decoded(part)
    if kind == "text/html":
        return [(0, line) for line in _html_text(text).split("\n")]
    if str(part.get_param("format", "")).lower() == "flowed":
        return list(_unflowed(text, joined=str(part.get_param("delsp", "")).lower() == "yes"))
    return [_line(line) for line in text.split("\n")]


def _decoded(part: Message) -> str:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    try:
        text = data.decode(part.get_content_charset("utf-8"), "replace")
    except (LookupError, ValueError):  # no such encoding, or one that takes no text as it comes
        text = data.decode("utf-8", "replace")
    return str(whole_characters(text)).replace("\r\n", "\n")


def _line(line: str) -> Line:
    found = _QUOTE.match(line)
    return (found[0].count(">"), line[found.end() :]) if found else (0, line)


def _unflowed(text: str, *, joined: bool) -> Iterator[Line]:
    """Lines that end in a space go on in the next one of the same depth (RFC 3676); `joined` drops that space."""
    open_line: Line | None = None
    for given in text.split("\n"):
        marks = len(given) - len(given.lstrip(">"))
        line = given[marks:].removeprefix(" ")
        if open_line is not None and open_line[0] == marks and line != "-- ":
            line = open_line[1] + line
        elif open_line is not None:
            yield open_line
        open_line = None
        if line.endswith(" ") and line != "-- ":
            open_line = (marks, line[:-1] if joined else line)
        else:
            yield marks, line
    if open_line is not None:
        yield open_line


def own_words(lines: list[Line], *, forwarded: bool) -> str:
    """The author's own lines: without quotes, the line that introduces one, and the mail that a reply hangs on.

    What is `forwarded` below such a line is kept, for nobody else may have sent it.
    """
    kept: list[str] = []
    for (depth, text), (_, after) in pairwise([*lines, (0, "")]):
        replied = _ORIGINAL.fullmatch(text) or (_SENT_FROM.fullmatch(text) and _SENT_ON.fullmatch(after))
        if depth == 0 and replied and not forwarded:
            break
        if depth > 0:
            _drop_introduction(kept)
        elif text.strip() or kept[-1:] != [""]:
            kept.append(text.rstrip())
    return "\n".join(kept).strip()


def _drop_introduction(kept: list[str]) -> None:
    """Remove the line that says who wrote what is quoted, and the blank lines after it."""
    while kept and not kept[-1]:
        kept.pop()
    if sum(map(len, kept[-2:])) <= _LONGEST_INTRODUCTION:
        if len(kept) > 1 and _INTRODUCES.fullmatch(kept[-2]) and _WROTE.fullmatch(f"{kept[-2]} {kept[-1]}"):
            del kept[-2:]
        elif kept and _WROTE.fullmatch(kept[-1]):
            del kept[-1]
    kept.append("")


class _Text(HTMLParser):
    """The words of a page that somebody wrote: no quoted mail, no style."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._hidden = ""
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line, or something hidden."""
        if self._hidden:
            self._depth += tag == self._hidden
        elif tag in _HIDDEN or "gmail_quote" in (dict(attrs).get("class") or ""):
            self._hidden, self._depth = tag, 1
        elif tag in _BLOCKS:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        """End a line, or something hidden."""
        if self._hidden:
            self._depth -= tag == self._hidden
            if self._depth == 0:
                self._hidden = ""
        elif tag in _BLOCKS and tag != "br":
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        """Keep words as one line: a page has its own line breaks."""
        if not self._hidden:
            self.parts.append(re.sub(r"\s+", " ", data))


def _html_text(page: str) -> str:
    parser = _Text()
    # The parser looks for the end of each tag that is left open, all the way; a page of such tags is not worth it.
    if page.count("<") > 2 * page.count(">") + _OPEN_TAGS:
        return _TAG.sub(" ", page)
    try:
        parser.feed(page)
        parser.close()
    except AssertionError:  # what the parser makes of some broken declarations
        return _TAG.sub(" ", page)
    text = "\n".join(line.strip() for line in "".join(parser.parts).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", text)
