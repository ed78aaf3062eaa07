"""The arguments of each tool. A class's docstring is the tool's description: what an assistant reads to choose it."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from memdb import UsageError

MOST = 100
"""Results that one call may ask for."""

Stream = Annotated[str, Meta(description="The stream, a named history of its own. Default: the server's.")]
Said = Annotated[str, Meta(description="When it was said: 2026-03-01 or 2026-03-01T14:30. Default: now.")]
AsOf = Annotated[
    str, Meta(description="What was known then: a date, a year, or a number of records such as @12. Default: now.")
]


class Arguments(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the arguments. An empty string means unset."""


class Remember(Arguments, frozen=True):
    """Store one thing worth keeping in long-term memory: what a person said, did, plans, likes or decided, or a fact.

    Write full sentences with names and dates, not "he" or "tomorrow", one topic a record. A newer value replaces an
    older one by itself. Returns the id of the record.
    """

    text: Annotated[str, Meta(description="The words to keep, best as they were said.")]
    speaker: Annotated[str, Meta(description='Who said it, whom "I" means. Default: the user.')] = ""
    said_at: Said = ""
    session: Annotated[str, Meta(description="The conversation it belongs to.")] = ""
    stream: Stream = ""


class Ask(Arguments, frozen=True):
    """Answer a question from memory, with the records that the answer rests on and their ids.

    Updates are followed: of several values the one that holds counts. `basis` says what the answer is: a "statement"
    of the records, a "passage" quoted from the closest one, a "model"'s reading, or "none". Judge a passage by its
    sources, and say that memory holds nothing where it is none.
    """

    question: Annotated[str, Meta(description="One full question, with names.")]
    as_of: AsOf = ""
    sources: Annotated[int, Meta(ge=1, le=MOST, description="Records to return at most.")] = 8
    stream: Stream = ""


class Search(Arguments, frozen=True):
    """Find the records that match some words or a meaning, best first; no answer is read out of them."""

    query: Annotated[str, Meta(description="Words, or a question.")]
    limit: Annotated[int, Meta(ge=1, le=MOST, description="Records to return at most.")] = 10
    as_of: AsOf = ""
    stream: Stream = ""


class Facts(Arguments, frozen=True):
    """List what the memory holds to be true of a person or thing, each value with the record that states it.

    With `history` also what held before, what replaced it and when.
    """

    subject: Annotated[str, Meta(description="Whose values. Default: everybody's and everything's.")] = ""
    history: Annotated[bool, Meta(description="Former values too.")] = False
    as_of: AsOf = ""
    limit: Annotated[int, Meta(ge=1, le=MOST, description="Values to return at most.")] = 50
    stream: Stream = ""


class Correct(Arguments, frozen=True):
    """Set the current value of a relation by hand, when the user says that memory is wrong.

    It outranks all that was said before; the former value stays in the history.
    """

    subject: Annotated[str, Meta(description="As `facts` shows it.")]
    relation: Annotated[str, Meta(description='As `facts` shows it, or a phrase such as "lives in".')]
    value: Annotated[str, Meta(description="The right value.")]
    said_at: Said = ""
    stream: Annotated[str, Meta(description="The stream. Default: the one that knows the subject.")] = ""


class Forget(Arguments, frozen=True):
    """Delete records for good, in two calls; it cannot be undone.

    The first names one of `packet`, `session` (with `stream`), `speaker`, `matching`, or `stream` alone; it deletes
    nothing, tells what would go and returns `confirm`. Show that to the user. Only if they agree call again with
    `confirm` alone.
    """

    packet: Annotated[int | None, Meta(description="The id of one record.")] = None
    session: Annotated[str, Meta(description="A session of the stream.")] = ""
    speaker: Annotated[str, Meta(description="Everything that this person said.")] = ""
    matching: Annotated[str, Meta(description="A phrase that the records hold, whatever its case.")] = ""
    stream: Annotated[str, Meta(description="Where; alone: the whole stream.")] = ""
    confirm: Annotated[str, Meta(description="What the first call returned.")] = ""


class Status(Arguments, frozen=True):
    """Tell what the memory holds: its file, streams with their numbers of records, models, and work that is left."""


def parsed(kind: type[Arguments], given: dict[str, Any]) -> Arguments:
    """The arguments of a call. Empty strings and nulls count as unset; numbers may come as text.

    Raises:
        UsageError: an argument is unknown, missing or of another type.
    """
    meant = {name: value for name, value in given.items() if value is not None and value != ""}
    try:
        return msgspec.convert(meant, kind, strict=False)
    except UnicodeEncodeError:
        raise UsageError("the call holds half a character (a lone surrogate): send its text as UTF-8") from None
    except msgspec.ValidationError as error:
        takes = ", ".join(kind.__struct_fields__) or "no arguments"
        raise UsageError(f"{str(error).replace('Object', 'the call')}: {kind.__name__.lower()} takes {takes}") from None
