"""Which models a memory uses: chosen by hand for a process, else for the file, else what comes with memdb."""

from memdb.errors import UsageError
from memdb.models import ROLES, ModelChoice, Role
from memdb.records.shown import shown
from memdb.store import Connection, sql

STATIC = ModelChoice(spec="static")
NONE = "none"
"""What a role's property holds when no model is to fill it."""


def chosen(connection: Connection, role: Role) -> ModelChoice | None:
    """The model that the file names for a role; without a choice the static embedder, and no chat model."""
    text = connection.value(sql("store/get_property"), {"name": _property(role)})
    if text is None:
        return STATIC if role == "embedder" else None
    return None if text == NONE else ModelChoice.from_json(text)


def choose(connection: Connection, role: Role, choice: ModelChoice | None) -> None:
    """Writes the model of a role into the file; None turns the role off.

    Raises:
        UsageError: there is no such role.
    """
    text = NONE if choice is None else choice.to_json()
    with connection.write():
        connection.rows(sql("store/set_property"), {"name": _property(role), "value": text})


def _property(role: Role) -> str:
    if role not in ROLES:
        raise UsageError(f"no role named {shown(role)}: use one of {', '.join(ROLES)}")
    return f"model:{role}"
