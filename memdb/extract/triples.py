"""Directed statements from sentences by general English patterns (section B1, the `grammar` frontend's core)."""

import re
from dataclasses import dataclass, replace

from memdb.extract.clauses import Clause, clauses
from memdb.extract.noun_patterns import match_noun_pattern
from memdb.extract.spans import FIRST_PERSON, Subject, objects_of, subject_of, whole_object
from memdb.extract.verb_patterns import VerbMatch, verb_matches
from memdb.records.catalogue import catalogue
from memdb.records.extraction import Triple
from memdb.records.phrases import SKIPPED, Token, tokenize

_PRONOUN_SUBJECT = re.compile(r"^(?:he|she|it|they)(?:['\u2019]\w+)?\s", re.IGNORECASE)
_ANYMORE = re.compile(r"\b(?:any ?more|any longer)\b", re.IGNORECASE)
_THESE_DAYS = re.compile(
    r"^(?P<S>.+?)(?:['\u2019]m|['\u2019]s|['\u2019]re| am| is| are) (?:now )?(?:at|with) "
    r"(?P<O>[A-Z][\w&'\u2019.-]*(?: [A-Z][\w&'\u2019.-]*)*)(?:,? (?:now|these days|nowadays|currently)|(?<=now ))"
)
_COMMON = re.compile(r"^[Tt]he (?=[a-z])")
_DECISIVE = 3  # words of a verb phrase, as in "be created by"
_FIRST = frozenset(("i", "we", "me", "my", "our", "us", "mine"))


@dataclass(frozen=True, slots=True)
class Reading:
    """What one sentence states. `reason` says why a statement in it stays unresolved, or is empty."""

    triples: tuple[Triple, ...] = ()
    reason: str = ""


def read_statement(record: str) -> Reading:
    """Reads a record that is one whole statement, as in a fact stream: titles may hold any words."""
    text = whole_object(record)
    noun = match_noun_pattern(text, strict=True)
    if noun and noun.relation in catalogue().relations and not noun.object[0].islower():
        return _whole(noun.subject, noun.relation, noun.object, positive=noun.positive)
    tokens = tokenize(text)
    matches = [match for match in verb_matches(tokens) if match.start > 0 and match.end < len(tokens)]
    best = max(matches, key=lambda match: (match.weight, -match.start), default=None)
    # "Children's music was created in …": a noun phrase that names no listed relation may be part of a title.
    if noun and (best is None or best.weight < _DECISIVE or not best.listed):
        return _whole(noun.subject, noun.relation, noun.object, positive=noun.positive)
    if best is None:
        return Reading(reason="no pattern fits")
    subject = text[: tokens[best.start].start].strip()
    value = text[tokens[best.end - 1].end :].strip()
    if best.hedged:
        return Reading(reason="plan or guess")
    if best.inverse:
        subject, value = value, subject
    return _whole(subject, best.relation, value, positive=best.positive)


def _whole(subject: str, relation: str, value: str, *, positive: bool) -> Reading:
    value = re.sub(r"^(?:the )?(?:city|country|continent) of ", "", value)
    # "The planning meeting" and "planning meeting" are one thing; "The Lanterns" is a name with its article.
    subject, value = (_COMMON.sub("", end) for end in (subject, value))
    if not subject or not value:
        return Reading(reason="no pattern fits")
    if subject.casefold() in {"he", "she", "it", "they", "this", "that"}:
        return Reading(reason="pronoun")
    if subject.casefold() in _FIRST:
        subject = FIRST_PERSON
    return Reading((Triple(subject=subject, relation=relation, object=value, positive=positive),))


def read_sentence(sentence: str) -> Reading:
    """Reads one sentence of conversation or of a note, clause by clause."""
    if sentence.rstrip().endswith(("?", "\uff1f")):
        return Reading()
    found: list[Triple] = []
    reason = ""
    for clause in clauses(sentence):
        reading = _read_clause(clause)
        found.extend(reading.triples)
        reason = reason or reading.reason
    return Reading(tuple(found), "" if found else reason)


def _read_clause(clause: Clause) -> Reading:
    text = clause.text.rstrip(" .!,;")
    these_days = _THESE_DAYS.match(text)
    if these_days:
        return _stated(subject_of(these_days["S"]), "employer", these_days["O"], positive=True)
    noun = match_noun_pattern(text, strict=False)
    if noun:
        reading = _stated(_noun_subject(noun.subject), noun.relation, noun.object, positive=noun.positive)
        if reading.triples:
            return reading
    return _read_verbs(text)


def _noun_subject(text: str) -> Subject:
    """A noun pattern shows where its subject is, so a title of any capitalised words will do there."""
    if text == FIRST_PERSON:
        return Subject(FIRST_PERSON)
    if all(word[0].isupper() for word in text.split()):
        return Subject(text) if subject_of(text).reason not in {"pronoun", "unnamed person"} else Subject("", "pronoun")
    return subject_of(text)


def _read_verbs(text: str) -> Reading:
    """The first statement of a clause, and those that follow it in first person ("the doctor said I'm …")."""
    tokens = tokenize(text)
    reason = "pronoun" if _PRONOUN_SUBJECT.match(text) else ""
    found: list[Triple] = []
    begin = 0
    read_to = 0
    for match in verb_matches(tokens):
        if match.start <= read_to or match.end >= len(tokens):
            continue
        subject = subject_of(text[tokens[begin].start : tokens[_before_adverbs(tokens, match.start)].start])
        if not subject.text or (found and subject.text != FIRST_PERSON):
            reason = reason or (subject.reason if subject.reason in {"pronoun", "unnamed person"} else "")
            continue
        rest = text[tokens[match.end - 1].end :].lstrip()
        if match.hedged:
            reason, read_to = reason or "plan or guess", match.end
        elif match.listed or _between_names(subject, rest):
            found += _verb_statement(match, subject, rest).triples
        if found:
            begin = read_to = match.end
    return Reading(tuple(found), "" if found else reason)


def _before_adverbs(tokens: list[Token], start: int) -> int:
    """Where the adverbs before a verb phrase begin: "I just | moved" is about "I"."""
    while start > 1 and tokens[start - 1].norm in SKIPPED and tokens[start - 1].norm not in {"a", "the"}:
        start -= 1
    return start


def _between_names(subject: Subject, rest: str) -> bool:
    """An unlisted verb phrase counts only between two names: there it states a fact, elsewhere it is talk."""
    return subject.text != FIRST_PERSON and not subject.thing and rest[:1].isupper()


def _verb_statement(match: VerbMatch, subject: Subject, rest: str) -> Reading:
    positive = match.positive and not _ANYMORE.search(rest)
    if match.inverse:
        values = objects_of(rest, several=False)
        if not values:
            return Reading()
        return Reading((Triple(subject=values[0], relation=match.relation, object=subject.text, positive=positive),))
    return _stated(subject, match.relation, rest, positive=positive)


def _stated(subject: Subject, relation: str, value: str, *, positive: bool) -> Reading:
    if not subject.text:
        return Reading(reason=subject.reason if subject.reason != "no subject" else "")
    known = catalogue()
    entry = known.relations.get(relation)
    if entry and entry.of_things and subject.thing:
        relation = entry.of_things
    values = objects_of(value, several=known.cardinality(relation) == "multi")
    triple = Triple(subject=subject.text, relation=relation, object="", positive=positive)
    found = [replace(triple, object=one) for one in values]
    if found and subject.kin:
        kin = known.noun(subject.kin)
        found.append(Triple(subject=FIRST_PERSON, relation=kin, object=subject.text))
    return Reading(tuple(found))
