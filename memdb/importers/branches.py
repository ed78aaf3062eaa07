"""Branched chats: an edited question or a regenerated answer begins a branch, and one path was shown last."""

from collections.abc import Callable

OFF_PATH = "edited away or answered anew"
"""Why a message that is not on the path is skipped."""


def path_to(leaf: str | None, parent: Callable[[str], str | None]) -> list[str]:
    """The ids from the first message to the leaf; `parent` is None above the first. A circle ends where it closes."""
    found: dict[str, None] = {}
    while leaf is not None and leaf not in found:
        found[leaf] = None
        leaf = parent(leaf)
    return list(reversed(found))
