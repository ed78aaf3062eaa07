"""The state of one read: a frozen record that each stage copies with its own part filled in.

The trace of a read is the list of its states. What occurs once a packet is a named tuple: a closure may hold thousands.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from memdb.models import Calls, Embedder, TokenStates
from memdb.query.addresses import ClaimHit, OpenedCell, Query, ScoredClaim
from memdb.query.superseding import Superseded
from memdb.records.evidence import Evidence, EvidencePacket, Recipe, Role, Via, View
from memdb.records.moments import NOW, Moment
from memdb.records.packet import Profile
from memdb.records.settings import ReadSettings

if TYPE_CHECKING:
    from memdb.query.channel import ChannelScores


@dataclass(frozen=True, slots=True)
class Scope:
    """One stream that a read may see; the positions of its packets are below `next_position`."""

    id: int
    name: str
    profile: Profile
    documents: int
    document_terms: int
    next_position: int
    claims: int = 0
    claim_terms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadModels:
    """The models of a read, each None where none is to be used.

    `embedder` gives the embedder, or None, once vectors are to be compared: loading one takes time and may fail. `pace`
    is how many tokens a second the scheduler's model was measured at, None where it was not yet.
    """

    embedder: Callable[[], Embedder | None] | None = None
    scheduler: Calls | None = None
    pace: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What was asked, and within what bounds.

    `asked_on` is the day of the question (ISO 8601), and `period` the time that its words name, counted from that day,
    in the form of a claim's event time, or "". `ranking` asks for ranked packets rather than for a reader's evidence.
    `time_budget` is the seconds that the scheduler "auto" may spend on a model.
    """

    question: str
    scope: tuple[Scope, ...]
    at: Moment = NOW
    k: int = 10
    extra: int = 2
    view: View = "bundle"
    adaptive: bool = False
    asker: str | None = None
    asked_on: str = ""
    period: str = ""
    recipe: Recipe = "best"
    channels: frozenset[str] = frozenset(("lexical", "dense", "graph"))
    ranking: bool = False
    scheduler: str = "fast"
    time_budget: float = 10.0
    models: ReadModels = field(default_factory=ReadModels)
    settings: ReadSettings = field(default_factory=ReadSettings)

    @property
    def by_words(self) -> bool:
        """Whether words rank packets: as a channel, or to order the pool of the published recipe."""
        if self.controlled and self.settings.facts.view == "history":
            return False
        return "lexical" in self.channels or self.recipe == "paper"

    @property
    def facts_only(self) -> bool:
        """Whether the closure alone is the evidence (section B5): of fact streams, unless packets are to be ranked."""
        return not self.ranking and all(stream.profile == "facts" for stream in self.scope)

    @property
    def controlled(self) -> bool:
        """Whether a control view stands in place of the closure (section B6)."""
        return self.facts_only and self.settings.facts.view != "closure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """What the question asks for, from its words alone (section A3).

    `terms` are index terms, `key_words` the normalised words that anchors are looked up in. `wants` is the kind of
    thing asked for ("person", "city", "date" … or ""; "agent" is a person or an organization), `month` 1 to 12 when a
    month is named. `noun` is the stem of the noun after "which" or "what" ("floor"), or "". `names` are the normalised
    words that are written with a capital inside the question; `yes_no` is whether it asks for yes or no. `people`,
    at most five `keywords` and the `time` asked about ("May 2023", or "") are as the question writes them. `told` is
    the time of which a question asks what held then ("2023-05", without its year "--05", or "").
    """

    terms: tuple[str, ...]
    key_words: tuple[str, ...]
    wants: str
    noun: str
    yes_no: bool
    names: tuple[str, ...]
    temporal: bool
    month: int | None
    first_person: bool
    past: bool
    present: bool = False
    people: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    time: str = ""
    told: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """A subject that the question names: words `start` to `end` (half open) of the question's key words."""

    stream_id: int
    key: str
    start: int
    end: int


