"""A LangChain retriever over a memory: documents that say which record they are and what has replaced it."""

from collections.abc import Sequence
from datetime import date

import memdb

try:
    from langchain_core.callbacks import CallbackManagerForRetrieverRun
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
except ModuleNotFoundError as error:
    message = "the retriever needs LangChain; install it with: pip install 'memdb-engine[langchain]'"
    raise memdb.ExtraNeededError(message) from error


class MemdbRetriever(BaseRetriever):
    """Finds the records of a memory that a question needs, the best first.

    Fields and `invoke` take the options of `Memory.search`: `streams`, `k`, `as_of`, `asker`.
    """

    memory: memdb.Memory
    streams: Sequence[str] | None = None
    k: int = 10
    as_of: str | int | date | None = None
    asker: str | None = None

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,  # noqa: ARG002 - LangChain hands it to every retriever
        streams: Sequence[str] | None = None,
        k: int | None = None,
        as_of: str | int | date | None = None,
        asker: str | None = None,
    ) -> list[Document]:
        hits = self.memory.search(
            query,
            streams=self.streams if streams is None else streams,
            k=self.k if k is None else k,
            as_of=self.as_of if as_of is None else as_of,
            asker=self.asker if asker is None else asker,
        )
        return [_document(hit) for hit in hits]


def _document(hit: memdb.Hit) -> Document:
    """The record with what `memdb show` needs to find it; `source` is how an answer may cite it."""
    place = f"packet {hit.packet}" if hit.turn is None else f"packet {hit.packet}, {hit.turn}"
    return Document(
        id=str(hit.packet),
        page_content=hit.content,
        metadata={
            "source": place,
            "packet": hit.packet,
            "stream": hit.stream,
            "session": hit.session,
            "turn": hit.turn,
            "speaker": hit.speaker,
            "said_at": hit.said_at,
            "score": hit.score,
            "superseded_by": hit.superseded_by,
        },
    )
