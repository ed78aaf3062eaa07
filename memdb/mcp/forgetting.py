"""Forgetting in two steps: a call that says what would go and gives a token, and a call with the token that does it."""

import secrets
import threading
import time
from contextlib import suppress
from dataclasses import dataclass

from memdb import ForgetReport, NotFoundError, UsageError
from memdb.mcp.arguments import Forget
from memdb.mcp.reach import Reach
from memdb.mcp.results import Forgotten, Record, record

VALID_SECONDS = 600.0
MOST_PENDING = 100


@dataclass(frozen=True, slots=True)
class Pending:
    """A selection that a client was told about, and what would go."""

    chosen: Forget
    report: ForgetReport
    until: float


class Forgetting:
    """The selections that await their confirmation; each token works once, for ten minutes."""

    def __init__(self) -> None:
        """Nothing awaits yet."""
        self._pending: dict[str, Pending] = {}
        self._lock = threading.Lock()

    def __call__(self, reach: Reach, call: Forget) -> Forgotten:
        """Says what would go, or with a token does it."""
        return self._confirmed(reach, call) if call.confirm else self._preview(reach, call)

    def _preview(self, reach: Reach, call: Forget) -> Forgotten:
        report = _forget(reach, call, dry_run=True)
        token = secrets.token_urlsafe(9)
        with self._lock:
            now = time.monotonic()
            alive = [(name, one) for name, one in self._pending.items() if one.until > now]
            self._pending = dict(alive[1 - MOST_PENDING :]) | {token: Pending(call, report, now + VALID_SECONDS)}
        quoted = record(reach.packet(call.packet)) if call.packet is not None else None
        return _forgotten(call, report, confirm=token, quoted=quoted)

    def _confirmed(self, reach: Reach, call: Forget) -> Forgotten:
        with self._lock:
            pending = self._pending.pop(call.confirm, None)
        if pending is None or pending.until < time.monotonic():
            raise UsageError("this confirmation is unknown, used or older than ten minutes: ask first what would go")
        if call != Forget(confirm=call.confirm):
            raise UsageError("confirm goes alone: it stands for what the first call named; ask again what would go")
        if _forget(reach, pending.chosen, dry_run=True) != pending.report:
            raise UsageError("the memory has changed since: ask again what would go")
        return _forgotten(pending.chosen, _forget(reach, pending.chosen, dry_run=False))


def _forget(reach: Reach, call: Forget, *, dry_run: bool) -> ForgetReport:
    """Forgets within reach, a speaker or a phrase in every stream of it unless one is named."""
    streams = reach.reading(call.stream)
    if call.packet is not None:
        reach.packet(call.packet)
    if call.stream and not streams:
        raise NotFoundError(f"nothing to forget: there is no stream {call.stream[:60]!r} in memory")
    everywhere = call in (Forget(speaker=call.speaker), Forget(matching=call.matching)) and call != Forget()
    if everywhere and streams is not None:
        return _forget_within(reach, call, streams, dry_run=dry_run)
    return _forget_in(reach, call, call.stream or None, dry_run=dry_run)


def _forget_in(reach: Reach, call: Forget, stream: str | None, *, dry_run: bool) -> ForgetReport:
    return reach.memory.forget(
        packet=call.packet, session=call.session or None, speaker=call.speaker or None, matching=call.matching or None,
        stream=stream, dry_run=dry_run,
    )  # fmt: skip


def _forget_within(reach: Reach, call: Forget, streams: list[str], *, dry_run: bool) -> ForgetReport:
    reports: list[ForgetReport] = []
    for stream in streams:
        with suppress(NotFoundError):
            reports.append(_forget_in(reach, call, stream, dry_run=dry_run))
    if not reports:
        raise NotFoundError(f"nothing to forget: {(call.speaker or call.matching)[:60]!r} is not in memory")
    return ForgetReport(
        packets=sum(one.packets for one in reports), sessions=sum(one.sessions for one in reports),
        streams=sum(one.streams for one in reports), traces_left=any(one.traces_left for one in reports),
    )  # fmt: skip


def _forgotten(
    call: Forget, report: ForgetReport, *, confirm: str | None = None, quoted: Record | None = None
) -> Forgotten:
    parts = (
        ("packet", call.packet), ("session", call.session), ("speaker", call.speaker), ("matching", call.matching),
        ("stream", call.stream),
    )  # fmt: skip
    return Forgotten(
        done=confirm is None, what=", ".join(f"{name} {value}" for name, value in parts if value), confirm=confirm,
        packets=report.packets, sessions=report.sessions, streams=report.streams, record=quoted,
        traces_left=report.traces_left,
    )  # fmt: skip
