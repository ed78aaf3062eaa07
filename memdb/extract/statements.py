"""Reads a record that is one whole statement, as in a fact stream: titles may hold any words (section B1, grammar)."""

import re
from dataclasses import dataclass

from memdb.extract.noun_patterns import match_noun_pattern
from memdb.extract.objects import whole_object
from memdb.extract.subjects import FIRST_PERSON
from memdb.extract.verb_patterns import verb_matches
from memdb.records.catalogue import catalogue
from memdb.records.dates import is_date
from memdb.records.extraction import Triple
from memdb.records.phrases import tokenize

# "The planning meeting" and "planning meeting" are one thing; "The Lanterns" is a name with its article.
_COMMON = re.compile(r"^[Tt]he (?=[a-z])")
_CLASS = re.compile(r"^(?:the )?(?:city|country|continent) of ")
_LABEL = re.compile(r"^(?:Correction|Update|Note|Edit|Erratum):\s+", re.IGNORECASE)
_NOT_THAT = re.compile(r", not [^,]+$")
_DECISIVE = 3  # words of a verb phrase, as in "be created by"
# "Something" and "Who" may be titles here; these are not likely to be.
_PERSONAL = frozenset("he she it they this that".split())
_OBJECTIVE = frozenset("him her them".split())  # "Her" is a title
_FIRST = frozenset(("i", "we", "me", "my", "our", "us", "mine"))

NOTHING = "nothing"
"""The reason of a reading that states nothing, where another empty one is left unresolved."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one sentence or record states. `reason` says why a statement in it stays unresolved, or is empty."""

    triples: tuple[Triple, ...] = ()
    reason: str = ""


def read_statement(record: str) -> Reading:
    """Reads the one statement of a record; first person comes back as `I`."""
    text = _NOT_THAT.sub("", whole_object(_LABEL.sub("", record)))
    noun = match_noun_pattern(text, strict=True)
    if noun and noun.relation in catalogue().relations and not noun.object[0].islower():
        return stated_fact(noun.subject, noun.relation, noun.object, positive=noun.positive)
    tokens = tokenize(text)
    matches = [match for match in verb_matches(tokens) if match.start > 0 and match.end < len(tokens)]
    best = max(matches, key=lambda match: (match.weight, -match.start), default=None)
    # "Children's music was created in …": a noun phrase that names no listed relation may be part of a title.
    if noun and (best is None or best.weight < _DECISIVE or not best.listed):
        return stated_fact(noun.subject, noun.relation, noun.object, positive=noun.positive)
    if best is None:
        return Reading(reason="no pattern fits")
    if best.hedged:
        return Reading(reason="plan or guess")
    subject = text[: tokens[best.start].start].strip()
    value = text[tokens[best.end - 1].end :].strip()
    if best.inverse:
        subject, value = value, subject
    return stated_fact(subject, best.relation, value, positive=best.positive)


def stated_fact(subject: str, relation: str, value: str, *, positive: bool) -> Reading:
    """The statement that a record makes of two of its spans, under the relation that the catalogue means by such."""
    value = _CLASS.sub("", value)
    entry = catalogue().relations.get(relation)
    dated = value.partition(" by ")[0]
    if entry and entry.of_dates and is_date(dated):
        relation, value = entry.of_dates, dated
    if entry and entry.of_things and _COMMON.match(subject):
        relation = entry.of_things
    subject, value = (_COMMON.sub("", end) for end in (subject, value))
    if not subject or not value:
        return Reading(reason="no pattern fits")
    if is_pronoun(subject) or is_pronoun(value):
        return Reading(reason="pronoun")
    if subject.casefold() in _FIRST:
        subject = FIRST_PERSON
    return Reading((Triple(subject=subject, relation=relation, object=value, positive=positive),))


def is_pronoun(span: str) -> bool:
    """Whether a whole span of a record stands for something that the record does not name."""
    return span.casefold() in _PERSONAL or span in _OBJECTIVE
