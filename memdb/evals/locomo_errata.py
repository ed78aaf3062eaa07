"""Published corrections of LoCoMo's evidence and answers, kept beside the data in `ERRATA.json`.

The fork corrects answers as short as the released ones. The audit, which is later, tells in prose what is wrong with
an answer: where only it does, the released answer counts as wrong and nothing short takes its place. Questions are
asked as released.
"""

from dataclasses import dataclass
from pathlib import Path

from memdb.evals.files import Row, read_json

ONLY_EVIDENCE = "WRONG_CITATION"


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What is right of one question: its evidence (None: as released) and its answer (None: there is no short one)."""

    evidence: list[str] | None
    answer: str | None


class Forked(Row, frozen=True, kw_only=True):
    """One item that the fork changed, addressed by its sample and its place in that sample's list of questions."""

    sample_id: str
    qa_index: int
    old_gold: str | int | float | None
    corrected_gold: str | int | float | None = None
    corrected_evidence: list[str] | None = None
    removed: bool = False


class Audited(Row, frozen=True, kw_only=True):
    """One item that the audit found wrong."""

    sample_id: str
    qa_index: int
    error_type: str
    old_gold: str | int | float | None
    corrected_evidence: list[str] | None = None


class Forks(Row, frozen=True, kw_only=True):
    """The corrections of the fork."""

    items: list[Forked]


class Audits(Row, frozen=True, kw_only=True):
    """The findings of the audit."""

    items: list[Audited]


class Errata(Row, frozen=True, kw_only=True):
    """The whole file."""

    fork_corrections: Forks
    audit: Audits


def corrections(file: Path) -> dict[tuple[str, int], Correction]:
    """The corrections by (sample, index of the question); empty when there is no such file."""
    if not file.exists():
        return {}
    errata = read_json(file, Errata)
    forked = {(item.sample_id, item.qa_index): item for item in errata.fork_corrections.items}
    audited = {(item.sample_id, item.qa_index): item for item in errata.audit.items}
    return {key: _correction(forked.get(key), audited.get(key)) for key in forked | audited}


def _correction(fork: Forked | None, audit: Audited | None) -> Correction:
    found = [one for one in (audit, fork) if one is not None]
    evidence = next((one.corrected_evidence for one in found if one.corrected_evidence), None)
    answer = found[0].old_gold
    if fork is not None and fork.corrected_gold is not None:
        answer = fork.corrected_gold
    elif audit is not None and audit.error_type != ONLY_EVIDENCE:
        answer = None
    removed = fork is not None and fork.removed
    return Correction(evidence=evidence, answer=None if answer is None or removed else str(answer))
