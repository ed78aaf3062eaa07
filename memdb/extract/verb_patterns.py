"""Sentences in which a verb phrase states the relation: "works at", "was born in the city of" (section B1, grammar).

The phrases are the catalogue's; this file only walks a clause and finds the place where one of them starts.
"""

from dataclasses import dataclass

from memdb.records.catalogue import Catalogue, catalogue
from memdb.records.phrases import SKIPPED, Token, tokenize
from memdb.records.tokens import stem

_MAX_PHRASE = 7
_AUXILIARY = frozenset(("have", "do", "can"))
_NEGATION = frozenset(("not", "never", "nor"))
_ENDING = frozenset(("stop", "quit"))  # "I stopped working at Northwind"
_MODAL = frozenset(
    "gonna will would could might may should shall must want wish hope plan intend consid think tri if".split()
)
_UNREAL = _MODAL | {stem(word) for word in "unless imagine suppose pretend doubt maybe perhaps probably".split()}
# "I'm moving to Porto" tells a plan; "I'm living in Porto" a state.
_PLANNED = frozenset(
    stem(verb) for verb in "move relocate start join marry get buy adopt visit fly leave switch".split()
)
_NOT_AFTER = {
    "like": frozenset(
        stem(word) for word in "sound look feel seem taste smell act be more something anything just".split()
    ),
    "own": frozenset("its their your my our his her".split()),
}
_PREPOSITION = frozenset("in at on by to for with of from near under after as about into over".split())
_CLASS = frozenset(
    "citi town villag countri state contin island languag religion sport field posit compani genr street".split()
)


@dataclass(frozen=True, slots=True)
class VerbMatch:
    """A verb phrase of a clause: tokens `start` to `end` (half open), what it states and how.

    `inverse` means that the sentence's subject is the value; `weight` is how many words decided it; `hedged` marks
    plans, wishes and guesses; `listed` is false for phrases that the catalogue does not know; `weak` is true for those
    that are said of much else too.
    """

    start: int
    end: int
    relation: str
    inverse: bool
    positive: bool
    hedged: bool
    weight: int
    listed: bool
    weak: bool = False


def verb_matches(tokens: list[Token]) -> list[VerbMatch]:
    """Every verb phrase that starts at some token, in order of place."""
    known = catalogue()
    return [match for i in range(len(tokens)) if (match := _match_at(tokens, i, known)) is not None]


def is_unreal(clause: str) -> bool:
    """Whether a clause tells of a plan, a wish, a condition or a guess: names ("Will", "May") have capitals."""
    tokens = tokenize(clause)
    return any(
        (token.norm in _UNREAL and token.text[0] not in "WM") or _going_to(tokens, at)
        for at, token in enumerate(tokens)
    )


def _match_at(tokens: list[Token], start: int, known: Catalogue) -> VerbMatch | None:
    positive, hedged, i = True, False, start
    if not _may_start(tokens[start]) or _is_part(tokens, start):
        return None
    while i < len(tokens):
        norm = tokens[i].norm
        going_to = _going_to(tokens, i)
        hedged = hedged or norm in _MODAL or going_to or (norm == "be" and _planned(tokens, i + 1))
        found = None if going_to else _longest(tokens, i, known, start=start, positive=positive, hedged=hedged)
        if found:
            return found
        if norm in _NEGATION:
            positive = False
        elif (norm == "no" and _norm(tokens, i + 1) == "longer") or (norm == "use" and _norm(tokens, i + 1) == "to"):
            positive, i = False, i + 1
        elif norm in _ENDING and i + 1 < len(tokens) and tokens[i + 1].text.endswith("ing"):
            positive = False
        elif not (
            norm in SKIPPED
            or norm in _AUXILIARY
            or norm in _MODAL
            or going_to
            or (norm == "to" and hedged)
            or (norm == "be" and _progressive(tokens, i + 1))
        ):
            break
        i += 1
    return None


def _may_start(token: Token) -> bool:
    """A verb phrase starts with a lower-case word; a title's words ("Let It Be") do not count."""
    return token.text[0] in "'\u2019" or (token.text[0].islower() and token.norm not in SKIPPED) or token.norm == "not"


