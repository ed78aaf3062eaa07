"""Models that memdb knows by name: where they come from, their licence and their size (`recommended.toml`)."""

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from memdb.records.models import Recommendation


@cache
def recommendations() -> tuple[Recommendation, ...]:
    """The models that memdb knows by name, in the order in which they are worth trying."""
    text = files("memdb.models").joinpath("recommended.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["model"], type=tuple[Recommendation, ...])


def recommendation(name: str) -> Recommendation | None:
    """The recommended model of a name, whatever its case."""
    return next((one for one in recommendations() if one.name == name.casefold()), None)
