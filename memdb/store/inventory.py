"""Counts and sizes of a memory file."""

import json
from collections.abc import Sequence

from memdb.records.reports import SessionInfo, Stats
from memdb.store.connection import Connection
from memdb.store.statements import sql


def stats(connection: Connection) -> Stats:
    """Rows and bytes of every table, and the packets of every stream."""
    sizes = connection.rows(sql("store/stream_sizes"))
    return Stats(
        path=str(connection.path),
        schema_version=connection.user_version(),
        file_bytes=connection.value(sql("store/file_bytes")),
        streams={name: packets for name, _, packets in sizes},
        profiles={name: profile for name, profile, _ in sizes},
        tables=dict(connection.rows(sql("store/counts"))),
        table_bytes=dict(connection.rows(sql("store/table_bytes"))),
    )


def sessions(connection: Connection, streams: Sequence[int]) -> tuple[SessionInfo, ...]:
    """The sessions of some streams with the number of their packets."""
    rows = connection.rows(sql("store/sessions"), {"streams": json.dumps(list(streams))})
    return tuple(
        SessionInfo(stream=stream, session=label, index=index, started_at=started_at, packets=packets)
        for stream, label, index, started_at, packets in rows
    )
