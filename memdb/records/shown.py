"""Values as error messages show them: quoted, and cut so that a message stays one readable line."""

_LONGEST = 60


def shown(value: object) -> str:
    """A value in quotes, at most about 60 characters of it."""
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…{text[-1]} ({len(text):,} characters)"
