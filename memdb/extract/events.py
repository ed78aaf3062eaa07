"""Events: what a claim says happened, holds or is planned (section A1). The cues are `events.toml`."""

import re
from collections.abc import Sequence
from functools import lru_cache

from memdb.extract.lists import load
from memdb.extract.verbs import AUXILIARIES, guessed_base, known_base, tense
from memdb.records.claim_keys import is_negated
from memdb.records.extraction import Event, EventPolarity, EventType
from memdb.records.tokens import STOP_WORDS

_WORD = re.compile(r"[^\W\d_]+?(?=n['\u2019]t\b)|n['\u2019]t\b|[^\W\d_]+(?:-[^\W\d_]+)*|['\u2019](?:m|re|s|ve|d|ll)\b")
_PURPOSE = re.compile(r"\b(?:so that|in order to|because|so (?:I|we|he|she|they) can|to help|for)\b", re.IGNORECASE)
_NAME = "\0"
_ACTORS = frozenset("i we he she they you who".split())
_SUBJECTS = _ACTORS | frozenset("it that this there here what where how".split())
_CONTRACTED = {
    mark + form: base for mark in "'\u2019" for form, base in (("m", "be"), ("re", "be"), ("s", "be"), ("ve", "have"))
}
_COMPLETE = frozenset({"be", "have"})
# Words passed over on the way to the verb: modals, adverbs, "to", "let's".
_MODALS = frozenset(word for word in AUXILIARIES if not known_base(word))
_SKIPPED = (_MODALS | frozenset("to going gonna gotta wanna let".split())) - _CONTRACTED.keys()
_AHEAD = {"to": "", "going": "go", "gonna": "", "gotta": "", "wanna": "want"}
_DETERMINERS = frozenset("a an the my our his her their your no some".split())
# After these stands a noun, though it may look like a verb ("my work").
_NOUN_BEFORE = _DETERMINERS | frozenset("its of in at on for with from about like this some any more".split())
_NO_VERBS = STOP_WORDS | frozenset(
    "yet up there back able sure away much too yes interested excited used involved tired bored worried \0".split()
)
_table = load("events")
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
    words = _words(sentence)
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
    """Whether a claim states a lasting attribute of a person: name, age, birthplace, job, home, family, taste, ..."""
    return not _PROFILE_CUES.isdisjoint(words) and any(pattern.search(sentence) for pattern in _PROFILE)


def _words(sentence: str) -> list[str]:
    """The lower-cased words, with `_NAME` for each that its capital tells to be a name."""
    found = _WORD.findall(sentence)
    return [
        _NAME if at and word[0].isupper() and word != "I" and not word.isupper() else word.lower()
        for at, word in enumerate(found)
    ]


def _predicate(words: Sequence[str]) -> tuple[str, float]:
    """The base form of the main verb and how sure that is: the first full verb, or else the auxiliary before it."""
    helper = fallback = subject = before = ""
    for at, word in enumerate(words):
        if word in _SKIPPED or word.endswith("ly"):
            helper, before, fallback = _passed(word, helper, before, fallback)
            continue
        if helper in _COMPLETE and word in _DETERMINERS:
            return helper, 0.8
        after = words[at + 1] if at + 1 < len(words) else ""
        if base := _helper(word, before):
            helper = base
        elif (base := known_base(word)) and before not in _NOUN_BEFORE:
            if after == "to" and (base in _PLANS or word == "used"):
                helper, fallback = "", base
            elif helper:
                return _after_helper(word, base, helper)
            elif word == base and before and not _can_act(before):
                fallback = fallback or base  # "love" in "unconditional love"
            else:
                return base, 0.9
        elif _is_guessed(word, before, after, subject, helper):
            return guessed_base(word), 0.6
        subject = word if word in _SUBJECTS else subject
        before = word
    return (helper or fallback, 0.7) if helper or fallback else ("", 0.3)


def _passed(word: str, helper: str, before: str, fallback: str) -> tuple[str, str, str]:
    """The state after a skipped word: after "going to" the verb is what follows, unless nothing does."""
    if word not in _AHEAD:
        return helper, before, fallback
    return helper if word == "to" else "", "", fallback or _AHEAD[word]


def _helper(word: str, before: str) -> str:
    """The base of a word that may stand before the main verb: "be" for "'s" after "it", "have" for "'ve"."""
    if word in _CONTRACTED:
        return "" if word.endswith("s") and before not in _SUBJECTS else _CONTRACTED[word]
    return known_base(word) if word in AUXILIARIES else ""


def _can_act(before: str) -> bool:
    """Whether a bare verb form can follow: a subject or a plural does something, another word makes it a noun."""
    return before in _SUBJECTS or before == _NAME or before.endswith("s") or before in {"and", "but", "please"}


def _after_helper(word: str, base: str, helper: str) -> tuple[str, float]:
    """The main verb after its helper; "is" and "have" stay the verb where no participle follows ("is a teacher")."""
    participle = word.endswith(("ing", "ed", "en", "wn")) or (word != base and not word.endswith("s"))
    return (base, 0.9) if participle or helper not in _COMPLETE else (helper, 0.8)


def _is_guessed(word: str, before: str, after: str, subject: str, helper: str) -> bool:
    """Whether a word the table does not know stands where a verb must: "I kayaked", "was founded by"."""
    if word in _NO_VERBS or len(word) < 3:  # noqa: PLR2004 - "ok", "ex"
        return False
    if helper == "be":
        passive = word.endswith("ed") and after in {"by", "in", "to", "from", "at"}
        return passive or (word.endswith("ing") and subject in _ACTORS)
    if before == _NAME:
        return word.endswith(("s", "ed"))
    return before in _ACTORS or (before in _SUBJECTS and word.endswith("ed"))


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
    if is_negated(sentence):
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
