"""Reading packets: frontends turn a packet into claims (descriptors) and directed statements (triples)."""

from memdb.extract.direct import DirectFrontend
from memdb.extract.event_time import resolve_time
from memdb.extract.fact_calls import FactCalls
from memdb.extract.frontend import FactFrontend, FactRead, Frontend
from memdb.extract.hybrid import HybridFrontend
from memdb.extract.induction import Example
from memdb.extract.model_frontend import ModelFrontend
from memdb.extract.model_output import RecordError
from memdb.extract.queue import ExtractionQueue, Taken, awaiting
from memdb.extract.recording import record, record_claims, unpack_event
from memdb.extract.rules import RulesFrontend

__all__ = [
    "DirectFrontend",
    "Example",
    "ExtractionQueue",
    "FactCalls",
    "FactFrontend",
    "FactRead",
    "Frontend",
    "HybridFrontend",
    "ModelFrontend",
    "RecordError",
    "RulesFrontend",
    "Taken",
    "awaiting",
    "record",
    "record_claims",
    "resolve_time",
    "unpack_event",
]
