"""Names of fields, cells and clues for sentences and for programs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from logicsweep.boards.cells import CellGraph
from logicsweep.boards.fields import KINDS
from logicsweep.boards.words import bindings_text, total_text

if TYPE_CHECKING:
    from logicsweep.boards.board import View


def find_repeated(names: Iterable[str]) -> str | None:
    """The first name that repeats an earlier one, or None."""
    met = set[str]()
    for name in names:
        if name in met:
            return name
        met.add(name)
    return None


def extent(graph: CellGraph) -> str:
    """The size of a field, in rows and columns if it has them, and its kind unless it is a grid.

    >>> extent(CellGraph.grid(3, 4)), extent(CellGraph.torus(3, 4)), extent(CellGraph.hexagonal(3, 4))
    ('3 x 4', '3 x 4 torus', '3 x 4 hexagons')
    """
    if not graph.shape:
        return f"{len(graph)} cells"
    size, words = "{} x {}".format(*graph.shape), KINDS[graph.kind].words.removeprefix("a ")
    return f"{size} {words}".rstrip()


def say_size(graph: CellGraph, mines: int | None) -> str:
    """The size of a board, and its number of mines if that is known."""
    return f"{extent(graph)}, {total_text(mines)}"


def list_names(graph: CellGraph, cells: Iterable[int], limit: int = 20) -> str:
    """The names of the first `limit` cells (indices), and how many more there are.

    >>> list_names(CellGraph.grid(2, 2), [0, 1, 2], limit=2)
    'r1c1, r1c2 and 1 more'
    """
    indices = list(cells)
    more = f" and {len(indices) - limit} more" if len(indices) > limit else ""
    return ", ".join([graph.name(i) for i in indices[:limit]]) + more


def site_name(graph: CellGraph, site: Hashable) -> str | None:
    """The name of the cell at which a production fired; None if it looked at the whole board."""
    return graph.name(site) if isinstance(site, int) else None


def looked_at(graph: CellGraph, production: str, site: Hashable, bindings: Mapping[str, object] = {}) -> str:
    """A production, the cell at which it looked, and the values of its variables.

    >>> looked_at(CellGraph.grid(2, 2), "all-found", 3, {"x": "r2c2", "m": 1})
    'all-found at r2c2 (x = r2c2, m = 1)'
    """
    name = site_name(graph, site)
    return f"{production}{f' at {name}' if name else ''}{bindings_text(bindings)}"


def row_names(graph: CellGraph, rows: Sequence[int]) -> list[str]:
    """The names of rows: a clue's cell, or `total` for the mine total, which has no cell."""
    return [graph.name(row) if row >= 0 else "total" for row in rows]


def signed_rows(graph: CellGraph, added: Sequence[int], subtracted: Sequence[int]) -> str:
    """A sum of rows, some added and some subtracted."""
    return " - ".join([" + ".join(row_names(graph, added)) or "0", *row_names(graph, subtracted)])


def clue_names(view: View, clues: Iterable[int]) -> list[str]:
    """The names of clues (cell indices) in sentences."""
    return [f"{view.graph.name(clue)}={view.marks[clue]}" for clue in clues]
