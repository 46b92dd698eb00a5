"""Who neighbours whom, from networkx's own graphs and step by step; a kind of field unlike ours."""

from itertools import product

import networkx as nx

from logicsweep.boards.fields import FieldKind

_LEAPS = tuple((down, right) for down, right in product((-2, -1, 1, 2), repeat=2) if abs(down) != abs(right))
KNIGHT = FieldKind(_LEAPS, _LEAPS, words="knight's moves")
"""Cells are neighbours where a knight goes from one to the other: none of them touch."""


def _grid(rows, cols):
    return nx.strong_product(nx.path_graph(rows), nx.path_graph(cols))


def _torus(rows, cols):
    """A cycle of a single node would be a loop, and no cell neighbours itself."""
    return nx.strong_product(
        *[nx.cycle_graph(size) if size > 1 else nx.path_graph(size) for size in (rows, cols)]
    )


def _hexagonal(rows, cols):
    """A piece of the triangular lattice; networkx names its nodes (col, row), and has one more of each."""
    field = nx.empty_graph(product(range(rows), range(cols)))
    field.add_edges_from(
        ((row, col), (below, beside))
        for (col, row), (beside, below) in nx.triangular_lattice_graph(rows, 2 * cols).edges
        if max(row, below) < rows and max(col, beside) < cols
    )
    return field


GRAPHS = {"grid": _grid, "torus": _torus, "hexagonal": _hexagonal}


def walked(kind, rows, cols):
    """The neighbours of each cell, ascending: every step from it, one after another."""
    found = []
    for row, col in product(range(rows), range(cols)):
        ends = {(row + down, col + right) for down, right in (kind.odd if row % 2 else kind.even)}
        if kind.closed:
            ends = {(r % rows, c % cols) for r, c in ends}
        inside = {(r, c) for r, c in ends if r in range(rows) and c in range(cols)} - {(row, col)}
        found.append(tuple(sorted(r * cols + c for r, c in inside)))
    return tuple(found)
