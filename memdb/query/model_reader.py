"""The reader that asks a model: for a value of a closure, or for what records of conversations say (section A9)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from memdb.errors import ModelError
from memdb.models import Calls, ChatRequest, Message
from memdb.query.answer_times import told
from memdb.query.extractive import UNKNOWN, Reading
from memdb.query.fitting import fitting, left_out
from memdb.query.paths import asked_for, chains
from memdb.query.period import counts_from_today
from memdb.query.reading_prompts import record_line, record_prompt, statement_line, statement_prompt
from memdb.query.render import representative
from memdb.query.state import ClosureEdge, Intent, ReadState
from memdb.query.support import Support, cited, completed
from memdb.records.evidence import EvidenceClaim, EvidencePacket

_INTRODUCED = re.compile(r"(?:the )?answer(?: is)?:\s*", re.IGNORECASE)
_AROUND = "\"'\u201c\u201d*` "
_UNKNOWN = re.compile(
    r"(?:unknown|none|n/a|not (?:known|mentioned|stated|specified|given)|i (?:do not|don['\u2019]t) know)\b|no record",
    re.IGNORECASE,
)


_Line: TypeAlias = tuple[str, Support]


@dataclass(frozen=True, slots=True)
class _Prompt:
    """What the model is asked, the lines of evidence in it with the packets behind each, best first, and their values.

    `values` are those of the statements: what the answer may be where it has to be one of them.
    """

    messages: tuple[Message, ...]
    shown: tuple[Support, ...]
    values: tuple[str, ...]
    notes: tuple[str, ...]


def read_with_model(state: ReadState, calls: Calls) -> Reading:
    """The answer of a model to the evidence of a read, with the packets that support it, or "Unknown".

    Raises:
        ModelError: the model failed or ran out of time.
    """
    prompt = _of_statements(state, calls) if state.closure_only else _of_records(state, calls)
    settings = state.request.settings.reader
    request = ChatRequest(messages=prompt.messages, max_tokens=settings.answer_tokens, timeout_s=settings.timeout_s)
    completion = calls.complete(request, kind="read", packets=_seen(prompt, state))
    answer = worded(completion.text)
    if completion.finish == "timeout" and answer == UNKNOWN:
        raise ModelError(f"{calls.model.name} gave no answer in {settings.timeout_s:.0f} s: choose a smaller model")
    notes = prompt.notes
    if completion.finish != "stop":
        notes = (*notes, "the answer was cut: the model came to no end")
    if answer == UNKNOWN:
        return Reading(UNKNOWN, "none", (), notes)
    answer = completed(answer, prompt.values)
    if not state.closure_only and _asks_for_time(state.known_intent):
        answer = told(answer, _packets(state), state.known_intent.terms)
    return Reading(answer, "model", cited(answer, prompt.shown, settings.citations), notes)


def _seen(prompt: _Prompt, state: ReadState) -> list[int]:
    """The packets whose words are in a prompt: what replaced a claim is told beside it."""
    shown = {packet for line in prompt.shown for packet in line.packets}
    return sorted(shown | {one.replaced_in for one in state.replaced if one.packet in shown})


def worded(text: str) -> str:
    """The answer in what a model wrote: its first line, without thoughts, quotation marks and introduction."""
    said = text.rpartition("</think>")[2].strip()
    answer = next((line.strip() for line in said.splitlines() if line.strip()), "")
    answer = _INTRODUCED.sub("", answer, count=1).strip(_AROUND)
    # A full stop ends a sentence, and not "Washington, D.C."
    if answer.endswith(".") and "." not in answer[:-1]:
        answer = answer[:-1].rstrip(_AROUND)
    return UNKNOWN if not answer or _UNKNOWN.match(answer) else answer


def _of_statements(state: ReadState, calls: Calls) -> _Prompt:
    """The chains of the closure as statements, nearest first, and the records that no statement was read from."""
    if not state.request.settings.facts.chained:
        return _of_single_statements(state, calls)
    limit = state.request.settings.reader.statements
    found = list(islice(chains(state.edges, state.anchors), limit + 1))
    notes = (f"the closure has more than {limit} chains: the nearest were read",) if len(found) > limit else ()
    rest = [one for one in _packets(state) if one.role == "residual"]
    return _fitted(state, calls, _stated(found[:limit], state), _recorded(rest, state), notes)


def _of_single_statements(state: ReadState, calls: Calls) -> _Prompt:
    """Every statement by itself, the newest first, so that those which do not fit into a context are the oldest."""
    newest = sorted(state.edges, key=lambda edge: edge.position, reverse=True)
    rest = [one for one in _packets(state) if one.role == "residual"]
    return _fitted(state, calls, _stated([(edge,) for edge in newest], state), _recorded(rest, state), ())


def _of_records(state: ReadState, calls: Calls) -> _Prompt:
    """The records, best first, after the chains of current statements that the question asks for."""
    paths = asked_for(state)[: state.request.settings.reader.paths]
    holding = [one for one in _packets(state) if _holds(one, state)]
    return _fitted(state, calls, _stated([path.edges for path in paths], state), _recorded(holding, state), ())


def _stated(found: Sequence[tuple[ClosureEdge, ...]], state: ReadState) -> list[_Line]:
    """Chains as lines, where the past is asked for each after what its end was before."""
    former = {one.slot: one for one in state.former}
    lines: list[_Line] = []
    for chain in found:
        packets = tuple(dict.fromkeys(edge.packet for edge in chain))
        if before := former.get(chain[-1].slot):
            lines.append((statement_line(chain, before.object), Support(before.object, (before.packet, *packets))))
        lines.append((statement_line(chain), Support(chain[-1].object, packets)))
    return lines


def _recorded(records: Sequence[EvidencePacket], state: ReadState) -> list[_Line]:
    return [(_line(one, state), Support(one.content, (one.packet,))) for one in records]


def _fitted(
    state: ReadState,
    calls: Calls,
    lines: Sequence[_Line],
    records: Sequence[_Line],
    notes: tuple[str, ...],
) -> _Prompt:
    """The prompt with all lines and records, or those that fit into the model's context."""
    intent, question = state.known_intent, state.request.question
    every = [*lines, *records]

    def prompt(places: Sequence[int]) -> tuple[Message, ...]:
        stated = [every[place][0] for place in places if place < len(lines)]
        recorded = [every[place][0] for place in places if place >= len(lines)]
        if state.closure_only:
            return statement_prompt(stated, recorded, question)
        return record_prompt(stated, recorded, question, temporal=_asks_for_time(intent), asked_on=_today(state))

    texts = [text for text, _ in every]
    kept = fitting(prompt, texts, calls.model, answer_tokens=state.request.settings.reader.answer_tokens)
    if len(kept) < len(every):
        notes = (*notes, left_out(len(every) - len(kept), "records or statements"))
    shown = tuple(every[place][1] for place in kept)
    values = tuple(every[place][1].text for place in kept if place < len(lines)) if state.closure_only else ()
    return _Prompt(prompt(kept), shown, values, notes)


