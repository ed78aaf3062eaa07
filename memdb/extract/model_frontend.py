"""The model frontend: one call a record gives its claims and its statements, between gates (sections A1, B1)."""

from collections.abc import Callable, Collection, Sequence

from memdb.extract.claims import shared
from memdb.extract.model_claims import extraction
from memdb.extract.model_output import CutReplyError, RecordError, Reply, UnreadableReplyError, read_reply
from memdb.extract.model_prompt import LIMITS, ModelLimits, asked, prefix, repair, request
from memdb.extract.model_source import Source, needed
from memdb.models import CallKind, Calls, ChatRequest, Completion, Message
from memdb.models.pieces import cut
from memdb.records.corrections import SESSION, parsed
from memdb.records.extraction import Extraction
from memdb.records.packet import Packet, Profile


class ModelFrontend:
    """Reads packets with a chat model. The rules open and close the gates, and complete what the model leaves out."""

    name = "llm"

    def __init__(
        self,
        calls: Calls,
        *,
        relations: Sequence[str] = (),
        limits: ModelLimits = LIMITS,
        before_call: Callable[[], None] | None = None,
    ) -> None:
        """`relations` are names that the file has beyond the catalogue, the most used first.

        `before_call` is called before each call of the model: what it raises ends the reading of the packet.
        """
        self._calls = calls
        self._limits = limits
        self._prefix = prefix(relations[: limits.relations])
        self._before_call = before_call

    def is_worth(self, packet: Packet) -> bool:
        """Whether a packet is worth a call: not questions, greetings and chit-chat alone, nor a correction by hand."""
        if packet.session == SESSION and parsed(packet.content):
            return False
        return any(source.told for source in self._pieces(packet, None))

    def extract(
        self,
        packet: Packet,
        *,
        known_people: Collection[str],
        profile: Profile = "dialogue",  # noqa: ARG002 - the protocol's: a model reads every kind of record in one way
        before: Packet | None = None,
        attempt: int = 0,
    ) -> Extraction:
        """What the packet states; `before` is the turn before it, which tells whom it may mean.

        A packet that is not worth a call states nothing. An `attempt` after the first is answered with some chance, so
        that it can go otherwise.

        Raises:
            RecordError: the reply could not be read, nor that to the one request to repair it.
            ModelError: the model failed.
        """
        if not self.is_worth(packet):
            return _silent(packet)
        packets = [packet.id] if before is None else [packet.id, before.id]
        replies = [
            (self._reply(source, packets, attempt), source) for source in self._pieces(packet, before) if source.told
        ]
        return extraction(replies, known_people=known_people)

    def _pieces(self, packet: Packet, before: Packet | None) -> list[Source]:
        """The packet whole, or in pieces of which each sees the end of the one before."""
        contents = cut(packet.content, lambda text: len(text) <= self._limits.characters)
        earlier = [("", "") if before is None else (before.content, before.speaker or "")]
        earlier += [(content, packet.speaker or "") for content in contents[:-1]]
        return [
            Source(packet, content, told, by if told else "")
            for content, (text, by) in zip(contents, earlier, strict=True)
            for told in (needed(text, content),)
        ]

    def _reply(self, source: Source, packets: Sequence[int], attempt: int) -> Reply:
        messages = (*self._prefix, asked(source, self._limits))
        first = self._request(messages, source, attempt)
        completion = self._complete(first, "extract", packets)
        try:
            return read_reply(completion)
        except CutReplyError:
            longer = self._request(messages, source, attempt, longer=True)
            if completion.finish == "timeout" or longer.max_tokens <= first.max_tokens:
                raise
            return read_reply(self._complete(longer, "extract", packets))
        except UnreadableReplyError as error:
            repaired = repair(messages, completion.text, str(error), self._limits)
            return read_reply(self._complete(self._request(repaired, source, attempt), "repair", packets))

    def _request(
        self, messages: tuple[Message, ...], source: Source, attempt: int, *, longer: bool = False
    ) -> ChatRequest:
        """A call whose prompt, counted as the model counts it, leaves room for a reply."""
        room = self._calls.model.context - self._calls.model.count(messages)
        if room < self._limits.base_tokens:
            raise RecordError(
                f"the prompt leaves {max(0, room)} of the model's {self._calls.model.context:,} tokens for a reply: "
                "load it with a larger context"
            )
        return request(messages, source, self._limits, room=room, attempt=attempt, longer=longer)

    def _complete(self, request: ChatRequest, kind: CallKind, packets: Sequence[int]) -> Completion:
        if self._before_call:
            self._before_call()
        return self._calls.complete(request, kind=kind, packets=packets)


def _silent(packet: Packet) -> Extraction:
    """A record that says nothing in words, beside the picture that it may share."""
    caption = (packet.caption or "").strip()
    found = (shared(caption, 0, packet.speaker),) if caption else ()
    return Extraction(status="no_fact", descriptors=found)
