"""Tables of cell graphs as the kernel reads them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from logicsweep.cells import CellGraph

MOST_NEIGHBOURS = 8
"""The kernel works on cell graphs whose cells have at most so many."""


@lru_cache(maxsize=16)
def neighbour_table(graph: CellGraph) -> NDArray[np.int32]:
    """For each cell the indices of its neighbours, ascending, padded with -1: int32 (cells, 8).

    >>> neighbour_table(CellGraph.grid(1, 2)).tolist()
    [[1, -1, -1, -1, -1, -1, -1, -1], [0, -1, -1, -1, -1, -1, -1, -1]]
    """
    table = np.full((len(graph), MOST_NEIGHBOURS), -1, np.int32)
    for cell, around in enumerate(graph.neighbours):
        table[cell, : len(around)] = around
    return table
