"""A Slack export: a file for each day of a channel, with the names of people and channels in files beside them."""

from functools import lru_cache
from typing import Any

from memdb.importers.contents import Contents
from memdb.importers.dates import iso_or_none
from memdb.importers.documents import as_list, as_object, as_text
from memdb.importers.json_items import json_items
from memdb.importers.jsonl import draft
from memdb.importers.slack_text import Names, attached_text, block_text, words
from memdb.importers.source import Format, Item, Items, Skipped

_PEOPLE, _CHANNELS = "users.json", ("channels.json", "groups.json", "mpims.json")
_COMPANIONS = frozenset(
    {_PEOPLE, *_CHANNELS, "dms.json", "integration_logs.json", "canvases.json", "file_conversations.json"}
)
_SPOKEN = frozenset({"bot_message", "me_message", "thread_broadcast", "reply_broadcast", "file_share", "file_comment"})


def is_message(found: dict[str, Any]) -> bool:
    """Whether an object is a message of Slack."""
    return found.get("type") == "message" and isinstance(found.get("ts"), str)


def is_companion(contents: Contents) -> bool:
    """Whether a file is one of those that name people and channels, which are no messages."""
    return contents.path is not None and contents.path.name in _COMPANIONS


def read(contents: Contents) -> Items:
    """One draft a message: the turn is its `ts`, the session its channel and the day on which its thread began."""
    names = _names(contents)
    channel = contents.path.parent.name if contents.path else ""
    for where, found in json_items(contents):
        yield found if isinstance(found, Skipped) else _message(found, names, channel, where)


def _message(message: dict[str, Any], names: Names, channel: str, where: str) -> Item:
    subtype = message.get("subtype")
    if message.get("hidden") or (subtype is not None and as_text(subtype) not in _SPOKEN):
        return Skipped("notice of Slack", where)
    ts = as_text(message.get("ts"))
    said_at = iso_or_none(ts)
    began = iso_or_none(message.get("thread_ts")) or said_at
    files = [file for each in as_list(message.get("files")) or [] if (file := as_object(each)) is not None]
    labels = (as_text(file.get("name")) or as_text(file.get("title")) for file in files)
    texts = [words(as_text(message.get("text")) or "", names), attached_text(message.get("attachments"), names)]
    return draft({
        "session": " ".join(filter(None, (channel, began and began[:10]))) or None,
        "turn": ts,
        "speaker": _speaker(message, names),
        "said_at": said_at,
        "content": "\n".join(filter(None, texts)) or block_text(message.get("blocks"), names),
        "caption": ", ".join(filter(None, labels)),
    }, where=where)  # fmt: skip


def _speaker(message: dict[str, Any], names: Names) -> str | None:
    user = as_text(message.get("user"))
    if user in names.people:
        return names.people[user]
    if user is not None:
        return _name(as_object(message.get("user_profile")) or {}) or user
    bot = as_text(message.get("username")) or _name(as_object(message.get("bot_profile")) or {})
    bot = bot or as_text(message.get("bot_id"))
    return f"{bot} (bot)" if bot else None


def _name(person: dict[str, Any]) -> str | None:
    """The name by which a person speaks."""
    profile = as_object(person.get("profile")) or {}
    given = (person.get("real_name"), profile.get("real_name"), person.get("display_name"),
             profile.get("display_name"), person.get("name"))  # fmt: skip
    return next(filter(None, map(as_text, given)), None)


def _names(contents: Contents) -> Names:
    if contents.path is None:
        return Names({}, {}, {})
    top = contents.path.parent.parent
    found = (contents.beside(top / name) for name in (_PEOPLE, *_CHANNELS))
    return _read_names(*found)


@lru_cache(maxsize=2)
def _read_names(people: Contents | None, *channels: Contents | None) -> Names:
    """The names in the files of one export, read once for all its days."""
    names = Names({}, {}, {})
    for person in _objects(people):
        if identity := as_text(person.get("id")):
            profile = as_object(person.get("profile")) or {}
            short = as_text(profile.get("display_name")) or as_text(person.get("name"))
            names.people[identity] = _name(person) or identity
            names.mentions[identity] = short or names.people[identity]
    for file in channels:
        for channel in _objects(file):
            if (identity := as_text(channel.get("id"))) and (name := as_text(channel.get("name"))):
                names.channels[identity] = name
    return names


def _objects(contents: Contents | None) -> list[dict[str, Any]]:
    found = json_items(contents) if contents is not None and contents.first_bad_byte is None else ()
    return [item for _, item in found if not isinstance(item, Skipped)]


FORMAT = Format(name="slack", profile="dialogue", default_stream="slack", read=read)
