"""The Cells of a memory as a person looks at them."""

import json
from collections.abc import Iterator

from memdb.records.reports import CellInfo
from memdb.store import Connection, sql


def cells(connection: Connection, stream_id: int, stream: str, *, limit: int | None) -> Iterator[CellInfo]:
    """The first Cells of a stream, in the order in which they were begun; `limit` of them, or all."""
    rows = connection.rows(sql("placement/cells"), {"stream_id": stream_id, "most": -1 if limit is None else limit})
    for cell, members, tokens, first, last, temporal, heterogeneity, title, summary, people, keywords in rows:
        yield CellInfo(
            cell=cell, stream=stream, title=title, summary=summary, claims=members, tokens=tokens, first_session=first,
            last_session=last, temporal=temporal, heterogeneity=heterogeneity, people=tuple(json.loads(people)),
            keywords=tuple(json.loads(keywords)),
        )  # fmt: skip
