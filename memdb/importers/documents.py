"""JSON: one object of a line, and one document read whole but unfolded only where an importer looks.

`msgspec` does the work. What it refuses and other programs write (half an emoji as an escape, a raw control character
inside a string, NaN) goes through the standard library instead.
"""

import json
from dataclasses import dataclass
from typing import Any, cast

import msgspec

from memdb.errors import ImportFileError

# A document is held in memory whole, several times its size on disk.
MAX_DOCUMENT = 512 * 1024 * 1024
MOST_PARTS = 2_000_000
"""Lists and objects in one value, as far as brackets tell: an empty one takes thirty times its size on disk."""


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON document as a sequence of objects: those of a list, or the one that it is.

    A value stays encoded (`msgspec.Raw`) until it is asked for; None stands for a list item that is no object.
    """

    objects: tuple[dict[str, msgspec.Raw] | None, ...]


def parse_document(data: bytes, *, name: str) -> Document:
    """Read a JSON document.

    Raises:
        ImportFileError: it is cut short or not JSON.
    """
    try:
        return _document(data)
    except msgspec.DecodeError:
        return _document(msgspec.json.encode(_lenient_document(data, name=name)))
    except RecursionError as error:
        raise ImportFileError(f"{name} is JSON nested too deeply; it is no export that memdb reads") from error


def _document(data: bytes) -> Document:
    try:
        whole = msgspec.json.decode(data, type=dict[str, msgspec.Raw] | list[msgspec.Raw])
    except msgspec.ValidationError:  # a bare string, number or null
        return Document(())
    return Document((whole,) if isinstance(whole, dict) else tuple(_object(item) for item in whole))


def _object(raw: msgspec.Raw) -> dict[str, msgspec.Raw] | None:
    try:
        return msgspec.json.decode(raw, type=dict[str, msgspec.Raw])
    except msgspec.DecodeError:
        return None


def as_object(found: Any) -> dict[str, Any] | None:
    """A value as an object, None for any other."""
    return cast("dict[str, Any]", found) if isinstance(found, dict) else None


def as_list(found: Any) -> list[Any] | None:
    """A value as a list, None for any other."""
    # The two type checkers disagree about what is in it; JSON says anything.
    return found if isinstance(found, list) else None  # pyright: ignore[reportUnknownVariableType]


def as_text(found: Any) -> str | None:
    """A value as a text that is not empty, None for any other."""
    return found if isinstance(found, str) and found else None


def value(raw: msgspec.Raw | None) -> Any:
    """A value unfolded; None for a missing one and for one that is not Unicode."""
    if raw is None:
        return None
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        return None


def _lenient_document(data: bytes, *, name: str) -> Any:
    try:
        return _lenient(data.decode())
    except UnicodeDecodeError as error:
        raise ImportFileError(f"{name} is JSON that is not UTF-8 (byte {error.start}); save it as UTF-8") from error
    except json.JSONDecodeError as error:
        at = f"line {error.lineno}, column {error.colno}"
        if _ends_too_soon(error):
            raise ImportFileError(
                f"{name} is cut short at byte {len(data)}, inside a JSON document; export or copy it again"
            ) from error
        raise ImportFileError(f"{name} is not valid JSON at {at} ({error.msg}); export or copy it again") from error
    except ValueError as error:
        raise ImportFileError(
            f"{name} holds a number of thousands of digits; it is no export that memdb reads"
        ) from error
    except RecursionError as error:
        raise ImportFileError(f"{name} is JSON nested too deeply; it is no export that memdb reads") from error


def _ends_too_soon(error: json.JSONDecodeError) -> bool:
    """Whether more text could have made the document valid: it stops inside a string, a word or between values."""
    tail = error.doc[error.pos :].rstrip()
    return (
        error.msg.startswith(("Unterminated string", r"Invalid \uXXXX"))
        or not tail
        or any(word.startswith(tail) for word in ("true", "false", "null"))
    )


def parse_line(data: bytes) -> Any:
    """The JSON value of one line.

    Raises:
        ValueError: the line is not JSON, or of more parts than memdb takes.
    """
    if data.count(b"[") + data.count(b"{") > MOST_PARTS:
        raise ValueError("of too many parts")
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError):
        try:
            return _lenient(data.decode())
        except RecursionError as error:
            raise ValueError("nested too deeply") from error


def _lenient(text: str) -> Any:
    return whole_characters(json.loads(text, strict=False, parse_constant=no_number))


def no_number(_name: str) -> None:
    """Nothing: NaN and the infinities, which Python programs write, count as null."""


def whole_characters(found: Any) -> Any:
    """A value without half surrogate pairs, which are no characters and which no file can hold: they become U+FFFD."""
    if isinstance(found, str):
        return found.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if (items := as_list(found)) is not None:
        return [whole_characters(item) for item in items]
    if (fields := as_object(found)) is not None:
        return {whole_characters(key): whole_characters(item) for key, item in fields.items()}
    return found
