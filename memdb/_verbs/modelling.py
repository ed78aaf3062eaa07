"""The verbs in which models work on a memory."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Unpack, get_args

from memdb import _reading
from memdb._enriching import Enricher
from memdb._freezing import readings, replay
from memdb._modelling import checked_choice
from memdb._stream_view import Progress
from memdb._verbs.base import Verbs
from memdb.errors import UsageError
from memdb.models import ChatModel, LoadOptions, ModelChoice
from memdb.models import Role as ModelRole
from memdb.models.ledger import forget_answers, usage
from memdb.placement import place_awaiting
from memdb.records.extraction import FactFrontendName, FrozenReading
from memdb.records.reports import (
    EmbedReport,
    EnrichProgress,
    EnrichReport,
    ReplayReport,
    UsageReport,
)
from memdb.records.shown import shown


class ModellingVerbs(Verbs):
    """Choosing models, and what they embed and read."""

    def reembed(self, *, progress: Progress | None = None) -> EmbedReport:
        """Embeds every record of conversations and notes that awaits it; a run that was stopped goes on where it was.

        In a file of an earlier memdb the claims are placed too, as the next write would do.

        Args:
            progress: called with records done and records in all.

        Raises:
            UsageError: the memory has no embedder.
            ModelError: the embedder failed; what was embedded before is kept.
        """
        place_awaiting(self._reading_connection())
        return self._models.reembed(progress)

    def models(self) -> dict[str, ModelChoice | None]:
        """The model that the file names for each role, or None; what was given to `memdb.open` is not told."""
        return self._models.named()

    def use(self, role: ModelRole, spec: str | None, **options: Unpack[LoadOptions]) -> ModelChoice | None:
        """Makes the file name a model for a role; None turns the role off.

        Roles: "reader" answers, "extractor" reads what was stored, "scheduler" selects evidence, "embedder" turns
        texts into vectors (after changing it, `reembed`). `spec` and options are those of `ModelChoice`; a name is
        looked for in memdb's folder, then among the models of other programs.

        Raises:
            UsageError: there is no such role, the model does not fit it, or an option cannot be meant.
            NotFoundError: there is no such model.
            ModelError: memdb cannot use it.
        """
        return self._models.use(role, checked_choice(role, spec, options))

    def enrich(
        self,
        *,
        streams: Sequence[str] | None = None,
        limit: int | None = None,
        time_budget: float | None = None,
        alone: bool = False,
        frontend: FactFrontendName = "hybrid",
        progress: Callable[[EnrichProgress], None] | None = None,
        model: ChatModel | None = None,
    ) -> EnrichReport:
        """Lets a model read the records that await it; a run that was stopped goes on where it was.

        Those of its claims that say more than the rules' are shown beside them from then on, and its statements join
        theirs; where both speak of one value in a record, the rules are kept. Of a fact stream only what the rules
        could not read is read, unless it is to be read alone.

        Args:
            streams: names; None is all.
            limit: records to read at most.
            time_budget: seconds after which no further record is begun.
            alone: what this run reads replaces the rules' statements in its records.
            frontend: how fact streams are read: "hybrid" asks the model about a sample, from which literal rules for
                the others are induced, and about what none of them fits; "llm" asks it about every record.
            progress: called after each record.
            model: reads in place of the file's extractor, or of its reader where it has none.

        Raises:
            UsageError: there is no model, or a bound is below its least.
            ModelError: the model failed before it read anything.
            NotFoundError: a stream is not there.
        """
        if frontend not in get_args(FactFrontendName):
            raise UsageError(f"no frontend named {shown(frontend)}: use one of {', '.join(get_args(FactFrontendName))}")
        if (limit is not None and limit < 1) or (time_budget is not None and time_budget <= 0):
            raise UsageError("a limit is at least one record, a time budget more than no seconds")
        connection = self._reading_connection()
        scope = _reading.scope(connection, streams)
        return Enricher(
            connection, self._models.of_enriching(model), streams=scope, limit=limit, time_budget=time_budget,
            alone=alone, frontend=frontend, progress=progress,
        ).run()  # fmt: skip

    def readings(self, *, streams: Sequence[str] | None = None) -> Iterator[FrozenReading]:
        """What models read in the records, stream by stream in source order, for `replay` into another memory.

        Raises:
            NotFoundError: a stream is not there.
        """
        connection = self._reading_connection()
        return readings(connection, _reading.scope(connection, streams))

    def replay(self, frozen: Iterable[FrozenReading]) -> ReplayReport:
        """Stores what models read in the same records of another memory: no model is asked.

        Records that a model has read here stay as they are.
        """
        return replay(self._reading_connection(), frozen)

    def usage(self) -> UsageReport:
        """What the models took so far, by kind of call and model. An answer that was kept is not counted again."""
        return usage(self._reading_connection())

    def forget_answers(self) -> int:
        """Drops the answers of models that are kept, and returns how many; `usage` still counts what they took."""
        connection = self._reading_connection()
        with connection.write():
            dropped = forget_answers(connection)
            if dropped:
                connection.scrub_later()
        connection.scrub_rest()
        return dropped
