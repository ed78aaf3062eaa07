"""Directed statements from sentences of conversation and notes, by general English patterns (section B1, grammar)."""

import re
from dataclasses import replace

from memdb.extract.clauses import clauses
from memdb.extract.endings import ended
from memdb.extract.noun_patterns import match_noun_pattern
from memdb.extract.objects import objects_of
from memdb.extract.statements import Reading
from memdb.extract.subjects import FIRST_PERSON, Subject, subject_of
from memdb.extract.verb_patterns import VerbMatch, verb_matches
from memdb.records.catalogue import Relation, catalogue
from memdb.records.dates import is_date
from memdb.records.extraction import Triple
from memdb.records.phrases import SKIPPED, Token, tokenize
from memdb.records.tokens import stem

_PRONOUN_SUBJECT = re.compile(r"^(?:he|she|it|they)(?:['\u2019]\w+)?\s", re.IGNORECASE)
_ANYMORE = re.compile(r"\b(?:any ?more|any longer)\b", re.IGNORECASE)
_FORMER = re.compile(r"(?:old|former|previous|ex|last|first)\b", re.IGNORECASE)
# A sentence that tells of an earlier time states nothing about now.
_EARLIER = re.compile(
    r"(?:before|when|back when|back then|as a (?:kid|child|boy|girl|student|teenager)|years ago)\b", re.IGNORECASE
)
_THESE_DAYS = re.compile(
    r"^(?P<S>.+?)(?:['\u2019]m|['\u2019]s|['\u2019]re| am| is| are) (?:now )?(?:at|with) "
    r"(?P<O>[A-Z][\w&'\u2019.-]*(?: [A-Z][\w&'\u2019.-]*)*)(?:,? (?:now|these days|nowadays|currently)|(?<=now ))"
)
_STILL_AT = re.compile(
    r"^(?P<S>.+?)(?:['\u2019]m|['\u2019]s|['\u2019]re| am| is| are) still (?:at|with) "
    r"(?P<O>[A-Z][\w&'\u2019.-]*(?: [A-Z][\w&'\u2019.-]*)*)(?=,|$)"
)
_STILL_IN = re.compile(
    r"^(?P<S>.+?)(?:['\u2019]m|['\u2019]s|['\u2019]re| am| is| are) still (?:living )?in "
    r"(?P<O>[A-Z][\w'\u2019-]*(?: [A-Z][\w'\u2019-]*)*)(?=,|$)"
)
# "Started at Lumen on Monday" is told in first person.
_ELIDED = re.compile(
    r"(?:Just |Finally )?(?:[A-Za-z][a-z]+ed (?:in|at|to|into|as|for|with|from|an?) "
    r"|(?:[Gg]ot|[Bb]ought|[Ll]eft|[Qq]uit|[Tt]ook|[Bb]ecame) )"
)
_NOT_ELIDED = frozenset(("Based", "Used", "Supposed", "Located", "Need"))
# "Imogen lives in Cardiff and flies …": a place or a person goes on after "and" only with a name.
_ONE_NAME = frozenset(("city", "country", "place", "person"))
_CLAUSE = re.compile(r"\s(?:is|are|was|were)\s")
_AND_VERB = re.compile(r" and [a-z].*$")
# Words before a subject that make what follows unreal, or true at another time only.
_CONDITIONAL = frozenset(
    stem(word)
    for word in """wish if when before after until unless imagine suppose pretend once while what
    think believe assume guess claim doubt""".split()
)


def read_sentence(sentence: str) -> Reading:
    """Reads one sentence clause by clause; first person comes back as `I`."""
    if sentence.rstrip().endswith(("?", "\uff1f")):
        return Reading()
    if _EARLIER.match(sentence):
        return Reading(reason="no longer current")
    found: list[Triple] = []
    reason = ""
    for clause in clauses(sentence):
        reading = _read_clause(clause.text.rstrip(" .!,;"))
        found.extend(reading.triples)
        reason = reason or reading.reason
    return Reading(tuple(found), "" if found else reason)


def _read_clause(text: str) -> Reading:
    if _ELIDED.match(text) and text.split(" ", 1)[0] not in _NOT_ELIDED:
        text = f"I {text[0].lower()}{text[1:]}"
    if over := ended(text):
        return Reading(over)
    these_days = _THESE_DAYS.match(text) or _STILL_AT.match(text)
    if these_days:
        return stated(subject_of(these_days["S"]), "employer", these_days["O"], positive=True)
    still_in = _STILL_IN.match(text)
    if still_in:
        return stated(subject_of(still_in["S"]), "residence", still_in["O"], positive=True)
    noun = match_noun_pattern(text, strict=False)
    if noun:
        if _FORMER.match(noun.phrase):
            return Reading(reason="no longer current")
        subject = Subject(noun.subject, thing=True) if noun.relation == "value" else named_subject(noun.subject)
        reading = stated(subject, noun.relation, noun.object, positive=noun.positive)
        if reading.triples:
            return reading
    return _read_verbs(text)


