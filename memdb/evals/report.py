"""What an evaluation returns: metrics for each arm, and one row for each question and arm."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memdb.evals.contrasts import Contrast


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """One figure over `n` observations. `interval` is the Wilson 95 % interval of a proportion, else None."""

    value: float
    interval: tuple[float, float] | None
    n: int

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary that JSON can hold."""
        return {"value": self.value, "interval": list(self.interval) if self.interval else None, "n": self.n}


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalReport:
    """The result of one evaluation.

    `split` is `dev`, `holdout` or `all`. `arms` maps an arm to its metrics; the arm `ingest` holds what was measured
    while the memories were filled. `contrasts` compare arms question by question. `rows` has one dictionary for each
    question and arm, enough to recompute any figure.
    """

    dataset: str
    split: str
    settings: Mapping[str, Any]
    arms: Mapping[str, Mapping[str, Metric]]
    rows: tuple[Mapping[str, Any], ...]
    contrasts: tuple[Contrast, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The JSON document of `memdb eval --json`."""
        return {
            "dataset": self.dataset,
            "split": self.split,
            "settings": dict(self.settings),
            "arms": {
                arm: {name: metric.to_dict() for name, metric in metrics.items()} for arm, metrics in self.arms.items()
            },
            "contrasts": [contrast.to_dict() for contrast in self.contrasts],
            "rows": [dict(row) for row in self.rows],
        }

    def table(self) -> str:
        """The metrics as lines of text: a metric a line, an arm a column, 95 % intervals in brackets."""
        names = list(dict.fromkeys(name for metrics in self.arms.values() for name in metrics))
        lines = [["metric", "n", *self.arms]]
        for name in names:
            found = [metrics.get(name) for metrics in self.arms.values()]
            counts = dict.fromkeys(str(metric.n) for metric in found if metric)
            lines.append([name, "/".join(counts), *(_cell(metric) for metric in found)])
        text = f"{self.dataset} ({self.split})\n" + aligned(lines)
        return f"{text}\n\n{aligned(_contrast_lines(self.contrasts))}" if self.contrasts else text


def aligned(lines: list[list[str]]) -> str:
    """Rows of cells as text with aligned columns, the first row ruled off; the first column to the left."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    text = [
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width) for column, (cell, width) in enumerate(cells)
        ).rstrip()
        for cells in (list(zip(line, widths, strict=True)) for line in lines)
    ]
    return "\n".join([text[0], "-" * len(text[0]), *text[1:]])


def _contrast_lines(contrasts: Sequence[Contrast]) -> list[list[str]]:
    head = ["contrast", "metric", "difference", "95 %", "95 % over memories", "wins", "ties", "losses"]
    return [
        head,
        *(
            [
                f"{one.arm} - {one.against}", one.metric, f"{one.difference:+.4f}", _interval(one.interval),
                _interval(one.interval_memories), str(one.wins), str(one.ties), str(one.losses),
            ]
            for one in contrasts
        ),
    ]  # fmt: skip


def _interval(interval: tuple[float, float] | None) -> str:
    return "-" if interval is None else f"[{interval[0]:+.4f}, {interval[1]:+.4f}]"


def _cell(metric: Metric | None) -> str:
    if metric is None:
        return "-"
    if metric.interval is None:
        return f"{metric.value:.4g}"
    low, high = metric.interval
    return f"{metric.value:.3f} [{low:.3f}, {high:.3f}]"
