"""What was decided about a memory by hand: told to an export, and taken from one into another memory."""

from collections.abc import Iterable, Iterator, Sequence

from memdb.assertions import Relations, relations
from memdb.placement import rebuild_cells
from memdb.query import Scope
from memdb.records.exported import CardinalitySetting, LayoutSetting, Setting
from memdb.store import Connection, sql

USUAL = "bounded"


def settings(connection: Connection, streams: Sequence[Scope]) -> Iterator[Setting]:
    """The cardinalities that the user set, and the layouts of streams that are not the usual one."""
    for relation in relations(connection, [one.id for one in streams]):
        if relation.origin == "set by the user":
            yield CardinalitySetting(relation=relation.name, cardinality=relation.cardinality)
    for stream in streams:
        row = connection.row(sql("placement/layout"), {"name": stream.name})
        if row is not None and row[1] != USUAL:
            yield LayoutSetting(stream=stream.name, layout=row[1])


def take_settings(connection: Connection, found: Iterable[Setting]) -> int:
    """Decides as another memory did, but for what was decided here already; returns how many were followed."""
    return sum(
        _take_cardinality(connection, one) if isinstance(one, CardinalitySetting) else _take_layout(connection, one)
        for one in found
    )


def _take_cardinality(connection: Connection, setting: CardinalitySetting) -> bool:
    with connection.write():
        known = Relations(connection)
        if known.find(setting.relation).set_by_user:
            return False
        known.set_by_user(setting.relation, setting.cardinality)
    return True


def _take_layout(connection: Connection, setting: LayoutSetting) -> bool:
    row = connection.row(sql("placement/layout"), {"name": setting.stream})
    if row is None or row[1] != USUAL:
        return False
    rebuild_cells(connection, [row[0]], setting.layout, speaker_counts=False)
    return True
