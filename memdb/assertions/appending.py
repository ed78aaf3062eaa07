"""Appends statements to a stream's history; triggers keep the latest view (section B2)."""

from collections.abc import Sequence
from dataclasses import replace

from memdb.assertions.cardinality import Relations
from memdb.assertions.slips import Slip, slips
from memdb.records.catalogue import catalogue
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
        self._relations = Relations(connection)

    def append(self, triples: Sequence[Triple], *, packet: Packet, stream_id: int, extraction_id: int) -> int:
        """Appends the statements that one extraction read in a packet, and returns how many they became.

        One that puts right what was just said becomes the statement that it means, or none where nothing fits.
        """
        appended: list[Triple] = []
        for triple in (self._owned(one, packet, stream_id) for one in triples):
            corrected = slips(self._connection, triple, packet=packet, stream_id=stream_id) if triple.corrects else []
            for one, corrects in _meant(triple, corrected):
                object_key = entity_key(one.object)
                self._connection.rows(sql("assertions/add_assertion"), {
                    "extraction_id": extraction_id, "stream_id": stream_id, "packet_id": packet.id,
                    "position": packet.position, "descriptor": one.descriptor, "subject": one.subject,
                    "object": one.object, "object_key": object_key, "positive": int(one.positive),
                    "asserted_at": sort_key(packet.said_at), "corrects": corrects,
                } | self._slot(one))  # fmt: skip
                appended.append(one)
        self._relations.learn(appended, packet.content, stream_id)
        return len(appended)

    def _owned(self, triple: Triple, packet: Packet, stream_id: int) -> Triple:
        """The same of its owner, where the speaker told of it as theirs: "the wifi password" is "my wifi password"."""
        if triple.relation != "value" or not packet.speaker:
            return triple
        relation = catalogue().noun(triple.subject)
        of = {"stream_id": stream_id, "subject_key": entity_key(packet.speaker), "relation": relation}
        if self._connection.row(sql("assertions/current_values"), of) is None:
            return triple
        return replace(triple, subject=packet.speaker, relation=relation)

    def is_taken(self, triple: Triple, *, packet: Packet, extraction_id: int) -> bool:
        """Whether another extraction of the packet makes a statement where this one would stand."""
        bindings = {"packet_id": packet.id, "extraction_id": extraction_id} | self._slot(triple)
        return self._connection.row(sql("assertions/slot_taken"), bindings) is not None

    def drop_others(self, *, packet: Packet, extraction_id: int) -> None:
        """Takes back what other extractions read in the packet."""
        self._connection.rows(sql("assertions/drop_others"), {"packet_id": packet.id, "extraction_id": extraction_id})

    def _slot(self, triple: Triple) -> dict[str, str | int]:
        relation = self._relations.find(triple.relation)
        slot = entity_key(triple.object) if relation.cardinality == "multi" else ""
        return {"subject_key": entity_key(triple.subject), "relation_id": relation.id, "slot": slot}


def _meant(triple: Triple, corrected: Sequence[Slip]) -> list[tuple[Triple, int | None]]:
    """The statements that a triple means, each with the id of the statement that it puts right."""
    if not triple.corrects:
        return [(triple, None)]
    if not corrected:
        # "Correction: the meeting is in Room C" states something, whatever was said before.
        return [(triple, None)] if triple.relation and triple.object else []
    if not triple.object:
        return [
            (replace(triple, subject=one.subject, relation=one.relation, object=one.object, positive=False), one.id)
            for one in corrected
        ]
    return [(replace(triple, subject=one.subject, relation=one.relation), one.id) for one in corrected]
