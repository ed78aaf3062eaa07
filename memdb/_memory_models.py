"""The models of one memory: those given to `memdb.open`, else those that the file names for its roles."""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace

from memdb._embedding import awaiting_embedding, embed_awaiting, embed_since, newest_packet
from memdb._enriching import with_model
from memdb._modelling import STATIC, choose, chosen
from memdb._reading import ReadOptions
from memdb.errors import ExtraNeededError, ModelError, NotFoundError, UsageError
from memdb.models import ROLES, Calls, ChatModel, ChatRole, Embedder, Ledger, ModelChoice, Role
from memdb.models.ledger import SqliteLedger, usage
from memdb.query import ReadModels, Scope, measured_pace
from memdb.records.reports import EmbedReport, Stats
from memdb.store import Connection, Store

EXTRACTORS: tuple[ChatRole, ...] = ("extractor", "reader")
"""The roles whose model enriches, the first that has one."""
SCHEDULERS: tuple[ChatRole, ...] = ("scheduler", "reader")
"""The roles whose model selects evidence, the first that has one."""


class MemoryModels:
    """Finds and loads the models of a memory when something needs them, and not before."""

    def __init__(
        self,
        store: Store,
        reading: Callable[[], Connection],
        chat: Mapping[str, ChatModel],
        embedder: Embedder | None,
    ) -> None:
        """`reading` gives a connection to read with; `chat` and `embedder` go before what the file names."""
        self._store = store
        self._reading = reading
        self._chat = chat
        self._embedder = embedder

    def named(self) -> dict[str, ModelChoice | None]:
        """The model that the file names for each role, or None."""
        connection = self._reading()
        return {role: chosen(connection, role) for role in ROLES}

    def use(self, role: Role, choice: ModelChoice | None) -> ModelChoice | None:
        """Makes the file name a model for a role."""
        choose(self._store.connection(), role, choice)
        return choice

    def chat(self, role: ChatRole) -> ChatModel | None:
        """The chat model of a role: the one given, else the file's, else None."""
        if role in self._chat:
            return self._chat[role]
        choice = chosen(self._reading(), role)
        if choice is None:
            return None
        from memdb.models.loading import chat_model  # noqa: PLC0415 - only who uses a model pays for its runtime

        return chat_model(choice)

    def calls(self, *roles: ChatRole) -> Calls | None:
        """Calls of the model of the first of some roles that has one."""
        model = next((found for role in roles if (found := self.chat(role)) is not None), None)
        return None if model is None else Calls(model, self.ledger())

    def ledger(self) -> Ledger | None:
        """Where the answers of models are kept: nowhere while the file is not made, since reading makes none."""
        return SqliteLedger(self._store) if self._store.made() else None

    def of_read(self, options: ReadOptions) -> ReadModels:
        """The models of one read: a scheduler only where the read is to ask one; "auto" does without where it must."""
        scheduler, pace = options.get("scheduler", "fast"), None
        calls = None
        try:
            calls = None if scheduler == "fast" else self.calls(*SCHEDULERS)
        except (ModelError, ExtraNeededError, NotFoundError):
            if scheduler != "auto":
                raise
        if calls and scheduler == "auto":
            pace = measured_pace(usage(self._reading()), calls.model.name)
        return ReadModels(embedder=self.embedder, scheduler=calls, pace=pace)

    def of_enriching(self, model: ChatModel | None) -> Calls:
        """Calls of the model that enriches.

        Raises:
            UsageError: there is none.
        """
        calls = self.calls(*EXTRACTORS) if model is None else Calls(model, self.ledger())
        if calls is None:
            raise UsageError("no model reads for this memory: choose one with `memdb models use extractor MODEL`")
        return calls

    def embedder(self) -> Embedder | None:
        """The embedder given, else the file's, else None."""
        if self._embedder is not None:
            return self._embedder
        choice = chosen(self._reading(), "embedder")
        if choice is None:
            return None
        from memdb.models.loading import embedder  # noqa: PLC0415 - numpy, and a table or a model

        return embedder(choice)

    def table(self) -> Embedder | None:
        """The embedder, where it is the table that comes with memdb: quick enough to embed what is being stored."""
        if self._embedder is not None or chosen(self._store.connection(), "embedder") != STATIC:
            return None
        return self.embedder()

    @contextmanager
    def embedding(self, *, with_table: bool) -> Generator[None]:
        """Embeds what the block stores, and nothing that awaited it before; what fails awaits `reembed`.

        Without `with_table` the table is left out, which embedded it in the transaction that stored it.
        """
        connection = self._store.connection()
        newest = newest_packet(connection)
        yield
        if self._embedder is None and not with_table and chosen(connection, "embedder") == STATIC:
            return
        with suppress(ModelError, ExtraNeededError, NotFoundError):
            embed_since(connection, self.embedder, newest)

    def reembed(self, progress: Callable[[int, int | None], None] | None) -> EmbedReport:
        """Embeds every record that awaits it; see `Memory.reembed`."""
        embedder = self.embedder()
        if embedder is None:
            raise UsageError("this memory has no embedder: `memdb models use embedder static` gives it one")
        return embed_awaiting(self._store.connection(), embedder, progress=progress)

    def awaited(self, counts: Stats, scope: Sequence[Scope]) -> Stats:
        """The counts of a memory, with those of the records that its models have not read yet."""
        connection = self._reading()
        reads = "extractor" in self._chat or chosen(connection, "extractor") is not None
        counts = with_model(connection, counts, scope, reads=reads)
        if not any(profile != "facts" for profile in counts.profiles.values()):
            return counts
        try:
            embedder = self.embedder()
            awaiting = 0 if embedder is None else awaiting_embedding(connection, embedder)
        except (ModelError, ExtraNeededError, NotFoundError) as error:
            return replace(counts, notes=(*counts.notes, f"the embedder cannot be used: {error}"))
        if embedder is None:
            return counts
        notes = (f"{awaiting:,} records await embedding: `memdb reembed` reads them",) if awaiting else ()
        return replace(counts, embedder=embedder.name, awaiting_embedding=awaiting, notes=(*counts.notes, *notes))
