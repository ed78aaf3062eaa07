"""The verbs that read a memory."""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import fields
from datetime import date
from pathlib import Path
from typing import Any, Unpack

from memdb import _reading
from memdb._answering import answer
from memdb._exporting import export_tables
from memdb._reading import ReadOptions, Trace
from memdb._settings import settings
from memdb._verbs.base import Verbs
from memdb.assertions import facts, relations, subjects
from memdb.errors import NotFoundError
from memdb.extract import unpack_event
from memdb.ingest import export_stream
from memdb.placement import cells
from memdb.query import Step
from memdb.records.evidence import Answer, Evidence, Recipe
from memdb.records.exported import Setting
from memdb.records.keys import entity_key
from memdb.records.moments import moment
from memdb.records.packet import Draft, Packet
from memdb.records.plain import plain
from memdb.records.reports import (
    CellInfo,
    ExportReport,
    Fact,
    Hit,
    RelationInfo,
    SessionInfo,
)
from memdb.store import (
    Connection,
    sessions,
    sql,
)

_PACKET = tuple(field.name for field in fields(Packet))


class ReadingVerbs(Verbs):
    """Questions, searches, and looking at what is stored."""

    def read(self, question: str, **options: Unpack[ReadOptions]) -> Evidence:
        """Builds the evidence for a question without any generation.

        Options: `streams` (names; None is all), `as_of` (a date, or a position), `k` and `extra` (packets), `view`
        ("bundle", "raw" or "claim"), `scheduler` ("fast"; by a model "llm" or "labels"; "auto" decides by the model's
        pace and `time_budget`, in seconds), `adaptive` (size by score), `asker` (whom "I" means), `asked_at` (the
        day from which "last week" counts; None is the moment of `as_of`, or today),
        `recipe` ("best", or "paper" for the published one), `channels` (of "lexical", "dense", "graph", and with the
        recipe "paper" of "cells"; None is all), `settings` (the constants of the read path).

        Raises:
            UsageError: the question is empty or an option is unknown.
            NotFoundError: a stream is not there.
        """
        return _reading.evidence(self._steps(question, options))

    def ask(self, question: str, *, reader: str = "auto", **options: Unpack[ReadOptions]) -> Answer:
        """Answers a question with citations; options as in `read`.

        `reader` is "extractive" (needs no model), "llm" (the chosen model), or "auto": the model where one is chosen
        and the statements in memory leave a choice.

        Raises:
            UsageError: as `read`, or the reader is unknown or has no model.
            NotFoundError: a stream is not there.
            ModelError: the model failed; never for "auto".
        """
        state = self._steps(question, options)[-1].state
        return answer(state, reader, lambda: self._models.calls("reader"))

    def search(
        self,
        query: str,
        *,
        streams: Sequence[str] | None = None,
        k: int = 10,
        as_of: str | int | date | None = None,
        asker: str | None = None,
        asked_at: str | date | None = None,
        recipe: Recipe = "best",
        channels: Sequence[str] | None = None,
    ) -> tuple[Hit, ...]:
        """The k best packets for a query, best first."""
        options = ReadOptions(
            streams=streams, k=k, extra=0, as_of=as_of, asker=asker, asked_at=asked_at, recipe=recipe, channels=channels
        )
        steps = self._steps(query, options, ranking=True)
        return _reading.hits(steps[-1].state)

    def trace(self, question: str, **options: Unpack[ReadOptions]) -> Trace:
        """Every stage of the read of a question; options as in `read`."""
        return Trace(question, self._steps(question, options))

    def facts(
        self,
        subject: str | None = None,
        *,
        streams: Sequence[str] | None = None,
        history: bool = False,
        as_of: str | int | date | None = None,
    ) -> tuple[Fact, ...]:
        """What holds about a subject, or about all; with `history` also what no longer does, in the order of time.

        A first name finds the speakers who bear it.
        """
        connection = self._reading_connection()
        ids = [one.id for one in _reading.scope(connection, streams)]
        keys = subjects(connection, ids) if subject is None else _keys(connection, ids, subject)
        return facts(connection, ids, keys, at=moment(as_of), history=history)

    def relations(self, *, streams: Sequence[str] | None = None) -> tuple[RelationInfo, ...]:
        """The relations in use, those of most statements first: how many values each holds, and how memdb knows."""
        connection = self._reading_connection()
        return relations(connection, [one.id for one in _reading.scope(connection, streams)])

    def settings(self, *, streams: Sequence[str] | None = None) -> tuple[Setting, ...]:
        """What was decided by hand: the cardinalities set, and the layouts of Cells that are not the usual one.

        Raises:
            NotFoundError: a stream is not there.
        """
        connection = self._reading_connection()
        return tuple(settings(connection, _reading.scope(connection, streams)))

    def show(self, packet: int) -> dict[str, Any]:
        """One packet in full: the record, its claims, its statements, and what each frontend made of it.

        Raises:
            NotFoundError: there is no such packet.
        """
        connection = self._reading_connection()
        row = connection.row(sql("query/packets"), {"packets": json.dumps([packet])})
        if row is None:
            raise NotFoundError(f"no packet {packet}: `memdb search` shows the ids of packets")
        names = ("packet", "stream", "session", "position", "turn_index", "turn", "speaker", "said_at", "content",
                 "caption", "image_query", "session_started_at")  # fmt: skip
        of = {"packet": packet}
        return dict(zip(names, row, strict=True)) | {
            "claims": [_claim(claim) for claim in connection.rows(sql("store/packet_claims"), of)],
            "statements": [
                {
                    "frontend": frontend,
                    "subject": s,
                    "relation": r,
                    "object": o,
                    "positive": bool(positive),
                    "current": bool(current),
                }
                for frontend, s, r, o, positive, current in connection.rows(sql("store/packet_statements"), of)
            ],
            "extractions": [
                {"frontend": frontend, "status": status, "reason": reason, "model": model, "attempts": attempts}
                for frontend, status, reason, model, attempts in connection.rows(sql("store/packet_extractions"), of)
            ],
        }

    def packets(self, stream: str, session: str) -> tuple[Packet, ...]:
        """The records of a session in the order in which they were stored; none where there is no such session.

        Raises:
            NotFoundError: the stream is not there.
        """
        connection = self._reading_connection()
        (found,) = _reading.scope(connection, [stream])
        rows = connection.rows(sql("query/session_packets"), {"stream_id": found.id, "session": session})
        return tuple(Packet(**dict(zip(_PACKET, row, strict=True))) for row in rows)

    def sessions(self, *, streams: Sequence[str] | None = None) -> tuple[SessionInfo, ...]:
        """The sessions of the memory with the number of their packets."""
        connection = self._reading_connection()
        return sessions(connection, [one.id for one in _reading.scope(connection, streams)])

    def cells(self, *, streams: Sequence[str] | None = None, limit: int | None = None) -> tuple[CellInfo, ...]:
        """The groups of claims by which questions find them, in the order in which they were begun.

        `limit` is how many of each stream; None is all.
        """
        connection = self._reading_connection()
        found = (cells(connection, one.id, one.name, limit=limit) for one in _reading.scope(connection, streams))
        return tuple(info for of_stream in found for info in of_stream)

    def export(self, *, streams: Sequence[str] | None = None) -> Iterator[Draft]:
        """Every packet as a draft that can be ingested again, stream by stream in source order."""
        connection = self._reading_connection()
        for stream in _reading.scope(connection, streams):
            yield from export_stream(connection, stream.id, stream.name)

    def export_tables(
        self, destination: str | os.PathLike[str], *, streams: Sequence[str] | None = None, overwrite: bool = False
    ) -> ExportReport:
        """Writes the packets, sessions, sources, claims and facts to a plain SQLite file that any tool can open.

        It is for looking at: a memory is moved by `export` or `backup`.

        Args:
            destination: a file that must not exist yet.
            streams: names; None is all.
            overwrite: the file may exist and is replaced when the new one is whole.

        Raises:
            StoreError: the destination exists, or cannot be written.
            NotFoundError: a stream is not there.
        """
        connection = self._reading_connection()
        scope = _reading.scope(connection, streams)
        return export_tables(connection, Path(destination), scope, overwrite=overwrite)

    def _steps(self, question: str, options: ReadOptions, *, ranking: bool = False) -> tuple[Step, ...]:
        models = self._models.of_read(options)
        return _reading.steps(self._reading_connection(), question, options, models=models, ranking=ranking)


def _keys(connection: Connection, streams: Sequence[int], name: str) -> list[str]:
    """The subject keys that a name may mean: itself, and speakers who bear it as first name."""
    key = entity_key(name)
    bare = key.removeprefix("the ")
    rows = connection.rows(
        sql("query/first_names"), {"streams": json.dumps(list(streams)), "words": json.dumps([key], ensure_ascii=False)}
    )
    return list(dict.fromkeys([key, bare, *(person for _, _, person in rows)]))


def _claim(row: Sequence[Any]) -> dict[str, Any]:
    frontend, ordinal, claim, people, keywords, event_time, tokens, event = row
    return {
        "frontend": frontend, "ordinal": ordinal, "claim": claim, "people": json.loads(people),
        "keywords": json.loads(keywords), "event_time": event_time, "tokens": tokens,
        "event": plain(unpack_event(event)),
    }  # fmt: skip
