"""The verbs of a memory by what they are for; `Memory` has them all, and none holds an algorithm."""

from memdb._verbs.care import CareVerbs
from memdb._verbs.modelling import ModellingVerbs
from memdb._verbs.reading import ReadingVerbs
from memdb._verbs.writing import WritingVerbs

__all__ = ["CareVerbs", "ModellingVerbs", "ReadingVerbs", "WritingVerbs"]
