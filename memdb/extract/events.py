"""Events: what a claim says happened, holds or is planned (section A1). The cues are `events.toml`."""

import re
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from memdb.extract.verbs import AUXILIARIES, guessed_base, known_base, tense
from memdb.records.extraction import Event, EventPolarity, EventType

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*|['\u2019](?:m|re|s|ve|d|ll)\b|n['\u2019]t\b")
_NEGATED = re.compile(
    r"\b(?:not(?! only| just| to mention)|no(?! problem| doubt| matter| wonder| worries)|never|neither|nor|nobody|nothing|none|without"
    r"|cannot|hardly|barely|unable|stopped|quit)\b|n['\u2019]t\b(?! wait)",
    re.IGNORECASE,
)
_PURPOSE = re.compile(r"\b(?:so that|in order to|because|so (?:I|we|he|she|they) can|to help|for)\b", re.IGNORECASE)
_PRONOUNS = frozenset("i we he she they it you who that this there".split())
_LINKING = frozenset({"to", "going", "gonna", "wanna"})

_table: dict[str, Any] = tomllib.loads(files(__package__).joinpath("events.toml").read_text("utf-8"))
_PREFERENCES = frozenset(_table["preference_verbs"].split())
_STATES = frozenset(_table["state_verbs"].split())
_PLANS = frozenset(_table["plan_verbs"].split())
_RELATED = re.compile(_table["relationship"], re.IGNORECASE)
_PREFERRED = re.compile(_table["preference"], re.IGNORECASE)
_PLANNED = re.compile(_table["plan"], re.IGNORECASE)
_PROFILE = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _table["profile"])
_PROFILE_CUES = frozenset(_table["profile_cues"].split())


def event(sentence: str, people: Sequence[str], keywords: Sequence[str], event_time: str, speaker: str | None) -> Event:
    """The event record of one claim, read from its words alone.

    `people`, `keywords` and `event_time` are the claim's own; `speaker` is the subject of what is said in the first
    person. The confidence falls where the verb had to be guessed or none was found.
    """
    words = _WORD.findall(sentence.lower())
    predicate, sure = _predicate(words)
    purpose = _PURPOSE.search(sentence)
    goals = tuple(k for k in keywords if purpose and sentence.lower().find(k.lower(), purpose.end()) >= 0)
    return Event(
        subject_people=_subjects(words, people, speaker),
        predicate=predicate,
        focus_terms=tuple(k for k in keywords if k not in goals) or tuple(keywords),
        goal_context_terms=goals,
        event_type=_type(sentence, predicate),
        event_time=event_time,
        polarity=_polarity(sentence, predicate),
        confidence=sure,
        needs_profile_extraction=is_profile(sentence, words),
    )


def is_profile(sentence: str, words: Sequence[str]) -> bool:
    """Whether a claim states a lasting attribute of a person: name, age, birthplace, job, home, health, family, taste."""
    return not _PROFILE_CUES.isdisjoint(words) and any(pattern.search(sentence) for pattern in _PROFILE)


def _predicate(words: Sequence[str]) -> tuple[str, float]:
    """The base form of the main verb and how sure that is: the first full verb, or else the auxiliary itself."""
    spare = ""
    for at, word in enumerate(words):
        subject = at > 0 and (words[at - 1] in _PRONOUNS)
        if word in AUXILIARIES or word in _LINKING:
            spare = spare or ("" if word in _LINKING else known_base(word))
        elif known_base(word) and (at == 0 or words[at - 1] not in _NOUN_BEFORE):
            if known_base(word) in _PLANS and "to" in words[at + 1 : at + 3]:
                spare = spare or known_base(word)
                continue
            return _past_a_copula(words, at, spare)
        elif subject or (
            at > 0 and words[at - 1] in AUXILIARIES and word.endswith(("ing", "ed")) and not spare == "be"
        ):
            return guessed_base(word), 0.6
    return (spare, 0.7) if spare else ("", 0.3)


_NOUN_BEFORE = frozenset("a an the my our his her their your of in at on for with this that some".split())


def _past_a_copula(words: Sequence[str], at: int, spare: str) -> tuple[str, float]:
    """ "is" stays the verb where what follows is no participle: "my sister is a dance teacher"."""
    word = words[at]
    if spare == "be" and not word.endswith(("ing", "ed", "en", "t", "n")):
        return "be", 0.8
    return known_base(word), 0.9


def _subjects(words: Sequence[str], people: Sequence[str], speaker: str | None) -> tuple[str, ...]:
    """Those who do or are what is said: the speaker for "I" and "we", else the first person named."""
    if speaker and speaker in people and not {"i", "we"}.isdisjoint(words):
        return (speaker,)
    others = [person for person in people if person != speaker]
    return tuple(others[:1]) or tuple(people[:1])


def _type(sentence: str, predicate: str) -> EventType:
    if _RELATED.search(sentence):
        return "relationship"
    if predicate in _PREFERENCES or _PREFERRED.search(sentence):
        return "preference"
    if _PLANNED.search(sentence):
        return "plan"
    if predicate in _STATES or not predicate:
        return "state"
    return "occurrence" if tense(sentence) == "past" or predicate not in _STATES else "state"


def _polarity(sentence: str, predicate: str) -> EventPolarity:
    if _NEGATED.search(sentence):
        return "negative"
    return "positive" if predicate else "unknown"


@lru_cache(maxsize=1)
def caption_event(speaker: str | None) -> Event:
    """The event record of a shared picture."""
    return Event(
        subject_people=(speaker,) if speaker else (),
        predicate="share",
        focus_terms=(),
        goal_context_terms=(),
        event_type="occurrence",
        event_time="",
        polarity="neutral",
        confidence=1.0,
        needs_profile_extraction=False,
    )
