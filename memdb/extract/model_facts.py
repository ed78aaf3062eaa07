"""The gates behind a model: which of its statements a record really makes, and under which names (section B1).

Small models call everything a fact. A statement counts only where its ends are literal spans of the record (or its
speaker) and the record says it for now: what is planned, wished or guessed is left out, and a pronoun stays unresolved.
Where the rules read the same two ends in the same words, their relation, direction and denial are taken.
"""

from dataclasses import replace

from memdb.extract.lists import load
from memdb.extract.model_output import RawClaim, RawFact
from memdb.extract.model_relations import named_relation
from memdb.extract.model_source import Source
from memdb.extract.statements import Reading
from memdb.extract.subjects import FIRST_PERSON, PRONOUNS, Subject
from memdb.extract.triples import named_subject, stated
from memdb.extract.verb_patterns import is_unreal
from memdb.extract.verbs import known_base
from memdb.records.catalogue import catalogue
from memdb.records.claim_keys import is_negated
from memdb.records.extraction import Triple
from memdb.records.keys import entity_key, key_words

_TALK, _MOODS = (frozenset(load("model")[name].split()) for name in ("talk", "moods"))
_ADJECTIVE_ENDINGS = ("ful", "less", "ous", "ive", "ish", "able", "ible")
PLAN = "plan"
UNREAL = "plan or guess"
NEGATED = "negation"


def checked(fact: RawFact, claim: RawClaim, source: Source) -> Reading:
    """The statements that a model's fact makes of its record; none, with the reason, where the record does not."""
    if {entity_key(fact.subject), entity_key(fact.object)} & PRONOUNS:
        return Reading(reason="pronoun")
    read = _as_read(fact, [one for reading in source.readings for one in reading.triples], source)
    if read is None:
        if claim.type == PLAN:
            return Reading(reason="plan")
        clause = source.clause_of(fact.object) or source.clause_of(fact.subject)
        if is_unreal(clause):
            return Reading(reason=UNREAL)
        reading = _as_read(fact, list(source.read(claim.text).triples), source) or _named(fact, source)
        if is_negated(clause) and any(one.positive for one in reading.triples):
            return Reading(reason=NEGATED)
        read = Reading(tuple(one for one in reading.triples if not _conflicts(one, source)), reading.reason)
    if not all(
        source.is_speaker(end) or source.holds(end) for one in read.triples for end in (one.subject, one.object)
    ):
        return Reading(reason="not in the words of the record")
    return replace(read, triples=tuple(t for t in read.triples if entity_key(t.subject) != entity_key(t.object)))


def _as_read(fact: RawFact, by_rules: list[Triple], source: Source) -> Reading | None:
    """The statements of the rules that have both ends of the fact, whichever way round; a span may be the longer one.

    Else the one that has its relation and object, where its subject names nobody else: ["manager", "is", NAME] has the
    relation in the place of the subject.
    """
    subject, value = _end(fact.subject, source), _end(fact.object, source)
    relations = {found.name for part in (fact.relation, fact.subject) if (found := named_relation(part))}
    same: list[Triple] = []
    alike: list[Triple] = []
    for one in by_rules:
        ends = (_end(one.subject, source), _end(one.object, source))
        turned = _same(subject, ends[1]) and _same(value, ends[0]) and _is_name(one.subject, source)
        if turned or (_same(subject, ends[0]) and _same(value, ends[1])):
            same.append(one)
        elif one.relation in relations and _same(value, ends[1]) and (subject <= ends[1] or fact.subject[0].islower()):
            alike.append(one)
    meant = same or alike[-1:]
    return Reading(tuple(meant)) if meant else None


def _conflicts(triple: Triple, source: Source) -> bool:
    """Whether the rules read another value of a single-valued relation in the record."""
    if catalogue().cardinality(triple.relation) == "multi":
        return False
    return any(
        one.positive and one.relation == triple.relation and entity_key(one.subject) == entity_key(triple.subject)
        for reading in source.readings
        for one in reading.triples
    )


def _end(name: str, source: Source) -> frozenset[str]:
    """The words by which an end of a statement is recognised."""
    if source.is_speaker(name):
        return frozenset((FIRST_PERSON,))
    return frozenset(key_words(named_subject(name).text or name))


def _same(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one and other) and (one <= other or other <= one)


def _named(fact: RawFact, source: Source) -> Reading:
    """The fact under the catalogue's name of its relation."""
    relation = named_relation(fact.relation)
    if relation is None or (relation.name == relation.said and _is_idle(relation.said)):
        return Reading(reason="no relation")
    turned = relation.inverse and _is_name(fact.object, source)
    name = relation.said if relation.inverse and not turned else relation.name
    ends = (fact.object, fact.subject) if turned else (fact.subject, fact.object)
    subject = Subject(FIRST_PERSON) if source.is_speaker(ends[0]) else named_subject(ends[0])
    if not subject.text:
        return Reading(reason=subject.reason)
    if subject.text == FIRST_PERSON and not source.in_first_person:
        return Reading(reason="not about the speaker")
    if source.is_speaker(ends[1]):
        by_name = Triple(subject=subject.text, relation=name, object=source.speaker, positive=relation.positive)
        found: tuple[Triple, ...] = (by_name,)
    else:
        found = stated(subject, name, ends[1], positive=relation.positive, weak=relation.weak).triples
    return Reading(tuple(replace(one, subject=source.speaker) if one.subject == FIRST_PERSON else one for one in found))


def _is_idle(said: str) -> bool:
    """Whether an unlisted relation tells of talk, moods or looks: "thanks for", "felt", "helpful"."""
    first, _, rest = said.partition(" ")
    base = known_base(first)
    return base in _TALK or (not rest and (base in _MOODS or said.endswith(_ADJECTIVE_ENDINGS)))


def _is_name(text: str, source: Source) -> bool:
    return text[0].isupper() or source.is_speaker(text)
