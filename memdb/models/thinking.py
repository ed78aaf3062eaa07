"""What a reasoning model thought aloud before its answer."""

import re

_THOUGHT = re.compile(r"\s*<think>(.*?)(?:</think>|$)", re.DOTALL)


def thought(text: str) -> str:
    """The thoughts that a text begins with, between `<think>` and `</think>` or the end; "" without."""
    found = _THOUGHT.match(text)
    return found[1].strip() if found else ""
