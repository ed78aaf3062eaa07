"""The entry point: global options, and one line on stderr for whatever goes wrong."""

import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from memdb_cli.failures import INTERRUPTED, USAGE, report
from memdb_cli.group import LazyGroup
from memdb_cli.target import Target, version


def _print_version(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's call
    if value and not ctx.resilient_parsing:
        click.echo(f"memdb {version()}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with `memdb ingest FILE`, then `memdb ask QUESTION`. Every command takes --json.",
)
@click.option("--db", metavar="PATH", help="The memory file. Default: $MEMDB_PATH, else your user data folder.")
@click.option(
    "--stream",
    "streams",
    metavar="NAME",
    multiple=True,
    help="The stream to write to, or to read; may be repeated for reads. Default: all streams.",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
@click.pass_context
def cli(context: click.Context, db: str | None, streams: tuple[str, ...]) -> None:
    """Long-term memory for assistants in one SQLite file, on your own machine.

    Pour in conversations, notes and facts; ask; the answer comes from the original records, names them, and
    follows updates.
    """
    context.obj = Target(path=db, streams=streams)
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
        context.exit(USAGE)


def main(arguments: Sequence[str]) -> int:
    """Run the command on the arguments given and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    try:
        code = cli.main(args=list(arguments), prog_name="memdb", standalone_mode=False)
        sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the last line of defence: no traceback reaches a user
        return report(error)
    return code if isinstance(code, int) else 0


def run() -> NoReturn:
    """Run the command on the process's arguments and exit."""
    sys.exit(main(sys.argv[1:]))
