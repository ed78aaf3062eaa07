"""The arms of streams of facts: the closure, and the control views that tell what its parts are worth (section B6).

- `usual`: memdb's own read, and words alone
- `views`: the closure and its control views (paper B, Tables 1, 5 and 9)
- `depths`: the closure of one, two, three and five hops (section H)

In `views` and `depths` a model is shown each statement by itself, in all arms alike; `graph` shows it chains.
"""

from memdb.evals.tasks import Arm
from memdb.records.settings import FactSettings, FactView, GraphSettings, ReadSettings

CHANNELS = ("lexical", "graph")


def _view(view: FactView, *, matched: bool = False) -> Arm:
    facts = FactSettings(view=view, matched=matched, chained=False)
    return Arm(channels=CHANNELS, settings=ReadSettings(facts=facts))


def _hops(most: int) -> Arm:
    """The closure of at most so many hops: one less between an anchor and a subject."""
    settings = ReadSettings(facts=FactSettings(chained=False), graph=GraphSettings(max_depth=most - 1))
    return Arm(channels=CHANNELS, settings=settings)


USUAL = {"graph": Arm(channels=CHANNELS), "lexical": Arm(channels=("lexical",))}
VIEWS = {
    "closure": _view("closure"),
    "prior-refresh": _view("prior"),
    "stale-closure": _view("stale"),
    "latest-state": _view("latest"),
    "fact-bm25": _view("bm25"),
    "fact-bm25-matched": _view("bm25", matched=True),
    "fact-dense": _view("dense"),
    "raw-history": _view("history"),
    "random": _view("random"),
}
DEPTHS = {f"depth-{hops}": _hops(hops) for hops in (5, 3, 2, 1)}
ARMS = USUAL | VIEWS | DEPTHS
SETS = {"usual": tuple(USUAL), "views": tuple(VIEWS), "depths": tuple(DEPTHS)}
