"""People: whom a claim involves, by name as far as the names are known."""

import re
from collections.abc import Collection
from functools import lru_cache

_ME = re.compile(
    r"\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Ww]e|us|[Oo]ur|[Oo]urs|[Oo]urselves|i'?m|i've|i'll)\b|(?<!\S)i(?=\s)"
)
_CAPITALISED = re.compile(r"[^\W\d_a-z][^\W_]*(?:[-'\u2019][^\W\d_a-z][^\W_]+)*")
_LETTERS = re.compile(r"[^\W\d_]+")
_ROLES = """
mother mom mum mama father dad papa parents sister brother sibling son daughter kid child baby wife husband spouse partner
fiance fiancé fiancee fiancée girlfriend boyfriend ex aunt auntie uncle cousin niece nephew grandmother grandma granny
grandfather grandpa grandson granddaughter stepmother stepfather stepsister stepbrother half-brother half-sister twin
mother-in-law father-in-law sister-in-law brother-in-law godmother godfather friend bestie buddy pal roommate flatmate
housemate neighbor neighbour colleague coworker co-worker teammate classmate boss manager supervisor mentor coach trainer
teacher tutor professor doctor dentist therapist landlord landlady assistant
""".split()
_NAME = r"[A-Z\u00c0-\u00de][^\W_]+(?:[-'][A-Z][^\W_]+)?"
_FULL_NAME = rf"(?P<name>{_NAME}(?: {_NAME}){{0,2}})"
_ROLE = rf"(?:{'|'.join(_ROLES)})s?"
_INTRODUCED = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Yy]our|[Aa]n?|[Tt]he|['\u2019]s) (?:[a-z-]+ ){{0,2}}{_ROLE}"
    rf"(?:'s name)?(?:,| is| was| are|,? named| called| from [a-z]+,)? {_FULL_NAME}"
)
_IN_APPOSITION = re.compile(rf"{_FULL_NAME}(?:,| is| was) (?:my|our|his|her|their) (?:[a-z-]+ ){{0,2}}{_ROLE}\b")
_ROLE_WORDS = frozenset(_ROLES) | {role + "s" for role in _ROLES}
# Capitalised words that a pattern may take for a name.
_NO_NAMES = frozenset(
    """
    i monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
    october november december the a an and but so he she it they we you my our his her their this that when then there
    here yes no what who how why hey hi hello thanks wow mr mrs ms dr
    """.split()
)

_Names = dict[str, list[tuple[tuple[str, ...], str]]]


def people(sentence: str, speaker: str | None, known: Collection[str]) -> tuple[str, ...]:
    """Those whom a claim involves, the speaker first, then in order of mention.

    The speaker counts where a first-person word occurs; a known person where the full name, an unshared first name or
    a clear short form of it occurs, and is given by the full name; anyone else where a kinship or role word introduces
    a name, as written. Pass a large `known` as a frozenset: its index is then built only once.
    """
    found: list[tuple[int, str]] = []
    if speaker and _ME.search(sentence):
        found.append((-1, speaker))
    names = _index(known if isinstance(known, frozenset) else frozenset(known))
    mentioned, covered = _mentions(sentence, names, speaker)
    found += mentioned
    found += [
        (at, name)
        for at, name in _introductions(sentence)
        if not any(start <= at < end or start <= at + len(name) - 1 < end for start, end in covered)
    ]
    return tuple(dict.fromkeys(name for _, name in sorted(found)))


@lru_cache(maxsize=64)
def _index(known: frozenset[str]) -> _Names:
    """The known names by their folded first word, longest name first."""
    names: _Names = {}
    for name in known:
        if words := tuple(word.casefold() for word in _LETTERS.findall(name)):
            names.setdefault(words[0], []).append((words, name))
    for same in names.values():
        same.sort(key=lambda item: (-len(item[0]), item[1]))
    return names


@lru_cache(maxsize=4096)
def _short_form(word: str, names: tuple[str, ...]) -> str:
    """The one first name that a word of three letters or more begins, if it is one."""
    longer = [name for name in names if len(word) > 2 and name.startswith(word)]  # noqa: PLR2004 - "Jo" fits too many
    return longer[0] if len(longer) == 1 else ""


def _mentions(sentence: str, names: _Names, speaker: str | None) -> tuple[list[tuple[int, str]], list[tuple[int, int]]]:
    """The known people named in the sentence, with the spans that name them."""
    found: list[tuple[int, str]] = []
    covered: list[tuple[int, int]] = []
    if not names:
        return found, covered
    spelled = [(match.start(), match[0]) for match in _LETTERS.finditer(sentence)]
    if not sentence.isascii():
        found += [
            (at, name)
            for same in names.values()
            for _, name in same
            if not name.isascii() and (at := sentence.find(name)) >= 0
        ]
    folded = [word.casefold() for _, word in spelled]
    at = 0
    while at < len(spelled):
        start, word = spelled[at]
        taken = 1
        if word[0].isupper() and (candidates := names.get(folded[at])):
            full = next((c for c in candidates if tuple(folded[at : at + len(c[0])]) == c[0]), None)
            taken = len(full[0]) if full else 1
            # A first name that several people share stays as written: which of them is not known.
            name = full[1] if full else candidates[0][1] if len(candidates) == 1 else word
            end = spelled[at + taken - 1][0] + len(spelled[at + taken - 1][1])
            found.append((start, name))
            covered.append((start, end))
        at += taken
    return found, covered


def _introductions(sentence: str) -> list[tuple[int, str]]:
    lowered = sentence.lower()
    if _ROLE_WORDS.isdisjoint(_ROLE_WORD.findall(lowered)):
        return []
    found: list[tuple[int, str]] = []
    for pattern in (_INTRODUCED, _IN_APPOSITION):
        for match in pattern.finditer(sentence):
            name = match["name"]
            if name.split()[0].lower() not in _NO_NAMES:
                found.append((match.start("name"), name))
    return found


_ROLE_WORD = re.compile(r"[a-zé]+(?:-[a-z]+)*")
