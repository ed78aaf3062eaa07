"""A watch in a thread of the test, with short bounds of time."""

import threading
import time
from collections import Counter

import pytest

import memdb
from memdb.importers import growing
from memdb.watch import watcher

SETTLED, PATIENCE = 0.15, 1.5


class Watch:
    """One run of `memory.watch` over a folder; `news` is what it told."""

    def __init__(self, path, folder, **options):
        self.news: list[memdb.WatchNews] = []
        self._stop = threading.Event()
        self._path = path
        self._folder = folder
        self._options = options
        self._thread = threading.Thread(target=self._run)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join(10)
        assert not self._thread.is_alive()

    def _run(self):
        with memdb.open(self._path) as memory:
            self.report = memory.watch(
                self._folder, interval=0.02, stop=self._stop, tell=self.news.append, **self._options
            )

    def contents(self):
        with memdb.open(self._path) as memory:
            return Counter(draft.content for draft in memory.export())

    def until(self, *contents, seconds=8):
        """Wait until the memory holds exactly these texts, each as often as it is given."""
        deadline = time.monotonic() + seconds
        while self.contents() != Counter(contents) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert self.contents() == Counter(contents)

    def rest(self):
        """Wait until nothing can be outstanding but what is not complete."""
        time.sleep(3 * SETTLED)

    @property
    def problems(self):
        return [news.problem for news in self.news if news.problem is not None]


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "watched"
    made.mkdir()
    return made


@pytest.fixture
def watch(path, folder, monkeypatch):
    """Start a watch over `folder`."""
    for module in (growing, watcher):
        monkeypatch.setattr(module, "SETTLED", SETTLED)
        monkeypatch.setattr(module, "PATIENCE", PATIENCE)
    return lambda **options: Watch(path, folder, **options)
