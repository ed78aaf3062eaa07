"""Finds the SQL of memdb by name. Every statement is a file under `sql/`; no SQL is written in Python."""

from functools import cache
from importlib.resources import files

_ROOT = files("memdb.sql")


@cache
def sql(name: str) -> str:
    """The text of one statement, for example `sql("query/traverse")`."""
    return _ROOT.joinpath(*f"{name}.sql".split("/")).read_text(encoding="utf-8")


@cache
def migrations() -> tuple[tuple[int, str, str], ...]:
    """Every migration as (version, name, script), in order from version 1 without gaps."""
    found = sorted(
        (int(entry.name[:4]), entry.name[5:-4], entry.read_text(encoding="utf-8"))
        for entry in _ROOT.joinpath("migrations").iterdir()
        if entry.name.endswith(".sql")
    )
    return tuple(found)
