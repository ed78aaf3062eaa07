"""What a server reaches: one memory, opened at the first use, and the streams that its clients may name."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from memdb import Memory, NotFoundError, UsageError

MAIN = "main"
"""The stream of a server that was given none, for writing."""


class Reach:
    """One memory and the streams of it that clients reach. Safe to use from several threads."""

    def __init__(self, opener: Callable[[], Memory], streams: Sequence[str] = ()) -> None:
        """`opener` opens the memory; without `streams` all of them are reached."""
        self.streams = tuple(dict.fromkeys(streams))
        self._opener = opener
        self._lock = threading.Lock()
        self._memory: Memory | None = None

    @property
    def memory(self) -> Memory:
        """The memory, opened now if it was not yet."""
        with self._lock:
            if self._memory is None:
                self._memory = self._opener()
            return self._memory

    def close(self) -> None:
        """Closes the memory if it was opened."""
        with self._lock:
            memory, self._memory = self._memory, None
        if memory is not None:
            memory.close()

    def reading(self, stream: str) -> list[str] | None:
        """The streams to read: the one named, else those of the server; None is all, and [] an empty memory.

        Raises:
            UsageError: the stream is out of reach.
        """
        self._check(stream)
        if not self.streams:
            return [stream] if stream else None
        there = self.memory.streams()
        return [one for one in ([stream] if stream else self.streams) if one in there]

    def writing(self, stream: str) -> str:
        """The stream to write to: the one named, else the server's first.

        Raises:
            UsageError: the stream is out of reach.
        """
        self._check(stream)
        return stream or next(iter(self.streams), MAIN)

    def packet(self, packet: int) -> dict[str, Any]:
        """One record in full. One that is out of reach is not there.

        Raises:
            NotFoundError: there is no such record.
        """
        try:
            document = self.memory.show(packet)
        except NotFoundError:
            document = None
        if document is None or (self.streams and document["stream"] not in self.streams):
            raise NotFoundError(f"no packet {packet}: search shows the ids of packets")
        return document

    def _check(self, stream: str) -> None:
        if stream and self.streams and stream not in self.streams:
            raise UsageError(f"stream {stream[:60]!r} is out of reach: this server has {', '.join(self.streams)}")
