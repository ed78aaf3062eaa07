"""`memdb enrich`: let a model read what was stored."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memdb_cli.failures import Failure
from memdb_cli.files import check_output, write_text
from memdb_cli.progress import progress_line
from memdb_cli.target import Target, common
from memdb_cli.text import counted, one_line, span

if TYPE_CHECKING:
    from memdb import EnrichProgress, EnrichReport, FactFrontendName

FRONTENDS = ("hybrid", "llm")
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}


def _seconds(_context: click.Context, _parameter: click.Parameter, given: str | None) -> float | None:
    """Read seconds, or a number with its unit."""
    if given is None:
        return None
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", given)
    if found is None or float(found[1]) == 0:
        raise click.BadParameter(f"{given!r} is no time: write 90, 15m or 2h")
    return float(found[1]) * _SECONDS[found[2]]


@click.command()
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Read at most so many records.")
@click.option("--time-budget", callback=_seconds, metavar="TIME", help="Begin no record after so long: 90, 15m, 2h.")
@click.option("--alone", is_flag=True, help="Let what it reads replace the rules' statements.")
@click.option(
    "--frontend",
    type=click.Choice(FRONTENDS),
    default="hybrid",
    show_default=True,
    help="How it reads streams of facts.",
)
@click.option("--freeze", metavar="FILE", help="Read nothing: write to FILE what was read, for --replay.")
@click.option("--replay", metavar="FILE", help="Take what was read from FILE, and ask no model.")
@common(streams="many")
def command(
    target: Target,
    /,
    *,
    limit: int | None,
    time_budget: float | None,
    alone: bool,
    frontend: "FactFrontendName",
    freeze: str | None,
    replay: str | None,
) -> None:
    """Let the extractor, a local model, read the records that it has not read.

    Every record can be found and answered from as soon as it is stored; a model then adds claims that stand alone and
    statements that no rule fits. It may be stopped and started again, and the memory may be used meanwhile. Choose the
    model with `memdb models use extractor MODEL`; without one the reader reads.

    Of a stream of facts it reads what the rules could not, or all with --alone: "hybrid" lets the model read a sample,
    and rules that its reading supports the rest; "llm" lets it read every record.
    """
    if freeze and replay:
        raise click.UsageError("--freeze and --replay exclude each other.")
    if freeze:
        _freeze(target, Path(freeze))
        return
    if replay:
        _replay(target, Path(replay))
        return
    with target.open() as memory, progress_line() as show:

        def tell(so_far: "EnrichProgress") -> None:
            rate = so_far.seconds / so_far.done if so_far.done else 0.0
            show(
                f"{so_far.done:,} of {counted(so_far.total, 'record')}, {rate:.1f} s each, "
                f"about {span(so_far.remaining_s)} left"
            )

        report = memory.enrich(
            streams=target.selected, limit=limit, time_budget=time_budget, alone=alone, frontend=frontend, progress=tell
        )
    target.print(report.to_dict(), _lines(report))


def _freeze(target: Target, path: Path) -> None:
    check_output(path)
    with target.open() as memory:
        lines = [f"{one.to_line()}\n" for one in memory.readings(streams=target.selected)]
    write_text(path, lines)
    target.print({"path": str(path), "readings": len(lines)}, [one_line(f"{counted(len(lines), 'record')} to {path}")])


def _replay(target: Target, path: Path) -> None:
    from memdb import FrozenReading  # noqa: PLC0415 - start-up time

    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise Failure(f"cannot read {path}: {getattr(error, 'strerror', None) or 'it is no text'}.") from error
    with target.open() as memory:
        report = memory.replay(FrozenReading.of_line(line) for line in lines)
    told = f"{counted(report.read, 'record')} replayed, {report.known:,} read before, {report.missing:,} not in memory"
    target.print(report.to_dict(), [told])


def _induced(report: "EnrichReport") -> str:
    return f", {report.induced:,} by rules from the model's reading" if report.induced else ""


def _lines(report: "EnrichReport") -> Iterator[str]:
    read = ", ".join(f"{number:,} {status}" for status, number in sorted(report.statuses.items()))
    yield one_line(
        f"{report.model}: {counted(report.read, 'record')} read{f' ({read})' if read else ''}, "
        f"{report.skipped:,} of them without a call{_induced(report)}; {counted(report.claims, 'claim')}, "
        f"{counted(report.statements, 'statement')}"
    )
    yield (
        f"{counted(report.calls, 'call')} ({report.cached:,} kept), {report.prompt_tokens:,} + "
        f"{report.completion_tokens:,} tokens, {span(report.seconds)}"
    )
    for reason, number in report.pending.items():
        yield one_line(f"{counted(number, 'record')} pending: {reason}")
    if report.stopped:
        yield one_line(f"Stopped ({report.stopped}): {report.awaiting:,} left; run it again to go on.")
    elif report.awaiting:
        yield f"{report.awaiting:,} left; run it again to try them once more."
