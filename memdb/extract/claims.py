"""Claims: a turn as standalone statements with the people, keywords and time by which they are found (section A1)."""

import re
from collections.abc import Collection

from memdb.extract.event_time import resolve_time
from memdb.extract.events import caption_event, event
from memdb.extract.keywords import keywords
from memdb.extract.people import people
from memdb.extract.sentences import is_chitchat, split
from memdb.records.extraction import Descriptor

_ASKED = re.compile(r"[?\uff1f\u061f\u037e][)\]\"'\u201d\u2019!?.\s]*\W*$")
# A statement with a question at its end, or a question that tells about the speaker, is still a claim.
_TAG = re.compile(r",? (?:right|huh|you know|eh|remember|don't you think|isn't it)\s*\?+\W*$", re.IGNORECASE)
_TOLD = re.compile(
    r"\bI(?:['\u2019](?:m|ve|d)|\s(?:have|had|was|am|just|recently|already|bought|got|went|made|found|saw|took|met|ate"
    r"|\w+ed)\b)|(?<!do )(?<!Do )(?<!did )(?<!Did )(?<!can )(?<!Can )(?<!should )(?<!Should )(?<!could )(?<!would )"
    r"\bI (?:usually|like|love|live|work|play|use|own|prefer|hate)\b"
    r"|\b[Mm]y \w+ (?:is|was|has|had|just|loves|likes)\b|\b[Mm]y (?:[a-z]+ ){0,2}[A-Z0-9]\w"
)
_SPACED = re.compile(r"\S+")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")


def claims(
    content: str, *, speaker: str | None, said_at: str | None, known_people: Collection[str], caption: str | None = None
) -> tuple[Descriptor, ...]:
    """The claims of one turn in order: its sentences word for word, without questions and chit-chat.

    `said_at` is ISO 8601 and resolves relative times. `known_people` are the names met so far in the stream. The
    `caption` of a shared picture makes one more claim. A turn of which everything is dropped has no claims.
    """
    found: list[Descriptor] = []
    for sentence in split(content):
        if not (is_asked(sentence) or is_chitchat(sentence)):
            found.append(literal(sentence, len(found), speaker, said_at, known_people))
    if caption and (text := caption.strip()):
        found.append(shared(text, len(found), speaker))
    return tuple(found)


def token_count(text: str) -> int:
    """Words of a text; text written without spaces counts two characters as a word. At least 1."""
    if text.isascii():
        return len(text.split()) or 1
    unspaced = len(_UNSPACED.findall(text))
    return len(_SPACED.findall(_UNSPACED.sub(" ", text))) + (unspaced + 1) // 2 or 1


def is_asked(sentence: str) -> bool:
    """Whether a sentence only asks: a question that tells about its speaker is still a claim."""
    return bool(_ASKED.search(sentence)) and not _TAG.search(sentence) and not _TOLD.search(sentence)


def literal(
    sentence: str, ordinal: int, speaker: str | None, said_at: str | None, known_people: Collection[str]
) -> Descriptor:
    """The claim that a sentence makes, word for word."""
    involved = people(sentence, speaker, known_people)
    key = keywords(sentence, involved)
    when = resolve_time(sentence, said_at)
    return Descriptor(
        ordinal=ordinal,
        claim=sentence,
        people=involved,
        keywords=key,
        event_time=when,
        tokens=token_count(sentence),
        event=event(sentence, involved, key, when, speaker),
    )


def shared(caption: str, ordinal: int, speaker: str | None) -> Descriptor:
    """The claim that a picture was shared."""
    claim = f"{speaker} shared {caption}" if speaker else caption
    involved = (speaker,) if speaker else ()
    return Descriptor(
        ordinal=ordinal,
        claim=claim,
        people=involved,
        keywords=keywords(caption, involved),
        event_time="",
        tokens=token_count(claim),
        event=caption_event(speaker),
    )
