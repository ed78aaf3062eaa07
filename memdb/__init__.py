"""memdb: long-term memory for assistants in one SQLite file.

import memdb

with memdb.open("memory.db") as memory:
    memory.add("I moved to Ghent.", speaker="Ana")
    print(memory.ask("Where does Ana live?").answer)
"""

from importlib.metadata import PackageNotFoundError, version

from memdb._database import Memory, StreamView
from memdb._database import open_memory as open
from memdb._reading import Trace
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
from memdb.records import (
    Added,
    Answer,
    CheckReport,
    Draft,
    Edge,
    Evidence,
    EvidenceClaim,
    EvidencePacket,
    Fact,
    ForgetReport,
    Graph,
    Hit,
    IngestReport,
    ModelUsage,
    Problem,
    Profile,
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
    "BusyError",
    "CheckReport",
    "DamagedError",
    "Draft",
    "Edge",
    "Evidence",
    "EvidenceClaim",
    "EvidencePacket",
    "ExtraNeededError",
    "Fact",
    "ForgetReport",
    "Graph",
    "Hit",
    "ImportFileError",
    "IngestReport",
    "MemdbError",
    "Memory",
    "MissingFileError",
    "ModelError",
    "ModelUsage",
    "NewerSchemaError",
    "NotFoundError",
    "NotMemdbError",
    "Problem",
    "Profile",
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
    "open",
]
