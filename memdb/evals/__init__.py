"""Reproducing benchmarks: `run` builds a memory from a benchmark's source text, asks its questions and scores them."""

from memdb.evals.contrasts import Contrast
from memdb.evals.report import EvalReport, Metric
from memdb.evals.runner import DATASETS, run
from memdb.evals.tasks import Enriching

__all__ = ["DATASETS", "Contrast", "Enriching", "EvalReport", "Metric", "run"]
