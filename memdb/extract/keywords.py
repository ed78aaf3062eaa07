"""Keywords: the noun-like phrases of a claim, by which it meets others of its topic. The lists are `keywords.toml`."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from memdb.extract.lists import load
from memdb.extract.verbs import known_base
from memdb.records.tokens import STOP_WORDS

_MOST = 5
_LONGEST = 4  # words of one phrase; a longer run is taken apart
# Characters of one script word that stand for a phrase: Han and Katakana runs, without the commonest function words.
_UNSPACED = re.compile(r"[\u4e00-\u9fff\u3400-\u4dbf]{2,8}|[\u30a0-\u30ff]{2,}")
_UNSPACED_BREAKS = re.compile("[的了是在和与我你他她它们这那就也都很不没有吗呢吧着过]")
_PIECE = re.compile(r"[^\W_]+(?:[-'\u2019&.+#]+[^\W_]+)*[+#]*|[^\s\w]")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|s)")
_DETERMINERS = frozenset("a an the my our his her their your this that these those some any no of".split())

_table = load("keywords")
_NOT_ADVERBS = frozenset(_table.pop("ly").split())
_BREAKS = STOP_WORDS.union(*(text.split() for text in _table.values()))
# Single words with these endings tell less than nouns do.
_WEAK_ENDINGS = ("ing", "ed", "able", "ible", "ful", "ous", "ive", "less", "ish")


def keywords(sentence: str, people: Sequence[str]) -> tuple[str, ...]:
    """At most five noun-like phrases of a claim, the most telling first; no people and no time words.

    Names keep their capitals, everything else is lower-cased.
    """
    named = _names(tuple(people))
    scores: dict[str, float] = {}
    for at, phrase in enumerate(_phrases(sentence, named)):
        scores.setdefault(phrase, _weight(phrase) - at * 0.01)
    return tuple(sorted(scores, key=lambda phrase: -scores[phrase])[:_MOST])


@lru_cache(maxsize=4096)
def _names(people: tuple[str, ...]) -> frozenset[str]:
    """The words of the names, folded, and their short forms with a capital ("Mel" for Melanie)."""
    words = [word for name in people for word in name.split()]
    return frozenset(word.lower() for word in words) | {word[:end] for word in words for end in range(3, len(word))}


def _weight(phrase: str) -> float:
    """Names first, then phrases of more and longer words, then single words that are hardly nouns."""
    weak = " " not in phrase and phrase.endswith(_WEAK_ENDINGS)
    return 2.0 * (phrase != phrase.lower()) + 0.6 * phrase.count(" ") + min(len(phrase), 24) / 12 - weak


def _phrases(sentence: str, named: frozenset[str]) -> Iterator[str]:
    run: list[str] = []
    previous = ""
    opens, opening = False, ""
    for piece in _PIECE.findall(sentence):
        plain, ends = _plain(piece)
        if _breaks(plain, previous, named, joins=bool(run)):
            yield from _closed(run)
            run = []
        else:
            if len(run) == 1 and opens and plain[0].isupper():
                run[0] = opening  # "Kestrel Motors": the capital of the first word was its own
            opens, opening = previous == "", plain
            run.append(_cased(plain, first=opens))
            if ends:
                yield from _closed(run)
                run = []
        previous = plain.lower()
    yield from _closed(run)
    if not sentence.isascii():
        for part in _UNSPACED_BREAKS.split(sentence):
            yield from _UNSPACED.findall(part)


@lru_cache(maxsize=16384)
def _plain(piece: str) -> tuple[str, bool]:
    """A word without its possessive, and whether it had one."""
    for ending in ("'s", "\u2019s"):
        if piece.endswith(ending):
            return piece[:-2], True
    return piece, False


def _breaks(word: str, previous: str, named: frozenset[str], *, joins: bool) -> bool:
    """Whether a word ends a phrase: punctuation, function and time words, people, and verbs where a verb can stand."""
    folded = word.lower()
    if _always_breaks(folded) or folded in named or word in named:
        return True
    if word != folded and previous != "":
        return False  # a name
    base = known_base(folded)
    if not base or previous in _DETERMINERS:
        return False
    # "quarterly report" is a phrase, "dogs bark" and "has moved" are not.
    return not (joins and folded == base and not previous.endswith("s"))


@lru_cache(maxsize=16384)
def _always_breaks(folded: str) -> bool:
    spelled = folded.replace("\u2019", "'")
    if spelled.endswith(("'ll", "'ve", "'re", "'d", "n't", "'m")) or _ORDINAL.fullmatch(spelled):
        return True
    if _UNSPACED.match(spelled):
        return True  # a whole clause of a script without spaces
    spelled = spelled.replace("'", "")
    if spelled in _BREAKS or len(spelled) < 2 or not spelled[0].isalnum() or spelled.isdigit():  # noqa: PLR2004
        return True
    return spelled.endswith("ly") and spelled not in _NOT_ADVERBS


def _cased(word: str, *, first: bool) -> str:
    """A word lower-cased unless it is a name; at the start of a sentence only inner capitals tell a name."""
    return word if word[0].isupper() and (not first or word[1:] != word[1:].lower()) else word.lower()


def _closed(run: list[str]) -> Iterator[str]:
    """A run as phrases: whole, or, where it is too long to be one, its names and its longer words."""
    if not run:
        return
    if len(run) <= _LONGEST:
        if len(run) > 1 or len(run[0]) > 2:  # noqa: PLR2004 - "pm", "st"
            yield " ".join(run)
        return
    yield from (word for word in run if len(word) > 4 or word != word.lower())  # noqa: PLR2004
