"""A JSON value as the texts in it and the rest, so that the texts can be records of their own."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, cast

import memdb

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | float | bool | None"
IsText = Callable[[str, str], bool]
"""Whether a string is a text, by the name of its field and itself."""

_TEXT = "$text"
"""The one key of what stands in place of a text that was cut out; its value counts the texts before it."""


class Split(NamedTuple):
    """`texts` are paths ("content[0].text") with what stood there, `rest` the JSON in which they are missing."""

    rest: Json
    texts: list[tuple[str, str]]


def split(value: Json, is_text: IsText) -> Split:
    """Cuts the texts out of a value; one in which a text would look cut out already stays whole."""
    if _has_mark(value):
        return Split(value, [])
    texts: list[tuple[str, str]] = []

    def cut(part: Json, name: str, path: str) -> Json:
        if isinstance(part, str):
            if not is_text(name, part):
                return part
            texts.append((path, part))
            return {_TEXT: len(texts) - 1}
        if isinstance(part, Mapping):
            return {key: cut(one, key, f"{path}.{key}" if path else key) for key, one in part.items()}
        if isinstance(part, Sequence):
            return [cut(one, name, f"{path}[{place}]") for place, one in enumerate(part)]
        return part

    return Split(cut(value, "", ""), texts)


def joined(rest: Json, texts: Sequence[str]) -> Any:
    """The value again."""
    if isinstance(rest, str):
        return rest
    if isinstance(rest, Mapping):
        if texts and _TEXT in rest:
            return texts[cast("int", rest[_TEXT])]
        return {key: joined(one, texts) for key, one in rest.items()}
    if isinstance(rest, Sequence):
        return [joined(one, texts) for one in rest]
    return rest


def plain(value: object, *, what: str) -> Any:
    """A value as JSON gives it back; `what` names it in an error.

    Raises:
        UsageError: JSON cannot hold it.
    """
    try:
        return json.loads(json.dumps(value))
    except (TypeError, ValueError) as error:
        raise memdb.UsageError(f"{what} cannot be JSON ({error}): use texts, numbers, lists and objects") from None


def _has_mark(value: Json) -> bool:
    return any(_TEXT in part for part in _objects(value))


def _objects(value: Json) -> Iterator[Mapping[str, Json]]:
    if isinstance(value, Mapping):
        yield value
        for one in value.values():
            yield from _objects(one)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for one in value:
            yield from _objects(one)
