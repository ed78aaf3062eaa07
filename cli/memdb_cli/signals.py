"""A clean end for commands that go on until they are told to stop."""

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager

_ASKED = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def until_stopped() -> Generator[threading.Event]:
    """Give an event that Ctrl-C or a request to terminate sets; a second one ends the process at once."""
    stop = threading.Event()
    before = {asked: signal.getsignal(asked) for asked in _ASKED}

    def restore() -> None:
        for asked, handler in before.items():
            signal.signal(asked, handler)

    def on_signal(_number: int, _frame: object) -> None:
        restore()
        stop.set()

    for asked in _ASKED:
        signal.signal(asked, on_signal)
    try:
        yield stop
    finally:
        restore()