class ClosureEdge(NamedTuple):
    """One current statement reached from the anchors, with the keys that paths are made of."""

    stream_id: int
    subject_key: str
    subject: str
    relation: str
    object_key: str
    object: str
    depth: int
    packet: int
    turn: str | None
    position: int

    @property
    def slot(self) -> tuple[int, str, str]:
        """The stream, subject and relation whose value this is."""
        return (self.stream_id, self.subject_key, self.relation)


class Candidate(NamedTuple):
    """One packet proposed by one channel; `score` is the packet's, fused over the channels, or that of its `claim`."""

    packet: int
    via: Via
    score: float
    claim: int | None = None


class Pooled(NamedTuple):
    """One packet of the normalised pool (section A6): one source, whichever doors it came through.

    `claim` is its representative: the best of the claims that found it, if any did.
    """

    packet: int
    score: float
    via: tuple[Via, ...]
    claim: int | None = None


class Selected(NamedTuple):
    """One packet given to the reader, and in which role."""

    packet: int
    score: float
    via: tuple[Via, ...]
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadState:
    """Everything known about a read so far; a stage fills in its part and leaves the others.

    `embedder` is the one whose vectors were compared, `asked` the question's token states if it has them. `nearest` are
    the packets nearest to the enriched question, for a model's frontier (section A8). Of the published recipe are the
    `query`, the `hits` of BM25 over claims, the `opened` Cells, the candidate `claims`, best first, and the nearest
    packets as `proposals`, in the order in which a frontier without a model takes them. `former` holds what the values
    of the closure replaced, for a question about the past.
    `told` is the moment that the question tells in words: what it asks for is read from the closure of that moment,
    among packets of any time. `records` are the selected packets in rank order, before the
    reader's budget cut them to the evidence, and `replaced` what they state that no longer holds. `scheduled_by` is the
    scheduler that selected.
    """

    request: Request
    intent: Intent | None = None
    anchors: tuple[Anchor, ...] = ()
    told: Moment | None = None
    edges: tuple[ClosureEdge, ...] = ()
    former: tuple[ClosureEdge, ...] = ()
    lexical: tuple[Candidate, ...] = ()
    lexical_scores: "ChannelScores | None" = None
    embedder: Embedder | None = None
    asked: TokenStates | None = None
    dense: tuple[Candidate, ...] = ()
    dense_scores: "ChannelScores | None" = None
    nearest: tuple[int, ...] = ()
    query: Query | None = None
    hits: tuple[ClaimHit, ...] = ()
    opened: tuple[OpenedCell, ...] = ()
    claims: tuple[ScoredClaim, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    pool: tuple[Pooled, ...] = ()
    proposals: tuple[Pooled, ...] = ()
    scheduled_by: str = "fast"
    selected: tuple[Selected, ...] = ()
    records: tuple[EvidencePacket, ...] = ()
    replaced: tuple[Superseded, ...] = ()
    notes: tuple[str, ...] = ()
    evidence: Evidence | None = None

    @property
    def known_intent(self) -> Intent:
        """The intent, which the first stage fills in."""
        assert self.intent is not None, "the intent stage comes first"
        return self.intent

    @property
    def held_at(self) -> Moment:
        """The moment of whose statements the question asks."""
        return self.told or self.request.at

    @property
    def closure_only(self) -> bool:
        """Whether the closure that was found is all the evidence: that of fact streams (section B5)."""
        return self.request.facts_only and bool(self.edges)

    @property
    def anchor_keys(self) -> str:
        """The subjects that the question names, as a JSON array of [stream id, subject key]."""
        return json.dumps(sorted({(anchor.stream_id, anchor.key) for anchor in self.anchors}), ensure_ascii=False)

    @property
    def stream_ids(self) -> list[int]:
        """The ids of the streams in scope."""
        return [stream.id for stream in self.request.scope]


def pool_size(state: ReadState) -> int:
    """How many candidates a channel proposes: at least what was asked for."""
    return max(state.request.settings.lexical.pool, state.request.k + state.request.extra)
