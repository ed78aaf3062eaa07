"""The arms of LoCoMo: memdb's own read, and those of the paper's tables and figures.

- `usual`: memdb's default read, and words alone
- `joined`: memdb's default read, and what it is where statements are no channel
- `ablation`: the paper's pipeline and what it is without its parts (Table 2)
- `claims`: the paper's pipeline, and the same where claims are found by their own words alone, as published
- `sources`: what takes ten places, from claims to scheduled packets (Table 3)
- `views`: the same packets of memdb's default read, shown in three ways (Table 4)
- `layouts`: the paper's pipeline over Cells grouped in other ways (Figure 5), and where speakers count as people
- `frontier`: how many ranks of the second schedule may add how many packets (Figure 6)
"""

from dataclasses import replace
from itertools import product

from memdb.evals.arms import PAPER, UNJOINED, USUAL
from memdb.evals.tasks import Arm
from memdb.records.settings import ClaimSettings, ReadSettings, ScheduleSettings

RANKS, CAPS = (1, 3, 5, 10), (0, 1, 2, 4)
ABLATION = {
    "A0": PAPER,
    "A1": replace(PAPER, extra=0),
    "A2": replace(PAPER, scheduler="mmr", extra=0),
    "A3": replace(PAPER, scheduler="mmr"),
    "A4": replace(PAPER, channels=("cells", "dense")),
    "A5": replace(PAPER, channels=("lexical", "dense")),
    "A6": replace(PAPER, settings=ReadSettings(query_intent=False)),
    "A7": replace(PAPER, channels=("dense",), scheduler="fast", extra=0),
}
CLAIMS = {"A0": PAPER, "claims-alone": replace(PAPER, settings=ReadSettings(claims=ClaimSettings(context=0.0)))}
SOURCES = {
    "source-claims": replace(PAPER, selection="claims", extra=0),
    "source-distinct": replace(PAPER, selection="distinct claims", extra=0),
    "source-packets": replace(PAPER, selection="sources", extra=0),
    "source-scheduled": replace(PAPER, extra=0),
}
VIEWS = {f"view-{view}": Arm(view=view) for view in ("claim", "raw", "bundle")}
LAYOUTS = {
    "layout-flat": replace(PAPER, layout="flat"),
    "layout-sequential": replace(PAPER, layout="sequential"),
    "layout-session": replace(PAPER, layout="session"),
    "layout-entity": replace(PAPER, layout="entity"),
    "layout-bounded": PAPER,
    "layout-speaker": replace(PAPER, speaker_counts=True),
}
FRONTIER = {
    f"frontier-{ranks}x{cap}": replace(
        PAPER, extra=cap, settings=ReadSettings(schedule=ScheduleSettings(frontier_first=ranks))
    )
    for ranks, cap in product(RANKS, CAPS)
}
ARMS = USUAL | {"unjoined": UNJOINED} | ABLATION | CLAIMS | SOURCES | VIEWS | LAYOUTS | FRONTIER
SETS = {
    "usual": tuple(USUAL),
    "joined": ("default", "unjoined"),
    "ablation": tuple(ABLATION),
    "claims": tuple(CLAIMS),
    "sources": tuple(SOURCES),
    "views": tuple(VIEWS),
    "layouts": tuple(LAYOUTS),
    "frontier": tuple(FRONTIER),
}
