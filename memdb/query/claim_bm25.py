"""Stage 4 of the published recipe: the lexical channel, BM25 over claims, their keywords and people (section A5).

Few claims are scored exactly. Of many every one is scored as if it had the mean length, from the postings alone, and
only the best are scored with their own.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memdb.query.addresses import ClaimHit, addresses
from memdb.query.asking import asked
from memdb.query.state import ReadState, Scope
from memdb.records.moments import NOW
from memdb.records.settings import ClaimSettings
from memdb.store import Connection, sql

if TYPE_CHECKING:
    from memdb.query.windows import Floats, Ints


def match_claims(state: ReadState, connection: Connection) -> ReadState:
    """Fills in the query and the claims that its terms find, best first, at most `rough_pool` of them."""
    request = state.request
    # The dense channel alone looks at packets and at no claim.
    if state.closure_only or not request.channels & {"cells", "lexical"}:
        return state
    query = asked(state, connection)
    hits = claim_bm25(connection, request.scope, sorted(query.terms), request.settings.claims)
    if request.at != NOW:
        seen = addresses(connection, [hit.claim for hit in hits], request.at)
        hits = tuple(hit for hit in hits if hit.claim in seen)
    return replace(state, query=query, hits=hits[: request.settings.claims.rough_pool])


def claim_bm25(
    connection: Connection, streams: Sequence[Scope], terms: Sequence[str], settings: ClaimSettings
) -> tuple[ClaimHit, ...]:
    """The claims that hold a term, best first, of equals the earliest; in many claims the best `rough_pool`."""
    import numpy as np  # noqa: PLC0415 - a tenth of a second that the command's help does not pay

    rows = connection.rows(sql("query/claim_postings"), {
        "streams": json.dumps([stream.id for stream in streams]),
        "terms": json.dumps(list(terms), ensure_ascii=False),
    })  # fmt: skip
    if not rows:
        return ()
    size = sum(stream.claims for stream in streams)
    mean = max(1.0, sum(stream.claim_terms for stream in streams) / max(1, size))
    table = np.asarray(rows, dtype=np.int64)
    holding = np.bincount(table[:, 0], minlength=len(terms))
    idf = np.log1p((size - holding + 0.5) / (holding + 0.5))
    claims = np.unique(table[:, 1])
    if len(claims) > settings.exact_claims:
        rough = _scores(table, claims, idf, np.full(len(claims), 1.0), settings)
        claims = np.sort(claims[np.argsort(-rough, kind="stable")[: settings.rough_pool]])
        table = table[np.isin(table[:, 1], claims)]
    found = connection.rows(sql("query/claim_lengths"), {"claims": json.dumps(claims.tolist())})
    lengths = np.asarray([length for _, length in found], dtype=np.float64)
    score = _scores(table, claims, idf, lengths / mean, settings)
    order = np.argsort(-score, kind="stable")
    return tuple(map(ClaimHit, claims[order].tolist(), score[order].tolist()))


def _scores(table: "Ints", claims: "Ints", idf: "Floats", lengths: "Floats", settings: ClaimSettings) -> "Floats":
    """BM25 of some sorted claims by their postings (term, claim, frequency) and lengths, in shares of the mean one."""
    import numpy as np  # noqa: PLC0415

    of = np.searchsorted(claims, table[:, 1])
    frequency = table[:, 2].astype(np.float64)
    saturation = settings.k1 * (1 - settings.b + settings.b * lengths[of])
    weights = idf[table[:, 0]] * frequency * (settings.k1 + 1) / (frequency + saturation)
    return np.bincount(of, weights=weights, minlength=len(claims)).astype(np.float64)
