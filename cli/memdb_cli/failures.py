"""How failures end: one line on stderr and an exit code."""

import os
import sys

import click

from memdb_cli.text import one_line

FAILED = 1
USAGE = 2
INTERRUPTED = 130


class Failure(click.ClickException):
    """A failure of the command itself, such as an output file that cannot be written. Exit code 1."""


def report(error: Exception) -> int:
    """Say what went wrong and return the exit code. With MEMDB_DEBUG set, let the exception through instead."""
    if os.environ.get("MEMDB_DEBUG"):
        raise error
    if isinstance(error, BrokenPipeError):
        # Whoever read the output has gone. Point stdout elsewhere, or the interpreter complains when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    line, code = _line(error)
    click.echo(f"memdb: {one_line(line)}", err=True)
    return code


def _line(error: Exception) -> tuple[str, int]:
    import memdb  # noqa: PLC0415 - start-up time

    if isinstance(error, click.UsageError):
        where = error.ctx.command_path if error.ctx else "memdb"
        return f"{error.format_message()} See `{where} --help`.", USAGE
    if isinstance(error, click.ClickException):
        return error.format_message(), error.exit_code
    if isinstance(error, memdb.UsageError):
        return str(error), USAGE
    if isinstance(error, memdb.MemdbError):
        return str(error), FAILED
    return f"a bug in memdb: {type(error).__name__}: {error}. Set MEMDB_DEBUG=1 to see the traceback.", FAILED
