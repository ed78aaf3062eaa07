"""Appends statements to a stream's history; triggers keep the latest view (section B2)."""

from memdb.records.catalogue import Cardinality, catalogue
from memdb.records.dates import sort_key
from memdb.records.extraction import Triple
from memdb.records.keys import entity_key
from memdb.records.packet import Packet
from memdb.store import Connection, sql


class AssertionWriter:
    """Appends triples inside one write transaction; relations are added to the file's catalogue at first use."""

    def __init__(self, connection: Connection) -> None:
        """`connection` is in a write transaction for as long as the writer is used."""
        self._connection = connection
        self._relations: dict[str, tuple[int, Cardinality]] = {}

    def append(self, triple: Triple, *, packet: Packet, stream_id: int, extraction_id: int) -> None:
        """Appends one statement of a packet."""
        object_key = entity_key(triple.object)
        self._connection.rows(sql("assertions/add_assertion"), {
            "extraction_id": extraction_id, "stream_id": stream_id, "packet_id": packet.id,
            "position": packet.position, "descriptor": triple.descriptor, "subject": triple.subject,
            "object": triple.object, "object_key": object_key, "positive": int(triple.positive),
            "asserted_at": sort_key(packet.said_at),
        } | self._slot(triple))  # fmt: skip

    def is_taken(self, triple: Triple, *, packet: Packet, extraction_id: int) -> bool:
        """Whether another extraction of the packet makes a statement where this one would stand."""
        bindings = {"packet_id": packet.id, "extraction_id": extraction_id} | self._slot(triple)
        return self._connection.row(sql("assertions/slot_taken"), bindings) is not None

    def drop_others(self, *, packet: Packet, extraction_id: int) -> None:
        """Takes back what other extractions read in the packet."""
        self._connection.rows(sql("assertions/drop_others"), {"packet_id": packet.id, "extraction_id": extraction_id})

    def _slot(self, triple: Triple) -> dict[str, str | int]:
        relation_id, cardinality = self._relation(triple.relation)
        slot = entity_key(triple.object) if cardinality == "multi" else ""
        return {"subject_key": entity_key(triple.subject), "relation_id": relation_id, "slot": slot}

    def _relation(self, name: str) -> tuple[int, Cardinality]:
        found = self._relations.get(name)
        if found is None:
            row = self._connection.row(sql("assertions/find_relation"), {"name": name})
            if row is None:
                cardinality = catalogue().cardinality(name)
                added = self._connection.value(
                    sql("assertions/add_relation"), {"name": name, "cardinality": cardinality}
                )
                row = (added, cardinality)
            found = self._relations[name] = (row[0], row[1])
        return found
