"""The top of the command: a table of subcommands that are imported only when they run."""

import importlib
from collections.abc import Sequence

import click

# The order is that of `memdb --help`: the main job first, looking after the file next, measuring last.
COMMANDS: dict[str, str] = {
    "ingest": "Import conversations, notes or facts from files.",
    "add": "Store one record.",
    "ask": "Answer a question from the memory, with sources.",
    "search": "Rank the records for a query.",
    "facts": "Show what the memory holds to be true.",
    "correct": "Set a value that outranks what was said before.",
    "relations": "Show how many values relations hold, and set it.",
    "trace": "Show every stage of a read, with timings.",
    "show": "Show one record and what was read out of it.",
    "sessions": "List the sessions of each stream.",
    "cells": "Show how claims are grouped, and group them anew.",
    "enrich": "Let a model read what was stored.",
    "reembed": "Embed the records that await it.",
    "stats": "Show counts and sizes.",
    "check": "Verify the file, and repair what can be rebuilt.",
    "backup": "Copy the memory to another file.",
    "export": "Write the records as JSON lines, Markdown or tables.",
    "encrypt": "Give the memory a passphrase, or another one.",
    "decrypt": "Take the passphrase off the memory.",
    "forget": "Delete records and everything derived from them.",
    "mcp": "Serve the memory to assistants (MCP).",
    "connect": "Enter the memory in an assistant's settings.",
    "models": "Find, choose, try and install local models.",
    "eval": "Run a benchmark and report its figures.",
}


class LazyGroup(click.Group):
    """A group whose subcommands are modules of `memdb_cli.commands`, named as the commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Name the commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Import the module of one command, or return None for a name that is not in the table."""
        return load(cmd_name) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of commands without importing any."""
        rows: Sequence[tuple[str, str]] = [(name, COMMANDS[name]) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def load(name: str) -> click.Command:
    """Import one subcommand. Its short help is the table's, so that the two cannot differ."""
    command: click.Command = importlib.import_module(f"memdb_cli.commands.{name}").command
    command.short_help = COMMANDS[name]
    return command
