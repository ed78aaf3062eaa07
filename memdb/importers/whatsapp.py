"""WhatsApp's chat export, of iOS and Android: who said what; notices, deleted messages and omitted media are skipped.

The phone's language and region decide how dates, clocks and notices look, and the file does not name them. What can be
told from the marks of direction that WhatsApp itself writes is told from them; the rest knows some languages.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from memdb.importers.contents import TOO_LONG, Contents
from memdb.importers.jsonl import draft
from memdb.importers.source import Format, Item, Items, Skipped
from memdb.importers.whatsapp_heads import HEAD, Order, date_order, numbers, time_of
from memdb.importers.whatsapp_senders import Senders

_MARK = "\u200e"  # stands before what WhatsApp wrote itself
_INVISIBLE = str.maketrans("", "", "\u200e\u200f\u202a\u202b\u202c\ufeff")
_EDITED = re.compile(
    r"\s{0,3}(?:\u200e<[^<>:\n]{3,60}>|<(?:This message was edited|Diese Nachricht wurde bearbeitet"
    r"|Se editó este mensaje|Ce message a été modifié|Questo messaggio è stato modificato|Mensagem editada)\.?>)\Z"
)
_ATTACHED = re.compile(
    r"\s{0,3}(?:\u200e<[^<>:\n]{1,40}: ?(?P<ios>[^<>\n]+)>|<attached: ?(?P<plain>[^<>\n]+)>"
    r"|^\u200e?(?P<android>[^\u200e\n]{1,200}\.\w{1,5}) \((?:file attached|Datei angehängt|archivo adjunto"
    r"|fichier joint|file allegato|arquivo anexado|bestand bijgevoegd)\))\s{0,3}",
    re.MULTILINE,
)
_OMITTED = re.compile(
    r"\s{0,3}(?:\u200e[^\u200e\n]{0,200} (?:omitted|weggelassen|omitid[oa]|absente?|omess[oa]|weggelaten|ocult[oa])"
    r"|<(?:Media omitted|Medien ausgeschlossen|Multimedia omitido|Médias omis|Media omessi|Mídia oculta"
    r"|Media weggelaten)>)\Z"
)
_DELETED = re.compile(
    r"(?:This message was deleted|You deleted this message|Diese Nachricht wurde gelöscht|Se eliminó este mensaje"
    r"|Ce message a été supprimé|Questo messaggio è stato eliminato|Mensagem apagada)(?: by admin .*)?\.?"
)
_GIVEN = re.compile(r"https?://|\APOLL:", re.IGNORECASE)  # a place or a poll that somebody sent
# "WhatsApp Chat with Ana (1)" in some languages: the name of the file names the chat.
_FILE_NAME = re.compile(
    r"(?:WhatsApp[ -]Chat(?: with| mit| -)|Chat de WhatsApp con|Discussion WhatsApp avec|Conversa do WhatsApp com) (.+)"
)
_COPY = re.compile(r" ?\(\d+\)\Z")


@dataclass(slots=True)
class _Message:
    """One message: the match of its head, and its text with the lines that go on."""

    where: str
    head: re.Match[str]
    text: str


def read(contents: Contents) -> Items:
    """One draft a message: the session is the chat and the day, the turn the time as the phone showed it."""
    dates: dict[tuple[int, int, int], None] = {}
    senders = Senders()
    twelve_hours = False
    for message in _messages(contents):
        if isinstance(message, _Message):
            dates[numbers(message.head)] = None
            twelve_hours = twelve_hours or message.head["half"] is not None
            senders.see(message.text)
    order = date_order(list(dates), month_first=twelve_hours)
    chat = _chat(contents)
    minute, same = "", Counter[tuple[str, str]]()
    for message in _messages(contents):
        if isinstance(message, Skipped):
            yield message
            continue
        if message.head[0] != minute:
            minute = message.head[0]
            same.clear()
        yield _item(message, senders, order, chat, same)


def is_chat(lines: list[str]) -> bool:
    """Whether text begins with the head of a message, and somebody speaks."""
    heads = [found for line in lines if (found := HEAD.match(line))]
    return (
        bool(heads) and HEAD.match(lines[0]) is not None and any(": " in found.string[found.end() :] for found in heads)
    )


def _messages(contents: Contents) -> Iterator[_Message | Skipped]:
    """The messages of a file. A line that looks like a head inside a message does not begin one where marks tell."""
    message: _Message | None = None
    ended = by_crlf = False
    for line, text in contents.text_lines():
        head = HEAD.match(text)
        if line.data is None:
            yield Skipped(TOO_LONG, line.where)
        elif head and (message is None or (_alike(head, message.head) and (ended or not by_crlf))):
            if message is not None:
                yield message
            else:
                by_crlf = line.crlf  # iOS ends a message by CR LF and breaks its lines by LF
            message = _Message(line.where, head, text[head.end() :])
        elif message is not None:
            message.text += f"\n{text}"
        elif text.strip():
            yield Skipped("before the first message", line.where)
        ended = line.crlf
    if message is not None:
        yield message


def _alike(one: re.Match[str], other: re.Match[str]) -> bool:
    """Whether two heads are written by one phone."""
    return (
        all((one[name] is None) == (other[name] is None) for name in ("open", "seconds")) and one["dot"] == other["dot"]
    )


def _chat(contents: Contents) -> str | None:
    name = contents.stem or ""
    if name.startswith("_chat"):
        name = contents.archive or ""
    name = _COPY.sub("", name)
    found = _FILE_NAME.fullmatch(name)
    return (found[1] if found else name).strip() or None


def _item(message: _Message, senders: Senders, order: Order, chat: str | None, same: Counter[tuple[str, str]]) -> Item:
    sender, text = senders.split(message.text)
    if sender is None:
        return Skipped("system message", message.where)
    attached = _ATTACHED.search(text)
    if attached:
        text = "\n".join(filter(None, (text[: attached.start()], text[attached.end() :])))
    elif (without := _OMITTED.sub("", text)) != text:
        text = without
        if not text.strip():
            return Skipped("media left out of the export", message.where)
    elif reason := _notice(text):
        return Skipped(reason, message.where)
    content = _EDITED.sub("", text).translate(_INVISIBLE).strip()
    name = sender.translate(_INVISIBLE).removeprefix("~").strip()
    same[name, text] += 1
    said_at = time_of(message.head, order)
    times = same[name, text]
    return draft({
        "session": " ".join(filter(None, (chat, said_at and said_at[:10]))) or None,
        "turn": f"{said_at or message.where}{f' #{times}' if times > 1 else ''}",
        "speaker": name,
        "said_at": said_at,
        "content": content,
        "caption": attached and next(filter(None, attached.groups())).strip(),
    }, where=message.where)  # fmt: skip


def _notice(text: str) -> str | None:
    """Why a text is nobody's words, None if it is somebody's."""
    own = text.translate(_INVISIBLE).strip()
    if _DELETED.fullmatch(own):
        return "deleted message"
    return "system message" if text.startswith(_MARK) and not _GIVEN.search(own) else None


FORMAT = Format(name="whatsapp", profile="dialogue", default_stream="whatsapp", read=read)
