"""The gates behind a model that reads fact records: which of its facts a record states, in the record's own spans.

A statement counts where its ends are literal spans of the record and the words around them neither deny nor doubt it.
What refers to something outside the record, or gives a slot several values, stays unresolved (section B1).
"""

import re
from collections.abc import Sequence

from memdb.extract.fact_output import Entry
from memdb.extract.lists import load
from memdb.extract.model_output import RawFact
from memdb.extract.model_relations import NamedRelation, named_relation
from memdb.extract.statements import NOTHING, Reading, is_pronoun, stated_fact
from memdb.extract.verb_patterns import is_unreal
from memdb.records.catalogue import catalogue
from memdb.records.claim_keys import is_negated
from memdb.records.extraction import Triple
from memdb.records.keys import entity_key, key_words
from memdb.records.phrases import relation_name

_KINDS = frozenset(load("facts")["kinds"].split())
_AGENT = ("er", "or", "ist", "ian")
_COPULAS = ("is", "was", "are", "were", "became")
_NOUN_OF = re.compile("[Tt]he (.+) of (?:the )?")
NOT_LITERAL = "not in the words of the record"


def read_entry(entry: Entry, record: str) -> Reading:
    """What a record states by a model's entry for it; the reason is `NOTHING` where it states nothing."""
    if not entry.facts:
        return Reading(reason=NOTHING if entry.verdict == "nothing" else "left open by the model")
    readings = [_read(fact, record) for fact in entry.facts]
    failed = next((reading.reason for reading in readings if reading.reason), "")
    if failed:
        return Reading(reason=failed)
    found = tuple(dict.fromkeys(triple for reading in readings for triple in reading.triples))
    return Reading(reason="several values") if _collide(found) else Reading(found)


def span_of(name: str, record: str) -> str:
    """The span of a record that has the words of a name, as it is written there, or ''."""
    words = key_words(name)
    if name in record or not words:
        return name if name in record else ""
    between = r"[\W_]+"
    found = re.search(rf"(?<!\w){between.join(map(re.escape, words))}(?!\w)", record, re.IGNORECASE)
    return found[0] if found else ""


def _read(fact: RawFact, record: str) -> Reading:
    if is_pronoun(fact.subject) or is_pronoun(fact.object):
        return Reading(reason="pronoun")
    subject, value = span_of(fact.subject, record), span_of(fact.object, record)
    if not subject or not value or entity_key(subject) == entity_key(value):
        return Reading(reason=NOT_LITERAL)
    around = record.replace(subject, " ", 1).replace(value, " ", 1)
    if is_negated(around):
        return Reading(reason="negation")
    if is_unreal(around):
        return Reading(reason="plan or guess")
    told = _told(record, subject, value)
    if told is None and (_is_kind(fact.relation) or named_relation(fact.relation) is None):
        told = named_relation(" ".join(key_words(around)))  # "is" and "city" name no relation
    if told is not None:
        named = told
        subject, value = sorted((subject, value), key=record.find)
        turned = told.inverse
    else:
        said = relation_name(fact.relation)
        named = named_relation(fact.relation) or NamedRelation(said, said=said)
        turned = named.inverse or _is_turned(named.said, subject, value, record)
    if not named.positive:
        return Reading(reason="negation")
    if turned:
        subject, value = value, subject
    name = named.name if named.name in catalogue().relations or not turned else named.name.removesuffix(" of")
    return stated_fact(subject, name, value, positive=True)


def _told(record: str, *ends: str) -> NamedRelation | None:
    """The relation of the catalogue that a record states in so many words: "A was raised in B", "the mayor of A is B".

    Its direction is that of the ends in their order, whichever way round a model names them.
    """
    first, second = sorted(ends, key=record.find)
    before, _, rest = record.partition(first)
    between = rest.partition(second)[0]
    noun = _NOUN_OF.fullmatch(before)
    if noun and between.strip() in _COPULAS:
        found = named_relation(noun[1])
    else:
        found = None if before else named_relation(between)
    return found if found and found.name in catalogue().relations and not (noun and found.inverse) else None


def _is_kind(relation: str) -> bool:
    """Whether a relation only says what kind of thing the object is: "city" is said of births and deaths alike."""
    return _KINDS.issuperset(key_words(relation))


def _is_turned(relation: str, subject: str, value: str, record: str) -> bool:
    """Whether the record tells of the value: "the founder of VALUE is", "VALUE was founded by SUBJECT".

    "SUBJECT plays the position of VALUE" says what kind of thing the value is, and "SUBJECT is a citizen of VALUE" one
    of many; "SUBJECT is the head of VALUE" tells of the value. So does a record that begins with a name for the value
    where the subject is none.
    """
    words = f" {' '.join(key_words(record))} ".replace(" of the ", " of ")
    noun, keys = relation.removesuffix(" of"), (entity_key(subject), entity_key(value))
    for end, other in (keys, keys[::-1]):
        before, of, rest = words.partition(f" {noun} of {end} ")
        if of and f" {other} " in f"{before} ":
            told = before.removesuffix(" the").rpartition(" ")[2] in _COPULAS
            return (end if told else other) == keys[1]
        if of and rest.partition(" ")[0] in _COPULAS:
            return end == keys[1]
    if subject[0].islower() and not value[0].islower() and record.startswith(value):
        return True
    links = (relation, "by") if noun.endswith(_AGENT) else (relation,)
    parts = (words.partition(f" {link} {keys[0]} ") for link in links)
    return any(found and f" {keys[1]} " in f"{before} " for before, found, _ in parts)


def _collide(triples: Sequence[Triple]) -> bool:
    """Whether a slot gets several values at once."""
    slots = [
        (entity_key(one.subject), one.relation) for one in triples if catalogue().cardinality(one.relation) == "single"
    ]
    return len(slots) > len(set(slots))
