"""Small frozen results of the commands that are not reads."""

from dataclasses import dataclass, field
from typing import Any, Literal

from memdb.records.catalogue import Cardinality
from memdb.records.packet import Layout, Profile
from memdb.records.plain import plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Base of the results below; `to_dict` is what the command prints with `--json`."""

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary that JSON can hold."""
        document: dict[str, Any] = plain(self)
        return document


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestReport(Report):
    """Counts of one ingest: `read` = stored + duplicates + forgotten + skipped, and `skipped` counts items by reason.

    `forgotten` counts records that stayed out because they were forgotten earlier.

    `first_skipped` names the place of the first item of each reason. A dry run counts what would be stored.
    `cells` counts the groups of claims that it began. Of an export of memdb `settings` counts the decisions made by
    hand that were followed here, `readings` the records whose reading by a model was taken over.
    """

    source: str
    format: str
    streams: tuple[str, ...]
    read: int
    stored: int
    duplicates: int
    skipped: dict[str, int]
    descriptors: int
    assertions: int
    unresolved: int
    cells: int = 0
    forgotten: int = 0
    settings: int = 0
    readings: int = 0
    first_skipped: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchNews(Report):
    """What happened to one watched file: records were stored, or there is a problem with it."""

    path: str
    report: IngestReport | None
    problem: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchReport(Report):
    """What a watch did until it was stopped; `files` counts those that were read for the first time."""

    files: int
    stored: int
    duplicates: int
    problems: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportReport(Report):
    """What an export wrote, and where: a file or a folder."""

    path: str
    packets: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedReport(Report):
    """What one run of an embedder did: packets embedded now, and packets that still await it."""

    embedder: str
    dimension: int
    packets: int
    awaiting: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Added(Report):
    """The packet that `add` or `correct` stored; `new` is false when the same turn was there already."""

    packet: int
    stream: str
    session: str
    new: bool


Ended = Literal["replaced", "ended", "corrected"]
"""How a value ended: another took its place, it was denied, or it had been a slip of the tongue."""
Origin = Literal["built in", "assumed", "learned", "set by the user"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationInfo(Report):
    """One relation: whether it holds one value or gathers several, and how memdb knows.

    `origin` is "built in" for a relation of the catalogue, "assumed" for another of which nothing shows how it behaves,
    "learned" where records do. `statements` and `subjects` are counts.
    """

    name: str
    cardinality: Cardinality
    origin: Origin
    statements: int
    subjects: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact(Report):
    """A value of a subject, current or of the past, from `since` to `until`: times of packets as given.

    `packets` are those that state it, oldest first; `packet`, `turn`, `speaker` and `asserted_at` are of the newest.
    `current` tells whether it holds now (or held at the as-of moment); `positive` is false for "does not" and "no
    longer". `ended` tells how it ended, `ended_in` in which packet, and `superseded_by` what took its place.
    """

    assertion: int
    stream: str
    subject: str
    relation: str
    object: str
    positive: bool
    current: bool
    superseded_by: str | None
    asserted_at: str | None
    packet: int
    turn: str | None
    speaker: str | None
    since: str | None
    until: str | None
    ended: Ended | None
    ended_in: int | None
    packets: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit(Report):
    """One ranked packet of a search. `rank` starts at 1; `score` has no unit."""

    rank: int
    score: float
    packet: int
    stream: str
    session: str
    turn: str | None
    speaker: str | None
    said_at: str | None
    content: str
    via: tuple[str, ...]
    superseded_by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionInfo(Report):
    """One session of a stream with the number of its packets."""

    stream: str
    session: str
    index: int
    started_at: str | None
    packets: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CellInfo(Report):
    """One group of claims, by which questions find them.

    `cell` is its id; it has `claims` claims of `tokens` words in all, from sessions `first_session` to `last_session`,
    `temporal` of them with a time. `heterogeneity` has no unit. `people` and `keywords` are keys, the most frequent
    first.
    """

    cell: int
    stream: str
    title: str
    summary: str
    claims: int
    tokens: int
    first_session: int
    last_session: int
    temporal: int
    heterogeneity: float
    people: tuple[str, ...]
    keywords: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CellsReport(Report):
    """What a rebuild of Cells made: the `layout` of the `streams`, their claims and their Cells."""

    layout: Layout
    streams: tuple[str, ...]
    claims: int
    cells: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem(Report):
    """One thing that `check` found wrong, and whether `--repair` can rebuild it."""

    check: str
    detail: str
    repairable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport(Report):
    """What `check` verified and what it found; `ok` when nothing is wrong after any repair.

    `rows` counts what was compared, by table; where pages are damaged or tables missing nothing else was verified.
    """

    ok: bool
    verified: tuple[str, ...]
    problems: tuple[Problem, ...]
    repaired: tuple[str, ...] = ()
    rows: dict[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetReport(Report):
    """How much `forget` removed.

    `traces_left` is true while a reader of the file keeps its log: what was forgotten is in no answer, but some of its
    bytes stay on disk until the next opening wipes them. `copies` are files that memdb made before it changed the
    schema and which held the records too: they are deleted.
    """

    packets: int
    sessions: int
    streams: int
    traces_left: bool = False
    copies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrichProgress(Report):
    """How far a model has read: `done` of `total` records in `seconds` so far; `remaining_s` is a guess by the rate."""

    done: int
    total: int
    seconds: float
    remaining_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrichReport(Report):
    """What a model read in one run.

    `statuses` counts the records that were read: "facts", "unresolved", "no_fact"; `skipped` of them were not worth a
    call, `induced` were read by rules that the model's reading of others supports. `pending` counts those that could
    not be read by reason, `awaiting` all that are left for another run. `calls` are the model's, `cached` those that
    were answered before. `stopped` says why the run ended before the queue did: "limit", "time budget", or what the
    model said; '' when nothing was left.
    """

    model: str
    read: int
    statuses: dict[str, int]
    skipped: int
    induced: int
    claims: int
    statements: int
    pending: dict[str, int]
    awaiting: int
    calls: int
    cached: int
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    stopped: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayReport(Report):
    """Readings that were stored (`read`), whose record a model had read (`known`), or that have none (`missing`)."""

    read: int
    known: int
    missing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUsage(Report):
    """What the calls of one kind took of one model; an answer that was kept is not counted again.

    `kind` says what for ("extract", "read", …). `seconds` are wall clock. `answers` counts the kept ones.
    """

    kind: str
    model: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    answers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageReport(Report):
    """What a memory's models took so far, by kind of call and model."""

    models: tuple[ModelUsage, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats(Report):
    """Counts and sizes of a memory file. Sizes are bytes; `tables` maps a table to its rows.

    `embedder` is the identity of the embedder in use; `awaiting_embedding` counts the records that it has not read.
    `read_by_model` counts the records that a model took by status; `awaiting_model` those that it has not read, 0 where
    no model is to read any.
    """

    path: str
    schema_version: int
    file_bytes: int
    streams: dict[str, int]
    profiles: dict[str, Profile]
    tables: dict[str, int]
    table_bytes: dict[str, int] = field(default_factory=dict[str, int])
    embedder: str | None = None
    awaiting_embedding: int = 0
    read_by_model: dict[str, int] = field(default_factory=dict[str, int])
    awaiting_model: int = 0
    notes: tuple[str, ...] = ()
