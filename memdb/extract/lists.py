"""The word lists of the rules: one TOML file beside each stage that has any."""

import tomllib
from importlib.resources import files
from typing import Any


def load(name: str) -> dict[str, Any]:
    """The tables of `name`.toml in this folder."""
    return tomllib.loads(files("memdb.extract").joinpath(f"{name}.toml").read_text("utf-8"))
