"""Taking what a source holds: records, and in an export of memdb what was decided and read about them."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import groupby

from memdb._freezing import replay
from memdb._pipeline import Ingest
from memdb._settings import take_settings
from memdb.importers import Item, Skipped
from memdb.records.exported import CardinalitySetting, LayoutSetting
from memdb.records.extraction import FrozenReading
from memdb.records.packet import Draft
from memdb.records.reports import IngestReport
from memdb.store import Connection


def take(
    ingest: Ingest, connection: Connection, items: Iterable[Item], *, after_batch: Callable[[], None] | None
) -> IngestReport:
    """Stores the records among some items, and follows the settings and readings, which come after what they mean."""
    settings = readings = 0
    for is_record, group in groupby(items, lambda item: isinstance(item, Draft | Skipped)):
        if is_record:
            ingest.run((one for one in group if isinstance(one, Draft | Skipped)), after_batch=after_batch)
            continue
        for is_reading, brought in groupby(group, lambda item: isinstance(item, FrozenReading)):
            if is_reading:
                readings += replay(connection, (one for one in brought if isinstance(one, FrozenReading))).read
            else:
                found = (one for one in brought if isinstance(one, CardinalitySetting | LayoutSetting))
                settings += take_settings(connection, found)
    return replace(ingest.report(), settings=settings, readings=readings)
