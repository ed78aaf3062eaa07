# The part of msgpack that memdb uses; the package ships no types.
from collections.abc import Callable
from typing import Any

def packb(
    o: object,
    *,
    use_bin_type: bool = True,
    unicode_errors: str = "strict",
    default: Callable[[Any], object] | None = None,
) -> bytes: ...
def unpackb(
    packed: bytes | memoryview, *, raw: bool = False, use_list: bool = True, unicode_errors: str = "strict"
) -> Any: ...
