"""Placing claims as they arrive: the document of each claim, and its Cell by the layout of its stream."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace

from memdb.placement.claim import Read, Standing, add_claim
from memdb.placement.layouts import STRATEGIES
from memdb.placement.working_set import WorkingSet
from memdb.records.packet import Packet
from memdb.records.settings import PlacementSettings
from memdb.store import Connection, sql


class Placer:
    """Places the claims of packets inside one write transaction; call `finish` before the commit."""

    def __init__(
        self, connection: Connection, *, speaker_counts: bool = False, settings: PlacementSettings | None = None
    ) -> None:
        """With `speaker_counts` whoever says a claim is among its people, which the paper does not do."""
        self._connection = connection
        self._speaker_counts = speaker_counts
        self._settings = settings or PlacementSettings()
        self._cells = WorkingSet(connection, self._settings)
        self._sessions: dict[tuple[str, str], Standing | None] = {}

    @property
    def started(self) -> int:
        """How many Cells were begun."""
        return self._cells.started

    def place(self, packet: int) -> None:
        """Places the claims of a packet, whoever read them; one of a fact stream has none."""
        standing = self._standing(packet)
        if standing is not None:
            self._place(standing, self._claims(packet))

    def place_read(self, packet: Packet, claims: Iterable[Read]) -> None:
        """As `place`, of a packet whose `claims` the caller has just stored."""
        session = packet.stream, packet.session
        if session not in self._sessions:
            self._sessions[session] = self._standing(packet.id)
        standing = self._sessions[session]
        if standing is not None:
            self._place(replace(standing, packet=packet.id, speaker=packet.speaker), claims)

    def _standing(self, packet: int) -> Standing | None:
        row = self._connection.row(sql("placement/standing"), {"packet": packet})
        if row is None:
            return None
        stream_id, layout, session, speaker = row
        return Standing(packet=packet, stream_id=stream_id, layout=layout, session=session, speaker=speaker)

    def _place(self, standing: Standing, claims: Iterable[Read]) -> None:
        strategy = STRATEGIES[standing.layout]
        for read in claims:
            claim = add_claim(self._connection, standing, read, speaker_counts=self._speaker_counts)
            cell = strategy.choose(claim, standing.stream_id, self._cells, self._settings)
            if cell is not None:
                self._cells.add(cell, claim, standing.stream_id)

    def _claims(self, packet: int) -> Iterator[Read]:
        rows = self._connection.rows(sql("placement/packet_claims"), {"packet": packet})
        for extraction_id, ordinal, text, people, keywords, event_time, tokens in rows:
            yield Read(
                extraction_id=extraction_id, ordinal=ordinal, text=text, people=json.loads(people),
                keywords=json.loads(keywords), event_time=event_time, tokens=tokens,
            )  # fmt: skip

    def replace(self, packet: int) -> None:
        """As `place`, for a packet some of whose claims may be placed."""
        self._cells.withdraw(packet)
        self.place(packet)

    def finish(self) -> None:
        """Describes the Cells that changed."""
        self._cells.finish()
