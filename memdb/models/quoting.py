"""Records inside a prompt: one quoted block each, which nothing in the record can end or turn into instructions."""

import json
import re
from collections.abc import Iterable

LONGEST_NAME = 80
"""Characters of a name in a prompt: more is no name, and would crowd out the records."""

# Marks that some chat template reads as its own: "<|im_end|>" (its bar may be a wide one), "</s>", "[INST]", "[gMASK]".
_TEMPLATE_MARK = re.compile(r"<(?=[|\uff5c/\w])|\[(?=\||/?[a-z]?[A-Z_]+\])")
# What ends a line or is not seen: controls, marks of direction, line separators, and tags that spell a second text.
_NAME = re.compile(r"(?=.{1,40}\Z)[\w'.&/()-]+(?: [\w'.&/()-]+){0,5}")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\U000e0000-\U000e007f]")


def quoted(text: str) -> str:
    """The text as one JSON string: its quotes and line ends are escaped, and so is what a chat template might obey."""
    return _TEMPLATE_MARK.sub(_escaped, _UNSEEN.sub(_escaped, json.dumps(text, ensure_ascii=False)))


def inline(text: str) -> str:
    """The text on one line, without what a chat template might obey: for values and questions."""
    return _TEMPLATE_MARK.sub(lambda mark: f"{mark[0]} ", _UNSEEN.sub("", " ".join(text.split())))


def named(text: str) -> str:
    """A name that stands beside a quotation: on one line, without quotation marks, cut where it is too long for one."""
    return inline(text[:LONGEST_NAME].replace('"', "'"))


def unquotable(names: Iterable[str]) -> tuple[str, ...]:
    """Those of some names that look like nothing else: they may stand in instructions without quotation marks."""
    return tuple(name for name in names if _NAME.fullmatch(name))


def _escaped(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
