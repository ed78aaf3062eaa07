"""The read path: from a question to bounded, cited evidence, without generation."""

from memdb.query.extractive import NAME as EXTRACTIVE
from memdb.query.extractive import UNKNOWN, read_extractively
from memdb.query.plan import STAGES, Step, run
from memdb.query.state import ReadState, Request, Scope

__all__ = ["EXTRACTIVE", "STAGES", "UNKNOWN", "ReadState", "Request", "Scope", "Step", "read_extractively", "run"]
