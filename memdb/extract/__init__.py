"""Reading packets: frontends turn a packet into claims (descriptors) and directed statements (triples)."""

from memdb.extract.frontend import Frontend
from memdb.extract.model_frontend import ModelFrontend
from memdb.extract.model_output import RecordError
from memdb.extract.queue import ExtractionQueue, Taken, awaiting
from memdb.extract.recording import record, record_claims, unpack_event
from memdb.extract.rules import RulesFrontend

__all__ = [
    "ExtractionQueue",
    "Frontend",
    "ModelFrontend",
    "RecordError",
    "RulesFrontend",
    "Taken",
    "awaiting",
    "record",
    "record_claims",
    "unpack_event",
]
