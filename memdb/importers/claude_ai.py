"""Claude.ai's data export: conversations of messages that name their parent; the branch of the newest one counts."""

import re
from collections.abc import Iterator
from typing import Any

from memdb.importers.branches import OFF_PATH, path_to
from memdb.importers.contents import Contents
from memdb.importers.dates import iso_or_none
from memdb.importers.documents import as_list, as_object, as_text
from memdb.importers.json_items import json_items
from memdb.importers.jsonl import draft
from memdb.importers.source import Format, Item, Items, Skipped

KEY = "chat_messages"
"""The key of a conversation that tells this format from others."""

_NO_PARENT = "00000000-0000-4000-8000-000000000000"
_SPEAKERS = {"human": "user", "assistant": "assistant"}
_SPOKEN_BLOCKS = frozenset({"text", "voice_note"})
_PLACEHOLDER = re.compile(r"```\s*(?:This block is not supported|Viewing artifacts)[^`]*```\s*")


def read(contents: Contents) -> Items:
    """One draft a message and one a document attached to it: the session is the conversation's id."""
    for where, found in json_items(contents):
        if isinstance(found, Skipped):
            yield found
        else:
            yield from _conversation(found, where)


def _conversation(found: dict[str, Any], where: str) -> Iterator[Item]:
    given = [message for each in as_list(found.get(KEY)) or [] if (message := as_object(each)) is not None]
    messages = {as_text(message.get("uuid")) or f"{place}": message for place, message in enumerate(given, start=1)}
    if not messages:
        yield Skipped("conversation without messages", where)
        return
    before = dict(zip(list(messages)[1:], messages, strict=False))

    def parent(name: str) -> str | None:
        above = as_text(messages[name].get("parent_message_uuid"))
        # Older exports name no parent; then, and where it is missing, the message before it is the parent.
        return None if above == _NO_PARENT else above if above in messages else before.get(name)

    leaf = as_text(found.get("current_leaf_message_uuid"))
    path = path_to(leaf if leaf in messages else _latest(messages), parent)
    session = as_text(found.get("uuid")) or path[0]
    started_at = iso_or_none(found.get("created_at"))
    for name in path:
        yield from _message(messages[name], name, session, started_at)
    shown = set(path)
    yield from (Skipped(OFF_PATH, f"message {name}") for name in messages if name not in shown)


def _latest(messages: dict[str, dict[str, Any]]) -> str:
    """The newest message, the last of several; times are all written alike."""
    return max(reversed(messages), key=lambda name: as_text(messages[name].get("created_at")) or "")


def _message(message: dict[str, Any], name: str, session: str, started_at: str | None) -> Iterator[Item]:
    where = f"message {name}"
    speaker = _SPEAKERS.get(as_text(message.get("sender")) or "")
    if speaker is None:
        yield Skipped("message of neither side", where)
        return
    shared: dict[str, Any] = {
        "session": session,
        "session_started_at": started_at,
        "speaker": speaker,
        "said_at": iso_or_none(message.get("created_at")) or started_at,
    }
    files = [file for key in ("attachments", "files") for each in as_list(message.get(key)) or []
             if (file := as_object(each))]  # fmt: skip
    documents = [file for file in files if as_text(file.get("extracted_content"))]
    others = (as_text(file.get("file_name")) for file in files if file not in documents)
    caption = ", ".join(filter(None, others))
    text = _words(message)
    if text.strip() or caption or not documents:
        yield draft(shared | {"turn": name, "content": text, "caption": caption}, where=where)
    for place, file in enumerate(documents, start=1):
        label = {"turn": f"{name}/{place}", "content": file["extracted_content"], "caption": file.get("file_name")}
        yield draft(shared | label, where=f"{where}, document {place}")


def _words(message: dict[str, Any]) -> str:
    """The blocks of speech; the plain text where there are no blocks, without what stands there for others."""
    blocks = [block for each in as_list(message.get("content")) or [] if (block := as_object(each)) is not None]
    if blocks:
        said = (as_text(block.get("text")) for block in blocks if as_text(block.get("type")) in _SPOKEN_BLOCKS)
        return "\n\n".join(filter(None, said))
    return _PLACEHOLDER.sub("", as_text(message.get("text")) or "")


FORMAT = Format(name="claude-ai", profile="dialogue", default_stream="claude", read=read)
