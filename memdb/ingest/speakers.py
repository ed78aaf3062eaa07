"""Who speaks in a stream, under which key, and how often."""

from memdb.records.keys import entity_key
from memdb.store import Connection, sql


def count_speaker(connection: Connection, stream_id: int, name: str, packets: int) -> None:
    """Adds packets to the count of one speaker; names that differ in case or punctuation are one speaker."""
    key = entity_key(name)
    connection.rows(sql("ingest/count_speaker"), {
        "stream_id": stream_id, "person_key": key, "first_name": key.split(" ")[0], "name": name, "packets": packets,
    })  # fmt: skip


def recount_speakers(connection: Connection, stream_id: int) -> None:
    """Counts the speakers of one stream from its packets, inside the caller's write transaction."""
    connection.rows(sql("ingest/clear_speakers"), {"stream_id": stream_id})
    for name, packets in connection.rows(sql("ingest/spoken"), {"stream_id": stream_id}):
        count_speaker(connection, stream_id, name, packets)


def spellings(connection: Connection, stream_id: int, name: str) -> list[str]:
    """Every way in which the packets of a stream write one speaker's name."""
    key = entity_key(name)
    rows = connection.rows(sql("ingest/spoken"), {"stream_id": stream_id})
    return [spelling for spelling, _ in rows if entity_key(spelling) == key]
