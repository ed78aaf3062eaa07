"""What memdb tells about models: those it knows, those it found, and how one did in its test."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from memdb.records.reports import Report

ModelUse: TypeAlias = Literal["chat", "embedding"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recommendation(Report):
    """A model that `memdb models install NAME` gets.

    `bytes` is its size on disk, exact where `sha256` is given. Without a `url` it is built on this machine. Without
    `sha256` the content is not pinned: whoever publishes it may replace it.
    """

    name: str
    use: ModelUse
    file: str
    bytes: int
    licence: str
    about: str
    url: str = ""
    sha256: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundModel(Report):
    """A GGUF model on this machine, as its file describes it; what the file does not say is empty or 0.

    `name` is what `memdb models use` takes, `title` what its maker calls it, `program` whose folder it lies in. `use`
    is what memdb can use it for; None where it cannot, and `why_not` says why. `bytes` counts all parts.
    `context` is in tokens, `dimension` the length of a vector.
    """

    name: str
    program: str
    path: str
    bytes: int
    use: ModelUse | None
    why_not: str
    title: str = ""
    architecture: str = ""
    quantisation: str = ""
    parameters: int = 0
    context: int = 0
    dimension: int = 0
    licence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundServer(Report):
    """A server on this machine that answers as OpenAI's API does, with the models that it offers."""

    url: str
    models: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundModels(Report):
    """What a search for models found; `skipped` says which folders could not be read, or not to their end.

    `folder` is memdb's own. `servers` is empty unless it was asked for.
    """

    folder: str
    models: tuple[FoundModel, ...]
    recommended: tuple[Recommendation, ...]
    servers: tuple[FoundServer, ...] = ()
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledModel(Report):
    """A model in memdb's folder; `new` is false when it was there already. `sha256` is that of its first file."""

    name: str
    path: str
    bytes: int
    sha256: str
    use: ModelUse | None
    why_not: str
    new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatCheck(Report):
    """How a chat model did: `ok` when what it wrote under a JSON schema fits it. `context` is in tokens."""

    spec: str
    name: str
    load_seconds: float
    context: int
    prompt_tokens_per_second: float
    written_tokens_per_second: float
    json: str
    ok: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderCheck(Report):
    """How an embedder did: `ok` when two sentences that say the same are nearer than two that do not.

    `near` and `far` are the cosines of the two pairs.
    """

    spec: str
    name: str
    load_seconds: float
    dimension: int
    texts_per_second: float
    near: float
    far: float
    ok: bool
