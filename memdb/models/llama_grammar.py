"""Holds a model's answer to a grammar: GBNF as it is, or made from a JSON schema."""

import ctypes
import json
import re
import weakref
from collections.abc import Mapping
from typing import Any

import numpy as np

from memdb.errors import ModelError
from memdb.models.llama_library import json_schema_to_gbnf, llama
from memdb.models.llama_log import quiet
from memdb.models.llama_vocabulary import Vocabulary
from memdb.models.protocols import Floats, Ints

_ROOT = b"root"
_CANDIDATE = np.dtype([("id", np.intc), ("logit", np.single), ("p", np.single)], align=True)
_CHARACTER = re.compile(r"^char ::= .*$", re.MULTILINE)
# llama-cpp-python's own rule lets raw line ends into strings, which JSON does not, and escaped halves of surrogate
# pairs, which no text can hold. Every character can be written as itself, so `\u` is not missed.
_STRICT_CHARACTER = r'char ::= [^"\\\x7F\x00-\x1F] | "\\" ["\\/bfnrt]'
# Its blanks between the marks of JSON cost a third of an answer's tokens, and mean nothing.
_BLANK = re.compile(r"^space ::= .*$", re.MULTILINE)
_NO_BLANK = 'space ::= ""'


def schema_grammar(schema: Mapping[str, Any]) -> str:
    """A JSON schema in GBNF: what follows it is JSON without blanks, bounded in items and lengths as the schema says.

    Raises:
        ModelError: the schema says what a grammar cannot.
    """
    try:
        grammar = json_schema_to_gbnf(json.dumps(schema))
    except Exception as error:  # the converter raises what its parts raise
        raise ModelError(f"the JSON schema cannot be made into a grammar: {error}") from error
    return _BLANK.sub(_NO_BLANK, _CHARACTER.sub(lambda _rule: _STRICT_CHARACTER, grammar))


class Grammar:
    """The state of a grammar while an answer grows."""

    def __init__(self, vocabulary: Vocabulary, text: str) -> None:
        """Begins with nothing accepted; `text` is GBNF with a rule "root".

        Raises:
            ModelError: the text is no grammar.
        """
        with quiet():
            self._sampler = llama.llama_sampler_init_grammar(vocabulary.handle, text.encode(), _ROOT)
        if not self._sampler:
            raise ModelError("the grammar is not valid GBNF: it needs a rule named root, and each rule it uses")
        weakref.finalize(self, llama.llama_sampler_free, self._sampler).atexit = False

    def allowed(self, tokens: Ints, logits: Floats) -> Ints:
        """Those of the tokens that may come next, in their order."""
        candidates = np.zeros(len(tokens), dtype=_CANDIDATE)
        candidates["id"] = tokens
        candidates["logit"] = logits[tokens]
        array = llama.llama_token_data_array(
            data=candidates.ctypes.data_as(llama.llama_token_data_p), size=len(tokens), selected=-1, sorted=False
        )
        llama.llama_sampler_apply(self._sampler, ctypes.byref(array))
        allowed: Ints = tokens[np.isfinite(candidates["logit"])]
        return allowed

    def accept(self, token: int) -> None:
        """Goes on with a token that `allowed` let through."""
        llama.llama_sampler_accept(self._sampler, token)
