"""The ways in which datasets put a question to a memory. Only the question goes in."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import memdb
from memdb.evals.tasks import Built, Observation, Question, Way
from memdb.records import Evidence, EvidencePacket, Hit, IngestReport


def turns(found: Sequence[EvidencePacket] | Sequence[Hit]) -> tuple[str, ...]:
    """The turn ids of packets or hits in order; empty strings for those without one."""
    return tuple(one.turn or "" for one in found)


class Claim(NamedTuple):
    """One candidate claim of the published recipe."""

    packet: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One read: its evidence, the packets among which it selected and the claims that found them, best first.

    `ms` is wall clock.
    """

    evidence: Evidence
    pool: tuple[int, ...]
    claims: tuple[Claim, ...]
    ms: float


def read(memory: memdb.Memory, question: Question, way: Way, **changes: Any) -> Read:
    """A read, timed; `changes` are options of `Memory.read` that go before those of the way."""
    options = _options(question, way) | changes
    started = time.perf_counter()
    state = memory.trace(question.text, **options).steps[-1].state
    ms = 1000 * (time.perf_counter() - started)
    assert state.evidence is not None, "the last stage renders"
    return Read(
        evidence=state.evidence,
        pool=tuple(one.packet for one in state.pool),
        claims=tuple(Claim(one.packet, one.text) for one in state.claims),
        ms=ms,
    )


_names: WeakKeyDictionary[memdb.Memory, dict[int, str]] = WeakKeyDictionary()
"""The turn of each packet that was looked up."""


def turns_of(memory: memdb.Memory, packets: Sequence[int]) -> tuple[str, ...]:
    """The turn ids of packets in order; empty strings for those without one."""
    known = _names.setdefault(memory, {})
    for packet in packets:
        if packet not in known:
            known[packet] = memory.show(packet)["turn"] or ""
    return tuple(known[packet] for packet in packets)


def observed(memory: memdb.Memory, question: Question, way: Way, reader: str | None) -> Observation:
    """The read of the way, timed; with a reader its answer too."""
    if reader is None:
        done = read(memory, question, way)
        return observation(done.evidence, way, done.ms)
    answer = memory.ask(question.text, reader=reader, **_options(question, way))
    timing = answer.evidence.timing_ms
    seen = observation(answer.evidence, way, sum(timing.values()) - timing["read"])
    turn_of = {packet.packet: packet.turn or "" for packet in answer.evidence.packets}
    cited = tuple(turn_of[packet] for packet in answer.citations if packet in turn_of)
    return replace(seen, answer=answer.answer, cited=cited, answer_ms=timing["read"])


def read_and_ask(memory: memdb.Memory, question: Question, way: Way) -> Observation:
    """The read of the way and the answer of its reader, or of the extractive one."""
    return observed(memory, question, way, way.reader or "extractive")


def observation(evidence: Evidence, way: Way, read_ms: float) -> Observation:
    """What the evidence of a read shows of it."""
    edges = tuple((edge.subject, edge.object) for edge in evidence.graph.edges)
    return Observation(
        rankings={"read": turns(evidence.packets)},
        selected="read",
        packets=tuple(packet.packet for packet in evidence.packets),
        text=evidence.text,
        edges=edges if way.arm.graph else None,
        read_ms=read_ms,
        left_out=evidence.left_out,
    )


def ranking(memory: memdb.Memory, question: Question, way: Way, *, k: int) -> tuple[str, ...]:
    """The first k turns: `search` for all channels, else a read of k packets without additions."""
    if way.arm.graph:
        return turns(memory.search(question.text, streams=question.streams, k=k))
    return turns(read(memory, question, way, k=k, extra=0, scheduler="fast").evidence.packets)


def _options(question: Question, way: Way) -> dict[str, Any]:
    """The options of `Memory.read` that a way of asking has."""
    arm = way.arm
    return {
        "streams": question.streams, "recipe": arm.recipe, "channels": arm.channels, "settings": arm.settings,
        "extra": arm.extra, "scheduler": way.scheduler, "view": way.view, "asked_at": question.asked_at,
    }  # fmt: skip


def ingest_cost(ingest: Callable[[], IngestReport]) -> Built:
    """Run an ingest and report its processor time and counts."""
    started = time.process_time()
    report = ingest()
    cpu_s = time.process_time() - started
    return Built(records=report.stored, cpu_s=cpu_s, details={"report": report.to_dict()})
