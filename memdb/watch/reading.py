"""What of a file is new since it was read last."""

from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from itertools import islice

from memdb.importers import Item, Skipped
from memdb.ingest import KnownTexts
from memdb.records import Draft
from memdb.records.hashes import content_hash
from memdb.watch.marks import Mark


class Reading:
    """The items of a file that were not read before; `items` and `digest` are the next mark's.

    A file that begins with the items it had goes on after them: the database is not asked about those, and what was
    forgotten of them stays forgotten. Any other is read from its start.
    """

    def __init__(
        self,
        source: Iterable[Item],
        mark: Mark | None,
        *,
        known: Callable[[], KnownTexts | None],
        hold_last: bool,
        stopped: Callable[[], bool],
    ) -> None:
        """`known` gives the texts that the memory has of the file's pages; `hold_last` leaves the last item."""
        self.items = 0
        self.digest = b""
        self.complete = False
        self._source = source
        self._mark = mark
        self._known = known
        self._hold_last = hold_last
        self._stopped = stopped

    def __iter__(self) -> Iterator[Item]:
        """The new items."""
        if self._mark is not None:
            items, known = iter(self._source), self._known()
            digest = blake2b(digest_size=16)
            for item in islice(items, self._mark.items):
                if self._stopped():
                    return
                digest.update(_identity(item))
                _is_known(item, known)
            if digest.digest() == self._mark.digest:
                yield from self._from(items, digest, self._mark.items, known)
                return
        yield from self._from(iter(self._source), blake2b(digest_size=16), 0, self._known())

    def _from(self, items: Iterator[Item], digest: blake2b, read: int, known: KnownTexts | None) -> Iterator[Item]:
        """Every item but those known by their text; the digest is that of the items before the last one taken."""
        waiting: Item | None = next(items, None)
        while waiting is not None:
            item, waiting = waiting, next(items, None)
            if self._stopped():
                return
            if waiting is None and self._hold_last:
                break
            self.items, self.digest = read, digest.digest()
            read += 1
            digest.update(_identity(item))
            if not _is_known(item, known):
                yield item
        self.complete = True


def _is_known(item: Item, known: KnownTexts | None) -> bool:
    return known is not None and isinstance(item, Draft) and known.take(item)


def _identity(item: Item) -> bytes:
    if isinstance(item, Draft):
        return content_hash(item)
    return f"{item.reason} {item.where}".encode() if isinstance(item, Skipped) else repr(item).encode()
