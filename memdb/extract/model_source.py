"""The record that a model is given, as its reply is checked against it: its words, and what the rules read there."""

from dataclasses import dataclass, replace
from functools import cached_property

from memdb.extract.claims import is_asked
from memdb.extract.clauses import clauses
from memdb.extract.sentences import is_chitchat, split
from memdb.extract.statements import Reading
from memdb.extract.subjects import FIRST_PERSON
from memdb.extract.triples import read_sentence
from memdb.extract.verbs import known_base
from memdb.records.extraction import Triple
from memdb.records.keys import entity_key, key_words
from memdb.records.packet import OWNER, Packet
from memdb.records.tokens import terms
from memdb.records.unicode import folded

_FIRST_PERSON = frozenset("i im ive id ill me my mine myself we weve us our ours ourselves".split())
# "These days" and "this week" refer to nothing that was said.
_REFERRING = frozenset("he him his she hers her it its they them their theirs that one ones".split())
_SECOND_PERSON = frozenset("you youre youve youd youll your yours yourself".split())


@dataclass(frozen=True)
class Source:
    """A packet, or a piece of a long one: `content` is its text.

    `before` is what `before_by` said before it, as far as it tells what the text may mean; it states nothing here.
    """

    packet: Packet
    content: str
    before: str = ""
    before_by: str = ""

    @property
    def speaker(self) -> str:
        """Whom first person means."""
        return self.packet.speaker or OWNER

    @cached_property
    def told(self) -> tuple[str, ...]:
        """The sentences that may state something: no questions, greetings or exclamations."""
        return tuple(one for one in split(self.content) if not (is_asked(one) or is_chitchat(one)))

    @property
    def text(self) -> str:
        """What the model is given: the told sentences, since claims about greetings and questions count for nothing."""
        return " ".join(self.told)

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """What the rules read in each of the told sentences."""
        return tuple(self.read(sentence) for sentence in self.told)

    @cached_property
    def own_terms(self) -> frozenset[str]:
        """The index terms of the record."""
        return frozenset(terms(self.text))

    @cached_property
    def support(self) -> frozenset[str]:
        """The index terms that a claim may be made of: those of the record, of what was said before, of the speaker."""
        return self.own_terms | frozenset(terms(f"{self.before} {self.before_by} {self.speaker}"))

    @cached_property
    def in_first_person(self) -> bool:
        """Whether the speaker tells of himself."""
        return any(is_of_speaker(sentence) for sentence in self.told)

    def read(self, sentence: str) -> Reading:
        """What the rules read in one sentence, first person as the speaker."""
        found = read_sentence(sentence)
        return Reading(tuple(self._resolved(triple) for triple in found.triples), found.reason)

    def _resolved(self, triple: Triple) -> Triple:
        subject, value = (self.speaker if end == FIRST_PERSON else end for end in (triple.subject, triple.object))
        return replace(triple, subject=subject, object=value)

    def is_speaker(self, name: str) -> bool:
        """Whether a name means the speaker: "I", "my", the name or the first name."""
        key = entity_key(name)
        full = entity_key(self.speaker)
        return key in _FIRST_PERSON or key in {full, full.split(" ")[0], "speaker", "the speaker", OWNER}

    def holds(self, name: str) -> bool:
        """Whether a name stands in the record, as keys compare."""
        return _within(name, self.packet.content)

    def clause_of(self, name: str) -> str:
        """The first told clause that holds a name, or ''."""
        for sentence in self.told:
            if _within(name, sentence):
                return next((one.text for one in clauses(sentence) if _within(name, one.text)), sentence)
        return ""

    def place_of(self, claim: str) -> int | None:
        """The place of the told sentence that a claim shares most terms with, or None where it shares none."""
        wanted = set(terms(claim))
        shares = [len(wanted.intersection(terms(sentence))) for sentence in self.told]
        most = max(shares, default=0)
        return shares.index(most) if most else None


def needed(before: str, content: str) -> str:
    """What a text needs of the one before it: the questions that it may answer, or all where it refers to something."""
    questions = [sentence for sentence in split(before) if is_asked(sentence)]
    if questions:
        return " ".join(questions)
    words = key_words(content)
    refers = not _REFERRING.isdisjoint(words) or not any(word.isascii() for word in words)
    return before if refers else ""


def is_of_speaker(sentence: str) -> bool:
    """Whether a sentence is in first person, with a word for it or without one ("Moved to Ghent today").

    Of a sentence in another script that cannot be told, and is taken to be so.
    """
    words = key_words(sentence)
    if not any(word.isascii() for word in words):
        return True
    return not _FIRST_PERSON.isdisjoint(words) or words[0] == "gonna" or known_base(words[0]) != ""


def is_of_listener(sentence: str) -> bool:
    """Whether a sentence tells of whom it is said to, and not of who says it."""
    words = set(key_words(sentence))
    return not _SECOND_PERSON.isdisjoint(words) and _FIRST_PERSON.isdisjoint(words)


def _within(name: str, text: str) -> bool:
    """Whether the words of a name follow each other in a text; text without spaces is searched as it is."""
    key = entity_key(name)
    if not key:
        return False
    if f" {key} " in f" {' '.join(key_words(text))} ":
        return True
    return not key.isascii() and folded(name) in folded(text)
