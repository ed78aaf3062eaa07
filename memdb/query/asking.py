"""Stage 4 of the published recipe: the question by its terms and people, and what BM25 finds for it (A3, A5)."""

from dataclasses import replace

from memdb.query.addresses import Query, addresses
from memdb.query.speakers import named, speakers
from memdb.query.state import ReadState
from memdb.records.keys import entity_key
from memdb.records.moments import NOW
from memdb.records.packet import OWNER
from memdb.store import Connection


def match_claims(state: ReadState, connection: Connection) -> ReadState:
    """Fills in the query and the claims that its terms find, best first, at most `rough_pool` of them."""
    request = state.request
    # The dense channel alone looks at packets and at no claim.
    if state.closure_only or not request.channels & {"cells", "lexical"}:
        return state
    from memdb.query.claim_bm25 import claim_bm25  # noqa: PLC0415 - numpy, which the command's help does not pay for

    talk = [stream for stream in request.scope if stream.profile != "facts"]
    query = asked(state, connection)
    settings = request.settings
    hits = claim_bm25(connection, request.scope, sorted(query.terms), settings.claims, settings.lexical.window)
    if request.at != NOW:
        seen = addresses(connection, [hit.claim for hit in hits], request.at)
        hits = tuple(hit for hit in hits if hit.claim in seen)
    notes = state.notes
    if any(stream.documents for stream in talk) and not any(stream.claims for stream in talk):
        notes = (*notes, "no claim is placed yet: `memdb cells rebuild` places those that were read")
    return replace(state, query=query, hits=hits[: settings.claims.rough_pool], notes=notes)


def asked(state: ReadState, connection: Connection) -> Query:
    """The terms of the question with those of its intent, and the keys of the people it names.

    A first name stands for the speakers who bear it, "I" for the asker. Without query intent only terms count.
    """
    intent = state.known_intent
    if not state.request.settings.query_intent:
        return Query(frozenset(intent.terms), frozenset(), temporal=False)
    known = speakers(connection, state.request.scope)
    meant = {one.key for one in named(known, intent)}
    if intent.first_person:
        asker = entity_key(state.request.asker or OWNER)
        meant |= {one.key for one in known if asker in {one.key, one.first_name}}
    covered = {word for one in known if one.key in meant for word in (one.first_name, *one.key.split())}
    others = {key for name in intent.people if not covered.issuperset((key := entity_key(name)).split())}
    return Query(frozenset(intent.terms), frozenset(meant | others), temporal=intent.temporal)
