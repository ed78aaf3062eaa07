"""What a model calls a relation, as the catalogue's relation: its name, its direction and whether it is denied."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from memdb.records.catalogue import catalogue
from memdb.records.phrases import SKIPPED, Token, tokenize
from memdb.records.tokens import stem

_NEGATIONS = frozenset(("not", "never", "nor", "no", "without"))
_ENDED = frozenset(stem(word) for word in "longer anymore formerly previously former previous ex".split())
# Words that name no relation by themselves: "is", "has", "of".
_EMPTY = frozenset("be have do of the a to as with for at in on by from it".split())
# Where somebody moved from is where he no longer lives.
_LEFT = frozenset((("move", "from"), ("move", "away", "from"), ("move", "out", "of")))
_HELPERS = frozenset(("be", "have", "do", "will"))
_MOST_WORDS = 6


@dataclass(frozen=True, slots=True)
class NamedRelation:
    """A relation by its name; `inverse` means that the model's subject is its object.

    `said` is the relation in the model's own words. `weak` marks a phrase that is said of much else too, whose value
    must be a proper name.
    """

    name: str
    said: str = ""
    inverse: bool = False
    positive: bool = True
    weak: bool = False


def named_relation(phrase: str) -> NamedRelation | None:
    """The relation that a model's phrase means, or None where no word of it names any ("is", "no longer")."""
    tokens = tokenize(phrase)
    used_to = _used_to(tokens)
    kept = [
        token
        for at, token in enumerate(tokens)
        if token.text[0].isalnum() or token.text[0] in "'\u2019"
        if token.norm not in _NEGATIONS | _ENDED | SKIPPED and token.norm != "'s" and at not in used_to
    ]
    denied = bool(used_to) or any(token.norm in _NEGATIONS | _ENDED for token in tokens)
    words = tuple(token.norm for token in kept)
    if _EMPTY.issuperset(words):
        # "in" and "is on" tell where something is; "is" and "of" tell nothing.
        return _listed(words if "be" in words else ("be", *words), positive=not denied) if words else None
    if len(words) > _MOST_WORDS:
        return None
    first = next((at for at, word in enumerate(words) if word not in _HELPERS), None)
    if first is None:
        return None  # "has been" alone names no relation
    said = " ".join(token.text.casefold() for token in kept[first:])
    if words in _LEFT:
        return NamedRelation("residence", said, positive=False, weak=True)
    found = _known(words, said, denied=denied)
    return replace(found, said=said) if found else NamedRelation(said, said, positive=not denied)


def _known(words: tuple[str, ...], said: str, *, denied: bool) -> NamedRelation | None:
    """The catalogue's relation: what is written as one of its nouns, else what one of its phrases comes to."""
    known = catalogue()
    # "X is manager" is said of the manager, "manager" of who has one.
    is_one = words[0] == "be"
    noun = known.written.get(said)
    if noun:
        turned = is_one and known.relations[noun].range == "person"
        return NamedRelation(noun, inverse=turned, positive=not denied)
    for form in _forms(words):
        found = _listed(form, positive=not denied)
        if found:
            turned = is_one and form == words[1:] and known.relations[found.name].range == "person"
            return replace(found, inverse=True) if turned else found
    return None


def _used_to(tokens: list[Token]) -> frozenset[int]:
    places = (at for at in range(len(tokens) - 1) if tokens[at].norm == "use" and tokens[at + 1].norm == "to")
    return frozenset(place for at in places for place in (at, at + 1))


def _forms(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The ways in which the catalogue may write a phrase: as it is, with "be", without its helpers, without "of"."""
    yield words
    yield ("be", *words)
    bare = words
    while bare and bare[0] in _HELPERS:
        bare = bare[1:]
        yield bare
    if bare and bare[-1] in {"be", "of"}:
        yield bare[:-1]
    yield from ((*words, preposition) for preposition in ("in", "at", "to"))


def _listed(words: tuple[str, ...], *, positive: bool) -> NamedRelation | None:
    known = catalogue()
    if words in known.verbs:
        return NamedRelation(known.verbs[words], positive=positive, weak=words in known.weak)
    if words in known.inverse:
        return NamedRelation(known.inverse[words], inverse=True, positive=positive)
    if words in known.denials:
        return NamedRelation(known.denials[words], positive=False) if positive else None
    name = known.nouns.get(words) or (" ".join(words) if " ".join(words) in known.relations else None)
    return NamedRelation(name, positive=positive) if name else None
