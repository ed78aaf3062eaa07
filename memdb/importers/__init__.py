"""Foreign files in, drafts of packets out: one module a format, recognised by shape and never by file name."""

from memdb.importers.opening import FORMATS, open_source
from memdb.importers.source import Skipped, Source

__all__ = ["FORMATS", "Skipped", "Source", "open_source"]
