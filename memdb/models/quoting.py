"""Records inside a prompt: one quoted block each, which nothing in the record can end or turn into instructions."""

import json
import re

# Marks that some chat template reads as its own: "<|im_end|>", "</s>", "[INST]", "<start_of_turn>".
_TEMPLATE_MARK = re.compile(r"<(?=[|\uff5c/\w])|\[(?=/?g?[A-Z_]+\])")
# What JSON leaves as it is and is no text either: other line ends, controls, marks of direction.
_ESCAPED = re.compile(rf"{_TEMPLATE_MARK.pattern}|[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def quoted(text: str) -> str:
    """The text as one JSON string: its quotes and line ends are escaped, and so is what a chat template might obey."""
    return _ESCAPED.sub(lambda mark: f"\\u{ord(mark[0]):04x}", json.dumps(text, ensure_ascii=False))


def inline(text: str) -> str:
    """The text on one line, without what a chat template might obey: for names, values and questions."""
    return _TEMPLATE_MARK.sub(lambda mark: f"{mark[0]} ", " ".join(text.split()))
