# The part of llama-cpp-python's chat formats that memdb uses.
from collections.abc import Mapping, Sequence
from typing import Any

class ChatFormatterResponse:
    prompt: str

class Jinja2ChatFormatter:
    def __init__(self, template: str, eos_token: str, bos_token: str) -> None: ...
    @staticmethod
    def strftime_now(f: str) -> str: ...
    def __call__(self, *, messages: Sequence[Mapping[str, str]], **kwargs: Any) -> ChatFormatterResponse: ...
