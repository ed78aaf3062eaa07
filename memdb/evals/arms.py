"""The arms that several datasets have."""

from memdb.evals.tasks import Arm

USUAL = {"default": Arm(), "lexical": Arm(channels=("lexical",))}
"""memdb's default read, and words alone."""
UNJOINED = Arm(channels=("lexical", "dense"))
"""memdb's default read without the packets of statements."""
PAPER = Arm(recipe="paper", channels=("cells", "lexical", "dense"), layout="bounded")
"""The published pipeline whole; statements have no part in it."""
