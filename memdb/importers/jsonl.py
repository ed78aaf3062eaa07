"""memdb JSONL: one record a line, as `memdb export` writes it and as `docs/formats.md` describes it."""

import re
from collections.abc import Iterator
from typing import Annotated, Any, get_args

import msgspec

from memdb.importers.contents import TOO_LONG, Contents
from memdb.importers.dates import DateError, iso
from memdb.importers.documents import as_object, parse_line
from memdb.importers.source import Format, Item, Items, Skipped
from memdb.records import CardinalitySetting, Draft, FrozenReading, LayoutSetting, Place, Profile

# A key of a record, then the other names that it may go by; the first that is there and not null counts.
_NAMES: dict[str, tuple[str, ...]] = {
    "content": ("content", "text"),
    "stream": ("stream",),
    "session": ("session", "session_id"),
    "session_started_at": ("session_started_at",),
    "turn": ("turn", "turn_id", "id"),
    "speaker": ("speaker", "role"),
    "said_at": ("said_at", "ts", "timestamp", "date", "time"),
    "caption": ("caption",),
    "image_query": ("image_query",),
    "profile": ("profile",),
    "place": ("place",),
}
_AT = re.compile(r"`\$\.(\w+)`")

BESIDE = frozenset({"setting", "reading"})
"""The only key of the lines on which an export has something beside its records."""

NOT_JSON = "invalid JSON"
NOT_AN_OBJECT = "not an object"
EMPTY = "empty content"

Id = str | int | float
_Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class _Record(msgspec.Struct, frozen=True):
    """The types that a line may have."""

    content: str = ""
    stream: Id | None = None
    session: Id | None = None
    session_started_at: Id | None = None
    turn: Id | None = None
    speaker: Id | None = None
    said_at: Id | None = None
    caption: str | None = None
    image_query: str | None = None
    profile: Any = None  # elsewhere it may be anything, such as what is known of a person
    place: Any = None  # elsewhere the name of a town


class _Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `place` is in an export of memdb."""

    position: _Number
    session_index: _Number
    turn_index: _Number


def read(contents: Contents) -> Items:
    """One draft a line, and what an export has beside its records."""
    for where, found in objects(contents):
        if isinstance(found, Skipped):
            yield found
        elif len(found) == 1 and found.keys() <= BESIDE:
            yield _beside(found, where)
        else:
            yield draft(found, where=where)


def _beside(found: dict[str, Any], where: str) -> Item:
    """What was decided by hand, or what a model read in a record."""
    ((key, value),) = found.items()
    try:
        if key == "reading":
            return FrozenReading.of_object(value)
        if "relation" in value:
            return msgspec.convert(value, CardinalitySetting)
        return msgspec.convert(value, LayoutSetting)
    except (TypeError, ValueError):
        return Skipped(f"no {key} of memdb", where)


def objects(contents: Contents) -> Iterator[tuple[str, dict[str, Any] | Skipped]]:
    """The object of every line that is not blank, with the line's name; a `Skipped` for a line that holds none."""
    for line in contents.lines():
        if line.data is None:
            yield line.where, Skipped(TOO_LONG, line.where)
        elif line.data.strip():
            try:
                found = parse_line(line.data)
            except ValueError:
                yield line.where, Skipped(NOT_JSON, line.where)
            else:
                found = as_object(found)
                yield line.where, Skipped(NOT_AN_OBJECT, line.where) if found is None else found


def draft(found: dict[str, Any], *, where: str) -> Item:
    """The draft of one object, or why it is none."""
    named = {
        name: value
        for name, keys in _NAMES.items()
        if (value := next((found[key] for key in keys if found.get(key) is not None), None)) is not None
    }
    try:
        record = msgspec.convert(named, _Record)
    except msgspec.ValidationError as error:
        at = _AT.search(str(error))
        return Skipped(f"{at[1] if at else 'record'} has the wrong type", where)
    place = _place(record.place)
    if place is not None:
        return _exported(record, place)
    if not record.content.strip() and not (record.caption or "").strip():
        return Skipped(EMPTY, where)
    times: dict[str, str | None] = {}
    for name, given in (("said_at", record.said_at), ("session_started_at", record.session_started_at)):
        try:
            times[name] = None if given is None else iso(given)
        except DateError as error:
            return Skipped(f"{name} {error}", where)
    return Draft(
        content=record.content,
        stream=_id(record.stream),
        session="" if record.session == "" else _id(record.session),  # so exported records keep the unnamed session
        turn=_id(record.turn),
        speaker=_id(record.speaker),
        caption=record.caption or None,
        image_query=record.image_query or None,
        profile=record.profile if record.profile in get_args(Profile) else None,
        said_at=times["said_at"],
        session_started_at=times["session_started_at"],
    )


def _place(given: object) -> Place | None:
    """Where an exported record stood; None for a record that another program wrote."""
    try:
        found = msgspec.convert(given, _Place)
    except msgspec.ValidationError:
        return None
    return Place(position=found.position, session_index=found.session_index, turn_index=found.turn_index)


def _exported(record: _Record, place: Place) -> Draft:
    """A record of an export as it was: nothing in it is read as another program would have meant it."""
    return Draft(
        content=record.content,
        stream=_text(record.stream),
        session=_text(record.session),
        session_started_at=_text(record.session_started_at),
        turn=_text(record.turn),
        speaker=_text(record.speaker),
        said_at=_text(record.said_at),
        caption=record.caption,
        image_query=record.image_query,
        profile=record.profile if record.profile in get_args(Profile) else None,
        place=place,
    )


def _text(given: Id | None) -> str | None:
    return None if given is None else str(given)


def _id(given: Id | None) -> str | None:
    """A name or a number as a name; a blank one is none."""
    return None if given is None else str(given) if str(given).strip() else None


FORMAT = Format(name="jsonl", profile="dialogue", default_stream="main", read=read, by_line=True)
