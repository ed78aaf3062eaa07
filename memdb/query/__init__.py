"""The read path: from a question to bounded, cited evidence, without generation."""

from memdb.query.extractive import NAME as EXTRACTIVE
from memdb.query.extractive import UNKNOWN, Reading, read_extractively, read_surely
from memdb.query.model_reader import read_with_model
from memdb.query.pace import measured_pace
from memdb.query.plan import RECIPES, STAGES, Step, run
from memdb.query.state import ReadModels, ReadState, Request, Scope

__all__ = [
    "EXTRACTIVE",
    "RECIPES",
    "STAGES",
    "UNKNOWN",
    "ReadModels",
    "ReadState",
    "Reading",
    "Request",
    "Scope",
    "Step",
    "measured_pace",
    "read_extractively",
    "read_surely",
    "read_with_model",
    "run",
]
