"""The ways in which datasets put a question to a memory. Only the question goes in."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import memdb
from memdb.evals.tasks import Built, Observation, Question, Way
from memdb.records import Evidence, EvidencePacket, Hit, IngestReport

GRAPH = "graph"


def turns(found: Sequence[EvidencePacket] | Sequence[Hit]) -> tuple[str, ...]:
    """The turn ids of packets or hits in order; empty strings for those without one."""
    return tuple(one.turn or "" for one in found)


def timed_read(
    memory: memdb.Memory, question: Question, way: Way, *, k: int = 10, extra: int = 2, adaptive: bool = False
) -> tuple[Evidence, float]:
    """A read, and its wall-clock milliseconds."""
    started = time.perf_counter()
    evidence = memory.read(
        question.text, streams=question.streams, k=k, extra=extra, channels=way.channels, scheduler=way.scheduler,
        view=way.view, adaptive=adaptive,
    )  # fmt: skip
    return evidence, 1000 * (time.perf_counter() - started)


def observed(memory: memdb.Memory, question: Question, way: Way, reader: str | None) -> Observation:
    """The default read, timed; with a reader its answer too."""
    if reader is None:
        evidence, read_ms = timed_read(memory, question, way)
        return _observation(evidence, way, read_ms)
    answer = memory.ask(
        question.text, streams=question.streams, channels=way.channels, scheduler=way.scheduler, view=way.view,
        reader=reader,
    )  # fmt: skip
    timing = answer.evidence.timing_ms
    seen = _observation(answer.evidence, way, sum(timing.values()) - timing["read"])
    turn_of = {packet.packet: packet.turn or "" for packet in answer.evidence.packets}
    cited = tuple(turn_of[packet] for packet in answer.citations if packet in turn_of)
    return replace(seen, answer=answer.answer, cited=cited, answer_ms=timing["read"])


def read_and_ask(memory: memdb.Memory, question: Question, way: Way) -> Observation:
    """The default read and the answer of the way's reader, or of the extractive one."""
    return observed(memory, question, way, way.reader or "extractive")


def _observation(evidence: Evidence, way: Way, read_ms: float) -> Observation:
    return Observation(
        rankings={"read": turns(evidence.packets)},
        selected="read",
        packets=tuple(packet.packet for packet in evidence.packets),
        text=evidence.text,
        edges=tuple((edge.subject, edge.object) for edge in evidence.graph.edges) if GRAPH in way.channels else None,
        read_ms=read_ms,
    )


def ranking(memory: memdb.Memory, question: Question, way: Way, *, k: int) -> tuple[str, ...]:
    """The first k turns: `search` for the default channels, else a read of k packets without additions."""
    if GRAPH in way.channels:
        return turns(memory.search(question.text, streams=question.streams, k=k))
    return turns(timed_read(memory, question, replace(way, scheduler="fast"), k=k, extra=0)[0].packets)


def ingest_cost(ingest: Callable[[], IngestReport]) -> Built:
    """Run an ingest and report its processor time and counts."""
    started = time.process_time()
    report = ingest()
    cpu_s = time.process_time() - started
    return Built(records=report.stored, cpu_s=cpu_s, details={"report": report.to_dict()})
