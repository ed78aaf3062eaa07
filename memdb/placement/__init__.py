"""Placement: puts claims into the index of claims and into bounded Cells as they arrive (section A2)."""

from memdb.placement.claim import Read
from memdb.placement.listing import cells
from memdb.placement.placing import Placer
from memdb.placement.rebuilding import place_awaiting, rebuild_cells, restore_cells

__all__ = ["Placer", "Read", "cells", "place_awaiting", "rebuild_cells", "restore_cells"]
