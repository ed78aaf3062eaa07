"""Models as memdb sees them: protocols, local runtimes and servers, embedders, and fakes for tests."""

from memdb.models.calls import CallKind, Calls, Ledger
from memdb.models.choice import ROLES, ChatRole, LoadOptions, ModelChoice, Role
from memdb.models.fake import FakeChatModel
from memdb.models.fake_embedder import FakeEmbedder
from memdb.models.protocols import (
    ChatModel,
    ChatRequest,
    Completion,
    Embedder,
    Message,
    TokenEmbedder,
    TokenStates,
    has_states,
)

__all__ = [
    "ROLES",
    "CallKind",
    "Calls",
    "ChatModel",
    "ChatRequest",
    "ChatRole",
    "Completion",
    "Embedder",
    "FakeChatModel",
    "FakeEmbedder",
    "Ledger",
    "LoadOptions",
    "Message",
    "ModelChoice",
    "Role",
    "TokenEmbedder",
    "TokenStates",
    "has_states",
]
