"""A public fake chat model for the tests of programs that embed memdb: it answers from a script, never from a model."""

from collections.abc import Callable, Iterable, Sequence

from memdb.errors import ModelError
from memdb.models.protocols import ChatRequest, Completion, Message


class FakeChatModel:
    """Answers with the given texts in order, or with what a function says, and remembers the requests it was sent."""

    name = "fake"

    def __init__(self, answers: Iterable[str] | Callable[[ChatRequest], str], *, context: int = 4096) -> None:
        """`answers` are used up one a call; a function is called each time. `context` is in words."""
        self._answer = answers if callable(answers) else None
        self._answers = [] if callable(answers) else list(answers)
        self.context = context
        self.requests: list[ChatRequest] = []

    def count(self, messages: Sequence[Message]) -> int:
        """Words count as tokens."""
        return sum(len(message.content.split()) for message in messages)

    def complete(self, request: ChatRequest) -> Completion:
        """The next answer; for labels, the answer is the label that counts as most likely.

        Raises:
            ModelError: all answers are used up.
        """
        text = self._answer(request) if self._answer else self._next()
        self.requests.append(request)
        words = text.split()
        cut = len(words) > request.max_tokens
        return Completion(
            text=" ".join(words[: request.max_tokens]) if cut else text,
            prompt_tokens=self.count(request.messages),
            completion_tokens=min(len(words), request.max_tokens),
            finish="length" if cut else "stop",
            label_logits=tuple(0.0 if label == text else -10.0 for label in request.labels),
        )

    def _next(self) -> str:
        if not self._answers:
            raise ModelError("the fake model has no answer left: give it one for each call")
        return self._answers.pop(0)
