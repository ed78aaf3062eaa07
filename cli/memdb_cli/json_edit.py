"""Sets one entry in the text of a JSON file and leaves every other character as it is, comments included."""

import json
import re
from typing import Any, cast

_SPACE = re.compile(r"[ \t\r\n]*")
_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\r\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING = re.compile(r'"(?:\\.|[^"\\])*"|,(?=[ \t\r\n]*[}\]])', re.DOTALL)
_DECODER = json.JSONDecoder()
Span = tuple[int, int]


def parse_json(text: str, *, comments: bool) -> dict[str, Any]:
    """The object that the text holds; one without any is empty. With `comments` those and last commas are allowed.

    Raises:
        ValueError: the text is no JSON, or no object.
    """
    document: Any = json.loads(_bare(text, comments=comments) or "{}", parse_constant=_refused)
    if not isinstance(document, dict):
        raise ValueError("it holds no object")  # noqa: TRY004 - of the text, not of a type
    return cast("dict[str, Any]", document)


def _refused(constant: str) -> float:
    raise ValueError(f"{constant} is no JSON")


def set_in_json(text: str, key: str, name: str, entry: dict[str, Any], *, comments: bool) -> str:
    """The text with `entry` as `name` of the object at `key`, both made where they are missing.

    What is at `key` must be an object. Raises ValueError as `parse_json`.
    """
    parse_json(text, comments=comments)
    line = "\r\n" if "\r\n" in text else "\n"
    unit = _indent(text)
    bare = _bare(text, comments=comments)
    if not bare:
        text = text.rstrip() + (line if text.strip() else "") + "{}" + line
        bare = _bare(text, comments=comments)
    start = bare.index("{")
    root = _members(bare, start)
    if key not in root:
        member = f"{json.dumps(key)}: {_dumped({name: entry}, unit, 1, line)}"
        close = bare.rindex("}")
        return _with_member(text, (start, close), root, line + unit + member, line)
    start, end = root[key]
    held = _members(bare, start)
    dumped = _dumped(entry, unit, 2, line)
    if name in held:
        begin, end = held[name]
        return text[:begin] + dumped + text[end:]
    member = f"{json.dumps(name, ensure_ascii=False)}: {dumped}"
    return _with_member(text, (start, end - 1), held, line + unit * 2 + member, line + unit)


def _bare(text: str, *, comments: bool) -> str:
    """The text with blanks for a byte order mark and, where they are allowed, for comments and last commas."""
    bare = " " + text[1:] if text.startswith("\ufeff") else text
    if comments:
        for pattern in (_COMMENT, _TRAILING):
            bare = pattern.sub(lambda found: found[0] if found[0][0] == '"' else " " * len(found[0]), bare)
    return bare if bare.strip() else ""


def _members(text: str, start: int) -> dict[str, Span]:
    """Where the value of each member of the object at `start` begins and ends."""
    found: dict[str, Span] = {}
    at = _skip(text, start + 1)
    while text[at] == '"':
        name, at = _DECODER.raw_decode(text, at)
        begin = _skip(text, _skip(text, at) + 1)
        _, end = _DECODER.raw_decode(text, begin)
        found[name] = (begin, end)
        at = _skip(text, end)
        at = _skip(text, at + 1) if text[at] == "," else at
    return found


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    assert found is not None, "it matches nothing at all too"
    return found.end()


def _with_member(text: str, braces: Span, members: dict[str, Span], member: str, closing: str) -> str:
    """The text with a member more at the end of the object between the braces; `closing` ends one that was empty."""
    opening, close = braces
    if not members:
        at = opening + 1
        return text[:at] + member + (closing if at == close else "") + text[at:]
    at = max(end for _, end in members.values())
    rest = text[at:close]
    kept = rest.rstrip(" \t\r\n")  # a comment on the last member stays with it
    comma = "" if "," in _COMMENT.sub("", rest) else ","
    return text[:at] + comma + kept + member + rest[len(kept) :] + text[close:]


def _indent(text: str) -> str:
    """What the first indented line begins with."""
    found = re.search(r'(?m)^([ \t]+)["/]', text)
    return found[1] if found else "  "


def _dumped(value: dict[str, Any], unit: str, depth: int, line: str) -> str:
    return json.dumps(value, indent=unit, ensure_ascii=False).replace("\n", line + unit * depth)
