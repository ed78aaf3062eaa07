"""Cutting a prompt to a model's context: by whole items, and never without saying so."""

from collections.abc import Callable, Sequence

from memdb.models import ChatModel, Message

Prompt = Callable[[Sequence[int]], tuple[Message, ...]]
"""The messages that show the items of the given places."""


def fitting(prompt: Prompt, texts: Sequence[str], model: ChatModel, *, answer_tokens: int) -> list[int]:
    """The places of the items that a prompt can show, best first, so that the answer has room too.

    `texts` are the items as the prompt shows them, best first. One that is too long is passed over, and those after it
    may still fit.
    """
    room = model.context - answer_tokens
    every = list(range(len(texts)))
    if model.count(prompt(every)) <= room:
        return every
    # What a message costs beyond its text is counted once for each item: the parts never promise too much.
    used = model.count(prompt([]))
    kept: list[int] = []
    for place, text in enumerate(texts):
        cost = model.count([Message(role="user", content=text)])
        if used + cost <= room:
            kept.append(place)
            used += cost
    return kept


def left_out(count: int, of: str) -> str:
    """The note that items did not fit."""
    return f"{count} {of} were left out: they do not fit into the model's context"
