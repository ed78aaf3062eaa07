"""Who sent a WhatsApp message. A name may hold ": ", so a chat is looked through before the first one is believed."""

import re

_LONGEST = 80
_MARK = "\u200e"
# Android writes no name before its notices, and a notice may quote a subject that holds ": ".
_NOTICE = re.compile(
    r"end-to-end encrypted|created (?:this )?group|changed (?:the|this|to|their|your) |\b(?:added|removed) "
    r"|security code|joined using|pinned a message|turned (?:on|off) |now an admin"
)


class Senders:
    """The names that a chat's messages begin with. All messages are shown to it before the first is split."""

    def __init__(self) -> None:
        """Nobody is known yet."""
        self._seen: dict[str, int] = {}
        self._common: dict[str, list[str]] = {}
        self._marked: set[str] = set()

    def see(self, text: str) -> None:
        """Note what the message could begin with."""
        names = _names(text)
        if not names:
            return
        first = names[0]
        self._seen[first] = self._seen.get(first, 0) + 1
        common = self._common.setdefault(first, names)
        self._common[first] = [name for name in common if name in names]
        self._marked.update(name for name in names if text.startswith(_MARK, len(name) + 2))

    def split(self, text: str) -> tuple[str | None, str]:
        """The sender, None of a notice, and the rest.

        A longer name counts if all messages that begin with the shorter one begin with it, and there are several, or
        WhatsApp's own mark follows it.
        """
        names = _names(text)
        if not names:
            return None, text
        common = self._common.get(names[0], names[:1])
        known = [name for name in common if self._seen.get(names[0], 0) > 1 or name in self._marked]
        sender = known[-1] if known else names[0]
        return sender, text[len(sender) + 2 :]


def _names(text: str) -> list[str]:
    """What could be the sender: each part of the first line before ": ", the shortest first."""
    line = text.split("\n", 1)[0]
    ends = [found.start() for found in re.finditer(": ", line[: _LONGEST + 2]) if found.start() > 0]
    names = [line[:end] for end in ends]
    return [] if names and _NOTICE.search(names[0]) else names