def _is_part(tokens: list[Token], start: int) -> bool:
    """Whether a verb's look-alike is part of another phrase: "sounds like", "its own"."""
    before = _NOT_AFTER.get(tokens[start].norm, frozenset())
    return start > 0 and not before.isdisjoint((tokens[start - 1].norm, tokens[start - 1].text.casefold()))


def _progressive(tokens: list[Token], i: int) -> bool:
    while i < len(tokens) and (tokens[i].norm in SKIPPED or tokens[i].norm in _NEGATION):
        i += 1
    if i + 1 < len(tokens) and tokens[i].norm == "no":
        i += 2
    return i < len(tokens) and tokens[i].text.endswith("ing")


def _planned(tokens: list[Token], i: int) -> bool:
    while i < len(tokens) and tokens[i].norm in SKIPPED:
        i += 1
    return i < len(tokens) and tokens[i].text.endswith("ing") and tokens[i].norm in _PLANNED


def _going_to(tokens: list[Token], i: int) -> bool:
    """Whether a plan starts here: "going to move" tells a plan; "going to Rome" and "going to the sea" tell none."""
    if tokens[i].text != "going" or _norm(tokens, i + 1) != "to" or i + 2 >= len(tokens):
        return False
    following = tokens[i + 2]
    return following.text.islower() and following.norm not in SKIPPED | {"my", "our", "see"}


def _norm(tokens: list[Token], i: int) -> str:
    return tokens[i].norm if i < len(tokens) else ""


def _longest(
    tokens: list[Token], i: int, known: Catalogue, *, start: int, positive: bool, hedged: bool
) -> VerbMatch | None:
    words: list[str] = []
    ends: list[int] = []
    negations: list[bool] = []
    negated = not positive
    for j in range(i, min(len(tokens), i + 2 * _MAX_PHRASE)):
        norm = tokens[j].norm
        if words and (norm in _NEGATION or (norm == "no" and _norm(tokens, j + 1) == "longer")):
            negated = True
        elif norm not in SKIPPED and not (norm == "longer" and negated):
            words.append(norm)
            ends.append(j + 1)
            negations.append(negated)
            if len(words) == _MAX_PHRASE:
                break
    for size in range(len(words), 0, -1):
        key = tuple(words[:size])
        for table, inverse, denies in (
            (known.verbs, False, False), (known.inverse, True, False), (known.denials, False, True),
        ):  # fmt: skip
            if inverse and i > 0 and tokens[i - 1].norm == "be":
                continue  # "was written by" is the passive of what "wrote" states the other way round
            if key in table:
                end = _after_class(tokens, ends[size - 1])
                denied = negations[size - 1]
                if denied and denies:
                    continue  # "I didn't quit Northwind" states nothing new
                weak = key in known.weak
                return VerbMatch(
                    start, end, table[key], inverse, positive=not (denied or denies), hedged=hedged, weight=size,
                    listed=True, weak=weak,
                )  # fmt: skip
    return _open(tokens, words, ends, start=start, positive=not any(negations[:3]), hedged=hedged)


def _open(
    tokens: list[Token], words: list[str], ends: list[int], *, start: int, positive: bool, hedged: bool
) -> VerbMatch | None:
    """A relation the catalogue does not list: "be" + participle or adjective + preposition, as in "was awarded to"."""
    if len(words) < 3 or words[0] != "be" or words[2] not in _PREPOSITION:  # noqa: PLR2004 - be, word, preposition
        return None
    word = tokens[ends[1] - 1].text
    if not word.isalpha() or not word.islower() or word.endswith("ing") or words[1] in _PREPOSITION:
        return None
    end = _after_class(tokens, ends[2])
    kind = f" {tokens[end - 2].text} of" if end > ends[2] else ""
    name = f"{word} {tokens[ends[2] - 1].text}{kind}"
    return VerbMatch(start, end, name, inverse=False, positive=positive, hedged=hedged, weight=2, listed=False)


def _after_class(tokens: list[Token], end: int) -> int:
    """The end of the phrase after an optional "the city of" and the like."""
    i = end
    while i < len(tokens) and tokens[i].norm in SKIPPED:
        i += 1
    if _norm(tokens, i) in _CLASS and tokens[i].text.islower() and _norm(tokens, i + 1) == "of" and i > end:
        return i + 2
    return end
