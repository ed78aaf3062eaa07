"""A plain copy of a memory: tables that any SQLite tool can open, with what the memory holds to be true."""

import json
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from memdb.assertions import facts, subjects
from memdb.errors import StoreError
from memdb.query import Scope
from memdb.records.moments import moment
from memdb.records.reports import ExportReport, Fact
from memdb.store import Connection, reachable, sql

_CHUNK = 500  # subjects at once, so that a large memory is written in bounded memory


def export_tables(connection: Connection, target: Path, scope: Iterable[Scope], *, overwrite: bool) -> ExportReport:
    """Writes the plain copy beside the target and renames it, so that a failure leaves what was there."""
    with reachable(target):
        exists, has_folder = target.exists(), target.parent.is_dir()
    if not has_folder:
        raise StoreError(f"{target.parent} is no folder: make it first")
    if exists and (not overwrite or target.is_dir() or target.samefile(connection.path)):
        raise StoreError(f"{target} exists: give a new path, or ask for it to be overwritten if it is an older export")
    try:
        handle, scratch = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.")
        os.close(handle)
    except OSError as error:
        raise StoreError(f"{target} cannot be written ({error.strerror}): check its folder") from error
    copy = Path(scratch)
    try:
        packets = _fill(connection, copy, [one.id for one in scope])
        copy.replace(target)
    finally:
        copy.unlink(missing_ok=True)
    return ExportReport(path=str(target), packets=packets)


def _fill(connection: Connection, copy: Path, streams: list[int]) -> int:
    of = {"streams": json.dumps(streams)}
    with connection.attached(copy):
        for table in ("streams", "sessions", "sources", "packets", "claims", "facts", "current_facts"):
            connection.rows(sql(f"export/make_{table}"))
        for table in ("streams", "sessions", "sources", "packets", "claims"):
            connection.rows(sql(f"export/add_{table}"), of)
        keys = subjects(connection, streams)
        for start in range(0, len(keys), _CHUNK):
            found = facts(connection, streams, keys[start : start + _CHUNK], at=moment(None), history=True)
            connection.many(sql("export/add_fact"), [_row(fact) for fact in found])
        packets: int = connection.value(sql("export/count_packets"))
    return packets


def _row(fact: Fact) -> dict[str, object]:
    return {
        "id": fact.assertion, "stream": fact.stream, "subject": fact.subject, "relation": fact.relation,
        "object": fact.object, "positive": int(fact.positive), "current": int(fact.current),
        "superseded_by": fact.superseded_by, "asserted_at": fact.asserted_at, "packet_id": fact.packet,
    }  # fmt: skip
