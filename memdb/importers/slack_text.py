"""Slack's markup as people read it: mentions by name, links with their address, no marks of emphasis, no escapes."""

import re
from dataclasses import dataclass
from typing import Any

from memdb.importers.documents import as_list, as_object, as_text

_CODE_OR_ENTITY = re.compile(r"(```.*?```|`[^`\n]*`|<[^<>]+>)", re.DOTALL)
_EMPHASIS = re.compile(r"(?<![\w*_~/:.])([*_~])(?=\S)([^*_~\n]+)(?<=\S)\1(?![\w*_~])")
_ENTITY = re.compile(r"<([^<>]+)>")
_DEEPEST = 30  # of blocks in blocks; Slack's are a few deep
_ESCAPES = (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))


@dataclass(frozen=True, slots=True)
class Names:
    """By id: the names by which people speak, those by which they are mentioned, and those of channels."""

    people: dict[str, str]
    mentions: dict[str, str]
    channels: dict[str, str]


def words(text: str, names: Names) -> str:
    """A text of Slack without its markup; code keeps its marks."""
    pieces = _CODE_OR_ENTITY.split(text)
    for place, piece in enumerate(pieces):
        code = place % 2 and piece.startswith("`")
        pieces[place] = piece if code else _EMPHASIS.sub(r"\2", piece) if place % 2 == 0 else piece
    shown = _ENTITY.sub(lambda found: _entity(found[1], names), "".join(pieces))
    for escape, character in _ESCAPES:
        shown = shown.replace(escape, character)
    return shown


def _entity(inside: str, names: Names) -> str:
    target, _, label = inside.partition("|")
    if target.startswith("@"):
        return "@" + (names.mentions.get(target[1:]) or label or target[1:])
    if target.startswith("#"):
        return "#" + (label or names.channels.get(target[1:]) or target[1:])
    if target.startswith("!"):
        return label if target.startswith(("!subteam", "!date")) and label else "@" + target[1:].split("^")[0]
    address = target.removeprefix("mailto:").removeprefix("tel:")
    if not label or address.removeprefix("https://").removeprefix("http://").rstrip("/") == label.rstrip("/"):
        return address
    return f"{label} ({address})"


def attached_text(attachments: Any, names: Names) -> str:
    """What a bot says in attachments; a preview of a page or of another message is nobody's new words."""
    lines: list[str] = []
    for each in as_list(attachments) or []:
        found = as_object(each) or {}
        if any(found.get(key) for key in ("from_url", "original_url", "is_msg_unfurl", "is_share")):
            continue
        title = ": ".join(text for key in ("title", "text") if (text := as_text(found.get(key))))
        parts = [as_text(found.get("pretext")), title, *_fields(found.get("fields"))]
        text = "\n".join(filter(None, parts)) or as_text(found.get("fallback")) or ""
        lines.append(words(text, names))
    return "\n".join(filter(None, lines))


def _fields(fields: Any) -> list[str]:
    found = [as_object(each) or {} for each in as_list(fields) or []]
    return [": ".join(text for key in ("title", "value") if (text := as_text(field.get(key)))) for field in found]


def block_text(blocks: Any, names: Names) -> str:
    """The texts of blocks, for a message that has no other."""
    lines = [words(text, names) for each in as_list(blocks) or [] if (text := _text_in(each))]
    return "\n".join(lines)


def _text_in(block: Any, depth: int = 0) -> str:
    if isinstance(block, str):
        return block
    if depth > _DEEPEST:
        return ""
    if (found := as_object(block)) is not None:
        return " ".join(filter(None, (_text_in(found.get(key), depth + 1) for key in ("text", "fields", "elements"))))
    return "".join(filter(None, (_text_in(each, depth + 1) for each in as_list(block) or [])))
