"""Asking for passphrases: on a terminal, without showing them; never as an argument."""

import os
import sys

import click

NEW = "MEMDB_NEW_PASSPHRASE"


def ask_present(path: str) -> str | None:
    """The passphrase of a file, if there is somebody to ask."""
    if not sys.stdin.isatty():
        return None
    return str(click.prompt(f"Passphrase of {path}", hide_input=True, err=True))


def ask_new() -> str:
    """A passphrase to be: `$MEMDB_NEW_PASSPHRASE`, else asked for twice."""
    given = os.environ.get(NEW)
    if given:
        return given
    if not sys.stdin.isatty():
        raise click.UsageError(f"the new passphrase is asked for on a terminal; elsewhere put it in ${NEW}.")
    return str(click.prompt("New passphrase", hide_input=True, confirmation_prompt=True, err=True))
