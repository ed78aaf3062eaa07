"""`memdb check`: is the file whole?"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from memdb_cli.failures import FAILED
from memdb_cli.target import Target, common
from memdb_cli.text import one_line

if TYPE_CHECKING:
    from memdb import CheckReport


@click.command()
@click.option("--repair", is_flag=True, help="Rebuild what can be rebuilt from the records.")
@common(streams="none")
def command(target: Target, /, *, repair: bool) -> None:
    """Verify the file and everything derived from its records. Exit code 1 when something is wrong."""
    with target.open() as memory:
        report = memory.check(repair=repair)
    target.print(report.to_dict(), _lines(report))
    if not report.ok:
        click.get_current_context().exit(FAILED)


def _lines(report: "CheckReport") -> Iterator[str]:
    for done in report.repaired:
        yield one_line(f"repaired: {done}")
    for problem in report.problems:
        remedy = "; `memdb check --repair` rebuilds it" if problem.repairable else ""
        yield one_line(f"problem: {problem.check}: {problem.detail}{remedy}")
    if report.ok:
        yield one_line(f"ok: {', '.join(report.verified)}")
