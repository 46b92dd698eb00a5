"""The rectangular fields: what each is, as a networkx graph, and the same compiled for speed.

A field's definition says who neighbours whom; its nodes are the places (row, col), 0-based, row by row.
Its table lists, for each index in that order, the indices of its neighbours, ascending: that needs no
networkx and takes a second or two for a million cells. A test holds the two equal.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx

Neighbours = tuple[tuple[int, ...], ...]
"""For each cell the indices of its neighbours, ascending."""

Point = tuple[float, float]
"""A point (x, y) in the plane; y grows downwards, as rows do."""


def grid(rows: int, cols: int) -> nx.Graph:
    """The strong product of two paths: a king's moves.

    >>> sorted(grid(2, 3)[0, 0])
    [(0, 1), (1, 0), (1, 1)]
    """
    import networkx as nx

    return nx.strong_product(nx.path_graph(rows), nx.path_graph(cols))


def torus(rows: int, cols: int) -> nx.Graph:
    """The strong product of two cycles; where one is 2 long, what it joins twice is one neighbour.

    >>> sorted(torus(2, 4)[0, 0])
    [(0, 1), (0, 3), (1, 0), (1, 1), (1, 3)]
    """
    import networkx as nx

    return nx.strong_product(_ring(rows), _ring(cols))


def _ring(size: int) -> nx.Graph:
    """A cycle; that of a single node would be a loop, and no cell neighbours itself."""
    import networkx as nx

    return nx.cycle_graph(size) if size > 1 else nx.path_graph(size)


def hexagonal(rows: int, cols: int) -> nx.Graph:
    """A piece of the triangular lattice, whose nodes are the centres of hexagons.

    The odd rows (0-based) are shifted half a cell to the right.

    >>> sorted(hexagonal(3, 3)[1, 1])
    [(0, 1), (0, 2), (1, 0), (1, 2), (2, 1), (2, 2)]
    """
    import networkx as nx

    lattice = nx.triangular_lattice_graph(rows, 2 * cols, with_positions=False)
    field = nx.empty_graph(product(range(rows), range(cols)))
    field.add_edges_from(  # networkx names a node of the lattice (col, row), and it has one more of each
        ((row, col), (below, beside))
        for (col, row), (beside, below) in lattice.edges
        if max(row, below) < rows and max(col, beside) < cols
    )
    return field


def grid_table(rows: int, cols: int) -> Neighbours:
    """The neighbours on a `grid`.

    >>> grid_table(2, 2)
    ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))
    """

    def around(row: int, col: int) -> tuple[int, ...]:
        return tuple(
            r * cols + c
            for r in range(max(row - 1, 0), min(row + 2, rows))
            for c in range(max(col - 1, 0), min(col + 2, cols))
            if r != row or c != col
        )

    table: list[tuple[int, ...]] = []
    for row in range(rows):
        if 0 < row < rows - 1 and cols > 2:  # the inside of a row, written out: most cells are there
            up, down = (row - 1) * cols, (row + 1) * cols
            table.append(around(row, 0))
            table.extend(
                (i - cols - 1, i - cols, i - cols + 1, i - 1, i + 1, i + cols - 1, i + cols, i + cols + 1)
                for i in range(up + cols + 1, down - 1)
            )
            table.append(around(row, cols - 1))
        else:
            table.extend(around(row, col) for col in range(cols))
    return tuple(table)


def torus_table(rows: int, cols: int) -> Neighbours:
    """The neighbours on a `torus`.

    >>> torus_table(1, 4)
    ((1, 3), (0, 2), (1, 3), (0, 2))
    """
    return tuple(
        tuple(
            sorted(
                {(row + dr) % rows * cols + (col + dc) % cols for dr in (-1, 0, 1) for dc in (-1, 0, 1)}
                - {row * cols + col}
            )
        )
        for row in range(rows)
        for col in range(cols)
    )


def hexagonal_table(rows: int, cols: int) -> Neighbours:
    """The neighbours on a `hexagonal` field.

    >>> hexagonal_table(2, 2)
    ((1, 2), (0, 2, 3), (0, 1, 3), (1, 2))
    """

    def around(row: int, col: int) -> tuple[int, ...]:
        slant = 1 if row % 2 else -1
        places = {(row + dr, col + dc) for dr in (-1, 1) for dc in (0, slant)} | {
            (row, col - 1),
            (row, col + 1),
        }
        return tuple(sorted(r * cols + c for r, c in places if 0 <= r < rows and 0 <= c < cols))

    return tuple(around(row, col) for row in range(rows) for col in range(cols))


def square_places(rows: int, cols: int) -> tuple[Point, ...]:
    """Each cell of a grid or a torus at (col, row)."""
    return tuple((float(col), float(row)) for row in range(rows) for col in range(cols))


def hexagonal_places(rows: int, cols: int) -> tuple[Point, ...]:
    """Each hexagon's centre: neighbours are 1 apart, so rows are half the root of 3 apart."""
    return tuple((col + row % 2 / 2, row * sqrt(3) / 2) for row in range(rows) for col in range(cols))


def circle_places(size: int) -> tuple[Point, ...]:
    """Cells that have no places of their own: round a circle, from its top, each 1 from the next.

    >>> [(round(x, 6), round(y, 6)) for x, y in circle_places(4)]
    [(0.707107, 0.0), (1.414214, 0.707107), (0.707107, 1.414214), (0.0, 0.707107)]
    """
    radius = 0.5 / sin(pi / size) if size > 1 else 0.0
    angles = [2 * pi * i / size for i in range(size)]
    return tuple((radius + radius * sin(angle), radius - radius * cos(angle)) for angle in angles)


DEFINITIONS: dict[str, Callable[[int, int], nx.Graph]] = {
    "grid": grid,
    "torus": torus,
    "hexagonal": hexagonal,
}
"""What each rectangular kind of field is; all functions here take numbers of rows and columns, at least 1."""

TABLES = {"grid": grid_table, "torus": torus_table, "hexagonal": hexagonal_table}
"""The same, compiled."""

SHIFTED = frozenset({"hexagonal"})
"""The kinds whose odd rows (0-based) lie half a cell to the right of the others, and are drawn so."""

PLACES = {"grid": square_places, "torus": square_places, "hexagonal": hexagonal_places}
"""Where the cells lie, index by index."""