def _today(state: ReadState) -> str:
    """The day of the question where its words count from it: "last week", "how many days ago"."""
    return state.request.asked_on if counts_from_today(state.request.question) else ""


def _asks_for_time(intent: Intent) -> bool:
    """Whether the answer is a time; "Who came when it rained?" asks for somebody."""
    return intent.wants == "date" or (intent.temporal and not intent.wants)


def _packets(state: ReadState) -> list[EvidencePacket]:
    """The packets of the evidence, those that were ranked highest first."""
    assert state.evidence is not None, "a read ends with its evidence"
    kept = {one.packet for one in state.evidence.packets}
    return [one for one in state.records if one.packet in kept]


def _holds(packet: EvidencePacket, state: ReadState) -> bool:
    """Whether a record says anything that holds, which a question about the past does not ask for."""
    claims = packet.claims
    return not claims or any(_counts(claim, state) for claim in claims)


def _counts(claim: EvidenceClaim, state: ReadState) -> bool:
    """Whether a claim holds, or held once where the past is asked for; a slip never did."""
    return claim.superseded_by is None or (state.known_intent.past and not claim.corrected)


def _line(packet: EvidencePacket, state: ReadState) -> str:
    """A record in the view of the read; what was replaced is left out unless the past is asked for."""
    view = state.request.view
    claims = [claim for claim in packet.claims if view == "raw" or _counts(claim, state)]
    return record_line(packet, representative(packet, state) if view == "claim" else claims, view)
