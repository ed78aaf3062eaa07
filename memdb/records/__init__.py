"""The shared vocabulary: frozen records and pure functions, no input or output."""

from memdb.records.evidence import Answer, Edge, Evidence, EvidenceClaim, EvidencePacket, Graph, Role, Via, View
from memdb.records.extraction import Descriptor, Event, Extraction, Status, Triple
from memdb.records.packet import Draft, Packet, Profile
from memdb.records.reports import (
    Added,
    CheckReport,
    Fact,
    ForgetReport,
    Hit,
    IngestReport,
    ModelUsage,
    Problem,
    SessionInfo,
    Stats,
    UsageReport,
)

__all__ = [
    "Added",
    "Answer",
    "CheckReport",
    "Descriptor",
    "Draft",
    "Edge",
    "Event",
    "Evidence",
    "EvidenceClaim",
    "EvidencePacket",
    "Extraction",
    "Fact",
    "ForgetReport",
    "Graph",
    "Hit",
    "IngestReport",
    "ModelUsage",
    "Packet",
    "Problem",
    "Profile",
    "Role",
    "SessionInfo",
    "Stats",
    "Status",
    "Triple",
    "UsageReport",
    "Via",
    "View",
]
