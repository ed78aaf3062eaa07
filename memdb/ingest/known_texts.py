"""What the memory has of pages of notes, by text: an edit moves paragraphs to other lines, which name them."""

from collections import Counter

from memdb.ingest.packets import refuse_other_profile
from memdb.records.packet import Draft, Profile, page_of
from memdb.store import Connection, sql


class KnownTexts:
    """The texts of pages as they were when a page was first asked about; each stands for one record."""

    def __init__(self, connection: Connection, stream: str, *, profile: Profile | None = None) -> None:
        """`stream` is that of the drafts which name none; where it is there it must have the `profile` given, if any.

        Raises:
            UsageError: it has another one.
        """
        row = connection.row(sql("ingest/find_stream"), {"name": stream})
        if row is not None and profile is not None:
            refuse_other_profile(stream, row[1], profile)
        self._connection = connection
        self._stream = stream
        self._left: dict[tuple[str, str], Counter[str]] = {}

    def take(self, draft: Draft) -> bool:
        """Whether the memory has the draft on its page, on whatever line; a text that was taken is there no more."""
        if not draft.session:
            return False
        page = (draft.stream or self._stream, page_of(draft.session))
        if page not in self._left:
            self._left[page] = self._contents(*page)
        left = self._left[page]
        if left[draft.content] == 0:
            return False
        left[draft.content] -= 1
        return True

    def _contents(self, stream: str, page: str) -> Counter[str]:
        bindings = {"stream": stream, "page": page, "until": f"{page} /!"}
        return Counter(str(content) for (content,) in self._connection.rows(sql("ingest/page_contents"), bindings))
