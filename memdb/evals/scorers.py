"""Pure marks: strings against a gold string, rankings against gold turns."""

import importlib
import re
import string
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING

from memdb.errors import ExtraNeededError

if TYPE_CHECKING:
    from sacrebleu.metrics.bleu import BLEU

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


def bleu1(answer: str, gold: str) -> float:
    """BLEU of single words with the brevity penalty, over the words that the F1 counts; 0 to 1."""
    score = _bleu().sentence_score(normalised(answer), [normalised(gold)]).score
    return min(float(score) / 100, 1.0)  # it comes out of a logarithm, and may exceed 1 by a rounding


def require_bleu() -> None:
    """Import sacrebleu, before long work begins.

    Raises ExtraNeededError when sacrebleu is not installed.
    """
    try:
        importlib.import_module("sacrebleu")
    except ImportError:
        message = "answers need sacrebleu for their BLEU; install it with: pip install 'memdb-engine[eval]'"
        raise ExtraNeededError(message) from None


@cache
def _bleu() -> "BLEU":
    require_bleu()
    from sacrebleu.metrics.bleu import BLEU  # noqa: PLC0415 - an optional part

    return BLEU(max_ngram_order=1, smooth_method="none", tokenize="none", effective_order=True)


def answer_shares(answer: str, gold: str) -> dict[str, bool]:
    """The yes-or-no marks of an answer in free words: `exact` and `substring`."""
    return {"exact": exact_match(answer, gold), "substring": substring_match(answer, gold)}


def answer_amounts(answer: str, gold: str) -> dict[str, float]:
    """The overlap of an answer in free words with the gold: `f1` and `bleu1`."""
    return {"f1": token_f1(answer, gold), "bleu1": bleu1(answer, gold)}


def recall(ranking: Sequence[str], gold: Collection[str], k: int) -> float:
    """The fraction of the gold turns among the first k of a ranking: Gold Source Recall of one question."""
    wanted = set(gold)
    return len(wanted.intersection(ranking[:k])) / len(wanted)


def complete(ranking: Sequence[str], gold: Collection[str], k: int) -> bool:
    """Whether every gold turn is among the first k of a ranking."""
    return set(gold).issubset(ranking[:k])


def fresh(ranking: Sequence[str], newest: Collection[str], stale: Collection[str]) -> bool:
    """Whether one of the newest turns is in a ranking and above every stale turn."""
    for turn in ranking:
        if turn in newest:
            return True
        if turn in stale:
            return False
    return False


def duplicate_share(packets: Sequence[int]) -> float:
    """The share of a list's slots that repeat a packet (DBR); 0 for an empty list."""
    return 1 - len(set(packets)) / len(packets) if packets else 0.0
