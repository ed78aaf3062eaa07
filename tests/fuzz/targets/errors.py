"""What is required of every error that memdb raises."""

_LONGEST = 700


def require_readable(message: str) -> None:
    """An error is one line that a terminal can show."""
    assert message
    assert len(message) <= _LONGEST, f"a message of {len(message):,} characters"
    assert message.isprintable(), ascii(message)
    message.encode()
