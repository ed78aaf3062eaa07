"""Filters on JSON values, as stores of LangGraph understand them: {"kind": "note", "age": {"$gte": 18}}."""

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import memdb
from memdb.adapters.splitting import Json

_EQUAL: dict[str, Callable[[Any, Any], bool]] = {"$eq": operator.eq, "$ne": operator.ne}
_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}


def matches(value: Json, wanted: Json) -> bool:
    """Whether a value is what is wanted: each field of an object, each place of a list, each condition of operators.

    Raises:
        UsageError: there is no such operator.
    """
    if isinstance(wanted, Mapping):
        if any(key.startswith("$") for key in wanted):
            return all(_holds(value, name, operand) for name, operand in wanted.items())
        return isinstance(value, Mapping) and all(matches(value.get(key), one) for key, one in wanted.items())
    if isinstance(wanted, Sequence) and not isinstance(wanted, str):
        return (
            isinstance(value, Sequence)
            and not isinstance(value, str)
            and len(value) == len(wanted)
            and all(map(matches, value, wanted))
        )
    return value == wanted


def _holds(value: Json, name: str, operand: Json) -> bool:
    """Whether one condition holds. Numbers have an order, also those in texts, and other texts have theirs."""
    if name in _EQUAL:
        return _EQUAL[name](value, operand)
    if name not in _ORDER:
        raise memdb.UsageError(f"a filter has no operator {name}: use one of {', '.join([*_EQUAL, *_ORDER])}")
    compare = _ORDER[name]
    try:
        return compare(float(cast("Any", value)), float(cast("Any", operand)))
    except (TypeError, ValueError):
        return isinstance(value, str) and isinstance(operand, str) and compare(value, operand)
