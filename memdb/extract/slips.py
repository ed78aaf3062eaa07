"""Sentences by which a speaker puts right what was just said: "Sorry, I meant Thursday", "Scratch that".

What they put right is not in them: it is found among what the speaker stated before, once the statements are stored.
"""

import re

from memdb.extract.objects import objects_of
from memdb.extract.statements import Reading
from memdb.extract.triples import read_sentence
from memdb.records.extraction import Triple

_GAP = r"(?:[\s,.:;!\u2013\u2014-]+|$)"
# What may stand before: an apology, which needs a word that points at the right value, and what tells by itself.
_SOFT = re.compile(rf"(?:oh|ah|oops|ugh|er|um|uh|hm+|no|wait|sorry|apologies|actually){_GAP}", re.IGNORECASE)
_SURE = re.compile(
    rf"(?:no,? wait|wait,? no|my (?:bad|mistake)|correction|i misspoke|i got that wrong|make that){_GAP}", re.IGNORECASE
)
_TAKEN_BACK = re.compile(
    rf"(?:(?:scratch|strike) that|(?:forget|ignore) what i (?:just )?said|that was wrong){_GAP}", re.IGNORECASE
)
_MEANT = re.compile(rf"i meant?(?: to say)?{_GAP}", re.IGNORECASE)
_POINTING = re.compile(r"(?:it|that)(?:['\u2019]s| is| was| should be) ", re.IGNORECASE)
_APOLOGY = frozenset(("sorry", "apologies", "oops", "wait"))
_LONGEST = 8  # words of a value with what it is for
_PREPOSITION = re.compile(r"^(?:on|at|in|to|for) ", re.IGNORECASE)
_FOR = re.compile(r"\bfor (?:the|our|my) ([a-z][\w' -]*?)(?:,|\.|$| not )")
# "I live in Oslo \u2014 sorry, Bergen", "it's on Tuesday, no wait, Wednesday"
_WITHIN = re.compile(
    r"(?P<said>.{8,}?)"
    r"(?:(?<!\s)\s*(?:\s[-\u2013]|\u2014|\u2026|\.\.\.)\s*(?P<dashed>(?:oh,? |no,? )?(?:sorry|wait|i mean)\b.+)"
    r"|[,;]\s+(?P<slip>(?:oh,? )?(?:no,? wait|wait,? no|sorry,? i meant|scratch that|correction|make that)\b.+))",
    re.IGNORECASE,
)


def read_with_slips(sentence: str) -> Reading:
    """Reads one sentence; what puts right what was just said comes back as corrections."""
    found = _WITHIN.fullmatch(sentence)
    if found:
        slip = _read_slip(found["slip"] or found["dashed"], sure=found["dashed"] is not None)
        said = read_sentence(found["said"])
        if slip and said.triples:
            return Reading((*said.triples, *slip.triples))
    return _read_slip(sentence) or read_sentence(sentence)


def _read_slip(sentence: str, *, sure: bool = False) -> Reading | None:
    """Reads a sentence that puts something right, None where it does not; `sure` where its place shows that."""
    rest, apologises, taken_back, meant = sentence.strip(), False, False, False
    while match := next((one for cue in (_SURE, _TAKEN_BACK, _SOFT, _MEANT) if (one := cue.match(rest))), None):
        apologises = apologises or match[0].strip(" ,.:;!\u2013\u2014-").casefold() in _APOLOGY
        sure = sure or match.re is _SURE or match.re is _TAKEN_BACK
        taken_back = taken_back or match.re is _TAKEN_BACK
        meant = meant or match.re is _MEANT
        rest = rest[match.end() :]
    if not rest:
        nothing = Triple(subject="", relation="", object="", positive=False, corrects=True)
        return Reading((nothing,)) if taken_back else None
    pointing = _POINTING.match(rest)
    if not sure and not (meant or (apologises and pointing)):
        return None
    whole = read_sentence(rest[0].upper() + rest[1:]) if not pointing else Reading()
    if whole.triples:
        return Reading(
            tuple(
                Triple(subject=one.subject, relation=one.relation, object=one.object, corrects=True)
                if one.positive
                else one
                for one in whole.triples
            )
        )
    return _value(rest[pointing.end() :] if pointing else rest, lower=meant and (apologises or sure))


def _value(rest: str, *, lower: bool) -> Reading | None:
    """A value alone, with what it is for if that is said; a lower-case word only where `lower` admits it."""
    if rest.endswith("?") or len(rest.split()) > _LONGEST:
        return None
    values = objects_of(_PREPOSITION.sub("", rest, count=1), several=False)
    if not values or not (lower or values[0][0].isupper() or values[0][0].isdigit()):
        return None
    about = _FOR.search(rest)
    return Reading((Triple(subject=about[1] if about else "", relation="", object=values[0], corrects=True),))
