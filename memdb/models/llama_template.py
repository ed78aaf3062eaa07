"""Messages as the tokens of a prompt, in the template that the model's file holds."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from memdb.errors import ModelError
from memdb.models.llama_library import Jinja2ChatFormatter
from memdb.models.llama_vocabulary import Vocabulary, common
from memdb.models.protocols import Message

PLAIN_STOP = "\nUser:"
"""Where an answer in the plain template ends: a model that was never taught turns would go on with the next one."""


class Template:
    """The chat template of a model.

    A model without one gets a plain template: the system's text, then "User: …" and "Assistant: …", a blank line
    between them. A template that refuses a system message gets its text at the beginning of the user's first.
    Models that can think before they answer are asked not to.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        """The template of a loaded model."""
        self._vocabulary = vocabulary
        source = vocabulary.chat_template
        self._format = _Formatter(source, vocabulary.eos_text, vocabulary.bos_text) if source else None
        self.stop = "" if source else PLAIN_STOP
        """What ends an answer besides the model's own tokens for that; it may be empty."""

    def tokens(self, messages: Sequence[Message]) -> list[int]:
        """The tokens of a prompt.

        Raises:
            ModelError: the template cannot express the messages, or is damaged.
        """
        vocabulary = self._vocabulary
        text = self._text([replace(message, content=self._harmless(message.content)) for message in messages])
        begun = not vocabulary.adds_bos or text.startswith(vocabulary.bos_text)
        tokens = vocabulary.tokenize(text, special=True)
        return tokens if begun else [vocabulary.bos, *tokens]

    def borders(self, messages: Sequence[Message], tokens: Sequence[int]) -> list[int]:
        """Where in their tokens the contents of the second and further messages begin.

        Up to there, a prompt that begins with the same messages has the same tokens.
        """
        borders: list[int] = []
        for number in range(1, len(messages)):
            message = messages[number]
            other = replace(message, content="-" if message.content.startswith("+") else "+")
            border = common(tokens, self.tokens([*messages[:number], other]))
            if border > max(borders, default=0):
                borders.append(border)
        return borders

    def _text(self, messages: Sequence[Message]) -> str:
        if self._format is None:
            return _plain(messages)
        try:
            return self._rendered(messages)
        except Exception as error:  # what a template raises is up to its author
            if messages[0].role != "system":
                raise ModelError(f"the model's chat template failed: {error}") from error
        try:
            return self._rendered(_without_system(messages))
        except Exception as error:  # the same
            raise ModelError(f"the model's chat template failed: {error}") from error

    def _rendered(self, messages: Sequence[Message]) -> str:
        assert self._format is not None
        turns = [{"role": message.role, "content": message.content} for message in messages]
        return self._format(messages=turns, enable_thinking=False).prompt

    def _harmless(self, content: str) -> str:
        """The content without what the template would obey: a control token written out is broken with a blank."""
        vocabulary = self._vocabulary
        for token in set(vocabulary.tokenize(content, special=True)):
            if vocabulary.controls(token) and (mark := vocabulary.text(token)):
                content = content.replace(mark, f"{mark[0]} {mark[1:]}")
        return content


class _Formatter(Jinja2ChatFormatter):
    """Templates that ask for today's date get a fixed one: the same messages are the same prompt on every day."""

    @staticmethod
    def strftime_now(f: str) -> str:
        return date(2024, 7, 26).strftime(f)  # the date that Llama 3's own template falls back to


def _plain(messages: Sequence[Message]) -> str:
    names = {"system": "", "user": "User: ", "assistant": "Assistant: "}
    turns = [names[message.role] + message.content for message in messages]
    return "\n\n".join([*turns, "Assistant:"])


def _without_system(messages: Sequence[Message]) -> list[Message]:
    system, first, *rest = messages
    return [replace(first, content=f"{system.content}\n\n{first.content}"), *rest]
