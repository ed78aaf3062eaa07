"""Models as memdb sees them: protocols, and a fake for tests."""

from memdb.models.fake import FakeChatModel
from memdb.models.protocols import ChatModel, ChatRequest, Completion, Embedder, Message

__all__ = ["ChatModel", "ChatRequest", "Completion", "Embedder", "FakeChatModel", "Message"]
