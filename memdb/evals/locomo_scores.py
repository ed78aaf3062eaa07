"""The marks of a question of LoCoMo: Gold Source Recall, duplicate sources, and the marks of an answer."""

from dataclasses import dataclass
from typing import Any

from memdb.evals import scorers
from memdb.evals.sources import DEPTHS, aliasing
from memdb.evals.tasks import Observation, Score

PAPER_POOL = 105
"""Packets in the pool of the paper's recipe, about."""
READ_DEPTHS = {5: "read", 10: "read", 12: "read+extra", 20: "search", 40: "search"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """What is right of a question: its answer, None where nothing short is, and the turns that hold the evidence."""

    answer: str | None
    turns: tuple[str, ...]


def score_recall(gold: Gold, corrected: Gold | None, groups: tuple[str, ...], seen: Observation) -> Score:
    """Gold Source Recall at each depth, whether all was found, the share of duplicate sources; the marks of an answer.

    `corrected` is what the errata say, or None without any; their marks stand beside those of the released gold.
    """
    shares, amounts = _found(gold, seen)
    if corrected:
        for k in (10, 12):
            amounts[f"recall_corrected@{k}"] = scorers.recall(seen.rankings[READ_DEPTHS[k]], corrected.turns, k)
    if seen.answer is not None and gold.answer is not None:
        shares |= scorers.answer_shares(seen.answer, gold.answer)
        amounts |= scorers.answer_amounts(seen.answer, gold.answer)
        if corrected and corrected.answer is not None:
            marks = scorers.answer_amounts(seen.answer, corrected.answer)
            amounts |= {f"{name}_corrected": value for name, value in marks.items()}
    amounts["unique"] = len(set(seen.packets))
    amounts["duplicate_share"] = scorers.duplicate_share(seen.packets)
    if seen.text:
        amounts["evidence_chars"] = len(seen.text)
    audits = {depth: audit for depth in DEPTHS if (audit := aliasing(seen.claims, depth))}
    for depth, audit in audits.items():
        amounts |= {f"claims_unique@{depth}": audit.unique, f"claims_duplicates@{depth}": audit.duplicates}
        shares[f"claims_affected@{depth}"] = audit.duplicates > 0
    details: dict[str, Any] = {
        "gold_turns": list(gold.turns),
        "corrected_gold_turns": list(corrected.turns) if corrected else [],
        "corrected_gold": corrected.answer if corrected else None,
        "rankings": {name: list(found) for name, found in seen.rankings.items()},
    }
    return Score(
        gold=gold.answer or "",
        shares=shares,
        amounts=amounts,
        spreads={f"claims_max_source@{depth}": audit.max_source for depth, audit in audits.items()},
        groups=groups,
        details=details,
    )


def _found(gold: Gold, seen: Observation) -> tuple[dict[str, bool], dict[str, float]]:
    """Which of the gold turns were found at each depth, by an adaptive read, and in the pool."""
    lists = seen.rankings
    depths = {k: name for k, name in READ_DEPTHS.items() if name in lists}
    amounts = {f"recall@{k}": scorers.recall(lists[name], gold.turns, k) for k, name in depths.items()}
    shares = {f"complete@{k}": scorers.complete(lists[READ_DEPTHS[k]], gold.turns, k) for k in (10, 12)}
    if (adaptive := lists.get("adaptive")) is not None:
        amounts["recall_adaptive"] = scorers.recall(adaptive, gold.turns, len(adaptive))
        amounts["packets_adaptive"] = len(adaptive)
    if seen.pool is not None:
        amounts["pool_size"] = len(seen.pool)
        amounts["pool_recall"] = scorers.recall(seen.pool, gold.turns, len(seen.pool))
        amounts[f"pool_recall@{PAPER_POOL}"] = scorers.recall(seen.pool, gold.turns, PAPER_POOL)
    return shares, amounts
