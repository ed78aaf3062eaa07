"""Tokens of a sentence with their places and normal forms, the level at which relation phrases are compared.

The normal form of a word is its stem, with irregular verbs and contractions undone, so that "I'm", "was" and "are"
are all `be` and "went to" is `go to`. Places are kept, so that every span taken from a sentence is literal.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from memdb.records.tokens import stem

_AUXILIARIES = {
    "am": "be", "is": "be", "are": "be", "was": "be", "were": "be", "been": "be", "being": "be",
    "quite": "quite",
    "has": "have", "had": "have", "having": "have", "does": "do", "did": "do", "done": "do", "doing": "do", "an": "a",
}  # fmt: skip
_CONTRACTIONS = {"'m": "be", "'re": "be", "'ve": "have", "'ll": "will", "'d": "would", "n't": "not", "'s": "'s"}
# "I'd" is "I would"; "Punk'd" is a title.
_WOULD = frozenset("i you he she it we they who that there".split())
_TOKEN = re.compile(r"[^\W_]+(?:[-.\u2010][^\W_]+)*(?:['\u2019][^\W_]+)*|[^\w\s]", re.UNICODE)
_CONTRACTED = re.compile(r"^(.+?)(n['\u2019]t|['\u2019](?:m|re|ve|ll|d|s))$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Token:
    """One word, half of a contraction, or mark: its text, its half-open place in the sentence, and its normal form."""

    text: str
    start: int
    end: int
    norm: str


@lru_cache(maxsize=32768)
def normal_form(word: str) -> str:
    """The normal form of one word or mark that is no contraction."""
    low = word.casefold()
    return _AUXILIARIES.get(low) or stem(low)


def tokenize(sentence: str) -> list[Token]:
    """The tokens of a sentence in order; a contraction gives two ("I'm" is `i` and `be`)."""
    tokens: list[Token] = []
    for match in _TOKEN.finditer(sentence):
        text, start, end = match[0], match.start(), match.end()
        if "'" in text or "\u2019" in text:
            parts = _CONTRACTED.match(text)
            if parts and (parts[2][-1] not in "dD" or parts[1].casefold() in _WOULD):
                cut = start + len(parts[1])
                tail = parts[2].casefold().replace("\u2019", "'")
                tokens.append(Token(parts[1], start, cut, normal_form("can" if parts[1] == "ca" else parts[1])))
                tokens.append(Token(parts[2], cut, end, _CONTRACTIONS[tail]))
                continue
        tokens.append(Token(text, start, end, normal_form(text)))
    return tokens


# Words that never decide which relation a phrase states: articles and adverbs. ("Originally" does decide: the original
# language of a film is not its language.)
SKIPPED = frozenset(
    {"a", "the", "some"}
    | {
        stem(word)
        for word in "just now currently current recently still also finally already actually really always".split()
    }
    | {stem(word) for word in "initially presently newly new today soon permanently happily".split()}
)


def relation_words(phrase: str) -> tuple[str, ...]:
    """The words that decide a relation phrase, normalised: articles and adverbs are left out."""
    return tuple(token.norm for token in tokenize(phrase) if token.norm not in SKIPPED and token.norm != "'s")


def relation_name(phrase: str) -> str:
    """The name of a relation that no catalogue lists: its deciding words as they are written, in lower case."""
    return " ".join(token.text.casefold() for token in tokenize(phrase) if token.norm not in SKIPPED)
