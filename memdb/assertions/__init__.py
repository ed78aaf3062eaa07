"""Statements: appended to a history, replayed into the latest view, read as current, past or as of a moment."""

from memdb.assertions.appending import AssertionWriter
from memdb.assertions.cardinality import Relations, relations
from memdb.assertions.facts import facts, subjects

__all__ = ["AssertionWriter", "Relations", "facts", "relations", "subjects"]
