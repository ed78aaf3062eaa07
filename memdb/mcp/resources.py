"""The resources: records by id, and current facts of everything or of one subject."""

from typing import Any
from urllib.parse import unquote

from mcp_types import Resource, ResourceTemplate

from memdb import NotFoundError
from memdb.mcp.reach import Reach

JSON = "application/json"
FACTS = "memdb://facts"
PACKETS = "memdb://packets"

RESOURCES = [
    Resource(
        uri=FACTS, name="facts", title="Current facts", mime_type=JSON,
        description="Everything that the memory holds to be true now, each value with the record that states it.",
    )
]  # fmt: skip
TEMPLATES = [
    ResourceTemplate(
        uri_template=f"{FACTS}/{{subject}}", name="facts-of", title="Facts about a subject", mime_type=JSON,
        description="What the memory holds to be true of one person or thing.",
    ),
    ResourceTemplate(
        uri_template=f"{PACKETS}/{{packet}}", name="packet", title="Record", mime_type=JSON,
        description="One record in full, with its claims and statements.",
    ),
]  # fmt: skip


def document(reach: Reach, uri: str) -> dict[str, Any]:
    """The document of a resource.

    Raises:
        NotFoundError: there is none at this address.
    """
    kind, _, name = uri.partition("://")[2].partition("/")
    if not uri.startswith((FACTS, PACKETS)):
        kind = ""
    name = unquote(name)
    if kind == "facts":
        held = reach.memory.facts(name or None, streams=reach.reading(""))
        return {"facts": [fact.to_dict() for fact in held]}
    if kind == "packets" and name.isascii() and name.isdecimal():
        return reach.packet(int(name))
    raise NotFoundError(f"no resource {uri[:80]!r}: there are {FACTS}, {FACTS}/SUBJECT and {PACKETS}/ID")
