"""`memdb forget`: delete records for good."""

import sys

import click

from memdb_cli.failures import FAILED
from memdb_cli.target import Target, common
from memdb_cli.text import counted, one_line


@click.command()
@click.option("--packet", type=int, metavar="ID", help="The record with this id.")
@click.option("--session", metavar="NAME", help="A session of the stream given with --stream.")
@click.option("--speaker", metavar="NAME", help="Everything that this person said.")
@click.option("--matching", metavar="PHRASE", help="Records that hold this phrase, whatever its case.")
@click.option("--answers", is_flag=True, help="The kept answers of models, and no record.")
@click.option("--dry-run", is_flag=True, help="Say how much would go, and delete nothing.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@common(streams="one")
def command(
    target: Target,
    /,
    *,
    packet: int | None,
    session: str | None,
    speaker: str | None,
    matching: str | None,
    answers: bool,
    dry_run: bool,
    yes: bool,
) -> None:
    """Delete a record, a session, a stream, a person's words or what holds a phrase, and everything derived from them.

    --stream alone selects the whole stream, and bounds --speaker and --matching. Values that forgotten records had
    replaced hold again. Nothing of the deleted text stays in the file, and a later import leaves it out; copies made by
    `memdb backup` are yours to delete. --answers makes room: models are asked again what they had answered, which takes
    time and loses nothing.
    """
    chosen = [
        f"{name} {value}"
        for name, value in (
            ("packet", packet),
            ("session", session),
            ("speaker", speaker),
            ("records matching", matching),
            ("stream", target.stream),
        )
        if value is not None
    ]
    if answers:
        if chosen or dry_run:
            raise click.UsageError("--answers forgets no record; give it without another selector and --dry-run.")
        _forget_answers(target)
        return
    if not chosen:
        raise click.UsageError(
            "say what to forget: --packet, --session with --stream, --stream, --speaker, --matching, or --answers."
        )
    with target.open() as memory:
        if not (yes or dry_run):
            _confirm(", ".join(chosen))
        report = memory.forget(
            packet=packet, session=session, stream=target.stream, speaker=speaker, matching=matching, dry_run=dry_run
        )
    gone = [counted(report.packets, "record"), counted(report.sessions, "session"), counted(report.streams, "stream")]
    lines = [f"{'Would forget' if dry_run else 'Forgot'} {', '.join(gone)}."]
    lines += [one_line(f"Deleted {copy}, the copy from before the schema changed.") for copy in report.copies]
    if report.traces_left:
        lines.append(
            "A reader keeps the file's log: some bytes stay on disk until it ends and the memory is opened again."
        )
    target.print(report.to_dict(), lines)


def _forget_answers(target: Target) -> None:
    with target.open() as memory:
        dropped = memory.forget_answers()
    target.print({"answers": dropped}, [f"Forgot {counted(dropped, 'answer')} of models."])


def _confirm(what: str) -> None:
    if not sys.stdin.isatty():
        raise click.UsageError(f"forgetting {what} cannot be undone; add --yes to do it without being asked.")
    if not click.confirm(one_line(f"Forget {what}? This cannot be undone."), err=True):
        click.echo("Nothing was forgotten.", err=True)
        click.get_current_context().exit(FAILED)
