"""How much context a model is given."""

DEFAULT_CONTEXT = 4096
"""Tokens for prompt and answer together: what small models use well, and what the memory of a laptop bears."""


def usable_context(asked: int, trained: int) -> int:
    """The context to load a model with, in tokens: what is asked for, never beyond what the model was trained for.

    0 asks for `DEFAULT_CONTEXT`; a model that does not say what it was trained for (0) gets what is asked.
    """
    wanted = asked or DEFAULT_CONTEXT
    return min(wanted, trained or wanted)
