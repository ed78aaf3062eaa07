"""Sentences: a text cut into its sentences, and which of them say nothing. The phrases are `chitchat.toml`."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module

from memdb.extract.lists import load

_LONGEST = 600  # characters of one claim; at most 300 words, so that a claim always fits a Cell of 360 tokens
_LONGEST_CHITCHAT = 14  # words
_BULLET = re.compile(r"^(?:[-*+>#\u2022\u2013|]+\s+|\d{1,3}[.)]\s+)+")
_CLAUSE_END = re.compile(r"[,;:\u2014\u3001\uff0c]\s*|\s+")
_TITLE_END = re.compile(r"\b(?:Dr|Mr|Mrs|Ms|Mx|Prof|St)\.\s+$")
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")

# The library has no type information.
_BLOCK = 8000  # characters
_segment: Callable[[str, str], Iterable[str]] = import_module("sentencex").segment


def split(text: str, language: str = "en") -> list[str]:
    """The sentences of a text in order, each a stripped literal piece of it; a line end always ends a sentence.

    Bullets and list numbers are left out, and a sentence beyond 600 characters is cut at a comma or a space.
    """
    found: list[str] = []
    for line in text.splitlines():
        if plain := _BULLET.sub("", line.strip()):
            for block in _blocks(plain):
                for sentence in _with_titles(_segment(language, block)):
                    found.extend(_pieces(sentence.strip()))
    return found


def _with_titles(sentences: Iterable[str]) -> Iterator[str]:
    """Puts a title back before the name from which the splitter cut it: "My teacher is Ms. Arendt"."""
    begun = ""
    for sentence in sentences:
        begun += sentence
        if not _TITLE_END.search(begun):
            yield begun
            begun = ""
    if begun:
        yield begun


def _blocks(line: str) -> Iterator[str]:
    """A line in blocks that end with a sentence if they can: the splitter takes quadratic time on long lines."""
    start = 0
    while len(line) - start > _BLOCK:
        half, full = start + _BLOCK // 2, start + _BLOCK
        stops = (line.rfind(mark, half, full) + len(mark) for mark in (". ", "! ", "? ", "\u3002", " "))
        end = next((stop for stop in stops if stop > half), full)
        yield line[start:end]
        start = end
    yield line[start:]


def _pieces(sentence: str) -> Iterator[str]:
    start = 0
    while len(sentence) - start > _LONGEST:
        ends = [match.end() for match in _CLAUSE_END.finditer(sentence, start + _LONGEST // 2, start + _LONGEST)]
        cut = ends[-1] if ends else start + _LONGEST
        if piece := sentence[start:cut].strip():
            yield piece
        start = cut
    if piece := sentence[start:].strip():
        yield piece


@dataclass(frozen=True, slots=True)
class _Part:
    """One place of a pattern: the phrases that fit there ('' where it may be left out) and their lengths in words."""

    fits: frozenset[str]
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Phrases:
    """The patterns by each word that can start one, the phrases that only answer, and the openings."""

    starting: dict[str, list[tuple[_Part, ...]]]
    answers: frozenset[str]
    openings: tuple[str, ...]


def is_chitchat(sentence: str) -> bool:
    """Whether a sentence is only greeting, thanks, acknowledgement or exclamation, or has no word at all.

    Every word must belong to a listed phrase or be a name addressed. After a bare "yes" or "no" a name may be the
    answer, so there it counts as addressed only in an exclamation.
    """
    spelled = list(_WORD.finditer(sentence))
    if not spelled:
        return True
    phrases = _phrases()
    words = [word[0].lower().replace("'", "").replace("\u2019", "") for word in spelled]
    if sentence.lower().startswith(phrases.openings):
        return True
    if len(spelled) > _LONGEST_CHITCHAT:
        return False
    at, said, firm = 0, 0, sentence.endswith("!")
    while at < len(words):
        if taken := _phrase_at(words, at, phrases):
            firm = firm or " ".join(words[at : at + taken]) not in phrases.answers
            said, at = said + 1, at + taken
        elif _is_addressed(spelled, at) and (firm or at == 0):
            at += 1
        else:
            return False
    return said > 0


def _phrase_at(words: list[str], at: int, phrases: _Phrases) -> int:
    """How many words the longest phrase has that starts at `at`, or 0."""
    longest = at
    for pattern in phrases.starting.get(words[at], ()):
        ends = {at}
        for part in pattern:
            ends = {end + size for end in ends for size in part.sizes if " ".join(words[end : end + size]) in part.fits}
            if not ends:
                break
        longest = max(longest, *ends) if ends else longest
    return min(longest, len(words)) - at


def _is_addressed(spelled: list[re.Match[str]], at: int) -> bool:
    """Whether a word could be a name spoken to: capitalised and set off, not the subject of what follows."""
    word = spelled[at][0]
    if not word[0].isupper() or word == "I" or word.startswith(("I'", "I\u2019")):
        return False
    rest = spelled[at].string[spelled[at].end() :].lstrip()
    if at == 0:
        return rest.startswith((",", "!"))
    return not rest[:1].isalnum() or rest.lower().startswith(
        ("that", "thank", "it", "i'", "what", "you", "how", "glad")
    )


@lru_cache(maxsize=1)
def _phrases() -> _Phrases:
    table = load("chitchat")
    slots = {name: _part(text) for name, text in table["slots"].items()}
    starting: dict[str, list[tuple[_Part, ...]]] = {}
    lines: list[str] = table["phrases"].strip().splitlines()
    for pattern in [(_part(table["answers"]),), *(_pattern(line, slots) for line in lines)]:
        for word in _first_words(pattern):
            starting.setdefault(word, []).append(pattern)
    return _Phrases(starting, _part(table["answers"]).fits, tuple(table["openings"].strip().splitlines()))


def _part(text: str) -> _Part:
    fits = frozenset(" ".join(phrase.split()) for phrase in text.split(","))
    return _Part(fits, tuple(sorted({len(phrase.split()) for phrase in fits})))


def _pattern(line: str, slots: dict[str, _Part]) -> tuple[_Part, ...]:
    """A line of words and {slots} as its places."""
    return tuple(slots[piece[1:-1]] if piece.startswith("{") else _part(piece) for piece in line.split())


def _first_words(pattern: tuple[_Part, ...]) -> set[str]:
    """The words a pattern can start with, looking past places that may be left out."""
    found: set[str] = set()
    for part in pattern:
        found |= {phrase.split()[0] for phrase in part.fits if phrase}
        if "" not in part.fits:
            break
    return found
