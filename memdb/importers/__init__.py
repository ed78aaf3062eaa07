"""Foreign files in, drafts of packets out: one module a format, recognised by shape and never by file name."""

from memdb.importers.growing import PATIENCE, SETTLED
from memdb.importers.opening import FORMATS, open_growing, open_source
from memdb.importers.source import Item, Skipped, Source

__all__ = ["FORMATS", "PATIENCE", "SETTLED", "Item", "Skipped", "Source", "open_growing", "open_source"]
