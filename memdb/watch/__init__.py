"""Following files that grow: which have changed, what of them is complete, and what of that is new."""

from memdb.watch.watcher import Watcher

__all__ = ["Watcher"]
