"""People: whom a claim involves, by name as far as the names are known."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

_ME = re.compile(
    r"\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Ww]e|us|[Oo]ur|[Oo]urs|[Oo]urselves|i'?m|i've|i'll)\b|(?<!\S)i(?=\s)"
)
_LETTERS = re.compile(r"[^\W\d_]+")
_ROLES = """
mother mom mum mama father dad papa parent sister brother sibling son daughter kid child baby wife husband spouse
partner fiance fiancé fiancee fiancée girlfriend boyfriend ex aunt auntie uncle cousin niece nephew grandmother grandma
granny grandfather grandpa grandson granddaughter stepmother stepfather stepsister stepbrother half-brother half-sister
twin mother-in-law father-in-law sister-in-law brother-in-law godmother godfather friend bestie buddy pal roommate
flatmate housemate neighbor neighbour colleague coworker co-worker teammate classmate boss manager supervisor mentor
coach trainer teacher tutor professor doctor dentist therapist landlord landlady assistant
""".split()
_NAME = r"[A-Z\u00c0-\u00de][^\W_]+(?:[-'][A-Z][^\W_]+)?"
_FULL_NAME = rf"(?P<name>{_NAME}(?: {_NAME}){{0,2}})"
_ROLE = rf"(?:{'|'.join(_ROLES)})s?"
_INTRODUCED = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Yy]our|[Aa]n?|[Tt]he|['\u2019]s) (?:[a-z-]+ ){{0,2}}{_ROLE}"
    rf"(?:'s name)?(?:,| is| was| are|,? named| called| from [a-z]+,)? {_FULL_NAME}"
    rf"(?:(?:,| and) (?P<second>{_NAME}))?"
)
_IN_APPOSITION = re.compile(rf"{_FULL_NAME}(?:,| is| was) (?:my|our|his|her|their) (?:[a-z-]+ ){{0,2}}{_ROLE}\b")
_ROLE_WORDS = frozenset(_ROLES) | {role + "s" for role in _ROLES}
# Capitalised words that a pattern may take for a name.
_NO_NAMES = frozenset(
    """
    i monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december the a an and but so he she it they we you my our his her their this that when
    then there here yes no what who how why hey hi hello thanks wow mr mrs ms dr
    """.split()
)
# Names that are also verbs: "Hope you are well", "Will it rain" name nobody.
_VERBAL = frozenset("will may mark hope sue chase drew grant can pat rob bill bless art".split())
_OBJECTS = frozenset("i you he she it we they the a an to my your our that this there".split())
_ROLE_WORD = re.compile(r"[a-z\u00e9]+(?:-[a-z]+)*")
_UNCASED = re.compile("[\u0590-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SHORTEST = 3  # letters of a short form: "Mel" for Melanie; "Jo" fits too many


@dataclass(frozen=True, slots=True)
class _Names:
    """The known names: by their folded first word (longest first), by short form, and those without capitals."""

    by_first: dict[str, list[tuple[tuple[str, ...], str]]]
    by_short_form: dict[str, str]
    uncased: tuple[str, ...]


def people(sentence: str, speaker: str | None, known: Collection[str]) -> tuple[str, ...]:
    """Those whom a claim involves, the speaker first, then in order of mention.

    The speaker counts where a first-person word occurs; a known person where the full name, an unshared first name or
    an unshared short form of it occurs, and is given by the full name; anyone else where a kinship or role word
    introduces a name, as written. Pass a large `known` as a frozenset: its index is then built only once.
    """
    found: list[tuple[int, str]] = []
    if speaker and _ME.search(sentence):
        found.append((-1, speaker))
    mentioned, covered = _mentions(sentence, _index(known if isinstance(known, frozenset) else frozenset(known)))
    found += mentioned
    found += [
        (start, name)
        for start, end, name in _introductions(sentence)
        if not any(start < last and first < end for first, last in covered)
    ]
    return tuple(dict.fromkeys(name for _, name in sorted(found)))


@lru_cache(maxsize=64)
def _index(known: frozenset[str]) -> _Names:
    by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    short: dict[str, set[str]] = {}
    for name in sorted(known):
        if words := tuple(word.casefold() for word in _LETTERS.findall(name)):
            by_first.setdefault(words[0], []).append((words, name))
            for size in range(_SHORTEST, len(words[0])):
                short.setdefault(words[0][:size], set()).add(name)
    for same in by_first.values():
        same.sort(key=lambda item: -len(item[0]))
    unshared = {form: next(iter(names)) for form, names in short.items() if len(names) == 1 and form not in _NO_NAMES}
    return _Names(by_first, unshared, tuple(name for name in sorted(known) if _UNCASED.search(name)))


def _mentions(sentence: str, names: _Names) -> tuple[list[tuple[int, str]], list[tuple[int, int]]]:
    """The known people named in the sentence, with the spans that name them."""
    found = [(at, name) for name in names.uncased if (at := sentence.find(name)) >= 0]
    covered: list[tuple[int, int]] = []
    if not names.by_first:
        return found, covered
    words = list(_LETTERS.finditer(sentence))
    folded = [word[0].casefold() for word in words]
    at = 0
    while at < len(words):
        taken = 1
        if words[at][0][0].isupper():
            name, taken = _named(words, folded, at, names)
            if name:
                found.append((words[at].start(), name))
                covered.append((words[at].start(), words[at + taken - 1].end()))
        at += taken
    return found, covered


def _named(words: list[re.Match[str]], folded: list[str], at: int, names: _Names) -> tuple[str, int]:
    """The known person whom the capitalised word at `at` starts to name, or '', and how many words do."""
    if at == 0 and folded[0] in _VERBAL and len(folded) > 1 and folded[1] in _OBJECTS:
        return "", 1
    candidates = names.by_first.get(folded[at])
    if candidates is None:
        # The first word has its capital for another reason, unless it is set off: "Mel, look!"
        apart = at > 0 or words[at].string[words[at].end() : words[at].end() + 1] == ","
        return (names.by_short_form.get(folded[at], "") if apart else ""), 1
    full = next((c for c in candidates if tuple(folded[at : at + len(c[0])]) == c[0]), None)
    if full:
        return full[1], len(full[0])
    # A first name that several people share stays as written: which of them is meant is not known.
    return (candidates[0][1] if len(candidates) == 1 else words[at][0]), 1


def _introductions(sentence: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and spelling of each name that a kinship or role word introduces."""
    if _ROLE_WORDS.isdisjoint(_ROLE_WORD.findall(sentence.lower())):
        return
    for pattern in (_INTRODUCED, _IN_APPOSITION):
        for match in pattern.finditer(sentence):
            for group in pattern.groupindex:
                name = match[group]
                if name and name.split()[0].lower() not in _NO_NAMES:
                    yield match.start(group), match.end(group), name
