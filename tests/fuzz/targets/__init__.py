"""What is fuzzed: each target takes any bytes, and fails by any exception but memdb's own.

What a target asserts of what came out is its own; that an error is one readable line is required of all.
"""

from collections.abc import Callable

from memdb import MemdbError

from . import asking, damaging, importing, parsing, replying, serving
from .errors import require_readable

Target = Callable[[bytes], None]

TARGETS: dict[str, Target] = {
    **importing.TARGETS, **replying.TARGETS, **asking.TARGETS, **serving.TARGETS, **parsing.TARGETS,
    **damaging.TARGETS,
}  # fmt: skip


def check(target: str, data: bytes) -> None:
    """Feed a target.

    Raises:
        AssertionError: what came out was not as it must be.
    """
    try:
        TARGETS[target](data)
    except MemdbError as error:
        require_readable(str(error))
