"""A JSON value as the texts in it and the rest, so that the texts can be records of their own."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, cast

import memdb

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | float | bool | None"
IsText = Callable[[str, str], bool]
"""Whether a string is a text, by its path and itself."""

_TEXT = "$text"
"""The one key of what stands in place of a text that was cut out; its value is the text's path."""
_WHOLE = "$whole"
"""The one key of a rest that is the value as it was, because it has one of these keys itself."""


class Split(NamedTuple):
    """`texts` are the texts by path ("content[0].text"), `rest` is the JSON in which they are missing."""

    rest: Json
    texts: dict[str, str]


def split(value: Json, is_text: IsText) -> Split:
    """Cuts the texts out of a value."""
    texts: dict[str, str] = {}
    if any(_TEXT in part or _WHOLE in part for part in _objects(value)):
        return Split({_WHOLE: value}, texts)

    def cut(part: Json, path: str) -> Json:
        if isinstance(part, str):
            if not is_text(path, part):
                return part
            while path in texts:  # a field may be named like a path
                path += "'"
            texts[path] = part
            return {_TEXT: path}
        if isinstance(part, Mapping):
            return {key: cut(one, f"{path}.{key}" if path else key) for key, one in part.items()}
        if isinstance(part, Sequence):
            return [cut(one, f"{path}[{place}]") for place, one in enumerate(part)]
        return part

    return Split(cut(value, ""), texts)


def joined(rest: Json, texts: Mapping[str, str]) -> Any:
    """The value again; None stands where a text was forgotten."""
    if isinstance(rest, str):
        return rest
    if isinstance(rest, Mapping):
        if _WHOLE in rest:
            return rest[_WHOLE]
        if _TEXT in rest:
            return texts.get(cast("str", rest[_TEXT]))
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


def _objects(value: Json) -> Iterator[Mapping[str, Json]]:
    if isinstance(value, Mapping):
        yield value
        for one in value.values():
            yield from _objects(one)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for one in value:
            yield from _objects(one)
