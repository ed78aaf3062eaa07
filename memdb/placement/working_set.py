"""The Cells that one write transaction works on: read when they are first wanted, described once at the end."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Literal

from memdb.placement.bounded import Sharing
from memdb.placement.cell import Cell
from memdb.placement.claim import Claim
from memdb.placement.describing import described
from memdb.records.settings import PlacementSettings
from memdb.store import Connection, sql

_MOST_HELD = 500
"""Cells in memory at once."""

_Term = tuple[int, Literal["keyword", "person"], str]


class WorkingSet:
    """Reads and writes Cells inside one write transaction; call `finish` before the commit."""

    def __init__(self, connection: Connection, settings: PlacementSettings) -> None:
        """Holds nothing at first."""
        self._connection = connection
        self._settings = settings
        self._held: dict[int, Cell] = {}
        self._having: dict[_Term, set[int]] = {}
        self._tokens: dict[int, int] = {}
        self.started = 0
        """How many Cells were begun."""

    def find(self, cell_id: int) -> Cell:
        """A Cell with its members."""
        found = self._held.get(cell_id)
        if found is None:
            rows = self._connection.rows(sql("placement/cell_claims"), {"cell_id": cell_id})
            found = self._held[cell_id] = Cell(cell_id, (
                Claim(
                    id=claim_id, packet=packet, session=session, tokens=tokens, people=tuple(json.loads(people)),
                    keywords=tuple(json.loads(keywords)), negated=bool(negated),
                ) for claim_id, packet, session, tokens, people, keywords, negated in rows
            ))  # fmt: skip
        return found

    def sharing(self, claim: Claim, stream_id: int) -> Iterator[Sharing]:
        """Every Cell of a stream that shares a keyword or a person with a claim and has room for its tokens."""
        keywords = Counter(cell for key in claim.keywords for cell in self._cells_having((stream_id, "keyword", key)))
        people = Counter(cell for key in claim.people for cell in self._cells_having((stream_id, "person", key)))
        room = self._settings.tokens - claim.tokens
        for cell_id in keywords | people:
            if self._tokens[cell_id] <= room:  # else it need not even be read
                yield Sharing(cell=self.find(cell_id), keywords=keywords[cell_id], people=people[cell_id])

    def _cells_having(self, term: _Term) -> set[int]:
        found = self._having.get(term)
        if found is None:
            stream_id, kind, key = term
            rows = self._connection.rows(
                sql("placement/cells_having"), {"stream_id": stream_id, "kind": kind, "term": key}
            )
            tokens: dict[int, int] = dict(rows)
            self._tokens |= tokens
            found = self._having[term] = set(tokens)
        return found

    def newest(self, stream_id: int, bucket: str) -> Cell | None:
        """The Cell begun last in a bucket of a stream."""
        row = self._connection.row(sql("placement/newest_cell"), {"stream_id": stream_id, "bucket": bucket})
        return None if row is None else self.find(row[0])

    def start(self, claim: Claim, stream_id: int, bucket: str = "") -> Cell:
        """Begins a Cell for a claim, which is still to be added."""
        if len(self._held) > _MOST_HELD:
            self.finish()
        values = {"stream_id": stream_id, "bucket": bucket, "session_index": claim.session}
        cell = Cell(self._connection.value(sql("placement/add_cell"), values))
        self._held[cell.id] = cell
        self.started += 1
        return cell

    def add(self, cell: Cell, claim: Claim, stream_id: int) -> None:
        """Puts a claim into a Cell of a stream."""
        self._connection.rows(sql("placement/add_member"), {"claim_id": claim.id, "cell_id": cell.id})
        cell.add(claim)
        self._tokens[cell.id] = cell.tokens
        for term in _terms(stream_id, claim):
            if term in self._having:
                self._having[term].add(cell.id)
        if len(cell.members) >= self._settings.members or cell.tokens >= self._settings.tokens:
            self._close(cell, stream_id)

    def _close(self, cell: Cell, stream_id: int) -> None:
        self._connection.rows(sql("placement/close_cell"), {"cell_id": cell.id})
        for member in cell.members:
            for term in _terms(stream_id, member):
                if term in self._having:
                    self._having[term].discard(cell.id)

    def withdraw(self, packet: int) -> None:
        """Takes the claims of a packet out of their Cells and out of the index of claims."""
        if self._connection.rows(sql("placement/withdraw_packet"), {"packet": packet}):
            self._let_go()

    def finish(self) -> None:
        """Describes the Cells that changed, here or by a deletion before, and lets all go."""
        for (cell_id,) in self._connection.rows(sql("placement/stale_cells")):
            cell = self.find(cell_id)
            texts = self._connection.rows(sql("placement/cell_texts"), {"cell_id": cell_id})
            title, summary = described(texts, self._settings)
            self._connection.rows(sql("placement/describe_cell"), {
                "cell_id": cell_id, "heterogeneity": cell.heterogeneity(self._settings.span), "title": title,
                "summary": summary,
            })  # fmt: skip
        self._let_go()

    def _let_go(self) -> None:
        self._held.clear()
        self._having.clear()
        self._tokens.clear()


def _terms(stream_id: int, claim: Claim) -> Iterator[_Term]:
    """Under what Cells with a claim are found."""
    for key in claim.keywords:
        yield stream_id, "keyword", key
    for key in claim.people:
        yield stream_id, "person", key
