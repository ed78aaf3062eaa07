"""The ledger of one memory file: what its models answered, so that no call is paid for twice, and what they took.

Every finished call is a row under the SHA-256 of all that decides its answer, committed at once on a connection of its
own: whatever becomes of the read or the extraction that made it, it is counted once and its answer is found again.
Usage is summed from those rows. Forgetting a packet empties the answers that saw its text; what they took stays known.
"""

import json
from collections.abc import Collection, Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import msgpack
import msgspec

from memdb.errors import DamagedError, StoreError
from memdb.models.calls import CallKind
from memdb.models.protocols import ChatRequest, Completion
from memdb.records.reports import ModelUsage, UsageReport
from memdb.store import Connection, Store, sql

PROTOCOL = 1
"""Part of every identity: raise it when a request comes to mean something else, and kept answers no longer serve."""


class SqliteLedger:
    """Answers kept in the memory file; safe to use from several threads and processes at once.

    A file that is held for seconds, read-only or full costs the keeping, not the answer: only damage is an error.
    """

    def __init__(self, store: Store) -> None:
        """Nothing is opened before the first call."""
        self._store = store

    def find(self, model: str, request: ChatRequest, kind: CallKind) -> Completion | None:
        """The answer to the same request, or None.

        Raises:
            DamagedError: the file is damaged.
        """
        kept: bytes | None = None
        with _sparing_the_answer():
            kept = self._store.aside().value(sql("models/find_call"), {"identity": identity(model, request, kind)})
        return None if kept is None else _unpacked(kept)

    def keep(
        self,
        model: str,
        request: ChatRequest,
        kind: CallKind,
        completion: Completion,
        *,
        seconds: float,
        packets: Sequence[int],
    ) -> None:
        """Counts a call, and keeps its answer unless a limit cut it or a packet that it saw was forgotten meanwhile.

        Raises:
            DamagedError: the file is damaged.
        """
        call = {
            "identity": identity(model, request, kind),
            "kind": kind,
            "model": model,
            "prompt_tokens": completion.prompt_tokens,
            "completion_tokens": completion.completion_tokens,
            "seconds": seconds,
            "called_at": datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
            "response": _packed(completion) if completion.finish == "stop" else None,
        }
        with _sparing_the_answer():
            _add(self._store.aside(), call, frozenset(packets))


def identity(model: str, request: ChatRequest, kind: CallKind) -> bytes:
    """32 bytes that are equal for two calls exactly when everything that decides the answer is equal.

    The order of a schema's keys counts, since a model writes its answer in that order. The time limit does not: an
    answer that was cut by it is not kept.
    """
    decisive = (
        PROTOCOL,
        kind,
        model,
        [(message.role, message.content) for message in request.messages],
        request.json_schema,
        request.grammar,
        request.labels,
        request.max_tokens,
        float(request.temperature),
        request.seed,
    )
    packed: bytes = msgpack.packb(decisive, unicode_errors="surrogatepass", default=dict)
    return sha256(packed).digest()


def usage(connection: Connection) -> UsageReport:
    """What all calls of the file's models took."""
    rows = connection.rows(sql("models/usage"))
    names = ("kind", "model", "calls", "prompt_tokens", "completion_tokens", "seconds", "answers")
    return UsageReport(models=tuple(ModelUsage(**dict(zip(names, row, strict=True))) for row in rows))


def forget_answers(connection: Connection) -> int:
    """Drops every kept answer inside the caller's write transaction, and returns how many; what they took is kept."""
    dropped = len(connection.rows(sql("models/empty_calls")))
    connection.rows(sql("models/unlink_calls"))
    return dropped


@contextmanager
def _sparing_the_answer() -> Generator[None]:
    """Passes over what hinders the ledger: an answer is worth more than its place here. Damage is told."""
    try:
        yield
    except DamagedError:
        raise
    except StoreError:
        return


def _add(connection: Connection, call: dict[str, Any], packets: Collection[int]) -> None:
    listed = json.dumps(sorted(packets))
    with connection.write():
        # Inside the transaction: what is forgotten after it empties the answer by the trigger.
        seen = connection.value(sql("models/present_packets"), {"packets": listed}) == len(packets)
        call_id = connection.value(sql("models/add_call"), call if seen else call | {"response": None})
        if seen and call["response"] is not None:
            connection.rows(sql("models/add_call_packets"), {"call_id": call_id, "packets": listed})


def _packed(completion: Completion) -> bytes:
    packed: bytes = msgpack.packb(asdict(completion), unicode_errors="surrogatepass")
    return packed


def _unpacked(kept: bytes) -> Completion | None:
    """The answer, or None for one that another version of memdb wrote in a way that this one cannot read."""
    try:
        return msgspec.convert(msgpack.unpackb(kept, unicode_errors="surrogatepass"), Completion)
    except (ValueError, msgspec.ValidationError):
        return None
