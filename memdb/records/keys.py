"""Entity keys: the normalised name under which statements about one thing meet (paper B, section B1).

Only case, punctuation and possessives are normalised; nothing is stemmed, translated or guessed.
"""

import re
from functools import lru_cache

from memdb.records.unicode import MARKS, folded

_APOSTROPHES = "'\u2019\u02bc`"
_WORD_END = f"[\\w{MARKS}]"
_POSSESSIVE = re.compile(
    rf"(?<={_WORD_END})[{_APOSTROPHES}]s(?!{_WORD_END})|(?<=s)[{_APOSTROPHES}](?!{_WORD_END})", re.IGNORECASE
)
_APOSTROPHE = re.compile(f"[{_APOSTROPHES}]")
# Letters, digits and combining marks stay; everything else separates. `+` and `#` tell C++ from C# from C.
_WORD = re.compile(rf"(?:[^\W_][{MARKS}]*)+[+#]*")


def key_words(text: str) -> list[str]:
    """The normalised words of a name or a question, in order."""
    return _WORD.findall(_APOSTROPHE.sub("", _POSSESSIVE.sub("", folded(text))))


@lru_cache(maxsize=16384)
def entity_key(name: str) -> str:
    """The key of an entity's name: its normalised words joined by one space, or the folded name if it has none."""
    return " ".join(key_words(name)) or name.strip().casefold()
