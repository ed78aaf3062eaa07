"""Records as JSON has them: dictionaries, lists and scalars, equal to what comes back from a JSON text."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, cast


def plain(value: Any) -> Any:
    """A record, and whatever it holds, without tuples, sets or dataclasses."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if isinstance(value, Mapping):
        return {key: plain(held) for key, held in cast("Mapping[str, Any]", value).items()}
    if isinstance(value, (tuple, list)):
        return [plain(held) for held in cast("Sequence[Any]", value)]
    if isinstance(value, frozenset):
        return sorted(cast("frozenset[str]", value))
    return value
