"""The verbs that look after the file."""

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from memdb import _reading
from memdb._verbs.base import Verbs
from memdb.errors import DamagedError, UsageError
from memdb.ingest import CONTENT, DOCUMENTS, altered_packets, reindex
from memdb.placement import place_awaiting, rebuild_cells, restore_cells
from memdb.records.packet import Layout
from memdb.records.reports import (
    CellsReport,
    CheckReport,
    Problem,
    Stats,
)
from memdb.records.shown import shown
from memdb.store import (
    VERIFIED,
    Connection,
    back_up,
    problems,
    rebuild_indexes,
    rebuild_latest,
    restore_index,
    stats,
)

_REPAIRED = (
    "indexes of tables", "latest view", "lexical documents", "inverted index", "index of vectors", "claims and Cells",
)  # fmt: skip


class CareVerbs(Verbs):
    """Sizes, checks, copies, and making what is derived anew."""

    def rebuild_cells(
        self, layout: Layout = "bounded", *, streams: Sequence[str] | None = None, speaker_counts: bool = False
    ) -> CellsReport:
        """Groups all claims anew, and those that come later in the same way; streams of facts have no groups.

        Args:
            layout: "bounded" (the paper's), or one to compare it with: "flat" (no groups), or blocks of claims in
                order: "sequential", "session", "entity" (of one person).
            streams: names; None is all.
            speaker_counts: whoever says a claim is among its people. Claims that come later are placed without.

        Raises:
            UsageError: there is no such layout.
            NotFoundError: a stream is not there.
        """
        if layout not in get_args(Layout):
            raise UsageError(f"no layout named {shown(layout)}: use one of {', '.join(get_args(Layout))}")
        begun = time.monotonic()
        connection = self._reading_connection()
        scope = [one for one in _reading.scope(connection, streams) if one.profile != "facts"]
        claims, made = rebuild_cells(connection, [one.id for one in scope], layout, speaker_counts=speaker_counts)
        return CellsReport(
            layout=layout, streams=tuple(one.name for one in scope), claims=claims, cells=made,
            seconds=round(time.monotonic() - begun, 3),
        )  # fmt: skip

    def streams(self) -> tuple[str, ...]:
        """The names of the streams, in the order in which they began."""
        return tuple(one.name for one in _reading.scope(self._reading_connection(), None))

    def stats(self) -> Stats:
        """Counts and sizes, and how many records the embedder and the extractor have not read yet."""
        connection = self._reading_connection()
        return self._models.awaited(stats(connection), _reading.scope(connection, None))

    def check(self, *, repair: bool = False) -> CheckReport:
        """Verifies the file; with `repair` rebuilds what can be derived again and verifies once more."""
        connection = self._reading_connection()
        found = _problems(connection)
        repaired: tuple[str, ...] = ()
        if repair and any(problem.repairable for problem in found):
            with connection.write():
                rebuild_indexes(connection)
                rebuild_latest(connection)
                reindex(connection)
                restore_index(connection)
                restore_cells(connection)
            repaired = _REPAIRED
            found = _problems(connection)
        whole = not any(problem.check in VERIFIED[:2] for problem in found)
        return CheckReport(
            ok=not found, verified=(*VERIFIED, CONTENT, DOCUMENTS) if whole else VERIFIED[:2], problems=tuple(found),
            repaired=repaired, rows=stats(connection).tables if whole else {},
        )  # fmt: skip

    def backup(self, destination: str | os.PathLike[str]) -> Path:
        """Copies the memory to a new file while it may be in use; it is there once it is whole and was checked.

        Raises:
            StoreError: the destination exists or cannot be written, or the copy fails its checks.
        """
        target = Path(destination)
        connection = self._reading_connection()
        place_awaiting(connection)
        back_up(connection, target, check=_problems)
        return target


def _problems(connection: Connection) -> list[Problem]:
    """All that is wrong with the file; a file that lacks pages or tables is not asked about its rows."""
    try:
        found = problems(connection)
        if any(problem.check in VERIFIED[:2] for problem in found):
            return found
        return found + altered_packets(connection)
    except DamagedError as error:  # no later check can be made; a repair finds out whether the records can be read
        return [Problem(check=VERIFIED[0], detail=str(error), repairable=True)]
