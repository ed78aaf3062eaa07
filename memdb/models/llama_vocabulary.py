"""The tokens of a GGUF model: text to tokens and back."""

import ctypes
from collections.abc import Sequence

from memdb.models.llama_library import llama


class Vocabulary:
    """A model's own tokens, `size` of them, and the chat template that its file holds (Jinja), or None.

    `bos` begins a text where `adds_bos` says so, or is -1; `bos_text` and `eos_text` are as a template writes them.
    """

    def __init__(self, model: int) -> None:
        """The vocabulary of a loaded model."""
        self.handle = llama.llama_model_get_vocab(model)
        self.size = llama.llama_vocab_n_tokens(self.handle)
        template = llama.llama_model_chat_template(model, None)
        self.chat_template = template.decode(errors="replace") if template else None
        self.bos = llama.llama_vocab_bos(self.handle)
        self.bos_text = self.text(self.bos)
        self.eos_text = self.text(llama.llama_vocab_eos(self.handle))
        self.adds_bos = self.bos >= 0 and llama.llama_vocab_get_add_bos(self.handle)

    def tokenize(self, text: str, *, special: bool = False, ends: bool = False) -> list[int]:
        """The tokens of a text.

        Args:
            text: in any language.
            special: whether control tokens written out, such as those of a chat template, count as such.
            ends: whether to add what begins and ends a text of this model.
        """
        data = text.encode(errors="replace")
        room = len(data) + 8
        while True:
            buffer = (llama.llama_token * room)()
            count = llama.llama_tokenize(self.handle, data, len(data), buffer, room, ends, special)
            if count >= 0:
                return list(buffer[:count])
            room = -count

    def piece(self, token: int) -> bytes:
        """The bytes of a token as text; nothing for a control token."""
        room = 64
        while True:
            buffer = ctypes.create_string_buffer(room)
            size = llama.llama_token_to_piece(self.handle, token, buffer, room, 0, False)  # noqa: FBT003 - C has no names
            if size >= 0:
                return buffer.raw[:size]
            room = -size

    def text(self, token: int) -> str:
        """A token as a template writes it; nothing for -1."""
        return llama.llama_vocab_get_text(self.handle, token).decode(errors="replace") if token >= 0 else ""

    def ends(self, token: int) -> bool:
        """Whether a token ends an answer."""
        return llama.llama_vocab_is_eog(self.handle, token)

    def controls(self, token: int) -> bool:
        """Whether a token is one that only a template may hold."""
        return llama.llama_vocab_is_control(self.handle, token)


def common(one: Sequence[int], other: Sequence[int]) -> int:
    """How many tokens two sequences begin with alike."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
