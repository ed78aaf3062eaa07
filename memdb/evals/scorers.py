"""Pure marks: strings against a gold string, rankings against gold turns."""

import re
import string
from collections import Counter
from collections.abc import Collection, Sequence

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)


def normalised(text: str) -> str:
    """A text as the benchmark's own scorer compares it: lower case, no punctuation, no articles, single spaces."""
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_NO_PUNCTUATION)).split())


def contains(text: str, gold: str) -> bool:
    """Whether the gold string stands in a text, whatever the case: evidence coverage."""
    return gold.casefold() in text.casefold()


def substring_match(answer: str, gold: str) -> bool:
    """Whether the gold stands in an answer after normalisation of both: substring exact match."""
    wanted = normalised(gold)
    return wanted in normalised(answer) if wanted else contains(answer, gold)


def exact_match(answer: str, gold: str) -> bool:
    """Whether answer and gold are equal after normalisation."""
    return normalised(answer) == normalised(gold)


def token_f1(answer: str, gold: str) -> float:
    """The F1 of an answer's words against the gold's, after normalisation of both."""
    said, wanted = Counter(normalised(answer).split()), Counter(normalised(gold).split())
    shared = (said & wanted).total()
    return 2 * shared / (said.total() + wanted.total()) if shared else 0.0


def recall(ranking: Sequence[str], gold: Collection[str], k: int) -> float:
    """The fraction of the gold turns among the first k of a ranking: Gold Source Recall of one question."""
    wanted = set(gold)
    return len(wanted.intersection(ranking[:k])) / len(wanted)


def complete(ranking: Sequence[str], gold: Collection[str], k: int) -> bool:
    """Whether every gold turn is among the first k of a ranking."""
    return set(gold).issubset(ranking[:k])


def fresh(ranking: Sequence[str], newest: str, stale: Collection[str]) -> bool:
    """Whether the newest turn is in a ranking and above every stale turn."""
    for turn in ranking:
        if turn == newest:
            return True
        if turn in stale:
            return False
    return False


def duplicate_share(packets: Sequence[int]) -> float:
    """The share of a list's slots that repeat a packet (DBR); 0 for an empty list."""
    return 1 - len(set(packets)) / len(packets) if packets else 0.0
