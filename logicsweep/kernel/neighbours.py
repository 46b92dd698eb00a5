"""The neighbours of all cells as one array; without numba too, where numpy is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from logicsweep.kernel import NONE, WIDTH

if TYPE_CHECKING:
    from logicsweep.boards.cells import CellGraph

_Ints = NDArray[np.int32]
_ROUND = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]
_EVEN = [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0)]  # on an even row of a hexagonal field
_ODD = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1)]


@lru_cache(maxsize=4)
def neighbour_table(graph: CellGraph) -> _Ints:
    """For each cell its neighbours, ascending, then NONE: int32 (cells, width).

    `width` is the most neighbours that a cell has, but at least WIDTH. Rectangular fields need no table in
    Python for it.

    >>> from logicsweep.boards.cells import CellGraph
    >>> neighbour_table(CellGraph.grid(2, 2))[1].tolist()
    [0, 2, 3, -1, -1, -1, -1, -1]
    """
    if not graph.shape:
        return _of_tuples(graph.neighbours)
    table = np.empty((len(graph), WIDTH), np.int32)
    by_row = table.reshape(*graph.shape, WIDTH)
    for first in range(2):  # even rows, odd rows
        steps = (_EVEN, _ODD)[first] if graph.kind == "hexagonal" else _ROUND
        by_row[first::2] = _around(first, steps, *graph.shape, graph.kind == "torus")
    return table


def fits(graph: CellGraph) -> bool:
    """Whether the kernel's positions and games take a cell graph: no cell has more than WIDTH neighbours.

    >>> from logicsweep.boards.cells import CellGraph
    >>> fits(CellGraph.hexagonal(3, 3))
    True
    """
    return bool(neighbour_table(graph).shape[1] == WIDTH)


def _of_tuples(neighbours: Sequence[Sequence[int]]) -> _Ints:
    degrees = np.array([len(around) for around in neighbours])
    table = np.full((len(neighbours), max(WIDTH, degrees.max(initial=0))), NONE, np.int32)
    table[np.arange(table.shape[1]) < degrees[:, None]] = [j for around in neighbours for j in around]
    return table


def _around(first: int, steps: list[tuple[int, int]], rows: int, cols: int, touch: bool) -> _Ints:
    """The neighbours to which steps lead from every second row's cells; opposite edges may `touch`."""
    down, right = np.array(steps, np.int32).T
    here = np.arange(first, rows, 2, dtype=np.int32)[:, None, None], np.arange(cols, dtype=np.int32)[:, None]
    row, col = np.broadcast_arrays(here[0] + down, here[1] + right)
    if touch:
        row, col = row % rows, col % cols
    none = rows * cols
    found = row * cols + col
    found[(row < 0) | (row >= rows) | (col < 0) | (col >= cols) | (found == here[0] * cols + here[1])] = none
    found.sort(axis=2)
    found[..., 1:][found[..., 1:] == found[..., :-1]] = none
    found.sort(axis=2)
    found[found == none] = NONE
    missing = [(0, 0), (0, 0), (0, WIDTH - len(steps))]
    return np.pad(found, missing, constant_values=NONE).astype(np.int32)
