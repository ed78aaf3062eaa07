"""A LangGraph store in a memory: what agents keep in it can be searched, asked and cited like any record.

A namespace is a stream ("store.users.ana" for ("users", "ana")), an item a session whose name is its key. The sentences
in a value are records of their own, named by their field; what else it holds is one record of JSON.
"""

import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any

import memdb
from memdb.adapters.filtering import matches
from memdb.adapters.splitting import joined, plain, split

try:
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        Item,
        ListNamespacesOp,
        MatchCondition,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
    )
except ModuleNotFoundError as error:
    message = "the store needs LangGraph; install it with: pip install 'memdb-engine[langgraph]'"
    raise memdb.ExtraNeededError(message) from error

Namespace = tuple[str, ...]
Record = memdb.Packet | memdb.Draft


class MemdbStore(BaseStore):
    """A LangGraph store whose items are records of a memory.

    A search with a query ranks as `Memory.search` does; one without gives the items that changed last first. Every text
    of a value is searched, whatever `index` says. Items have no time to live.
    """

    def __init__(self, memory: memdb.Memory, *, root: str = "store") -> None:
        """`root` is the first part of the streams' names."""
        self.memory = memory
        self.root = root

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Does the operations one after the other.

        Raises:
            UsageError: a value is no JSON, or a filter has an operator that is not there.
        """
        return [self._do(op) for op in ops]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """As `batch`, in a thread."""
        return await asyncio.to_thread(self.batch, list(ops))

    def _do(self, op: Op) -> Result:
        match op:
            case GetOp():
                return self._get(op.namespace, op.key)
            case PutOp():
                self._put(op)
                return None
            case SearchOp():
                found = (one for one in self._found(op) if matches(one.value, op.filter or {}))
                wanted = range(op.offset, op.offset + op.limit)
                return [one for place, one in zip(range(wanted.stop), found, strict=False) if place in wanted]
            case ListNamespacesOp():
                return self._list(op)

    def _get(self, namespace: Namespace, key: str) -> Item | None:
        records = self.memory.stream(self._stream(namespace)).packets(key)
        return _item(namespace, key, records) if records else None

    def _put(self, op: PutOp) -> None:
        view = self.memory.stream(self._stream(op.namespace))
        former = view.packets(op.key)
        if op.value is not None:
            value = plain(op.value, what=f"the value of {op.key!r}")
            drafts = _drafts(value, key=op.key, said_at=_later(former))
            view.ingest_drafts(drafts, profile="notes", source="langgraph", revive=True)
        # The former value goes last, so that a process that dies here leaves one that can be read.
        for record in former:
            with suppress(memdb.NotFoundError):  # another process changed the same item
                self.memory.forget(packet=record.id)

    def _found(self, op: SearchOp) -> Iterator[SearchItem]:
        """The items below a namespace, the best or newest first."""
        streams = [
            (namespace, stream)
            for namespace, stream in self._streams()
            if namespace[: len(op.namespace_prefix)] == op.namespace_prefix
        ]
        if not streams:
            return
        if op.query and op.query.strip():
            yield from self._ranked(op.query, {stream: namespace for namespace, stream in streams})
            return
        items = [item for namespace, stream in streams for item in self._items(namespace, stream)]
        yield from sorted(items, key=lambda item: item.updated_at, reverse=True)

    def _items(self, namespace: Namespace, stream: str) -> Iterator[SearchItem]:
        drafts = sorted(self.memory.export(streams=[stream]), key=lambda draft: draft.session or "")
        for key, records in groupby(drafts, key=lambda draft: draft.session or ""):
            yield _search_item(_item(namespace, key, list(records)))

    def _ranked(self, query: str, namespaces: Mapping[str, Namespace]) -> Iterator[SearchItem]:
        """Items by their best record; more records are asked for as long as more items are wanted."""
        seen: set[tuple[str, str]] = set()
        wanted = 32
        while True:
            hits = self.memory.search(query, streams=list(namespaces), k=wanted)
            for hit in hits:
                if (hit.stream, hit.session) in seen:
                    continue
                seen.add((hit.stream, hit.session))
                item = self._get(namespaces[hit.stream], hit.session)
                if item is not None:
                    yield _search_item(item, score=hit.score)
            if len(hits) < wanted:
                return
            wanted *= 4

    def _list(self, op: ListNamespacesOp) -> list[Namespace]:
        found = {
            namespace[: op.max_depth]
            for namespace, _ in self._streams()
            if all(_fits(condition, namespace) for condition in op.match_conditions or ())
        }
        return sorted(found)[op.offset : op.offset + op.limit]

    def _stream(self, namespace: Namespace) -> str:
        return ".".join((self.root, *namespace))

    def _streams(self) -> list[tuple[Namespace, str]]:
        start = f"{self.root}."
        return [
            (tuple(name.removeprefix(start).split(".")), name)
            for name in self.memory.streams()
            if name.startswith(start)
        ]


def _later(former: Sequence[memdb.Packet]) -> str:
    """Now, and in any case later than the records that are there."""
    moments = [datetime.fromisoformat(record.said_at) for record in former if record.said_at]
    return max([datetime.now(UTC), *(moment + timedelta(microseconds=1) for moment in moments)]).isoformat(
        timespec="microseconds"
    )


def _drafts(value: dict[str, Any], *, key: str, said_at: str) -> list[memdb.Draft]:
    """The records of a value: its sentences, and first the rest of it, unless there is none."""
    cut = split(value, lambda _, text: len(text.split()) > 1)
    bare = bool(value) and list(cut.texts) == list(value) and all(path.strip() for path in value)
    records = [] if bare else [(None, json.dumps(cut.rest, ensure_ascii=False))]
    return [
        memdb.Draft(content=content, session=key, turn=turn, said_at=said_at)
        for turn, content in [*records, *cut.texts.items()]
    ]


def _item(namespace: Namespace, key: str, records: Sequence[Record]) -> Item:
    """The item of a session: the value that was stored last."""
    updated_at = max(record.said_at or "" for record in records)
    newest = [record for record in records if record.said_at == updated_at]
    rest = next((record.content for record in newest if record.turn is None), None)
    texts = {record.turn or "": record.content for record in newest if record.turn is not None}
    value = texts if rest is None else joined(json.loads(rest), texts)
    created_at = datetime.fromisoformat(newest[0].session_started_at or updated_at)
    return Item(
        value=value, key=key, namespace=namespace, created_at=created_at, updated_at=datetime.fromisoformat(updated_at)
    )


def _search_item(item: Item, *, score: float | None = None) -> SearchItem:
    return SearchItem(item.namespace, item.key, item.value, item.created_at, item.updated_at, score)


def _fits(condition: MatchCondition, namespace: Namespace) -> bool:
    """Whether a namespace begins or ends as a condition says, where "*" is any label."""
    path = condition.path
    if len(path) > len(namespace):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", label) for wanted, label in zip(path, part, strict=True))
