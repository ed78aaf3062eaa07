"""What an export has beside the records: what was decided about a memory by hand."""

from dataclasses import dataclass

from memdb.records.catalogue import Cardinality
from memdb.records.packet import Layout


@dataclass(frozen=True, slots=True, kw_only=True)
class CardinalitySetting:
    """How many values a relation holds, set by the user."""

    relation: str
    cardinality: Cardinality


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutSetting:
    """How the claims of a stream are grouped, where it is not the usual way."""

    stream: str
    layout: Layout


Setting = CardinalitySetting | LayoutSetting
