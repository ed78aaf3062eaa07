"""ChatGPT's data export: conversations, each a tree of messages. Walked from `current_node` up through `parent`."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from memdb.importers.branches import OFF_PATH, path_to
from memdb.importers.contents import Contents
from memdb.importers.dates import iso_or_none
from memdb.importers.documents import as_list, as_object, as_text
from memdb.importers.json_items import json_items
from memdb.importers.jsonl import draft
from memdb.importers.source import Format, Item, Items, Skipped

KEY = "mapping"
"""The key of a conversation that tells this format from others."""

# What the page shows as a footnote or a link: begins at U+E200, ends at U+E201, its parts stand between U+E202.
_MARK = re.compile(" {0,3}\ue200([^\ue200\ue201]*)\ue201?")
_SOURCE = re.compile(r" {0,3}\u3010[^\u3010\u3011\n]{0,80}\u2020[^\u3010\u3011\n]{0,200}\u3011")
_SPEAKERS = frozenset({"user", "assistant"})


def read(contents: Contents) -> Items:
    """One draft a message on the path shown last: the session is the conversation's id, the turn the message's."""
    for where, found in json_items(contents):
        if isinstance(found, Skipped):
            yield found
        else:
            yield from _conversation(found, where)


def _conversation(found: dict[str, Any], where: str) -> Iterator[Item]:
    mapping = as_object(found.get(KEY)) or {}
    nodes = {name: node for name, given in mapping.items() if (node := as_object(given)) is not None}
    messages = {name: message for name, node in nodes.items() if (message := as_object(node.get("message")))}
    if not messages:
        yield Skipped("conversation without messages", where)
        return

    def parent(name: str) -> str | None:
        above = as_text(nodes[name].get("parent"))
        return above if above in nodes else None

    current = as_text(found.get("current_node"))
    path = path_to(current if current in nodes else _latest(messages), parent)
    session = as_text(found.get("conversation_id")) or as_text(found.get("id")) or path[0]
    started_at = said_at = iso_or_none(found.get("create_time"))
    for name in path:
        if name in messages:
            said_at = iso_or_none(messages[name].get("create_time")) or said_at
            yield _message(messages[name], name, {
                "session": session, "session_started_at": started_at, "said_at": said_at,
            })  # fmt: skip
    shown = set(path)
    yield from (Skipped(OFF_PATH, f"message {name}") for name in messages if name not in shown)


def _latest(messages: dict[str, dict[str, Any]]) -> str:
    def time(name: str) -> float:
        given = messages[name].get("create_time")
        return given if isinstance(given, int | float) else 0

    return max(messages, key=time)


def _message(message: dict[str, Any], name: str, shared: dict[str, str | None]) -> Item:
    where = f"message {name}"
    if reason := _unsaid(message):
        return Skipped(reason, where)
    content = as_object(message.get("content")) or {}
    parts = [text for part in as_list(content.get("parts")) or [] if (text := _part(part))]
    attached = as_list((as_object(message.get("metadata")) or {}).get("attachments")) or []
    names = [file for one in attached if (file := as_text((as_object(one) or {}).get("name")))]
    return draft(
        shared
        | {
            "turn": name,
            "speaker": _role(message),
            "content": _SOURCE.sub("", _MARK.sub(_unmarked, "\n".join(parts))),
            "caption": ", ".join(names),
        },
        where=where,
    )


def _role(message: dict[str, Any]) -> str | None:
    return as_text((as_object(message.get("author")) or {}).get("role"))


def _unsaid(message: dict[str, Any]) -> str | None:
    """Why nobody said a message, None if somebody did."""
    metadata = as_object(message.get("metadata")) or {}
    if message.get("weight") == 0 or metadata.get("is_visually_hidden_from_conversation"):
        return "hidden message"
    if _role(message) not in _SPEAKERS:
        return "message of a tool or the system"
    if message.get("recipient") not in (None, "all"):
        return "call of a tool"
    if message.get("channel") == "analysis" or "parts" not in (as_object(message.get("content")) or {}):
        return "thoughts, code or a notice"
    return None


def _part(part: Any) -> str | None:
    """The words of one part: a string, or the transcript of what was spoken."""
    if isinstance(part, str):
        return part
    found = as_object(part) or {}
    return as_text(found.get("text")) if found.get("content_type") == "audio_transcription" else None


def _unmarked(found: re.Match[str]) -> str:
    """What the page shows for a mark: a name or the label of a link; nothing for a footnote."""
    kind, *values = found[1].split("\ue202")
    label = None
    if kind == "url" and values:
        label = values[0]
    elif kind == "entity" and values:
        try:
            label = msgspec.json.decode(values[0], type=list[Any])[1]
        except (msgspec.DecodeError, IndexError):
            label = None
    return f"{found[0][: found[0].index(chr(0xE200))]}{label}" if isinstance(label, str) else ""


FORMAT = Format(name="chatgpt", profile="dialogue", default_stream="chatgpt", read=read)
