"""`memdb encrypt`: give the memory a passphrase, or another one."""

import click

from memdb_cli.passphrases import ask_new
from memdb_cli.target import Target, common
from memdb_cli.text import one_line


@click.command()
@click.option("--keyring", is_flag=True, help="Leave the passphrase with the keyring of the system, and ask no more.")
@common(streams="none")
def command(target: Target, /, *, keyring: bool) -> None:
    """Encrypt the memory, or change its passphrase. Nobody else may have it open meanwhile.

    The present passphrase is $MEMDB_PASSPHRASE, else what the keyring has, else asked for; the new one is
    $MEMDB_NEW_PASSPHRASE, else asked for. Nothing can be read without it, by nobody: keep it. Copies that were made
    before are as they were. Needs the extra: pip install 'memdb-engine[encrypted]'.
    """
    path = target.change_passphrase(ask_new(), keyring=keyring)
    target.print({"path": path, "encrypted": True}, [one_line(f"{path} is encrypted with the new passphrase.")])
