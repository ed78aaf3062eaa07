"""Headers of model files, dates, and the rules that read records."""

from memdb.extract import RulesFrontend
from memdb.importers.dates import day_of_name, iso_or_none, only_day
from memdb.models.gguf_metadata import read_model
from memdb.records import Packet
from memdb.records.dates import parse_time, sort_key
from memdb.records.moments import moment

from . import scratch


def gguf(data: bytes) -> None:
    """A model file: its header is read without reading past it."""
    size, about = read_model(scratch.file(data, "model.gguf"))
    assert size == len(data)
    assert about.tensors <= len(data)


def dates(data: bytes) -> None:
    """A text as a time: what is read can be compared, and reading it again changes nothing."""
    text = data.decode(errors="replace")
    for day_first in (False, True):
        time = parse_time(text, day_first=day_first)
        assert time is None or (parse_time(time) == time and sort_key(time))
    for found in (iso_or_none(text), only_day(text), day_of_name(text)):
        assert found is None or sort_key(found), found
    moment(text)


def rules(data: bytes) -> None:
    """The rules read any record, of a time that stands before a NUL; what they make of it is bounded."""
    text, _, time = data.decode(errors="replace").partition("\0")
    said_at = parse_time(time) or "2024-01-01"
    for profile in ("dialogue", "notes", "facts"):
        packet = Packet(
            id=1, stream="main", session="s", position=1, turn_index=0, turn=None, speaker="Ana Duarte",
            said_at=said_at, content=text, caption=None, image_query=None, session_started_at=None,
        )  # fmt: skip
        read = RulesFrontend().extract(packet, profile=profile, known_people={"Ana Duarte", "Ben"})
        assert len(read.triples) <= 10 + len(text)
        assert sum(len(one.claim) for one in read.descriptors) <= 20 * len(text) + 1000


TARGETS = {"gguf": gguf, "dates": dates, "rules": rules}
