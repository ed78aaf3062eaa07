"""Every constant of the read path, and of the placement of claims, in one frozen place, with its source."""

from dataclasses import dataclass, field
from typing import Literal

FactView = Literal["closure", "prior", "stale", "latest", "bm25", "dense", "random", "history"]
"""What a read of fact streams shows: the closure of the question, or a control view (section B6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LexicalSettings:
    """Contextual BM25 and the dialogue prior (RETRIEVAL: B, prior).

    `k1`, `time_word` and `first_person` were raised or lowered from the published starting point on the seven
    development conversations of LoCoMo; everything else is as published. A query that touches more than `exact_turns`
    turns scores only the best `rough_pool` of them exactly; in a stream of more turns those are what the rarest terms
    propose, as many as have at most `rough_postings` postings.

    `in_period` is what a packet gains whose time, or a time that it tells, lies in the period that the question names.
    `window` maps an offset in turns to the weight with which that neighbour's terms count; it belongs to dialogue.
    """

    k1: float = 0.8
    b: float = 0.4
    window: tuple[tuple[int, float], ...] = (
        (0, 1.0), (-1, 0.4), (-2, 0.4), (-3, 0.2), (-4, 0.2), (1, 0.3), (2, 0.2),
    )  # fmt: skip
    prior_weight: float = 0.5
    other_speaker: float = -5.0
    asks: float = -1.2
    time_word: float = 2.0
    answers: float = 0.9
    session_start: float = 1.1
    session_month: float = 3.0
    in_period: float = 8.0
    first_person: float = 1.5
    first_person_cap: int = 3
    pool: int = 200
    exact_turns: int = 4000
    rough_pool: int = 400
    rough_postings: int = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimSettings:
    """BM25 over claims, the lexical channel of the published recipe (paper A, section B.3).

    The first `pool` claims are candidates. Of a query that touches more than `exact_claims` claims only the best
    `rough_pool` are scored exactly, and their Cells alone are looked at. `context` is how much the words of the
    conversation, over the window of `LexicalSettings`, count in the first claim that rules read out of a turn, since
    rules cannot write into claims what these refer to; with 0 claims are found by their own words alone.
    """

    k1: float = 1.5
    b: float = 0.75
    pool: int = 96
    exact_claims: int = 4000
    rough_pool: int = 400
    context: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingSettings:
    """Which Cells a question opens (paper A, equations 22 and 23).

    A Cell's utility adds up the likeness of its `keywords`, `people` and `title` to the question, `temporal` where both
    have to do with time, and `size` by its members, of at most `capacity`. What has less than `admission` is dropped,
    and the first `considered` are kept. `redundancy` is the share that a Cell loses which repeats the open ones;
    opening costs `opening_cost` for each open Cell and `token_cost` for each token. Routing ends after `opened` Cells,
    below `relative_floor` of the best utility, or once `cumulative` of all of it is reached.
    """

    keywords: float = 2.0
    people: float = 2.2
    title: float = 0.7
    temporal: float = 0.25
    size: float = 0.03
    capacity: int = 12
    admission: float = 0.08
    opened: int = 6
    redundancy: float = 0.45
    opening_cost: float = 0.02
    token_cost: float = 0.0005
    relative_floor: float = 0.68
    cumulative: float = 0.90

    @property
    def considered(self) -> int:
        """How many Cells compete to be opened."""
        return max(12, 6 * self.opened)


@dataclass(frozen=True, slots=True, kw_only=True)
class RelevanceSettings:
    """The score of a candidate claim (paper A, equation 7); `lexical_scale` maps BM25 before it is weighed (B.3)."""

    terms: float = 2.0
    keywords: float = 1.6
    people: float = 2.4
    temporal: float = 0.3
    lexical: float = 0.45
    lexical_scale: float = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class MmrSettings:
    """The paper's selection without a scheduler (paper A, section B.3).

    A turn gains by `support` for its further candidates; it loses `overlap` times the likeness to the most alike turn
    that was selected before, and `same_cell` for each one of its Cell.
    """

    support: float = 0.10
    overlap: float = 0.58
    same_cell: float = 0.08


@dataclass(frozen=True, slots=True, kw_only=True)
class FusionWeights:
    """What each channel's deviations count in the sum of a conversation's packets; words count 1."""

    dense: float
    late: float
    prior: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DenseSettings:
    """Vectors and late interaction (RETRIEVAL: D, M), chosen on the seven development conversations of LoCoMo.

    Up to `exact_packets` packets of a scope are all compared with the question; of more, the `rough_pool` that the
    index finds nearest, those that words find, and a `sample` spread over the streams, which tells what is typical.
    Late interaction looks at the best `late_pool` candidates of the other channels; a token counts by how much its
    best cosine exceeds `threshold`, and by how rare it is among the word pieces of at most `counted` packets.
    """

    exact_packets: int = 4000
    rough_pool: int = 100
    sample: int = 128
    late_pool: int = 100
    threshold: float = 0.3
    counted: int = 1000
    table: FusionWeights = FusionWeights(dense=0.6, late=0.0, prior=0.5)
    vectors: FusionWeights = FusionWeights(dense=1.2, late=0.0, prior=0.8)
    with_late: FusionWeights = FusionWeights(dense=1.1, late=1.0, prior=0.9)


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphSettings:
    """Anchors and traversal (sections B3, B4). `max_depth` counts edges between an anchor and a subject.

    Of one subject `max_values` statements are followed, its single values first and then the newest; the walk ends at
    `max_reached` subjects, and shows `max_edges` statements.

    `weight` is what a packet on a path that the question asks for adds to its pool score, in standard deviations of
    the lexical channel: a sparse channel has no deviation of its own. `superseded` is added to a packet whose statement
    on such a path has been replaced.
    """

    max_depth: int = 4
    max_span_words: int = 12
    max_question_words: int = 400
    max_values: int = 500
    max_reached: int = 10_000
    max_edges: int = 2000
    weight: float = 6.0
    superseded: float = -4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class FactSettings:
    """What stands in place of the closure where only fact streams are read, to measure what the closure is worth.

    - "prior": the slots reached over the values of before, with their current values (prior read and refresh)
    - "stale": the closure's slots with the values of before
    - "latest": all current statements
    - "bm25", "dense": the `most` current statements that are most like the question, in words or in meaning
    - "random": as many as the closure has, of the same lengths, from outside it
    - "history": no statement; the newest records as they were written

    `matched` packs the ranking of "bm25" into as many characters as the closure's records take. A model reads the
    statements as chains from what the question names, or not `chained` each by itself, the newest first.
    """

    view: FactView = "closure"
    most: int = 100
    matched: bool = False
    chained: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PathSettings:
    """How a closure path is scored against the words of a question; weights have no unit.

    A word counts by how rare it is in the relation catalogue, and the share `asked` of that where it asks for a
    relation without telling it. `unsaid` is how many relations before the last a path may have that no word of the
    question asks for (in talk none), and `unsupported` is charged for each; `unused` is the share charged for a word
    that no relation answers, `hop` for every edge, `disorder` for a pair of relations named in the wrong order,
    `common` where an anchor without a capital stands beside one with, which answers too. `type_match` and
    `type_mismatch` compare the kind of thing asked for with the kind of the last object; one that bears the noun asked
    for counts twice. A path that is asked for scores at least `accept`, at most `margin` below the best, and in talk
    answers to the share `explained` of the question's words.
    """

    asked: float = 0.9
    unsaid: int = 1
    unsupported: float = 2.0
    unused: float = 0.7
    hop: float = 0.15
    disorder: float = 1.0
    common: float = 2.0
    type_match: float = 1.5
    type_mismatch: float = 2.0
    accept: float = 1.0
    margin: float = 0.5
    explained: float = 0.7
    max_paths: int = 20000


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageSettings:
    """When a sentence answers for want of a statement.

    `least_share` is the share of the question's content terms, its names left out, that the sentence must hold;
    `formerly` is what a replaced statement gains when the question is about the past.
    """

    least_share: float = 0.5
    formerly: float = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class RecencySettings:
    """When a newer record comes before an older one, chosen on the development questions of LongMemEval.

    Only the `first` of the pool change places. The newer must hold one of the `rarest` words of the question that the
    older holds, and `share` of what the older scores above the record at place `floor`.
    """

    first: int = 5
    rarest: int = 2
    share: float = 0.3
    floor: int = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleSettings:
    """How many packets reach the reader (sections A7, A8; RETRIEVAL: adaptive size).

    An adaptive size keeps what scores more than `adaptive_share` of the best score and `adaptive_offset`, which is in
    deviations of every channel at once.

    A model selects among the first `listed` of the pool, in the published recipe among `listed_published`: as many as
    there are. After an answer that is none it is asked again up to `retries` times, in up to `rounds` rounds; by labels
    it reads the records in `label_passes` orders. The frontier takes what the model puts among the first
    `frontier_first` of the anchors and the dense channel's first `dense_top`. One call may take `timeout_s` seconds.
    """

    adaptive_share: float = 0.35
    adaptive_offset: float = 0.72
    adaptive_min: int = 6
    adaptive_max: int = 25
    listed: int = 40
    listed_published: int = 1000
    retries: int = 3
    rounds: int = 3
    label_passes: int = 2
    dense_top: int = 40
    frontier_first: int = 5
    timeout_s: float = 300.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderSettings:
    """What a model may take to answer: tokens as in the papers, seconds for one call.

    It is shown at most `statements` chains of a closure, and in talk `paths` of those that the question asks for. An
    answer cites the chain that ends in it, else at most `citations` records. The reader "auto" asks no model where the
    best path answers to the share `explained` of the question's words and scores more than `sure` above every other
    value; chosen on the development half of FactConsolidation.
    """

    answer_tokens: int = 64
    timeout_s: float = 120.0
    statements: int = 200
    paths: int = 3
    citations: int = 3
    sure: float = 1.0
    explained: float = 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderSettings:
    """The reader's budget in characters, headings included (section B5), and its unresolved records.

    Every closure of a fact stream is joined by its unresolved records: of the newest `residuals_looked_at` those that
    share most terms with the question, at most `residuals`. A record takes `shortest` characters and more.
    """

    characters: int = 60_000
    residuals: int = 8
    residuals_looked_at: int = 200
    shortest: int = 24

    @property
    def most_records(self) -> int:
        """How many records are looked at, where all of a stream are wanted: more than the budget holds."""
        return self.characters // self.shortest + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadSettings:
    """All settings of the read path.

    `query_intent` is whether people, key words and time count in the published recipe beside the question's words; arm
    A6 of the paper's Table 2 does without.
    """

    query_intent: bool = True
    lexical: LexicalSettings = field(default_factory=LexicalSettings)
    claims: ClaimSettings = field(default_factory=ClaimSettings)
    routing: RoutingSettings = field(default_factory=RoutingSettings)
    relevance: RelevanceSettings = field(default_factory=RelevanceSettings)
    mmr: MmrSettings = field(default_factory=MmrSettings)
    dense: DenseSettings = field(default_factory=DenseSettings)
    graph: GraphSettings = field(default_factory=GraphSettings)
    facts: FactSettings = field(default_factory=FactSettings)
    paths: PathSettings = field(default_factory=PathSettings)
    passage: PassageSettings = field(default_factory=PassageSettings)
    recency: RecencySettings = field(default_factory=RecencySettings)
    schedule: ScheduleSettings = field(default_factory=ScheduleSettings)
    reader: ReaderSettings = field(default_factory=ReaderSettings)
    render: RenderSettings = field(default_factory=RenderSettings)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementSettings:
    """Bounded placement of claims (equations 17 to 21, and table 6 of the paper).

    A Cell takes at most `members` claims of `tokens` words in all. The score of a Cell is L + `coherence` * C -
    `pressure` * E, less `conflict` where a claim of it denies this one. `keyword`, `person` and `session` weigh the
    parts of C, `far` is T for a session that does not adjoin. E adds to n/r what the Cell's heterogeneity grows by
    (`growth`), how much fuller it is than coherent (`crowding`), and how far its heterogeneity lies above `mixed`
    (`excess`); `span` weighs sessions in the heterogeneity. A new Cell has C = `new_coherence` and E = `new_pressure` +
    n/`tokens`. Scores are compared to `digits` decimals, so that rounding decides nothing.

    A title names the `title_people` and `title_keywords` most frequent ones; a summary is `summary` characters at most.
    """

    tokens: int = 360
    members: int = 12
    keyword: float = 0.45
    person: float = 0.35
    session: float = 0.20
    far: float = 0.25
    coherence: float = 1.4
    conflict: float = 0.45
    pressure: float = 0.45
    growth: float = 0.4
    crowding: float = 0.25
    excess: float = 0.25
    mixed: float = 1.8
    span: float = 0.2
    new_coherence: float = 0.55
    new_pressure: float = 0.65
    digits: int = 9
    title_people: int = 2
    title_keywords: int = 4
    summary: int = 300
