"""Unicode as words need it: one spelling for equal text, and the marks that belong to their letter."""

import unicodedata

_DOTTED = "i\u0307"  # what the Turkish capital dotted I folds to


def _marks() -> str:
    """Every combining mark up to the end of the Basic Multilingual Plane's scripts, as ranges of a character class.

    The standard library's `re` has no class for them, and without their marks Hindi or Tamil words fall apart.
    """
    ranges: list[list[int]] = []
    for block in _BLOCKS:
        for code in block:
            if unicodedata.category(chr(code))[0] == "M":
                if ranges and ranges[-1][1] == code - 1:
                    ranges[-1][1] = code
                else:
                    ranges.append([code, code])
    return "".join(f"{chr(first)}-{chr(last)}" if first < last else chr(first) for first, last in ranges)


# Blocks that hold combining marks: diacritics, and the scripts of the Middle East, India and South-East Asia.
_BLOCKS = (range(0x0300, 0x0370), range(0x0483, 0x0488), range(0x0591, 0x1000), range(0x1000, 0x1100),
           range(0x1700, 0x1B00), range(0x1B00, 0x1D00), range(0x1DC0, 0x1E00), range(0x20D0, 0x2100),
           range(0xA8E0, 0xAB00), range(0xFE20, 0xFE30))  # fmt: skip
MARKS = _marks()


def folded(text: str) -> str:
    """Text in the form in which it is compared: composed (NFKC), without case, dotted I like any other."""
    if text.isascii():
        return text.casefold()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).replace(_DOTTED, "i")
