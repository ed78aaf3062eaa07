"""`memdb check`: is the file whole?"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from memdb_cli.failures import FAILED
from memdb_cli.target import Target, common
from memdb_cli.text import counted, one_line

if TYPE_CHECKING:
    from memdb import CheckReport

_REPAIR = "`memdb check --repair` rebuilds it"
_RESTORE = "the records themselves are hurt: restore a backup, or save by `memdb export` what can still be read"
_COUNTED = {
    "packets": "packet", "documents": "lexical document", "postings": "posting", "claim_documents": "claim",
    "cells": "Cell", "assertions": "statement", "latest": "current value", "packet_vectors": "vector",
}  # fmt: skip


@click.command()
@click.option("--repair", is_flag=True, help="Rebuild what can be rebuilt from the records.")
@common(streams="none")
def command(target: Target, /, *, repair: bool) -> None:
    """Verify the file and everything derived from its records. Exit code 1 when something is wrong.

    Every packet is compared with the hash that it was stored with, and all that is made of packets and statements
    (SQLite's indexes, the lexical index, the index of vectors, current values, claims and Cells) with what it would be
    if it were made again. --repair makes it again, in one step that is done whole or not at all; the records are never
    touched.
    """
    with target.open() as memory:
        report = memory.check(repair=repair)
    target.print(report.to_dict(), _lines(report))
    if not report.ok:
        click.get_current_context().exit(FAILED)


def _lines(report: "CheckReport") -> Iterator[str]:
    for done in report.repaired:
        yield one_line(f"repaired: {done}")
    broken = {problem.check for problem in report.problems}
    for check in report.verified:
        if check not in broken:
            yield one_line(f"ok: {check}")
    for problem in report.problems:
        yield one_line(f"problem: {problem.check}: {problem.detail}; {_REPAIR if problem.repairable else _RESTORE}")
    if report.rows:
        told = (counted(report.rows[table], name) for table, name in _COUNTED.items())
        yield f"compared: {', '.join(told)}"
