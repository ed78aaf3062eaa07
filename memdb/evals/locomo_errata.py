"""Published corrections of LoCoMo's evidence, kept beside the data in `ERRATA.json`."""

from pathlib import Path

from memdb.evals.files import Row, read_json


class Correction(Row, frozen=True, kw_only=True):
    """One corrected item, addressed by its sample and its place in that sample's list of questions."""

    sample_id: str
    qa_index: int
    corrected_evidence: list[str] | None = None


class Corrections(Row, frozen=True, kw_only=True):
    """One published list of corrections."""

    items: list[Correction]


class Errata(Row, frozen=True, kw_only=True):
    """The whole file. Where the audit and the fork correct one item, the audit, which is later, decides."""

    fork_corrections: Corrections
    audit: Corrections


def corrected_evidence(file: Path) -> dict[tuple[str, int], list[str]]:
    """Corrected evidence by (sample, index of the question); empty when there is no such file."""
    if not file.exists():
        return {}
    errata = read_json(file, Errata)
    return {
        (item.sample_id, item.qa_index): item.corrected_evidence
        for item in (*errata.fork_corrections.items, *errata.audit.items)
        if item.corrected_evidence
    }
