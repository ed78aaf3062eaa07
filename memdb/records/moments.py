"""As-of moments: what was known at a time, or after a number of records."""

import re
from dataclasses import dataclass
from datetime import date

from memdb.errors import UsageError
from memdb.records.dates import parse_time, sort_key
from memdb.records.shown import shown

_LAST_TIME = "9999-12-31T23:59:59.999999"
_LAST_POSITION = 2**62
_POSITION = re.compile(r"@\d+|(?!\d{4}\Z)\d+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Moment:
    """Sees statements up to the time `until` (sortable UTC) and the stream's `position`, both included."""

    until: str = _LAST_TIME
    position: int = _LAST_POSITION

    def sees(self, said_at: str | None, position: int) -> bool:
        """Whether a packet was there at this moment; a packet without a time counts by position alone."""
        return position <= self.position and (self.until == _LAST_TIME or sort_key(said_at) <= self.until)


NOW = Moment()
"""The moment that sees everything."""


def moment(as_of: str | int | date | None) -> Moment:
    """The moment that a caller names: None for now, an integer for a position, else a position, date or time as text.

    "@12" is a position. Of plain digits four are a year, any other number of them is a position. A date, month or year
    is meant to its end.

    Raises:
        UsageError: it is neither a position nor a date.
    """
    if as_of is None:
        return NOW
    if isinstance(as_of, date):
        as_of = as_of.isoformat()
    if isinstance(as_of, int):
        if as_of < 0:
            raise UsageError(f"as-of {as_of} is no position: records are counted from 1")
        return Moment(position=min(as_of, _LAST_POSITION))
    if _POSITION.fullmatch(as_of.strip()):
        digits = as_of.strip().removeprefix("@").lstrip("0") or "0"
        return Moment(position=int(digits) if len(digits) < len(str(_LAST_POSITION)) else _LAST_POSITION)
    time = parse_time(as_of)
    if time is None:
        raise UsageError(f"as-of {shown(as_of)} is neither a date nor a position: write 2026-03-01 or @12")
    ends = {4: "-12-31T23:59:59.999999", 7: "-31T23:59:59.999999", 10: "T23:59:59.999999"}
    return Moment(until=time + ends[len(time)] if len(time) in ends else sort_key(time))
