"""What llama.cpp says: kept for error messages and for the logger "memdb.llama", never printed.

Standard output belongs to the program, which may speak a protocol there. So it is never redirected, not even for a
moment, for another thread may be writing: instead llama.cpp's log goes here. The one thing that llama.cpp prints past
its log, on standard error, is a grammar that it cannot parse: `quiet` holds that back.
"""

import logging
import os
import sys
import threading
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager

from memdb.models.llama_library import llama

_logger = logging.getLogger("memdb.llama")
_redirecting = threading.Lock()


class Log:
    """Takes what llama.cpp logs, which would otherwise go to standard error."""

    def __init__(self) -> None:
        """A log that takes nothing yet."""
        self.lines: deque[str] = deque(maxlen=20)
        self._callback = llama.llama_log_callback(self._take)

    def install(self) -> None:
        """Takes what llama.cpp logs from now on, in this whole process."""
        self.lines.clear()
        llama.llama_log_set(self._callback, None)

    def _take(self, _level: int, text: bytes, _data: object) -> None:
        if line := text.decode(errors="replace").strip(" .\n"):
            self.lines.append(line)
            _logger.debug("%s", line)

    def reason(self) -> str:
        """The last line that tells of an error, for a message."""
        return next((line for line in reversed(self.lines) if "error" in line or "fail" in line), "no reason given")


LOG = Log()


@contextmanager
def quiet() -> Generator[None]:
    """Holds back what is printed on standard error, in this whole process: only for what takes no time."""
    with _redirecting:
        sys.stderr.flush()
        kept = os.dup(2)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, 2)
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)
            os.close(nowhere)
