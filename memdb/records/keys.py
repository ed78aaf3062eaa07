"""Entity keys: the normalised name under which statements about one thing meet (paper B, section B1).

Only case, punctuation and possessives are normalised; nothing is stemmed, translated or guessed.
"""

import re
import unicodedata
from functools import lru_cache

_APOSTROPHES = "'\u2019\u02bc`"
_POSSESSIVE = re.compile(rf"(?<=\w)[{_APOSTROPHES}]s(?!\w)|(?<=s)[{_APOSTROPHES}](?!\w)", re.IGNORECASE)
_APOSTROPHE = re.compile(f"[{_APOSTROPHES}]")
# Letters, digits and combining marks stay; everything else separates. `+` and `#` tell C++ from C# from C.
_WORD = re.compile(r"[^\W_]+(?:[\u0300-\u036f]+[^\W_]*)*[+#]*")


def key_words(text: str) -> list[str]:
    """The normalised words of a name or a question, in order."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return _WORD.findall(_APOSTROPHE.sub("", _POSSESSIVE.sub("", text.casefold())))


@lru_cache(maxsize=16384)
def entity_key(name: str) -> str:
    """The key of an entity's name: its normalised words joined by one space, or the folded name if it has none."""
    return " ".join(key_words(name)) or name.strip().casefold()
