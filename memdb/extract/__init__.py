"""Reading packets: frontends turn a packet into claims (descriptors) and directed statements (triples)."""

from memdb.extract.frontend import Frontend
from memdb.extract.recording import record, unpack_event
from memdb.extract.rules import RulesFrontend

__all__ = ["Frontend", "RulesFrontend", "record", "unpack_event"]
