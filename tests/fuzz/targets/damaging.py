"""A memory file with some of its bytes changed."""

import struct
from contextlib import suppress

import memdb

from . import scratch

_CHANGE = struct.Struct("<IB")


def damage(data: bytes) -> None:
    """Each five bytes are a place in the file and what stands there.

    A check never fails by something else than what is wrong with the file, and where it finds nothing all verbs work.
    """
    path = scratch.memory_file()
    whole = bytearray(path.read_bytes())
    for place, byte in _CHANGE.iter_unpack(data[: len(data) // _CHANGE.size * _CHANGE.size]):
        whole[place % len(whole)] = byte
    path.write_bytes(whole)
    with memdb.open(path) as memory:
        if not memory.check().ok and not memory.check(repair=True).ok:
            return
        memory.stats()
        memory.facts(history=True)
        memory.ask("Where does Ana live?")
        memory.search("Ghent")
        list(memory.export())
        memory.add("I moved to Oslo.", speaker="Ana Duarte")
        with suppress(memdb.NotFoundError):
            memory.forget(speaker="Ben Ash")
        assert memory.check().ok


TARGETS = {"damage": damage}
