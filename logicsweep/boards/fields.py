"""The rectangular kinds of field, each defined only by the offsets from a cell to its neighbours.

The Python solvers, networkx, compiled code and web pages all use tables made from these offsets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import sqrt
from typing import TYPE_CHECKING

from logicsweep.errors import InvalidInput
from logicsweep.kernel import NONE, WIDTH

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Neighbours = tuple[tuple[int, ...], ...]
"""For each cell the indices of its neighbours, ascending."""
Point = tuple[float, float]
"""A point (x, y) in the plane; y grows downwards, as rows do."""
Offsets = tuple[tuple[int, int], ...]
"""Offsets (down, right) from a cell to its neighbours."""

_KING: Offsets = tuple((down, right) for down, right in product((-1, 0, 1), repeat=2) if down or right)


@dataclass(frozen=True)
class FieldKind:
    """A rectangular kind of field. Its functions take numbers of rows and columns, at least 1.

    Raises InvalidInput if a cell is its own neighbour, if its neighbour does not have it as a neighbour, or
    if it has more neighbours than a clue can count.
    """

    even: Offsets
    """Offsets to the neighbours of cells in even rows; rows count from 0."""
    odd: Offsets
    """Offsets to the neighbours of cells in odd rows."""
    closed: bool = False
    """Whether opposite edges touch."""
    shifted: bool = False
    """Whether odd rows lie half a cell to the right of the others, and neighbours 1 apart."""
    words: str = ""
    """A player's name for such a field, with its article; empty for the usual grid."""

    def __post_init__(self) -> None:
        """Check that neighbours are mutual and that a clue is one digit."""
        for offsets in (self.even, self.odd):
            if not 0 < len(offsets) <= WIDTH:
                raise InvalidInput("field kind", f"1 to {WIDTH} neighbours", str(len(offsets)))
        for row, (down, right) in (*product((0,), self.even), *product((1,), self.odd)):
            if (-down, -right) not in self.offsets(row + down) or not (down or right):
                raise InvalidInput("field kind", "offsets to another cell and back", f"{(down, right)}")

    def offsets(self, row: int) -> Offsets:
        """Offsets to the neighbours of the cells in a row."""
        return self.odd if row % 2 else self.even

    def find_neighbours(self, row: int, col: int, rows: int, cols: int) -> tuple[int, ...]:
        """The indices of a cell's neighbours, ascending.

        >>> KINDS["grid"].find_neighbours(0, 0, 2, 3), KINDS["torus"].find_neighbours(0, 0, 1, 4)
        ((1, 3, 4), (1, 3))
        """
        near = [(row + down, col + right) for down, right in self.offsets(row)]
        if self.closed:
            near = [(r % rows, c % cols) for r, c in near]
        inside = {r * cols + c for r, c in near if 0 <= r < rows and 0 <= c < cols}
        return tuple(sorted(inside - {row * cols + col}))

    @property
    def _reach(self) -> tuple[int, int]:
        """The longest way down or up, and to the side, from a cell to a neighbour."""
        down, right = [max([0, *map(abs, along)]) for along in zip(*self.even, *self.odd, strict=True)]
        return down, right

    def table(self, rows: int, cols: int) -> Neighbours:
        """For each cell, row by row, the indices of its neighbours, ascending."""
        high, wide = self._reach
        edge, found = min(wide, cols), list[tuple[int, ...]]()
        index = [*range(rows * cols)].__getitem__  # one int for a cell, which all its neighbours share
        for row in range(rows):
            steps = sorted({down * cols + right for down, right in self.offsets(row)})
            middle = range(row * cols + wide, (row + 1) * cols - wide if high <= row < rows - high else 0)
            inner = [map(index, range(middle.start + step, middle.stop + step)) for step in steps]
            found += [self.find_neighbours(row, col, rows, cols) for col in range(edge)]
            found += zip(*inner, strict=True)
            found += [self.find_neighbours(row, col, rows, cols) for col in range(edge + len(middle), cols)]
        return tuple(found)

    def array(self, rows: int, cols: int) -> NDArray[np.int32]:
        """The same as one array, made by numpy: see `CellGraph.neighbour_table`."""
        import numpy as np

        none, (high, wide) = rows * cols, self._reach
        table = np.full((rows, cols, WIDTH), NONE, np.int32)
        cells, border = np.arange(none, dtype=np.int32).reshape(rows, cols), np.ones((rows, cols), bool)
        border[high : max(high, rows - high), wide : max(wide, cols - wide)] = False
        for first in range(2):
            offsets = self.offsets(first)
            for column, step in enumerate(sorted([down * cols + right for down, right in offsets])):
                np.add(cells[first::2], step, out=table[first::2, :, column])
            row, col = border[first::2].nonzero()
            row, col = row[:, None] * 2 + first, col[:, None]
            to_row, to_col = (at + by for at, by in zip((row, col), np.array(offsets).T, strict=True))
            if self.closed:
                to_row, to_col = to_row % rows, to_col % cols
            found = to_row * cols + to_col
            outside = (to_row < 0) | (to_row >= rows) | (to_col < 0) | (to_col >= cols)
            found[outside | (found == row * cols + col)] = none
            found.sort(axis=1)
            found[:, 1:][found[:, 1:] == found[:, :-1]] = none
            found.sort(axis=1)
            table[row, col, range(len(offsets))] = np.where(found == none, NONE, found)
        return table.reshape(-1, WIDTH)

    def places(self, rows: int, cols: int) -> tuple[Point, ...]:
        """Where to draw the cells, row by row: at integer points (col, row), or shifted and 1 apart."""
        slant, high = (0.5, sqrt(3) / 2) if self.shifted else (0.0, 1.0)
        return tuple((col + row % 2 * slant, row * high) for row in range(rows) for col in range(cols))


KINDS = {
    "grid": FieldKind(_KING, _KING),
    "torus": FieldKind(_KING, _KING, closed=True, words="a torus"),
    "hexagonal": FieldKind(
        even=((-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0)),
        odd=((-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1)),
        shifted=True,
        words="hexagons",
    ),
}
"""The rectangular kinds of field by name."""


def array_of_table(neighbours: Sequence[Sequence[int]]) -> NDArray[np.int32]:
    """Any table of neighbours as one array: see `CellGraph.neighbour_table`."""
    import numpy as np

    degrees = np.array([len(around) for around in neighbours])
    table = np.full((len(neighbours), max(WIDTH, degrees.max(initial=0))), NONE, np.int32)
    table[np.arange(table.shape[1]) < degrees[:, None]] = [j for around in neighbours for j in around]
    return table
