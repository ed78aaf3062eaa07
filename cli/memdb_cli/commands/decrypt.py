"""`memdb decrypt`: take the passphrase off the memory."""

import click

from memdb_cli.target import Target, common
from memdb_cli.text import one_line


@click.command()
@common(streams="none")
def command(target: Target, /) -> None:
    """Write the memory without encryption. Nobody else may have it open meanwhile.

    The passphrase is $MEMDB_PASSPHRASE, else what the keyring has, which then forgets it, else asked for.
    """
    path = target.change_passphrase(None)
    target.print({"path": path, "encrypted": False}, [one_line(f"{path} is no longer encrypted.")])
