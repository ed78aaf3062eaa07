"""Words and index terms: how text becomes what the lexical index and the question share.

A *word* is a lower-cased run of letters, digits or marks, without its possessive ending. A *term* is a word that is
not a stop word, stemmed (Snowball English). Scripts written without spaces are cut into overlapping pairs of
characters, so that a name inside an unspaced sentence is found.
"""

import re
import threading
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import Protocol

from memdb.records.unicode import MARKS, folded

# Bumped whenever `terms` changes its output: a file indexed with another version is re-indexed when it is opened.
TOKENIZER_VERSION = 1

# Han, Hiragana, Katakana, Thai, Lao, Khmer and Myanmar are written without spaces between words.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_APOSTROPHES = "'\u2019\u02bc"
_WORD_END = f"[\\w{MARKS}]"
_POSSESSIVE = re.compile(rf"(?<={_WORD_END})[{_APOSTROPHES}]s?(?!{_WORD_END})", re.IGNORECASE)
# "don't" is one word; any other apostrophe separates, as in "l'eau" and "\u0130stanbul'da".
_CONTRACTED = re.compile(rf"(?<=\w)[{_APOSTROPHES}](?=(?:t|m|re|ve|ll|d)(?!{_WORD_END}))", re.IGNORECASE)
# Possessive, so that a run of megabytes costs no memory to go back in.
_WORD = re.compile(rf"[{_UNSPACED}]++|(?:[^\W_{_UNSPACED}]++[{MARKS}]*+)++")
_HAS_UNSPACED = re.compile(f"[{_UNSPACED}]")

STOP_WORDS = frozenset(
    """
    a about after again all also am an and any are as at be because been before being both but by can could did do
    does doing down during each few for from further get got had has have having he her here hers him his how i if in
    into is it its just let like me more most my no nor not now of off on once only or other our out over own same she
    should so some such than that the their them then there these they this those through to too under until up us very
    was we were what when where which while who whom whose why will with would you your yours
    im ive id ill youre youve hes shes its were weve theyre theyve thats whats dont didnt doesnt isnt arent wasnt werent
    cant couldnt wont wouldnt shouldnt hasnt havent hadnt
    """.split()
)


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 - the library's name


_threads = threading.local()


def _stemmer() -> _Stemmer:
    """The calling thread's own: a stemmer holds the word that it is at."""
    found: _Stemmer | None = getattr(_threads, "stemmer", None)
    if found is None:
        import snowballstemmer  # noqa: PLC0415 - costs start-up time that `memdb --help` need not pay

        found = _threads.stemmer = snowballstemmer.stemmer("english")
    return found


@cache
def _irregular() -> dict[str, dict[str, str]]:
    text = files("memdb.records").joinpath("irregular.toml").read_text(encoding="utf-8")
    tables: dict[str, dict[str, str]] = tomllib.loads(text)
    return {
        kind: {form: base for base, forms in table.items() for form in forms.split()} for kind, table in tables.items()
    }


def irregular_verbs() -> dict[str, str]:
    """Irregular forms of English verbs, each with its base ("went" gives "go")."""
    return _irregular()["verbs"]


@cache
def _bases() -> dict[str, str]:
    return _irregular()["nouns"] | _irregular()["verbs"]


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of a lower-cased word, of its base form where it is irregular ("bought" and "buying" both give "buy").

    Words that are not ASCII letters come back as they are.
    """
    if not word.isascii() or not word.isalpha():
        return word
    return _stemmer().stemWord(_bases().get(word, word))


def words(text: str) -> list[str]:
    """The words of a text in order, stop words included.

    Compatibility composition (NFKC) makes composed and decomposed spellings equal; case folding makes cases equal.
    """
    text = _CONTRACTED.sub("", _POSSESSIVE.sub("", folded(text)))
    found: list[str] = _WORD.findall(text)
    if text.isascii() or not _HAS_UNSPACED.search(text):
        return found
    return [piece for word in found for piece in _pairs(word)]


def _pairs(word: str) -> list[str]:
    """Overlapping two-character pieces of an unspaced run; other words whole."""
    if len(word) < 2 or not _HAS_UNSPACED.match(word):  # noqa: PLR2004 - a pair
        return [word]
    return [word[i : i + 2] for i in range(len(word) - 1)]


def terms(text: str) -> list[str]:
    """The index terms of a text in order, with repetitions."""
    return [stem(word) for word in words(text) if word not in STOP_WORDS]
