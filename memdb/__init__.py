"""memdb: long-term memory for assistants in one SQLite file.

import memdb

with memdb.open("memory.db") as memory:
    memory.add("I moved to Ghent.", speaker="Ana")
    print(memory.ask("Where does Ana live?").answer)
"""

from importlib.metadata import PackageNotFoundError, version

from memdb._asynchronous import AsyncMemory, AsyncStreamView, aopen
from memdb._database import Memory
from memdb._database import open_memory as open
from memdb._modelling import check_model, find_models, install_model, load_model
from memdb._reading import Trace
from memdb._stream_view import StreamView
from memdb.errors import (
    BusyError,
    DamagedError,
    ExtraNeededError,
    ImportFileError,
    MemdbError,
    MissingFileError,
    ModelError,
    NewerSchemaError,
    NotFoundError,
    NotMemdbError,
    StoreError,
    UnknownFormatError,
    UsageError,
)
from memdb.models import ChatModel, ChatRequest, Completion, Message, ModelChoice
from memdb.records import (
    Added,
    Answer,
    CellInfo,
    CellsReport,
    ChatCheck,
    CheckReport,
    Draft,
    Edge,
    EmbedderCheck,
    EmbedReport,
    EnrichProgress,
    EnrichReport,
    Evidence,
    EvidenceClaim,
    EvidencePacket,
    ExportReport,
    Fact,
    ForgetReport,
    FoundModel,
    FoundModels,
    FoundServer,
    Graph,
    Hit,
    IngestReport,
    InstalledModel,
    Layout,
    ModelUsage,
    Packet,
    Place,
    Problem,
    Profile,
    ReadSettings,
    Recipe,
    Recommendation,
    Role,
    SessionInfo,
    Stats,
    UsageReport,
    Via,
    View,
)

try:
    __version__ = version("memdb-engine")
except PackageNotFoundError:  # a source tree that was never installed
    __version__ = "0"

__all__ = [
    "Added",
    "Answer",
    "AsyncMemory",
    "AsyncStreamView",
    "BusyError",
    "CellInfo",
    "CellsReport",
    "ChatCheck",
    "ChatModel",
    "ChatRequest",
    "CheckReport",
    "Completion",
    "DamagedError",
    "Draft",
    "Edge",
    "EmbedReport",
    "EmbedderCheck",
    "EnrichProgress",
    "EnrichReport",
    "Evidence",
    "EvidenceClaim",
    "EvidencePacket",
    "ExportReport",
    "ExtraNeededError",
    "Fact",
    "ForgetReport",
    "FoundModel",
    "FoundModels",
    "FoundServer",
    "Graph",
    "Hit",
    "ImportFileError",
    "IngestReport",
    "InstalledModel",
    "Layout",
    "MemdbError",
    "Memory",
    "Message",
    "MissingFileError",
    "ModelChoice",
    "ModelError",
    "ModelUsage",
    "NewerSchemaError",
    "NotFoundError",
    "NotMemdbError",
    "Packet",
    "Place",
    "Problem",
    "Profile",
    "ReadSettings",
    "Recipe",
    "Recommendation",
    "Role",
    "SessionInfo",
    "Stats",
    "StoreError",
    "StreamView",
    "Trace",
    "UnknownFormatError",
    "UsageError",
    "UsageReport",
    "Via",
    "View",
    "__version__",
    "aopen",
    "check_model",
    "find_models",
    "install_model",
    "load_model",
    "open",
]
