"""Messages of OpenAI's chat completions: one conversation a line, or a JSON list of conversations or of messages."""

from collections.abc import Iterator
from typing import Any

from memdb.importers.contents import Contents
from memdb.importers.documents import as_list, as_object, as_text
from memdb.importers.json_items import json_items
from memdb.importers.jsonl import draft
from memdb.importers.source import Format, Item, Items, Skipped

KEY = "messages"
"""The key of a conversation that tells this format from others."""

_SPEAKERS = frozenset({"user", "assistant"})
_IDS = ("id", "conversation_id", "session_id", "thread_id")


def read(contents: Contents) -> Items:
    """One draft a message of user or assistant: the turn is its place in the conversation."""
    bare: list[Any] = []
    for where, found in json_items(contents):
        if isinstance(found, Skipped):
            yield found
        elif KEY not in found and "role" in found:
            bare.append(found)
        else:
            name = next((str(found[key]) for key in _IDS if isinstance(found.get(key), str | int)), where)
            # A place is no name by itself: other files have a line 1 too.
            session = f"{contents.stem} {name}" if name == where and contents.stem else name
            yield from _conversation(as_list(found.get(KEY)), session, where)
    if bare:
        yield from _conversation(bare, contents.stem or "conversation", "list")


def _conversation(messages: list[Any] | None, session: str, where: str) -> Iterator[Item]:
    if not messages:
        yield Skipped("conversation without messages", where)
        return
    given = [as_object(each) for each in messages]
    named = _several_names(given)
    for place, message in enumerate(given, start=1):
        at = f"{where}, message {place}"
        yield Skipped("not an object", at) if message is None else _message(message, place, session, at, named=named)


def _several_names(messages: list[dict[str, Any] | None]) -> bool:
    """Whether several people speak as "user", which is what the field `name` is for."""
    names = {as_text(message.get("name")) for message in messages if message and message.get("role") == "user"}
    return len(names - {None}) > 1


def _message(message: dict[str, Any], place: int, session: str, where: str, *, named: bool) -> Item:
    role = as_text(message.get("role"))
    if role not in _SPEAKERS:
        return Skipped("message of a tool or the system", where)
    content = message.get("content")
    text = content if isinstance(content, str) else "\n".join(_parts(content))
    if not text.strip() and (message.get("tool_calls") or message.get("function_call")):
        return Skipped("call of a tool", where)
    name = as_text(message.get("name")) if named and role == "user" else None
    return draft(
        {"session": session, "turn": str(place), "speaker": name or role, "content": text or message.get("refusal")},
        where=where,
    )


def _parts(content: Any) -> Iterator[str]:
    """The texts of a list of parts; images, sounds and files have none, but for the transcript of a sound."""
    for each in as_list(content) or []:
        part = as_object(each) or {}
        text = as_text(part.get("text")) or as_text((as_object(part.get("input_audio")) or {}).get("transcript"))
        if text := text or as_text(part.get("refusal")):
            yield text


FORMAT = Format(name="openai-messages", profile="dialogue", default_stream="messages", read=read)
