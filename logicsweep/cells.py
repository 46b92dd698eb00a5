"""Cells and who neighbours whom: square grids, tori, hexagonal fields, any networkx graph."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple, Self

from logicsweep.errors import InvalidInput, shown

if TYPE_CHECKING:
    import networkx as nx

MOST_CELLS = 1 << 26
"""More cells than this are refused: their tables would not fit a usual machine's memory."""


class Cell(NamedTuple):
    """A place on a board, 0-based; written 1-based wherever a person reads.

    >>> str(Cell(0, 2))
    'r1c3'
    """

    row: int
    col: int

    def __str__(self) -> str:
        return f"r{self.row + 1}c{self.col + 1}"


class _Rectangle(Sequence[Cell]):
    """The cells of a rows x cols field in row-major order, made when asked for."""

    def __init__(self, rows: int, cols: int) -> None:
        self._cols = cols
        self._size = rows * cols

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, index: int) -> Cell:  # type: ignore[override]  # slices are not needed
        if not -self._size <= index < self._size:
            raise IndexError(index)
        return Cell(*divmod(index % self._size, self._cols))

    def __iter__(self) -> Iterator[Cell]:
        return (Cell(*divmod(index, self._cols)) for index in range(self._size))


@dataclass(frozen=True)
class CellGraph:
    """Cells in index order and, for each, the indices of its neighbours in ascending order.

    Make one with `grid`, `torus`, `hexagonal` or `from_networkx`. Everything computes on indices
    0..len-1; `cells[i]` is the cell (or the networkx node) behind one. Two graphs are equal when
    their kind, shape, nodes and edges are.

    >>> field = CellGraph.grid(2, 3)
    >>> len(field), field.name(5), field.neighbours[0]
    (6, 'r2c3', (1, 3, 4))
    """

    kind: str
    shape: tuple[int, int] | None
    nodes: tuple[Hashable, ...] = ()
    adjacency: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def grid(cls, rows: int, cols: int) -> Self:
        """The usual field: up to 8 neighbours."""
        return cls._rectangle("grid", rows, cols)

    @classmethod
    def torus(cls, rows: int, cols: int) -> Self:
        """A field whose opposite edges touch: 8 neighbours where it is at least 3 by 3."""
        return cls._rectangle("torus", rows, cols)

    @classmethod
    def hexagonal(cls, rows: int, cols: int) -> Self:
        """Six neighbours; every second row (0-based: the odd ones) is shifted half a cell right."""
        return cls._rectangle("hexagonal", rows, cols)

    @classmethod
    @lru_cache(maxsize=64)
    def _rectangle(cls, kind: str, rows: int, cols: int) -> Self:
        for name, size in (("rows", rows), ("cols", cols)):
            if size < 1:
                raise InvalidInput(name, "a number of at least 1", str(size))
        if rows * cols > MOST_CELLS:
            raise InvalidInput(f"{rows} x {cols}", f"at most {MOST_CELLS} cells", f"{rows * cols}")
        return cls(kind, (rows, cols))

    @classmethod
    def from_networkx(cls, graph: nx.Graph) -> Self:
        """The graph's nodes stand for cells, in the graph's own order; self-loops are ignored.

        Raises InvalidInput for a directed graph: neighbours see each other.
        """
        if graph.is_directed():
            raise InvalidInput("graph", "an undirected graph", "a directed one")
        if not graph:
            raise InvalidInput("graph", "at least one node", "none")
        nodes = tuple(graph.nodes)
        index = {node: i for i, node in enumerate(nodes)}
        return cls(
            "graph",
            None,
            nodes,
            tuple(tuple(sorted({index[n] for n in graph.adj[node]} - {i})) for i, node in enumerate(nodes)),
        )

    def __len__(self) -> int:
        return self.shape[0] * self.shape[1] if self.shape else len(self.nodes)

    def __repr__(self) -> str:
        if self.shape:
            return f"CellGraph.{self.kind}{self.shape}"
        return f"<CellGraph of {len(self)} cells>"

    @cached_property
    def cells(self) -> Sequence[Hashable]:
        """The cell (`Cell`, or the networkx node) of each index."""
        return _Rectangle(*self.shape) if self.shape else self.nodes

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the indices of its neighbours, ascending."""
        return _NEIGHBOURS[self.kind](*self.shape) if self.shape else self.adjacency

    @cached_property
    def graph(self) -> nx.Graph:
        """The same as a networkx graph whose nodes are the cells."""
        import networkx as nx

        graph = nx.Graph()
        graph.add_nodes_from(self.cells)
        cells = tuple(self.cells)
        graph.add_edges_from(
            (cells[i], cells[j]) for i, around in enumerate(self.neighbours) for j in around if i < j
        )
        return graph

    @cached_property
    def _index(self) -> dict[Hashable, int]:
        return {cell: i for i, cell in enumerate(self.cells)}

    def index(self, cell: Hashable) -> int:
        """The index of a cell; InvalidInput when it is not one of ours."""
        if self.shape and isinstance(cell, tuple) and len(cell) == 2:
            row, col = cell
            if 0 <= row < self.shape[0] and 0 <= col < self.shape[1]:
                return int(row) * self.shape[1] + int(col)
        elif not self.shape and cell in self._index:
            return self._index[cell]
        raise InvalidInput("cell", self._some_cells(), _said(cell))

    def require(self, index: int, place: str = "cell") -> int:
        """The index itself; InvalidInput, with `place`, when it is not that of a cell."""
        if 0 <= index < len(self):
            return index
        raise InvalidInput(place, f"an index from 0 to {len(self) - 1}", str(index))

    def locate(self, cell: Hashable, place: str = "cell") -> int:
        """The index of a cell given as an index, a pair or a name; InvalidInput, with `place`, for no cell.

        >>> CellGraph.grid(2, 3).locate("r2c1"), CellGraph.grid(2, 3).locate((1, 0))
        (3, 3)
        """
        if isinstance(cell, int):
            return self.require(cell, place)
        return self.find(cell, place) if isinstance(cell, str) else self.index(cell)

    def name(self, index: int) -> str:
        """How a person reads the cell: `r1c2`, or the node's own text."""
        return str(self.cells[index])

    def find(self, name: str, place: str = "cell") -> int:
        """The index behind a name as `name()` writes it; InvalidInput, with `place`, when there is none."""
        if self.shape:
            match = re.fullmatch(r"r([0-9]{1,9})c([0-9]{1,9})", name.strip(), re.IGNORECASE | re.ASCII)
            cell = (int(match[1]) - 1, int(match[2]) - 1) if match else (-1, -1)
            if 0 <= cell[0] < self.shape[0] and 0 <= cell[1] < self.shape[1]:
                return cell[0] * self.shape[1] + cell[1]
        else:
            for i, node in enumerate(self.nodes):
                if str(node) == name:
                    return i
        raise InvalidInput(place, self._some_cells(), shown(name))

    def _some_cells(self) -> str:
        return (
            f"a cell from r1c1 to r{self.shape[0]}c{self.shape[1]}" if self.shape else "a node of the graph"
        )


def _said(cell: Hashable) -> str:
    match cell:
        case (int(row), int(col)):
            return str(Cell(row, col))
    return repr(cell)


def _grid_neighbours(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
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


def _torus_neighbours(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
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


def _hexagonal_neighbours(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    def around(row: int, col: int) -> tuple[int, ...]:
        slant = 1 if row % 2 else -1
        places = {(row + dr, col + dc) for dr in (-1, 1) for dc in (0, slant)} | {
            (row, col - 1),
            (row, col + 1),
        }
        return tuple(sorted(r * cols + c for r, c in places if 0 <= r < rows and 0 <= c < cols))

    return tuple(around(row, col) for row in range(rows) for col in range(cols))


_NEIGHBOURS: dict[str, Callable[[int, int], tuple[tuple[int, ...], ...]]] = {
    "grid": _grid_neighbours,
    "torus": _torus_neighbours,
    "hexagonal": _hexagonal_neighbours,
}
FIELDS: dict[str, Callable[[int, int], CellGraph]] = {
    "grid": CellGraph.grid,
    "torus": CellGraph.torus,
    "hexagonal": CellGraph.hexagonal,
}
"""The rectangular kinds of field by name."""
