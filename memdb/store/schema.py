"""What the schema ought to hold, and putting back what is missing of it."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from memdb.store.connection import Connection
from memdb.store.statements import migrations, sql

DERIVED = (
    "documents", "postings", "latest", "embedders", "packet_vectors", "packet_states",
    "claim_documents", "claim_postings", "cells", "cell_members", "cell_terms", "unplaced_packets",
)  # fmt: skip
"""Tables that can be rebuilt from others, so that they may be dropped and made again."""


@dataclass(frozen=True, slots=True)
class Definition:
    """One table, view, index or trigger of a fresh memory, with the statement that creates it."""

    kind: str
    name: str
    statement: str

    @property
    def repairable(self) -> bool:
        """Whether it holds nothing but what other tables hold too."""
        return self.kind != "table" or self.name in DERIVED


@cache
def expected() -> tuple[Definition, ...]:
    """The definitions that the migrations leave in an empty file, tables first."""
    scratch = Connection(Path(":memory:"), create=True)
    try:
        for _, _, script in migrations():
            scratch.rows(script)
        return tuple(Definition(*row) for row in scratch.rows(sql("store/schema")))
    finally:
        scratch.close()


def missing(connection: Connection) -> tuple[Definition, ...]:
    """What the file lacks of the schema, in the order in which it can be made again."""
    present = {(kind, name) for kind, name, _ in connection.rows(sql("store/schema"))}
    return tuple(one for one in expected() if (one.kind, one.name) not in present)


def altered(connection: Connection) -> tuple[Definition, ...]:
    """The views, indexes and triggers that the file defines otherwise than a fresh memory."""
    present = {(kind, name): statement for kind, name, statement in connection.rows(sql("store/schema"))}
    return tuple(
        one
        for one in expected()
        if one.kind != "table" and present.get((one.kind, one.name), one.statement) != one.statement
    )


def put_back(connection: Connection) -> None:
    """Makes what is missing and repairable, inside the caller's write transaction; tables come back empty."""
    others = altered(connection)
    for kind in ("trigger", "view", "index"):
        for one in others:
            if one.kind == kind:
                connection.rows(sql(f"store/drop_{kind}").replace("NAME", one.name))
    for one in missing(connection):
        if one.repairable:
            connection.rows(one.statement)
