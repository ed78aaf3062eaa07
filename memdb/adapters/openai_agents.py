"""A session of the OpenAI Agents SDK in a memory: agents go on where they were, and what was said can be recalled.

What users and assistants say are records of one stream; all else that an item has (ids, calls of tools and what they
returned) is kept in a second stream, "agents.items", so encoded that nobody reads, finds or believes it.
"""

import asyncio
import json
import re
import secrets
from base64 import b64decode, b64encode
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, cast

import memdb
from memdb.adapters.splitting import joined, plain, split

try:
    from agents import TResponseInputItem
    from agents.memory import SessionSettings
except ModuleNotFoundError as error:
    message = "the session needs the OpenAI Agents SDK; install it with: pip install 'memdb-engine[agents]'"
    raise memdb.ExtraNeededError(message) from error

_SPEAKERS = ("user", "assistant")
_SAID = re.compile(r"content(\[\d+\]\.text)?")
"""The paths in a message at which something is said."""


class MemdbSession:
    """The history of one conversation, in two streams of a memory. Items come back exactly as they were added.

    An item of which a text was forgotten is no longer in the history.
    """

    def __init__(
        self,
        session_id: str,
        memory: memdb.Memory,
        *,
        stream: str = "agents",
        session_settings: SessionSettings | None = None,
    ) -> None:
        """`stream` is where what is said goes; `session_settings` may limit how many items are read."""
        self.session_id = session_id
        self.session_settings = session_settings
        self._memory = memory
        self._said = memory.stream(stream)
        self._items = memory.stream(f"{stream}.items")

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The items in the order in which they were added; with a limit the newest only."""
        if limit is None and self.session_settings is not None:
            limit = self.session_settings.limit
        found = await asyncio.to_thread(self._get)
        return found if limit is None else found[max(0, len(found) - limit) :]

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Adds items to the end.

        Raises:
            UsageError: an item cannot be JSON.
        """
        await asyncio.to_thread(self._add, items)

    async def pop_item(self) -> TResponseInputItem | None:
        """Removes the newest item and returns it; None where there is none."""
        return await asyncio.to_thread(self._pop)

    async def clear_session(self) -> None:
        """Forgets all of the conversation."""
        await asyncio.to_thread(self._clear)

    def _get(self) -> list[TResponseInputItem]:
        return [item for records in self._groups() if (item := _item(records)) is not None]

    def _add(self, items: Sequence[TResponseInputItem]) -> None:
        now = datetime.now(UTC).isoformat(timespec="microseconds")
        drafts = [draft for item in items for draft in self._drafts(plain(item, what="an item"), said_at=now)]
        self._memory.ingest_drafts(drafts, stream=self._said.name, source="openai-agents", revive=True)

    def _pop(self) -> TResponseInputItem | None:
        while groups := self._groups():
            with suppress(memdb.NotFoundError):  # another process took it; the one before is the newest now
                for record in groups[-1]:
                    self._memory.forget(packet=record.id)
                if (item := _item(groups[-1])) is not None:
                    return item
        return None

    def _clear(self) -> None:
        for view in (self._said, self._items):
            with suppress(memdb.NotFoundError):
                view.forget(session=self.session_id)

    def _groups(self) -> list[list[memdb.Packet]]:
        """The records of each item: their turns begin alike."""
        records = [*self._said.packets(self.session_id), *self._items.packets(self.session_id)]
        records.sort(key=lambda record: record.id)
        return [list(group) for _, group in groupby(records, key=_beginning)]

    def _drafts(self, item: dict[str, Any], *, said_at: str) -> list[memdb.Draft]:
        speaker = item.get("role") if item.get("type", "message") == "message" else None
        says = speaker in _SPEAKERS
        cut = split(item, lambda path, text: says and bool(text.strip()) and _SAID.fullmatch(path) is not None)
        turn = secrets.token_hex(4)
        drafts = [
            memdb.Draft(
                content=text, stream=self._said.name, session=self.session_id, turn=f"{turn}.{place}", speaker=speaker,
                said_at=said_at, profile="dialogue",
            )
            for place, text in enumerate(cut.texts.values(), start=1)
        ]  # fmt: skip
        if not cut.texts or item != {"role": speaker, "content": cut.texts.get("content")}:
            rest = json.dumps({"item": cut.rest, "texts": list(cut.texts)})
            drafts.append(
                memdb.Draft(
                    content=b64encode(rest.encode()).decode(), stream=self._items.name, session=self.session_id,
                    turn=turn, said_at=said_at, profile="facts",
                )
            )  # fmt: skip
        return drafts


def _beginning(record: memdb.Packet) -> str:
    return (record.turn or "").partition(".")[0]


def _item(records: Sequence[memdb.Packet]) -> TResponseInputItem | None:
    """The item of its records; None where one of them was forgotten."""
    texts = [record.content for record in records if record.speaker is not None]
    item: Any = None
    if len(texts) < len(records):
        rest = json.loads(b64decode(records[-1].content))
        if len(rest["texts"]) == len(texts):
            item = joined(rest["item"], dict(zip(rest["texts"], texts, strict=True)))
    elif len(texts) == 1:
        item = {"role": records[0].speaker, "content": texts[0]}
    return cast("TResponseInputItem | None", item)
