"""How models look to a person."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from memdb_cli.text import columns, counted, one_line, size

if TYPE_CHECKING:
    from memdb import ChatCheck, EmbedderCheck, FoundModel, FoundModels, InstalledModel, ModelChoice

_BILLION, _MILLION = 1_000_000_000, 1_000_000


def found_lines(found: "FoundModels", *, asked_servers: bool) -> Iterator[str]:
    """The models of this machine, the servers if they were asked, and what may be installed."""
    usable = [model for model in found.models if model.use]
    others = [model for model in found.models if not model.use]
    yield "Models on this machine" if usable else "No model was found on this machine."
    yield from columns((_row(model) for model in usable), indent="  ")
    if others:
        yield "Files that cannot be used"
        yield from columns(((model.name, model.program, model.why_not) for model in others), indent="  ")
    if asked_servers:
        yield "Servers" if found.servers else "No server of models answers on this machine."
        for server in found.servers:
            yield f"  {server.url}"
            yield from (f"    {one_line(f'{server.url}#{model}')}" for model in server.models)
    have = {model.name for model in found.models}
    missing = [one for one in found.recommended if one.name not in have]
    if missing:
        yield "Known by name: memdb models install NAME"
    yield from columns(
        (
            (one.name, one.use, size(one.bytes), one.licence, one.about + _unpinned(one.url, one.sha256))
            for one in missing
        ),
        indent="  ",
    )
    yield from (one_line(f"Not read: {place}") for place in found.skipped)


def choice_lines(chosen: Mapping[str, "ModelChoice | None"]) -> Iterator[str]:
    """Which model does what for the memory."""
    yield "This memory uses"
    yield from columns(((role, *_choice(choice)) for role, choice in chosen.items()), indent="  ")


def check_lines(check: "ChatCheck | EmbedderCheck") -> Iterator[str]:
    """How a model did in its check."""
    from memdb import EmbedderCheck  # noqa: PLC0415 - start-up time

    yield one_line(f"{check.spec}: loaded in {check.load_seconds:.1f} s ({check.name})")
    verdict = "ok" if check.ok else "NOT OK"
    if isinstance(check, EmbedderCheck):
        yield f"  {check.dimension} dimensions, {check.texts_per_second:.1f} texts a second"
        yield f"  {verdict}: like texts have a cosine of {check.near:.2f}, unlike ones of {check.far:.2f}"
    else:
        yield (
            f"  {check.context:,} tokens of context; reads {check.prompt_tokens_per_second:.1f} tokens a second, "
            f"writes {check.written_tokens_per_second:.1f}"
        )
        yield f"  {verdict}: under a JSON schema it wrote {one_line(check.json)}"


def installed_lines(model: "InstalledModel") -> Iterator[str]:
    """Where a model was put, and what it is good for."""
    state = "Installed" if model.new else "Already there:"
    yield one_line(f"{state} {model.name}, {size(model.bytes)}: {model.path}")
    yield f"SHA-256 {model.sha256}"
    role = "embedder" if model.use == "embedding" else "reader"
    if model.use:
        yield one_line(f"Use it with `memdb models use {role} {model.name}`.")
    else:
        yield one_line(f"memdb cannot use it: {model.why_not}.")


def _row(model: "FoundModel") -> tuple[str, ...]:
    weights = " ".join(part for part in (_weights(model.parameters), model.quantisation) if part)
    shape = counted(model.dimension, "dimension") if model.use == "embedding" else f"{model.context:,} tokens"
    return (model.name, str(model.use), size(model.bytes), weights, shape, model.program)


def _weights(count: int) -> str:
    if count >= _BILLION:
        return f"{count / _BILLION:.1f}B"
    return f"{count / _MILLION:.0f}M" if count else ""


def _choice(choice: "ModelChoice | None") -> tuple[str, ...]:
    if choice is None:
        return ("none",)
    given = {
        "threads": choice.threads,
        "context": choice.context,
        "batch": choice.batch,
        "GPU layers": choice.gpu_layers,
    }
    return (choice.spec, ", ".join(f"{name} {value}" for name, value in given.items() if value))


def _unpinned(url: str, sha256: str) -> str:
    return "; its hash is not known" if url and not sha256 else ""
