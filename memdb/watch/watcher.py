"""Looks at files again and again, and takes what is new in those that changed."""

import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from memdb.errors import BusyError, ImportFileError
from memdb.importers import PATIENCE, SETTLED, Item, Source, open_growing
from memdb.ingest import KnownTexts
from memdb.records.reports import IngestReport, WatchNews, WatchReport
from memdb.store import Connection
from memdb.watch.listing import listed
from memdb.watch.marks import Mark, beginnings, read_marks, write_mark
from memdb.watch.reading import Reading

# Listing the files takes at most one part in so many of the time, and reading one that grows one part in so many.
_LISTING, _READING = 20, 5

Take = Callable[[Source, Iterable[Item]], IngestReport]
"""Stores some items of a source."""


@dataclass(slots=True)
class _File:
    """What is known of one file.

    `stamp` is its size, times of change and inode when it was last looked at, `since` when it was first seen so, and
    `changed` when it was first seen with something unread. `stage` counts how long it has been quiet; a large
    one that grows `rests_until` it may be read again.
    """

    stamp: tuple[int, ...]
    since: float
    changed: float
    mark: Mark | None
    moved_from: str | None = None
    by_line: bool = True
    rests_until: float = 0.0
    stage: int = -1
    done: bool = False


class Watcher:
    """Follows the files at and below some paths. Times are seconds of a clock that never goes back."""

    def __init__(
        self,
        connection: Connection,
        roots: Sequence[Path],
        *,
        take: Take,
        stream: str | None,
        format: str,
        stop: threading.Event,
        tell: Callable[[WatchNews], None],
    ) -> None:
        """`take` stores items; `stream` and `format` are those of every file, or None and "auto"."""
        self._connection = connection
        self._roots = roots
        self._take = take
        self._stream = stream
        self._format = format
        self._stop = stop
        self._tell = tell
        self._marks = read_marks(connection)
        self._files: dict[str, _File] = {}
        self._troubles: set[str] = set()
        self._report = WatchReport(files=0, stored=0, duplicates=0, problems=0)

    def run(self, interval: float) -> WatchReport:
        """Looks every `interval` seconds, more seldom where a look takes long, until it is stopped."""
        while not self._stop.is_set():
            self._stop.wait(max(interval, _LISTING * self._look()))
        return self._report

    def _look(self) -> float:
        """Looks at every file once; returns the seconds that it took to list them."""
        begun = time.monotonic()
        troubled: set[str] = set()

        def trouble(place: str, error: OSError) -> None:
            troubled.add(place)
            if place not in self._troubles:
                self._problem(place, f"{place} cannot be listed ({error.strerror or error}): it is tried again")

        found = dict(listed(self._roots, leave_out=self._connection.path, trouble=trouble))
        listing = time.monotonic() - begun
        self._troubles = troubled
        self._files = {path: known for path, known in self._files.items() if path in found}
        for path, state in found.items():
            if self._stop.is_set():
                break
            known = self._seen(path, state, found)
            if not known.done:
                self._read(path, known)
        return listing

    def _seen(self, path: str, state: os.stat_result, found: dict[str, os.stat_result]) -> _File:
        """The file as it is known, brought up to what it is now."""
        now = time.monotonic()
        stamp = (state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino)
        known = self._files.get(path)
        if known is None:
            # A time of change in the future says nothing.
            age = max(0.0, time.time() - state.st_mtime)
            known = self._files[path] = _File(stamp, now - age, now - age, self._marks.get(_uri(path)))
            mark = known.mark
            known.done = mark is not None and (mark.size, mark.modified) == (state.st_size, state.st_mtime_ns)
            if mark is None and state.st_size:
                self._adopt(path, known, found)
        elif stamp != known.stamp:
            known.stamp, known.since, known.stage = stamp, now, -1
            known.changed = now if known.done else known.changed
            known.done = False
        known.done = known.done or state.st_size == 0
        return known

    def _adopt(self, path: str, known: _File, found: dict[str, os.stat_result]) -> None:
        """Finds out whether a new file is one that was read under a name that is gone."""
        size, inode = known.stamp[0], known.stamp[3]
        present = {_uri(other) for other in found}
        gone = {uri: mark for uri, mark in self._marks.items() if uri not in present and mark.fits(size, inode)}
        hashes = _beginnings(path, gone.values())
        same = [uri for uri, mark in gone.items() if hashes.get(mark.size) == mark.sha256]
        if same:
            known.moved_from = max(same, key=lambda uri: gone[uri].size)
            known.mark = gone[known.moved_from]

    def _read(self, path: str, known: _File) -> None:
        """Takes what is new of a file, if it has stayed as it is for long enough to tell."""
        now = time.monotonic()
        quiet = now - known.since
        stage = sum(quiet >= least for least in (SETTLED, PATIENCE))
        ready = stage > 0 or now - known.changed >= PATIENCE
        if stage == known.stage or now < known.rests_until or not (ready or known.by_line):
            return
        known.stage = stage
        mark = known.mark
        goes_on = mark is not None and _beginnings(path, [mark]).get(mark.size) == mark.sha256
        try:
            opened = open_growing(
                Path(path),
                format=mark.format if mark is not None and goes_on else self._format,
                stream=self._stream,
                quiet=quiet,
                named=Path(path if mark is None else mark.named),
                among_others=Path(path) not in self._roots,
            )
            if opened is not None:
                source, end = opened
                known.by_line = source.by_line
                if ready or source.by_line:
                    self._take_new(path, known, source, end, hold_last=stage == 0 and not source.by_line)
        except ImportFileError as error:
            if stage:
                known.done = True
                self._problem(path, str(error))
        except BusyError as error:
            known.stage = -1
            self._problem(path, str(error))
        if mark is not None:
            known.rests_until = now + min(PATIENCE, _READING * (time.monotonic() - now))

    def _take_new(self, path: str, known: _File, source: Source, end: int, *, hold_last: bool) -> None:
        reading = Reading(
            source, known.mark, known=lambda: self._known(source), hold_last=hold_last, stopped=self._stop.is_set
        )
        report = self._take(source, reading)
        if not reading.complete:
            return
        size, modified, _, inode = known.stamp
        known.done = end == size and not hold_last
        mark = Mark(
            size=end, modified=modified if known.done else 0, inode=inode, sha256=source.sha256, format=source.format,
            named=path if known.mark is None else known.mark.named, items=reading.items, digest=reading.digest,
        )  # fmt: skip
        if mark != known.mark or known.moved_from is not None:
            write_mark(self._connection, _uri(path), mark, moved_from=known.moved_from)
            if known.moved_from is not None:
                self._marks.pop(known.moved_from, None)
            self._marks[_uri(path)] = mark
        self._count(path, report, is_new=known.mark is None)
        known.mark, known.moved_from, known.changed = mark, None, time.monotonic()

    def _known(self, source: Source) -> KnownTexts | None:
        return KnownTexts(self._connection, self._stream or source.default_stream) if source.by_place else None

    def _count(self, path: str, report: IngestReport, *, is_new: bool) -> None:
        so_far = self._report
        self._report = replace(
            so_far, files=so_far.files + is_new, stored=so_far.stored + report.stored,
            duplicates=so_far.duplicates + report.duplicates,
        )  # fmt: skip
        if report.stored or report.skipped or is_new:
            self._tell(WatchNews(path=path, report=report, problem=None))

    def _problem(self, path: str, problem: str) -> None:
        self._report = replace(self._report, problems=self._report.problems + 1)
        self._tell(WatchNews(path=path, report=None, problem=problem))


def _uri(path: str) -> str:
    return Path(path).absolute().as_uri()


def _beginnings(path: str, marks: Iterable[Mark]) -> dict[int, str]:
    """As `beginnings`; nothing of a file that cannot be read, which is said when it is opened."""
    sizes = [mark.size for mark in marks]
    try:
        return beginnings(Path(path), sizes) if sizes else {}
    except OSError:
        return {}