def named_subject(text: str) -> Subject:
    """A noun pattern shows where its subject is, so a title of any capitalised words will do there."""
    if text == FIRST_PERSON:
        return Subject(FIRST_PERSON)
    found = subject_of(text)
    if not found.text and found.reason == "no subject" and all(not word[0].islower() for word in text.split()):
        return Subject(text)
    if not found.text and found.reason == "no subject" and text.islower():
        return Subject(text, thing=True)
    return found


def _read_verbs(text: str) -> Reading:
    """The first statement of a clause, and those that follow it in first person ("the doctor said I'm …")."""
    tokens = tokenize(text)
    reason = "pronoun" if _PRONOUN_SUBJECT.match(text) else ""
    found: list[Triple] = []
    begin = read_to = 0
    for match in verb_matches(tokens):
        if match.start <= read_to or match.end >= len(tokens):
            continue
        before = tokens[begin : _before_adverbs(tokens, match.start)]
        subject = subject_of(text[before[0].start : before[-1].end] if before else "")
        if not subject.text or (found and subject.text != FIRST_PERSON):
            reason = reason or (subject.reason if subject.reason in {"pronoun", "unnamed person"} else "")
            continue
        rest = text[tokens[match.end - 1].end :].lstrip()
        if match.hedged or any(token.norm in _CONDITIONAL for token in before):
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
        if not values or subject.text == FIRST_PERSON:
            return Reading()
        return Reading((Triple(subject=values[0], relation=match.relation, object=subject.text, positive=positive),))
    return stated(subject, match.relation, rest, positive=positive, weak=match.weak)


def stated(subject: Subject, relation: str, value: str, *, positive: bool, weak: bool = False) -> Reading:
    """The statements that a relation of the catalogue makes of a subject and the words after it.

    Words that cannot be its value give none, and several values give several. `weak` asks for a proper name.
    """
    if not subject.text:
        return Reading(reason=subject.reason if subject.reason != "no subject" else "")
    known = catalogue()
    entry = known.relations.get(relation)
    if entry and entry.of_things and subject.thing:
        relation = entry.of_things
    if entry and entry.of_dates and is_date(value):
        relation = entry.of_dates
        entry = known.relations.get(relation)
    value, further = _tails(value, entry)
    if entry and entry.range in _ONE_NAME:
        value = _AND_VERB.sub("", value)
    found_values = objects_of(value, several=known.cardinality(relation) == "multi")
    if relation == "location" and subject.text == FIRST_PERSON:
        return Reading()  # where somebody happens to be: "I'm on page 250"
    # "Room B is on the third floor" needs no proper name.
    free = subject.thing or relation == "location" or (relation == "occupation" and value.startswith(("a ", "an ")))
    needs_name = weak and not free
    values = [one for one in found_values if _is_value(one, entry, positive=positive, needs_name=needs_name)]
    if values and is_date(values[0]) and entry:
        relation = (known.relations.get(relation) or entry).of_dates or relation
    triple = Triple(subject=subject.text, relation=relation, object="", positive=positive)
    found = [replace(triple, object=one) for one in values]
    if found:
        found += [
            replace(triple, relation=name, object=one)
            for name, tail in further
            for one in objects_of(tail, several=False)
            if name != "location" or not one.islower()
        ]
        if subject.kin:
            found.append(Triple(subject=subject.whose, relation=known.noun(subject.kin), object=subject.text))
    return Reading(tuple(found))


def _is_value(value: str, entry: Relation | None, *, positive: bool, needs_name: bool) -> bool:
    """Whether a span can be a value of the relation: talk is full of words that stand where values do."""
    first = value.split(" ", 1)[0]
    single = entry is None or (entry.cardinality == "single" and entry.range != "occupation")
    if _CLAUSE.search(value) or (single and first.islower() and first.endswith("ing")):
        return False
    if entry is None:
        return not needs_name or not value.islower()
    if entry.name == "value" and value.isalpha() and value.islower():
        return False  # "the budget is tight"
    if entry.digits:
        return any(character.isdigit() for character in value)
    # "My boss is annoying", "my wife is a doctor", "my sister is in Rome": people have names.
    if entry.range == "person":
        return value[0].isupper()
    named = needs_name or entry.named or (not positive and entry.range == "organization")
    return not (named and value.islower())


def _tails(value: str, entry: Relation | None) -> tuple[str, list[tuple[str, str]]]:
    """Cuts off what a relation's value may be followed by ("a nurse | at Mercy Hospital"), and what that states."""
    further: list[tuple[str, str]] = []
    for preposition, name in entry.tails if entry else ():
        head, found, tail = value.partition(f" {preposition} ")
        if found:
            value = head
            if name:
                further.append((name, tail))
    return value, further
