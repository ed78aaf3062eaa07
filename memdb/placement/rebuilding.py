"""Making the address plane anew: after damage, in another layout, or for claims that await their place."""

from collections.abc import Sequence

from memdb.placement.placing import Placer
from memdb.records.packet import Layout
from memdb.store import Connection, put_back, sql

_BATCH = 500
"""Packets placed in one transaction, so that other writers get their turn."""


def place_awaiting(connection: Connection, *, speaker_counts: bool = False) -> None:
    """Places the claims of packets that await it, in short transactions of their own.

    They are those of a file of an earlier schema, and of a layout that was asked for. Cells that lost a member are
    described again.
    """
    while connection.value(sql("placement/awaiting")):
        with connection.write():
            _place_batch(connection, speaker_counts=speaker_counts)


def rebuild_cells(
    connection: Connection, streams: Sequence[int], layout: Layout, *, speaker_counts: bool
) -> tuple[int, int]:
    """Groups all claims of some streams anew; returns how many claims and Cells they have then.

    A run that was stopped is ended by the next write.

    `speaker_counts` as in `Placer`; claims that come later are placed without.
    """
    with connection.write():
        for stream_id in streams:
            connection.rows(sql("placement/set_layout"), {"stream_id": stream_id, "layout": layout})
            for statement in ("withdraw_stream", "queue_stream"):
                connection.rows(sql(f"placement/{statement}"), {"stream_id": stream_id})
    place_awaiting(connection, speaker_counts=speaker_counts)
    sizes = [connection.row(sql("placement/stream_claims"), {"stream_id": stream_id}) for stream_id in streams]
    return sum(size[0] for size in sizes if size), sum(size[1] for size in sizes if size)


def restore_cells(connection: Connection) -> None:
    """Makes the whole address plane anew, however damaged, inside the caller's write transaction."""
    for table in ("unplaced_packets", "cell_terms", "cell_members", "cells", "claim_postings", "claim_documents"):
        connection.rows(sql(f"placement/drop_{table}"))
    put_back(connection)
    for statement in ("reset_claims", "queue_all"):
        connection.rows(sql(f"placement/{statement}"))
    while _place_batch(connection, speaker_counts=False):
        pass


def _place_batch(connection: Connection, *, speaker_counts: bool) -> bool:
    """Places the first packets that await it inside the caller's write transaction; false when there was none."""
    placer = Placer(connection, speaker_counts=speaker_counts)
    packets = connection.rows(sql("placement/unplaced_packets"), {"most": _BATCH})
    for (packet,) in packets:
        placer.replace(packet)
        connection.rows(sql("placement/mark_placed"), {"packet": packet})
    placer.finish()
    return bool(packets)
