"""All current statements of the streams in scope, from which control views select."""

import json
from typing import NamedTuple

from memdb.query.state import ClosureEdge, ReadState
from memdb.store import Connection, sql


class CurrentFact(NamedTuple):
    """One current statement, and the text of the record that states it."""

    edge: ClosureEdge
    text: str

    @property
    def document(self) -> str:
        """What words and meaning are compared with: the record, the two entities and the name of the relation."""
        return f"{self.text} {self.edge.subject} {self.edge.relation} {self.edge.object}"


def current_facts(state: ReadState, connection: Connection, most: int = -1) -> list[CurrentFact]:
    """The current statements, newest first; at most so many, -1 for all."""
    rows = connection.rows(sql("query/current_facts"), {"streams": json.dumps(state.stream_ids), "most": most})
    return [CurrentFact(ClosureEdge(*row[:-1]), row[-1]) for row in rows]
