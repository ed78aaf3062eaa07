"""Loads the model that a choice names."""

from memdb.errors import ModelError
from memdb.models.choice import ModelChoice
from memdb.models.protocols import ChatModel, Embedder


def chat_model(choice: ModelChoice) -> ChatModel:
    """The chat model of a choice.

    Raises:
        ModelError: there is no such model.
    """
    raise ModelError(f"no chat model {choice.spec}")


def embedder(choice: ModelChoice) -> Embedder:
    """The embedder of a choice.

    Raises:
        ModelError: there is no such model.
    """
    raise ModelError(f"no embedder {choice.spec}")
