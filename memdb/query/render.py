"""Stage 9: the evidence as records and as text, whole records within a budget of characters (sections A9, B5)."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from memdb.query.claims import claims_of
from memdb.query.originals import Original, originals
from memdb.query.state import ReadState, Selected
from memdb.query.superseding import superseded
from memdb.records.evidence import Edge, Evidence, EvidenceClaim, EvidencePacket, Graph
from memdb.records.tokens import terms
from memdb.store import Connection, sql

_LINE_END = re.compile(r"(?:\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029])(?!\Z)")
_RESIDUAL = -100.0  # below whatever was ranked


def render(state: ReadState, connection: Connection) -> ReadState:
    """Fills in the evidence: packets in reading order, their claims with what replaced them, and the text."""
    selected, notes = _with_rest(state, connection)
    found = originals(connection, [one.packet for one in selected], state.request.at)
    # A control view shows records as they were written: what replaced them would tell what it is to leave out.
    replaced = [] if state.request.controlled else superseded(connection, list(found), state.request.at)
    claims = claims_of(connection, found, replaced)
    records = [_record(found[one.packet], one, claims[one.packet]) for one in selected if one.packet in found]
    ranked = tuple(records)
    # Fact streams and plain history are read in source order, and lose their oldest records first.
    in_order = state.request.facts_only or all(one.via == ("history",) for one in selected)
    if in_order:
        records.sort(key=lambda record: (record.stream, found[record.packet].position))
    kept, text = _fitted(records, state, in_order=in_order)
    if state.request.controlled:
        # A reader gets what a view shows, and nothing of what did not fit.
        shown = {record.packet for record in kept}
        ranked = tuple(record for record in ranked if record.packet in shown)
        state = replace(state, edges=tuple(edge for edge in state.edges if edge.packet in shown))
    if len(kept) < len(records):
        which = "older" if in_order else "long"
        notes = (
            *notes,
            f"{len(records) - len(kept)} {which} records were left out to stay within the character budget",
        )
    evidence = Evidence(
        question=state.request.question, packets=tuple(kept), graph=_graph(state), text=text, notes=notes,
        left_out=len(records) - len(kept),
    )  # fmt: skip
    return replace(state, selected=selected, records=ranked, replaced=tuple(replaced), evidence=evidence, notes=notes)


def _with_rest(state: ReadState, connection: Connection) -> tuple[tuple[Selected, ...], tuple[str, ...]]:
    """The selection with unresolved records beside a closure, or the newest history where nothing was selected."""
    request = state.request
    streams = json.dumps(state.stream_ids)
    if state.selected:
        if not state.closure_only:
            return state.selected, state.notes
        taken = {one.packet for one in state.selected}
        rows = connection.rows(sql("query/unresolved"), {
            "streams": streams, "terms": json.dumps(state.known_intent.terms, ensure_ascii=False),
            "until_position": request.at.position, "most": request.settings.render.residuals,
            "looked_at": request.settings.render.residuals_looked_at,
        })  # fmt: skip
        rest = [
            Selected(packet=one, score=_RESIDUAL, via=("bm25",), role="residual") for (one,) in rows if one not in taken
        ]
        return (*state.selected, *rest), state.notes
    # A fact stream falls back on all the history that fits (section B5); talk on as much as a selection would be.
    enough = request.settings.render.most_records
    most = enough if request.facts_only else request.k + request.extra
    rows = connection.rows(
        sql("query/history"), {"streams": streams, "until_position": request.at.position, "most": enough}
    )
    newest = [packet for (found,) in rows for packet in json.loads(found)]
    seen = originals(connection, newest, request.at)
    shown = [packet for packet in newest if packet in seen][:most]
    history = tuple(Selected(packet=one, score=_RESIDUAL, via=("history",), role="residual") for one in shown)
    if not history:
        return (), (*state.notes, "there is nothing in memory yet")
    return history, (*state.notes, "no record matches the question: the newest history is shown instead")


def _record(original: Original, chosen: Selected, claims: tuple[EvidenceClaim, ...]) -> EvidencePacket:
    return EvidencePacket(
        packet=original.packet, stream=original.stream, turn=original.turn, session=original.session,
        speaker=original.speaker, said_at=original.said_at, content=original.shown, role=chosen.role, via=chosen.via,
        score=chosen.score, claims=claims,
    )  # fmt: skip


def _fitted(records: Sequence[EvidencePacket], state: ReadState, *, in_order: bool) -> tuple[list[EvidencePacket], str]:
    """The whole records that fit the budget and their text: a newest suffix of history, else each that still fits."""
    budget = state.request.settings.render.characters
    kept: list[tuple[EvidencePacket, str]] = []
    for record in reversed(records) if in_order else records:
        text = _text(record, state)
        if len(text) + 1 <= budget:
            budget -= len(text) + 1
            kept.append((record, text))
        elif in_order:
            break
    if in_order:
        kept.reverse()
    return [record for record, _ in kept], "\n".join(text for _, text in kept)


def _text(record: EvidencePacket, state: ReadState) -> str:
    """A record's lines; what it says itself begins none of them, so that no record can pass for another."""
    view = state.request.view
    head = f"[{record.turn or record.packet}]"
    if record.said_at:
        head = f"{head} {record.said_at}"
    if record.speaker:
        head = f"{head} {record.speaker}:"
    head = " ".join(head.split())
    claims = representative(record, state) if view == "claim" else record.claims
    if view == "raw" or not claims or (len(claims) == 1 and claims[0].text == record.content):
        return f"{head} {_hanging(record.content)}{_marks(claims)}"
    if view == "claim":
        return f"{head} {_hanging(_claim(claims[0]))}"
    return "\n".join([head, *(f"- {_hanging(_claim(claim))}" for claim in claims)])


def _hanging(text: str) -> str:
    """A text with every line but its first indented."""
    return _LINE_END.sub(r"\g<0>    ", text)


def representative(record: EvidencePacket, state: ReadState) -> tuple[EvidenceClaim, ...]:
    """The claim by which a packet was found best, else that which shares most terms with the question (section A6)."""
    chosen = next((one.claim for one in state.pool if one.packet == record.packet), None)
    text = next((one.text for one in state.claims if one.claim == chosen), None)
    wanted = set(state.known_intent.terms)
    rank = {claim: (claim.text != text, -len(wanted & set(terms(claim.text)))) for claim in record.claims}
    return tuple(sorted(record.claims, key=lambda claim: rank[claim])[:1])


def _claim(claim: EvidenceClaim) -> str:
    when = f" ({claim.event_time})" if claim.event_time else ""
    return f"{claim.text}{when}{_marks((claim,))}"


def _marks(claims: Sequence[EvidenceClaim]) -> str:
    return "".join(
        f" ({'corrected' if claim.corrected else 'superseded'}: {' '.join(claim.superseded_by.split())})"
        for claim in claims
        if claim.superseded_by
    )


def _graph(state: ReadState) -> Graph:
    return Graph(
        anchors=tuple(dict.fromkeys(anchor.key for anchor in state.anchors)),
        edges=tuple(
            Edge(
                subject=edge.subject, relation=edge.relation, object=edge.object, depth=edge.depth, packet=edge.packet,
                turn=edge.turn,
            )
            for edge in state.edges
        ),
    )  # fmt: skip
