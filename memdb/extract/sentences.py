"""Sentences: a text cut into its sentences, and which of them say nothing. The phrases are `chitchat.toml`."""

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from itertools import product
from typing import Any

_LONGEST = 600  # characters of one claim; at most 300 words, so that a claim always fits a Cell of 360 tokens
_LONGEST_CHITCHAT = 14  # words
_BULLET = re.compile(r"^(?:[-*+>#\u2022\u2013|]+\s+|\d{1,3}[.)]\s+)+")
_CLAUSE_END = re.compile(r"[,;:\u2014\u3001\uff0c]\s*|\s+")
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_SLOT = re.compile(r"\{(\w+)\}")

# The library has no type information.
_segment: Callable[[str, str], Iterable[str]] = import_module("sentencex").segment


def split(text: str, language: str = "en") -> list[str]:
    """The sentences of a text in order, each a stripped literal piece of it; a line end always ends a sentence.

    Bullets and list numbers are left out, and a sentence beyond 600 characters is cut at a comma or a space.
    """
    found: list[str] = []
    for line in text.splitlines():
        if plain := _BULLET.sub("", line.strip()):
            for sentence in _segment(language, plain):
                found.extend(_pieces(sentence.strip()))
    return found


def _pieces(sentence: str) -> Iterator[str]:
    while len(sentence) > _LONGEST:
        ends = [match.end() for match in _CLAUSE_END.finditer(sentence, _LONGEST // 2, _LONGEST)]
        cut = ends[-1] if ends else _LONGEST
        yield sentence[:cut].strip()
        sentence = sentence[cut:].strip()
    if sentence:
        yield sentence


def is_chitchat(sentence: str, *, names: Collection[str] = ()) -> bool:
    """Whether a sentence is only greeting, thanks, acknowledgement or exclamation, or has no word at all.

    Every word must belong to a listed phrase or be a name addressed. After a bare "yes" or "no" a name may be the
    answer, so there it counts as addressed only when it is among `names` (lower-case words).
    """
    spelled = _WORD.findall(sentence)
    if not spelled:
        return True
    if len(spelled) > _LONGEST_CHITCHAT:
        return False
    phrases, starts, longest, answers = _phrases()
    words = [word.lower().replace("'", "").replace("\u2019", "") for word in spelled]
    at, said, firm = 0, 0, False
    while at < len(words):
        taken = 0
        if words[at] in starts:
            sizes = range(min(longest, len(words) - at), 0, -1)
            taken = next((size for size in sizes if " ".join(words[at : at + size]) in phrases), 0)
        if taken:
            firm = firm or " ".join(words[at : at + taken]) not in answers
            said, at = said + 1, at + taken
        elif _is_addressed(spelled, at, sentence) and (firm or words[at] in names or at == 0):
            at += 1
        else:
            return False
    return said > 0


def _is_addressed(spelled: list[str], at: int, sentence: str) -> bool:
    """Whether the word could be a name spoken to: capitalised within the sentence, or first and before a comma."""
    word = spelled[at]
    if not word[0].isupper() or word == "I" or word.startswith(("I'", "I\u2019")):
        return False
    return at > 0 or sentence[sentence.index(word) + len(word) :].startswith((",", "!"))


@lru_cache(maxsize=1)
def _phrases() -> tuple[frozenset[str], frozenset[str], int, frozenset[str]]:
    """Every phrase in full, the words that start one, the words in the longest, and the bare answers."""
    table: dict[str, Any] = tomllib.loads(files(__package__).joinpath("chitchat.toml").read_text("utf-8"))
    slots: dict[str, list[str]] = {
        name: [part.strip() for part in text.split(",")] for name, text in table["slots"].items()
    }
    full = {spelled for line in table["phrases"].strip().splitlines() for spelled in _filled(line, slots)}
    answers = frozenset(part.strip() for part in table["answers"].split(","))
    full |= answers
    return frozenset(full), frozenset(p.split()[0] for p in full), max(len(p.split()) for p in full), answers


def _filled(pattern: str, slots: dict[str, list[str]]) -> Iterator[str]:
    names = _SLOT.findall(pattern)
    for values in product(*(slots[name] for name in names)):
        left = iter(values)
        yield " ".join(_SLOT.sub(lambda _: next(left), pattern).split())
