"""What every importer shares: the items it yields, the description of a format, and the opened source."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass

from memdb.importers.contents import Contents
from memdb.records import Draft, Profile


@dataclass(frozen=True, slots=True)
class Skipped:
    """One item of a source that could not become a draft.

    `reason` is short and the same for all items of its kind, so that it can be counted ("empty content"); `where`
    names the item ("line 12").
    """

    reason: str
    where: str


Item = Draft | Skipped
Items = Generator[Item, None, None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format that memdb reads: `read` turns the contents of a file into drafts, in source order."""

    name: str
    profile: Profile
    default_stream: str
    read: Callable[[Contents], Items]


class Source:
    """An opened source: iterate over it for its drafts, as often as needed and with the same result each time."""

    def __init__(self, chosen: Format, contents: Contents) -> None:
        """Pair a format with contents that are known to be readable."""
        self._format = chosen
        self._contents = contents

    @property
    def format(self) -> str:
        """The name of the format, one of `FORMATS`."""
        return self._format.name

    @property
    def profile(self) -> Profile:
        """How a stream of this format is read."""
        return self._format.profile

    @property
    def default_stream(self) -> str:
        """The stream of the drafts that name none."""
        return self._format.default_stream

    @property
    def uri(self) -> str:
        """Where the bytes came from: a `file:` address, or "stdin"."""
        return self._contents.uri

    @property
    def sha256(self) -> str:
        """The SHA-256 of the bytes as given, in hexadecimal."""
        return self._contents.sha256

    @property
    def total_bytes(self) -> int | None:
        """What `bytes_read` counts up to, in bytes."""
        return self._contents.size

    @property
    def bytes_read(self) -> int:
        """How far the present iteration has come, in bytes."""
        return self._contents.bytes_read

    def __iter__(self) -> Iterator[Item]:
        """The drafts in source order, with a `Skipped` for each item that could not become one."""
        yield from self._format.read(self._contents)
        self._contents.bytes_read = self._contents.size
