"""Who neighbours whom as one array; rectangular fields need no table in Python for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from logicsweep.kernel.codes import WIDTH

if TYPE_CHECKING:
    from logicsweep.boards.cells import CellGraph

Indices = npt.NDArray[np.int32]

_ROUND = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]
_EVEN = [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0)]  # on an even row of a hexagonal field
_ODD = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1)]


@lru_cache(maxsize=4)
def neighbour_table(graph: CellGraph) -> Indices:
    """For each cell its neighbours, ascending, then -1: int32 (cells, width); not to be written to.

    `width` is the most neighbours that a cell has, but at least WIDTH.

    >>> from logicsweep.boards.cells import CellGraph
    >>> neighbour_table(CellGraph.grid(2, 2))[1].tolist()
    [0, 2, 3, -1, -1, -1, -1, -1]
    """
    table = _of_rectangle(graph.kind, *graph.shape) if graph.shape else _of_tuples(graph.neighbours)
    table.flags.writeable = False
    return table


def fits(graph: CellGraph) -> bool:
    """Whether the kernel's positions and games take a cell graph: no cell has more than WIDTH neighbours.

    >>> from logicsweep.boards.cells import CellGraph
    >>> fits(CellGraph.hexagonal(3, 3))
    True
    """
    width: int = neighbour_table(graph).shape[1]
    return width == WIDTH


def _of_tuples(neighbours: Sequence[Sequence[int]]) -> Indices:
    degrees = np.array([len(around) for around in neighbours])
    table = np.full((len(neighbours), max(WIDTH, degrees.max(initial=0))), -1, np.int32)
    flat = [j for around in neighbours for j in around]
    table[np.arange(table.shape[1]) < degrees[:, None]] = flat
    return table


def _of_rectangle(kind: str, rows: int, cols: int) -> Indices:
    """Inside, all rows of one kind have the same steps to their neighbours; the border is worked out."""
    table = np.full((rows * cols, WIDTH), -1, np.int32)
    cells = np.arange(rows * cols, dtype=np.int32).reshape(rows, cols)
    by_row = table.reshape(rows, cols, WIDTH)
    for first, steps in enumerate((_EVEN, _ODD) if kind == "hexagonal" else (_ROUND,)):
        every = slice(first, None, 2 if kind == "hexagonal" else 1)
        for column, (down, right) in enumerate(steps):
            np.add(cells[every], down * cols + right, out=by_row[every, :, column])
        border = np.zeros((rows, cols), bool)
        border[[0, -1]] = border[:, [0, -1]] = True
        border[1 - first :: 2] &= kind != "hexagonal"
        at = np.flatnonzero(border)
        table[at] = -1
        table[at, : len(steps)] = _around(at, steps, rows, cols, kind == "torus")
    return table


def _around(
    cells: npt.NDArray[np.intp], steps: list[tuple[int, int]], rows: int, cols: int, touch: bool
) -> Indices:
    """The neighbours that so many steps lead to, ascending, then -1; opposite edges may `touch`."""
    row, col = np.divmod(cells[:, None], cols)
    down, right = np.array(steps).T
    row, col = row + down, col + right
    if touch:
        row, col = row % rows, col % cols
    found = row * cols + col
    none = rows * cols
    found[(row < 0) | (row >= rows) | (col < 0) | (col >= cols) | (found == cells[:, None])] = none
    found.sort(axis=1)
    found[:, 1:][found[:, 1:] == found[:, :-1]] = none
    found.sort(axis=1)
    found[found == none] = -1
    around: Indices = found.astype(np.int32)
    return around
