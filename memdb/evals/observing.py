"""The ways in which datasets put a question to a memory. Only the question goes in."""

import time
from collections.abc import Callable, Sequence

import memdb
from memdb.evals.tasks import Built, Channels, Observation, Question
from memdb.records import Evidence, EvidencePacket, Hit, IngestReport

GRAPH = "graph"


def turns(found: Sequence[EvidencePacket] | Sequence[Hit]) -> tuple[str, ...]:
    """The turn ids of packets or hits in order; empty strings for those without one."""
    return tuple(one.turn or "" for one in found)


def timed_read(
    memory: memdb.Memory, question: Question, channels: Channels, *, k: int = 10, extra: int = 2
) -> tuple[Evidence, float]:
    """A read, and its wall-clock milliseconds."""
    started = time.perf_counter()
    evidence = memory.read(question.text, streams=question.streams, k=k, extra=extra, channels=channels)
    return evidence, 1000 * (time.perf_counter() - started)


def read_and_ask(memory: memdb.Memory, question: Question, channels: Channels) -> Observation:
    """The default read, timed, and then the answer of the extractive reader."""
    evidence, read_ms = timed_read(memory, question, channels)
    answer = memory.ask(question.text, streams=question.streams, channels=channels, reader="extractive")
    return Observation(
        rankings={"read": turns(evidence.packets)},
        selected="read",
        packets=tuple(packet.packet for packet in evidence.packets),
        text=evidence.text,
        answer=answer.answer,
        edges=tuple((edge.subject, edge.object) for edge in evidence.graph.edges) if GRAPH in channels else None,
        read_ms=read_ms,
    )


def ranking(memory: memdb.Memory, question: Question, channels: Channels, *, k: int) -> tuple[str, ...]:
    """The first k turns: `search` for the default channels, else a read of k packets without additions."""
    if GRAPH in channels:
        return turns(memory.search(question.text, streams=question.streams, k=k))
    return turns(timed_read(memory, question, channels, k=k, extra=0)[0].packets)


def ingest_cost(ingest: Callable[[], IngestReport]) -> Built:
    """Run an ingest and report its processor time and counts."""
    started = time.process_time()
    report = ingest()
    cpu_s = time.process_time() - started
    return Built(records=report.stored, cpu_s=cpu_s, details={"report": report.to_dict()})
