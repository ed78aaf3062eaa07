"""Literal rules from examples: what a model read in some records, as templates that read the others (section B1).

A rule needs examples that agree: two at least, of different statements, and two thirds of those with its template. It
reads a record only where its text stands letter by letter, and fills a slot that was always a name only with a name.
Nothing of questions is seen here: what supports a rule are records alone.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from memdb.extract.statements import Reading, is_pronoun, stated_fact
from memdb.extract.templates import Template, is_name, template_of
from memdb.records.catalogue import catalogue
from memdb.records.extraction import Reader, Triple
from memdb.records.keys import entity_key
from memdb.records.packet import Packet

LEAST_EXAMPLES = 2
_MAJORITY = 2 / 3
_LEAST_COMMON = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One record that a model read, and the one statement that it makes."""

    packet: Packet
    triple: Triple

    @property
    def text(self) -> str:
        """The record."""
        return self.packet.content


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A template with the relation that it states; `inverse` means that its second slot is the subject.

    `named` tells of both slots whether only names were seen in them, `examples` how many support the rule.
    """

    template: Template
    relation: str
    inverse: bool
    named: tuple[bool, bool]
    examples: int

    def read(self, text: str) -> Reading | None:
        """What the rule reads in a text, or None where it does not fit."""
        spans = self.template.spans(text)
        if spans is None:
            return None
        if not all(
            is_name(span) or is_pronoun(span) or not named for span, named in zip(spans, self.named, strict=True)
        ):
            return None
        subject, value = reversed(spans) if self.inverse else spans
        return stated_fact(subject, self.relation, value, positive=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Induced:
    """The rules that examples agree on, the most literal first, and the examples with whose template others disagree.

    `names` are relations that another one stands for.
    """

    rules: tuple[Rule, ...] = ()
    disputed: tuple[Example, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict[str, str])

    def read(self, text: str) -> Reading | None:
        """What the most literal rule that fits reads in a text, or None where none fits."""
        return next((reading for rule in self.rules if (reading := rule.read(text)) is not None), None)

    def triple(self, example: Example, *, any_ends: bool) -> tuple[Triple, Reader]:
        """The statement of an example under the name that its relation has by now, and who is to be named for it.

        With `any_ends` a rule that reads other ends in the record than the model did is right.
        """
        own = replace(example.triple, relation=self.names.get(example.triple.relation, example.triple.relation))
        ruled = self.read(example.text)
        if ruled is None or not ruled.triples:
            return own, "llm"
        if self.contradicts(example):
            return (ruled.triples[0], "induced") if any_ends else (own, "llm")
        return ruled.triples[0], "llm"

    def contradicts(self, example: Example) -> bool:
        """Whether a rule reads other ends in the record of an example."""
        ruled = self.read(example.text)
        return ruled is not None and any(_ends(one) != _ends(example.triple) for one in ruled.triples)


def induce(examples: Collection[Example]) -> Induced:
    """The rules that the examples support."""
    groups: dict[Template, list[tuple[Example, bool]]] = defaultdict(list)
    for example in examples:
        found = template_of(example.text, (example.triple.subject, example.triple.object))
        if found is not None and found[0].tells:
            groups[found[0]].append((example, found[1]))
    names = aligned(examples)
    rules: list[Rule] = []
    disputed: list[Example] = []
    for template, group in groups.items():
        distinct = {(entity_key(one.triple.subject), entity_key(one.triple.object)): turned for one, turned in group}
        inverse, agreeing = Counter(distinct.values()).most_common(1)[0]
        if agreeing < _MAJORITY * len(distinct):
            disputed += [one for one, _ in group]
        elif agreeing >= LEAST_EXAMPLES:
            alike = [one for one, turned in group if turned == inverse]
            rules.append(_rule(template, alike, inverse=inverse, names=names))
    rules.sort(key=lambda rule: (-len(rule.template.words), -rule.examples))
    return Induced(rules=tuple(rules), disputed=tuple(disputed), names=names)


def _rule(template: Template, examples: Sequence[Example], *, inverse: bool, names: Mapping[str, str]) -> Rule:
    """The rule of a template under the name that most of its examples give, as it is aligned."""
    spans = [template.spans(one.text) or ("", "") for one in examples]
    named = tuple(all(is_name(pair[slot]) for pair in spans if pair[slot]) for slot in (0, 1))
    relation = _most_used(names.get(one.triple.relation, one.triple.relation) for one in examples)
    return Rule(
        template=template, relation=relation, inverse=inverse, named=(named[0], named[1]), examples=len(examples)
    )


def aligned(examples: Iterable[Example]) -> Mapping[str, str]:
    """Relation names that mean one relation, each with the name that stands for all of them.

    Two names mean one where they say the same of most subjects that have both: of two at least.
    """
    values: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    used: Counter[str] = Counter()
    for one in examples:
        used[one.triple.relation] += 1
        values[one.triple.relation][entity_key(one.triple.subject)].add(entity_key(one.triple.object))
    found: dict[str, str] = {}
    ranked = sorted(used, key=lambda name: (name not in catalogue().relations, -used[name], name))
    for place, name in enumerate(ranked):
        same = (kept for kept in ranked[:place] if kept not in found and _is_same(values[kept], values[name]))
        if (target := next(same, None)) is not None:
            found[name] = target
    return found


def _is_same(one: Mapping[str, set[str]], other: Mapping[str, set[str]]) -> bool:
    common = one.keys() & other.keys()
    agreeing = sum(not one[subject].isdisjoint(other[subject]) for subject in common)
    return agreeing >= _LEAST_COMMON and agreeing >= _MAJORITY * len(common)


def _most_used(names: Iterable[str]) -> str:
    """The name that occurs most, of equals one that the catalogue lists, else the first."""
    counts = Counter(names)
    return max(counts, key=lambda name: (counts[name], name in catalogue().relations))


def _ends(triple: Triple) -> tuple[str, str]:
    return entity_key(triple.subject), entity_key(triple.object)
