"""How many values a relation holds: as the catalogue says, as records show, or as the user sets it.

A relation that the catalogue does not list holds one value until records show otherwise. A record shows that it gathers
values where it states several of one subject and denies none, or states a further one with a word such as "also"; it
shows that values replace each other where it states another one with a word such as "now". The relation gathers once
more records show the former than the latter. Its statements then move, and the latest view with them.
"""

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from memdb.records.catalogue import Cardinality, catalogue
from memdb.records.extraction import Triple
from memdb.records.keys import entity_key
from memdb.records.reports import Origin, RelationInfo
from memdb.store import Connection, sql

_ADDING = re.compile(r"\b(?:also|too|as well|another|both|besides|in addition)\b", re.IGNORECASE)
_REPLACING = re.compile(
    r"\b(?:now|instead|no longer|not|any ?more|changed|switched|moved|replaced|new|since then)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation of the file."""

    id: int
    cardinality: Cardinality
    set_by_user: bool


class Relations:
    """The relations of the file, inside one write transaction."""

    def __init__(self, connection: Connection) -> None:
        """`connection` is in a write transaction."""
        self._connection = connection
        self._found: dict[str, Relation] = {}

    def find(self, name: str) -> Relation:
        """The relation of a name, which is added at its first use."""
        found = self._found.get(name)
        if found is None:
            row = self._connection.row(sql("assertions/find_relation"), {"name": name})
            if row is None:
                cardinality = catalogue().cardinality(name)
                bindings = {"name": name, "cardinality": cardinality}
                row = (self._connection.value(sql("assertions/add_relation"), bindings), cardinality, 0)
            found = self._found[name] = Relation(row[0], row[1], bool(row[2]))
        return found

    def learn(self, triples: Sequence[Triple], text: str, stream_id: int) -> None:
        """Counts what the statements of one record show of relations that the catalogue does not list."""
        by_relation: dict[str, list[Triple]] = defaultdict(list)
        for triple in triples:
            if triple.relation not in catalogue().relations:
                by_relation[triple.relation].append(triple)
        for name, stated in by_relation.items():
            relation = self.find(name)
            several, adds, puts = _several(stated), _ADDING.search(text), _REPLACING.search(text)
            another = bool(adds or puts) and self._another(relation, stated, stream_id)
            gathers = several or (another and adds is not None)
            replaces = another and not gathers
            if gathers or replaces:
                counts = self._connection.row(sql("assertions/count_evidence"), {
                    "relation_id": relation.id, "gathering": int(gathers), "replacing": int(replaces),
                }) or (0, 0)  # fmt: skip
                learned: Cardinality = "multi" if counts[0] > counts[1] else "single"
                if not relation.set_by_user and learned != relation.cardinality:
                    self._set(name, relation, learned, by_user=False)

    def set_by_user(self, name: str, cardinality: Cardinality) -> None:
        """Sets the cardinality of a relation for good."""
        self._set(name, self.find(name), cardinality, by_user=True)

    def _another(self, relation: Relation, stated: Sequence[Triple], stream_id: int) -> bool:
        """Whether a statement gives its subject another value than it was ever stated to have."""
        return any(
            self._connection.row(sql("assertions/has_other_value"), {
                "stream_id": stream_id, "subject_key": entity_key(one.subject), "relation_id": relation.id,
                "object_key": entity_key(one.object),
            }) is not None
            for one in stated
            if one.positive
        )  # fmt: skip

    def _set(self, name: str, relation: Relation, cardinality: Cardinality, *, by_user: bool) -> None:
        of = {"relation_id": relation.id}
        self._connection.rows(
            sql("store/set_cardinality"), of | {"cardinality": cardinality, "set_by_user": int(by_user)}
        )
        if cardinality != relation.cardinality:
            for step in ("move_statements", "drop_latest_of", "fill_latest_of"):
                self._connection.rows(sql(f"store/{step}"), of)
        self._found[name] = Relation(relation.id, cardinality, by_user)


def relations(connection: Connection, streams: Sequence[int]) -> tuple[RelationInfo, ...]:
    """The relations that some streams use, those of most statements first, and those that the user set."""
    rows = connection.rows(sql("store/relations"), {"streams": json.dumps(list(streams))})
    return tuple(
        RelationInfo(
            name=name, cardinality=cardinality, statements=statements, subjects=subjects,
            origin=_origin(name, set_by_user=bool(set_by_user), learned=gathering > 0 or replacing > 0),
        )
        for name, cardinality, set_by_user, gathering, replacing, statements, subjects in rows
        if statements or set_by_user
    )  # fmt: skip


def _origin(name: str, *, set_by_user: bool, learned: bool) -> Origin:
    if set_by_user:
        return "set by the user"
    if name in catalogue().relations:
        return "built in"
    return "learned" if learned else "assumed"


def _several(stated: Sequence[Triple]) -> bool:
    """Whether statements give one subject several values and deny none."""
    values: dict[str, set[str]] = defaultdict(set)
    for one in stated:
        values[entity_key(one.subject)].add(entity_key(one.object))
    return all(one.positive for one in stated) and any(len(found) > 1 for found in values.values())
