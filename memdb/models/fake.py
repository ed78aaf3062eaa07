"""A public fake chat model for the tests of programs that embed memdb: it answers from a script, never from a model."""

from collections.abc import Iterable

from memdb.errors import ModelError
from memdb.models.protocols import ChatRequest, Completion


class FakeChatModel:
    """Answers with the given texts in order and remembers the requests it was sent."""

    name = "fake"

    def __init__(self, answers: Iterable[str]) -> None:
        """`answers` are used up one a call."""
        self._answers = list(answers)
        self.requests: list[ChatRequest] = []

    def complete(self, request: ChatRequest) -> Completion:
        """The next answer; words count as tokens.

        Raises:
            ModelError: all answers are used up.
        """
        if not self._answers:
            raise ModelError("the fake model has no answer left: give it one for each call")
        self.requests.append(request)
        text = self._answers.pop(0)
        words = text.split()
        return Completion(
            text=" ".join(words[: request.max_tokens]) if len(words) > request.max_tokens else text,
            prompt_tokens=sum(len(message.content.split()) for message in request.messages),
            completion_tokens=min(len(words), request.max_tokens),
            finish="length" if len(words) > request.max_tokens else "stop",
        )
