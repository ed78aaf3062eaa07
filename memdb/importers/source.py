"""What every importer shares: the items it yields, the description of a format, and the opened source."""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace

from memdb.errors import ImportFileError
from memdb.importers.contents import Contents
from memdb.records import Draft, FrozenReading, Profile, Setting


@dataclass(frozen=True, slots=True)
class Skipped:
    """One item of a source that could not become a draft.

    `reason` is short and the same for all items of its kind, so that it can be counted ("empty content"); `where`
    names the item ("line 12").
    """

    reason: str
    where: str


Item = Draft | Skipped | Setting | FrozenReading
"""A record, why there is none, or what an export of memdb has beside its records."""
Items = Generator[Item, None, None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format that memdb reads: `read` turns the contents of a file into drafts, in source order.

    `by_line` says that each line is an item whatever follows it, so that a file may be read while it is written.
    `by_place` says that turns are named after lines, so that an edit gives later turns another name.
    """

    name: str
    profile: Profile
    default_stream: str
    read: Callable[[Contents], Items]
    by_line: bool = False
    by_place: bool = False


Part = tuple[Format, Contents]
"""A file with the format that it has."""


class Source:
    """An opened source: iterate over it for its drafts, as often as needed and with the same result each time.

    An archive has a part for every file that memdb reads. Where they have several formats, each draft brings the stream
    and the profile of its own.
    """

    def __init__(
        self,
        parts: Sequence[Part],
        *,
        uri: str,
        sha256: str,
        skipped: Sequence[Skipped] = (),
        stream: str | None = None,
    ) -> None:
        """Pair formats with contents that are known to be readable; `skipped` are files that are not.

        A `stream` that is given takes the drafts of all formats.
        """
        self._parts = parts
        self._skipped = skipped
        self._formats = {chosen.name: chosen for chosen, _ in parts}
        self._stream = stream
        self.uri = uri
        """Where the bytes came from: a `file:` address, or "stdin"."""
        self.sha256 = sha256
        """The SHA-256 of the bytes as given, in hexadecimal."""

    @property
    def format(self) -> str:
        """The name of the format, one of `FORMATS`; several of an archive are joined by "+"."""
        return "+".join(self._formats)

    @property
    def profile(self) -> Profile:
        """How a stream of this format is read."""
        return self._parts[0][0].profile

    @property
    def by_line(self) -> bool:
        """Whether each line is an item whatever follows it."""
        return all(chosen.by_line for chosen, _ in self._parts)

    @property
    def by_place(self) -> bool:
        """Whether turns are named after lines, and sessions after pages."""
        return all(chosen.by_place for chosen, _ in self._parts)

    @property
    def default_stream(self) -> str:
        """The stream of the drafts that name none."""
        return self._parts[0][0].default_stream

    @property
    def total_bytes(self) -> int:
        """What `bytes_read` counts up to, in bytes."""
        return sum(contents.size for _, contents in self._parts)

    @property
    def bytes_read(self) -> int:
        """How far the present iteration has come, in bytes."""
        return sum(contents.bytes_read for _, contents in self._parts)

    def rewind(self) -> None:
        """Count the bytes from 0 again."""
        for _, contents in self._parts:
            contents.bytes_read = 0

    def __iter__(self) -> Items:
        """The drafts in source order, with a `Skipped` for each item that could not become one."""
        self.rewind()
        yield from self._skipped
        for part in self._parts:
            yield from self._of_part(*part)
            part[1].bytes_read = part[1].size

    def _of_part(self, chosen: Format, contents: Contents) -> Iterator[Item]:
        if contents.archive is None:
            yield from chosen.read(contents)
            return
        try:
            for item in chosen.read(contents):
                if isinstance(item, Skipped):
                    yield replace(item, where=f"{contents.name} {item.where}")
                elif len(self._formats) == 1 or not isinstance(item, Draft):
                    yield item
                else:
                    stream = item.stream or self._stream or chosen.default_stream
                    yield replace(item, stream=stream, profile=item.profile or chosen.profile)
        except ImportFileError:  # one file must not cost the others
            yield Skipped("damaged, or not UTF-8", contents.name)
