"""Files to import, of each format, in archives, and all the way into a memory."""

import io
import warnings
import zipfile
from functools import partial
from pathlib import Path

import memdb
from memdb.importers import FORMATS, Skipped, open_source
from memdb.records import Draft

from . import scratch

_MOST = 4
"""How many times its bytes a file may give in characters: an escape or a name may be repeated in each record."""
_BETWEEN = b"\n====\n"


def read(data: bytes, *, format: str) -> None:
    """Drafts of a file: texts that can be stored, not many times what was given."""
    require_bounded(scratch.file(data), format, len(data))


def require_bounded(path: Path, format: str, size: int) -> None:
    drafts = 0
    characters = 0
    for item in open_source(path, format=format):
        if isinstance(item, Skipped):
            assert len(item.reason) < 60
        elif isinstance(item, Draft):
            drafts += 1
            characters += len(item.content.encode()) + len((item.caption or "").encode())
            "".join(filter(None, (item.stream, item.session, item.turn, item.speaker))).encode()
    assert drafts, "a source without a draft is refused"
    assert characters <= _MOST * size + 1000
    assert drafts <= size


def archive(data: bytes) -> None:
    """A zip archive of the parts of the data, each a name, a line break and a content."""
    packed = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        warnings.simplefilter("ignore")  # of names that occur twice
        for n, part in enumerate(data.split(_BETWEEN)):
            name, _, content = part.partition(b"\n")
            made.writestr(zipfile.ZipInfo(name.decode(errors="replace").replace("\0", "") or str(n)), content)
    require_bounded(scratch.file(packed.getvalue()), "auto", len(data))


def ingest(data: bytes) -> None:
    """A file goes into a memory whole or is refused; a second time it brings nothing."""
    path = scratch.file(data)
    with memdb.open(scratch.memory_file()) as memory:
        before = memory.stats().streams
        try:
            report = memory.ingest(path)
        except memdb.ImportFileError:
            assert memory.stats().streams == before
            raise
        assert len("".join(report.first_skipped.values())) <= 100 * len(report.skipped)
        assert report.read == report.stored + report.duplicates + sum(report.skipped.values())
        assert sum(memory.stats().streams.values()) == sum(before.values()) + report.stored
        assert memory.check().problems == ()
        again = memory.ingest(path)
        assert (again.stored, again.duplicates) == (0, report.stored + report.duplicates)


TARGETS = {
    **{name: partial(read, format=name) for name in ("auto", *FORMATS)}, "archive": archive,
    "zip": partial(read, format="auto"), "ingest": ingest,
}  # fmt: skip
