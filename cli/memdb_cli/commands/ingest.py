"""`memdb ingest`: import files, once or as they grow."""

import sys
from typing import TYPE_CHECKING, Any

import click

from memdb_cli.progress import progress_bar
from memdb_cli.signals import until_stopped
from memdb_cli.target import Target, common
from memdb_cli.text import counted, one_line

if TYPE_CHECKING:
    from memdb import IngestReport, Memory, WatchNews, WatchReport


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--format", "format", metavar="NAME", default="auto", show_default=True, help="The files' format.")
@click.option(
    "--profile",
    type=click.Choice(("dialogue", "facts", "notes")),
    help="How the stream is read. Default: as the format suggests, or as the stream is read already.",
)
@click.option("--dry-run", is_flag=True, help="Count what is new, there already, or skipped and why; write nothing.")
@click.option("--revive", is_flag=True, help="Bring back what was forgotten, too.")
@click.option("--watch", is_flag=True, help="Go on importing what is new in files and folders, until Ctrl-C.")
@click.option(
    "--interval",
    type=click.FloatRange(0.05),
    default=1.0,
    show_default=True,
    metavar="SECONDS",
    help="The time between two looks of --watch.",
)
@common(streams="one")
def command(
    target: Target,
    /,
    *,
    files: tuple[str, ...],
    format: str,
    profile: Any,
    dry_run: bool,
    revive: bool,
    watch: bool,
    interval: float,
) -> None:
    """Import conversations, notes or facts from files, zip archives or folders; `-` reads standard input.

    The format is found by looking into the file: memdb's JSON lines, plain text, Markdown notes, an export of
    ChatGPT, Claude.ai, Claude Code, WhatsApp or Slack, OpenAI messages, mail (mbox), numbered facts, LoCoMo, or
    LongMemEval. Importing a file again stores nothing twice, and nothing that was forgotten. Where a file fails, those
    before it stay imported.
    """
    if watch and (dry_run or revive):
        raise click.UsageError("--watch goes on storing; give it without --dry-run and --revive.")
    if watch:
        with target.open(create=True) as memory:
            done = _watch(target, memory, files, format=format, profile=profile, interval=interval)
        target.print(done.to_dict(), [_stopped(done)])
        return
    reports: list[IngestReport] = []
    try:
        with target.open(create=True) as memory:
            for file in files:
                with progress_bar(file) as progress:
                    report = memory.ingest(
                        file, stream=target.stream, format=format, profile=profile, progress=progress, dry_run=dry_run,
                        revive=revive,
                    )  # fmt: skip
                reports.append(report)
                if not target.json:
                    click.echo("\n".join(_preview(file, report) if dry_run else [_summary(file, report)]))
    finally:
        # What was stored before a file failed stays stored, so it is told.
        if target.json and reports:
            target.print({"files": [report.to_dict() for report in reports]}, ())


def _watch(
    target: Target, memory: "Memory", files: tuple[str, ...], *, format: str, profile: Any, interval: float
) -> "WatchReport":
    def tell(news: "WatchNews") -> None:
        if news.problem is not None:
            click.echo(f"memdb: {one_line(news.problem)}", err=True)
        elif news.report is not None and not target.json:
            click.echo(_summary(news.path, news.report))
            sys.stdout.flush()

    with until_stopped() as stop:
        if not target.json:
            click.echo(one_line(f"Watching {', '.join(files)}; Ctrl-C stops."), err=True)
        return memory.watch(
            *files, stream=target.stream, format=format, profile=profile, interval=interval, stop=stop, tell=tell
        )


def _stopped(report: "WatchReport") -> str:
    return f"Stopped: {counted(report.files, 'new file')}, {counted(report.stored, 'record')} stored."


def _summary(file: str, report: "IngestReport") -> str:
    skipped = "".join(f", {number:,} skipped ({reason})" for reason, number in report.skipped.items())
    unresolved = f", {report.unresolved:,} unresolved" if report.unresolved else ""
    return one_line(
        f"{_counts(file, report)}{skipped}{_forgotten(report)}; {counted(report.descriptors, 'claim')}, "
        f"{counted(report.assertions, 'statement')}{unresolved}{_beside(report)}; {_streams(report)}"
    )


def _forgotten(report: "IngestReport") -> str:
    return f", {report.forgotten:,} left out since forgotten (--revive brings them back)" if report.forgotten else ""


def _beside(report: "IngestReport") -> str:
    """What an export had beside its records."""
    settings = f", {counted(report.settings, 'setting')}" if report.settings else ""
    return f"{settings}, {counted(report.readings, 'reading')} of a model" if report.readings else settings


def _preview(file: str, report: "IngestReport") -> list[str]:
    """What would be stored, and a line for each reason why something would not."""
    reasons: list[str] = []
    for reason, number in report.skipped.items():
        where = report.first_skipped[reason]
        reasons.append("  " + one_line(f"{number:,} skipped: {reason}{f', first {where}' if where else ''}"))
    return [one_line(f"{_counts(file, report)}{_forgotten(report)}; {_streams(report)}; nothing was written"), *reasons]


def _counts(file: str, report: "IngestReport") -> str:
    return (
        f"{file}: {report.format}, {counted(report.read, 'record')}: {report.stored:,} new, "
        f"{counted(report.duplicates, 'duplicate')}"
    )


def _streams(report: "IngestReport") -> str:
    return (
        f"{'stream' if len(report.streams) == 1 else 'streams'} {', '.join(report.streams[:5])}"
        f"{', …' if len(report.streams) > 5 else ''}"  # noqa: PLR2004 - enough to recognise the file
    )
