"""Who sent a WhatsApp message. A name may hold ": ", so a chat is looked through before the first one is believed."""

import re
from collections import defaultdict

_LONGEST = 80
_MARK = "\u200e"
# Android writes no name before its notices, and a notice may quote a subject that holds ": ".
_NOTICE = re.compile(
    r"end-to-end encrypted|created (?:this )?group|changed (?:the|this|to|their|your) |\b(?:added|removed) "
    r"|security code|joined using|pinned a message|turned (?:on|off) |now an admin"
)
_DOES = re.compile(
    r" (?:left|joined|added|removed|was (?:added|removed)|changed|created|pinned|turned|started|is now)\b"
)


class Senders:
    """The names that a chat's messages begin with. All messages are shown to it before the first is split."""

    def __init__(self) -> None:
        """Nobody is known yet."""
        self._seen: dict[str, list[str]] = defaultdict(list)
        self._known: dict[str, str] = {}

    def see(self, text: str) -> None:
        """Note what the message begins with."""
        if names := _names(text):
            self._seen[names[0]].append(text[: _LONGEST + len(": ") + 1])

    def split(self, text: str) -> tuple[str | None, str]:
        """The sender, None of a notice, and the rest."""
        names = _names(text)
        if not names:
            return None, text
        if names[0] not in self._known:
            self._known[names[0]] = _longest_shared(names[0], self._seen[names[0]])
        sender = self._known[names[0]]
        found = text.startswith(f"{sender}: ")
        return (sender, text[len(sender) + 2 :]) if found else (None, text)


def _longest_shared(shortest: str, beginnings: list[str]) -> str:
    """The longest name that all messages with this beginning have in common.

    Several must be sent by it, or WhatsApp's own mark follow it; others may tell what it does ("Ana: work left").
    """
    names = max((_names(text) for text in beginnings), key=len, default=[shortest])
    for name in reversed(names[1:]):
        sent = [text for text in beginnings if text.startswith(f"{name}: ")]
        told = sum(text.startswith(name) and _DOES.match(text, len(name)) is not None for text in beginnings)
        marked = any(text.startswith(_MARK, len(name) + 2) for text in sent)
        if len(sent) + told == len(beginnings) and (len(sent) > 1 or marked):
            return name
    return shortest


def _names(text: str) -> list[str]:
    """What could be the sender: each part of the first line before ": ", the shortest first."""
    line = text.split("\n", 1)[0]
    ends = [found.start() for found in re.finditer(": ", line[: _LONGEST + 2]) if found.start() > 0]
    names = [line[:end] for end in ends]
    return [] if names and _NOTICE.search(names[0]) else names
