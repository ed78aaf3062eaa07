"""Cuts a sentence into clauses that each state one thing, carrying the subject on inside the sentence.

"Arjun works for Helios and lives in Utrecht" gives "Arjun works for Helios" and "Arjun lives in Utrecht"; "my brother
Tom doesn't live in Oslo anymore, he lives in Bergen" gives two clauses about Tom. A pronoun is resolved only here,
within one sentence, and never across sentences.
"""

import re
from dataclasses import dataclass

from memdb.extract.verb_patterns import verb_matches
from memdb.records.phrases import SKIPPED, Token, tokenize

_LEAD = re.compile(
    r"^(?:[A-Z][a-z]+:\s"
    r"|(?i:hey|hi|hello|thanks|oh|well|wow|yes|yeah|no|sorry)\s[A-Z]\w+[,!.:-]+\s"
    r"|(?i:oh|well|yes|yeah|yep|no|nope|so|also|btw|by the way|and|but|actually|anyway|honestly|guess what|update|fyi"
    r"|fine|great|right|oops|surprise|correction|heads up|bad news|big news|(?:it )?turns out(?: that)?"
    r"|(?:please )?(?:remember|note|keep in mind) that"
    r"|wait|wow|haha|ok|okay|sure|cool|hey|hi|thanks|good news|unfortunately|sadly|luckily)[,!:.-]*\s)+"
)
_SUBJECT_WORDS = 4
# "Clara, my sister, lives in Oslo" says the same as "my sister Clara lives in Oslo".
_APPOSED = re.compile(r"^([A-Z][\w'\u2019-]+(?: [A-Z][\w'\u2019-]+)*), (my [a-z]+(?: [a-z]+)?), (?=[a-z])")
# "Ivo and I broke up" says the same as "I broke up with Ivo".
_PARTED = re.compile(
    r"^([A-Z][\w'\u2019-]+(?: [A-Z][\w'\u2019-]+)*) and I ((?:have |had |just |finally |recently )*)"
    r"(broken? up|split up|separated|parted ways|got divorced)"
)
# "My manager is Petra Fox, she lives in Ghent" goes on about Petra Fox.
_NAMED_AS = re.compile(
    r"(?:[Mm]y|[Oo]ur) [a-z][a-z' -]*? (?:is|was|is now) "
    r"((?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?[A-Z][\w'\u2019-]+(?: [A-Z][\w'\u2019-]+)*)"
)
_PERSONAL = frozenset(("he", "she"))
_SUBJECTS = frozenset("i we my our he she it they".split())
_CARRIED = frozenset("he she it they".split())
_JOINTS = frozenset(("and", "but", "so", "then", "yet"))
_MARKS = frozenset((",", ";", "\u2013", "\u2014", "-"))


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause as text; `carried` is the subject that was put in front of it, or empty."""

    text: str
    carried: str = ""


def clauses(sentence: str) -> list[Clause]:
    """The clauses of one sentence in order, each with a subject of its own where the sentence has one."""
    lead = _LEAD.match(sentence)
    if lead and lead.end() < len(sentence):
        sentence = sentence[lead.end() :]
    sentence = _APPOSED.sub(r"\2 \1 ", sentence)
    sentence = _PARTED.sub(r"I \2\3 with \1", sentence)
    tokens = tokenize(sentence)
    starts = {match.start for match in verb_matches(tokens)}
    pieces = _pieces(sentence, tokens, starts)
    found: list[Clause] = []
    topic = ""
    for text in pieces:
        named = _NAMED_AS.match(found[-1].text) if found else None
        personal = named is not None and text.split(" ", 1)[0].casefold().split("'")[0] in _PERSONAL
        clause = _with_subject(text, named[1] if named and personal else topic)
        found.append(clause)
        topic = _topic(clause.text) or topic
    return found


def _pieces(sentence: str, tokens: list[Token], starts: set[int]) -> list[str]:
    cuts: list[tuple[int, int]] = []
    i = 1
    while i < len(tokens) - 1:
        j = i
        while j < len(tokens) and (tokens[j].text in _MARKS or tokens[j].norm in _JOINTS):
            j += 1
        if j > i and j < len(tokens) and _begins(tokens, j, starts, after_mark=tokens[i].text in _MARKS):
            cuts.append((tokens[i].start, tokens[j].start))
        i = max(j, i + 1)
    ends = [*(cut[0] for cut in cuts), len(sentence)]
    begins = [0, *(cut[1] for cut in cuts)]
    return [sentence[begin:end].strip() for begin, end in zip(begins, ends, strict=True)]


def _begins(tokens: list[Token], j: int, starts: set[int], *, after_mark: bool) -> bool:
    """Whether a clause begins at token j: a subject does, or (after a joint) a verb phrase that is known."""
    k = j
    while k < len(tokens) and tokens[k].norm in SKIPPED:
        k += 1
    if k < len(tokens) and tokens[k].norm in _SUBJECTS:
        return True
    if any(start < j for start in starts) and _is_subject(tokens, j, starts):
        return True
    if after_mark and _is_definite(tokens, j):
        return True
    if tokens[j - 1].norm in _JOINTS and _is_somebodys(tokens, j):
        return True
    return k in starts and (not after_mark or tokens[j - 1].norm in _JOINTS)


def _is_definite(tokens: list[Token], j: int) -> bool:
    """Whether a definite noun phrase that is something stands at token j: ", the wifi password is plum-9"."""
    k = j + 1
    while k < len(tokens) and tokens[k].text.islower() and tokens[k].norm != "be" and k - j <= _SUBJECT_WORDS:
        k += 1
    return tokens[j].norm == "the" and k > j + 1 and k + 1 < len(tokens) and tokens[k].norm == "be"


def _is_somebodys(tokens: list[Token], j: int) -> bool:
    """Whether a name stands at token j that is "my" or "our" something: ", so Bo Larsen is my manager"."""
    k = j
    while k < len(tokens) and (tokens[k].text[0].isupper() or tokens[k].text == "."):
        k += 1
    return k > j and k + 1 < len(tokens) and tokens[k].norm == "be" and tokens[k + 1].text in {"my", "our"}


def _is_subject(tokens: list[Token], j: int, starts: set[int]) -> bool:
    """Whether a name or a definite noun phrase with its own verb phrase stands at token j."""
    named = tokens[j].text[0].isupper()
    k = j if named else j + 1
    if not named and tokens[j].norm != "the":
        return False
    while k < len(tokens) and k not in starts and k - j <= _SUBJECT_WORDS:
        if tokens[k].text[0].isupper() != named and tokens[k].norm not in SKIPPED:
            return False
        k += 1
    return k > j and k in starts


def _with_subject(text: str, topic: str) -> Clause:
    tokens = tokenize(text)
    if not tokens or not topic:
        return Clause(text)
    if tokens[0].norm in _CARRIED:
        return Clause(f"{topic} {_spelt(text[tokens[0].end :])}", carried=topic)
    k = 0
    while k < len(tokens) - 1 and tokens[k].norm in SKIPPED:
        k += 1
    if any(match.start == k for match in verb_matches(tokens)):
        return Clause(f"{topic} {text}", carried=topic)
    return Clause(text)


def _spelt(rest: str) -> str:
    """The rest of "it's now Omar" once "it" is replaced: the contraction needs its verb back."""
    rest = rest.strip()
    for short, full in (("'s ", "is "), ("\u2019s ", "is "), ("'re ", "are "), ("\u2019re ", "are ")):
        if rest.startswith(short):
            return full + rest[len(short) :]
    return rest


_FIRST_NAME = re.compile(r"(?:I|We)\b|(?:[A-Z][\w-]++\s?)+(?=\s)")
_BE = re.compile(r"^(.+?)(?:\s(?:is|are|was|were|isn't|isn\u2019t)\s|['\u2019]m\s|\sam\s)")


def _topic(text: str) -> str:
    """The grammatical subject of a clause: what stands before its first verb phrase or form of "to be"."""
    tokens = tokenize(text)
    matches = verb_matches(tokens)
    ends = [text[: tokens[match.start].start].strip() for match in matches[:1]]
    be = _BE.match(text)
    if be:
        ends.append(be[1])
    ends = [end for end in ends if end]
    if ends:
        return min(ends, key=len)
    first = _FIRST_NAME.match(text)
    return first[0] if first else ""
