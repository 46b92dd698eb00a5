"""Cells and their neighbours: square grids, tori, hexagonal fields, any networkx graph.

`fields.py` defines the rectangular kinds. A field is a small value: it builds its tables of neighbours and
its networkx graph when they are first used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from math import cos, pi, sin
from typing import TYPE_CHECKING, NamedTuple, Self, TypeAlias, TypeVar

from logicsweep.boards.fields import KINDS, FieldKind, Neighbours, Point, array_of_table
from logicsweep.errors import InvalidInput, as_int, describe, quote, whole_number
from logicsweep.kernel import WIDTH

if TYPE_CHECKING:
    import networkx as nx
    import numpy as np
    from numpy.typing import NDArray

CellLike = Hashable
"""A cell as an argument: an index, a `Cell`, a pair, a name like "r1c2", or a node of a free graph."""
MOST_CELLS = 1 << 26
"""The most cells of a field: the tables of more would not fit into the memory of a typical machine."""
T = TypeVar("T", bound=Hashable)


def find_reached(start: Iterable[T], beside: Callable[[T], Iterable[T]]) -> list[T]:
    """All items that can be reached from `start`, each once, breadth first; those in `start` come first.

    Does not use networkx: importing it takes longer than most positions.

    >>> find_reached([4], lambda number: [number // 2, 5] if number else [])
    [4, 2, 5, 1, 0]
    """
    walk = list(start)
    met = set(walk)
    for one in walk:
        for other in beside(one):
            if other not in met:
                met.add(other)
                walk.append(other)
    return walk


def rings(start: T, beside: Callable[[T], Iterable[T]]) -> Iterator[list[T]]:
    """The items at distance 0, 1, 2, ... from `start`, one list for each distance.

    >>> list(rings(4, lambda number: [number // 2, 5] if number else []))
    [[4], [2, 5], [1], [0]]
    """
    met, ring = {start}, [start]
    while ring:
        yield ring
        ring = list(dict.fromkeys([other for one in ring for other in beside(one) if other not in met]))
        met.update(ring)


def components(items: Iterable[T], beside: Callable[[T], Iterable[T]]) -> Iterator[list[T]]:
    """The connected components of some items, each in breadth-first order from its first item.

    >>> list(components([0, 1, 2, 3], lambda number: [number ^ 2]))
    [[0, 2], [1, 3]]
    """
    met: set[T] = set()
    for first in items:
        if first not in met:
            walk = find_reached([first], beside)
            met.update(walk)
            yield walk


class Cell(NamedTuple):
    """A place on a board, 0-based; people see it 1-based.

    >>> str(Cell(0, 2))
    'r1c3'
    """

    row: int
    col: int

    def __str__(self) -> str:
        return f"r{self.row + 1}c{self.col + 1}"


def circle_places(size: int) -> tuple[Point, ...]:
    """Points for cells without places of their own: clockwise round a circle from its top, 1 apart.

    >>> [(round(x, 6), round(y, 6)) for x, y in circle_places(4)]
    [(0.707107, 0.0), (1.414214, 0.707107), (0.707107, 1.414214), (0.0, 0.707107)]
    """
    radius = 0.5 / sin(pi / size) if size > 1 else 0.0
    angles = [2 * pi * i / size for i in range(size)]
    return tuple((radius + radius * sin(angle), radius - radius * cos(angle)) for angle in angles)


@dataclass(frozen=True)
class CellGraph:
    """Cells in index order and, for each, the indices of its neighbours in ascending order.

    Make one with `grid`, `torus`, `hexagonal` or `from_networkx`. All computations use indices 0..len-1;
    `cells[i]` is the cell (or the networkx node) with index i. Arguments may give a cell in any form that
    `locate` takes; for results, `at` and `names` turn indices into cells or names. Two graphs are equal if
    their kind, shape, nodes and edges are equal.

    >>> field = CellGraph.grid(2, 3)
    >>> len(field), field.name(5), field.neighbours[0]
    (6, 'r2c3', (1, 3, 4))
    """

    kind: str
    shape: tuple[int, int] | None
    nodes: tuple[Hashable, ...] = ()
    adjacency: Neighbours = ()

    def __post_init__(self) -> None:
        """Raise InvalidInput if the class itself is called with rows and columns."""
        if not isinstance(self.kind, str):
            raise InvalidInput("field", "CellGraph.grid, .torus or .hexagonal", "the class CellGraph")

    @classmethod
    def grid(cls, rows: int, cols: int) -> Self:
        """The usual field: up to 8 neighbours. Sizes are whole numbers of at least 1, here and below."""
        return cls.of_kind("grid", rows, cols)

    @classmethod
    def torus(cls, rows: int, cols: int) -> Self:
        """A field whose opposite edges touch: 8 neighbours if it is at least 3 by 3."""
        return cls.of_kind("torus", rows, cols)

    @classmethod
    def hexagonal(cls, rows: int, cols: int) -> Self:
        """Six neighbours; every second row (0-based: the odd ones) is shifted half a cell right."""
        return cls.of_kind("hexagonal", rows, cols)

    @classmethod
    def of_kind(cls, kind: str, rows: object, cols: object) -> Self:
        """A field of any kind in `KINDS`.

        >>> CellGraph.of_kind("torus", 2, 3)
        CellGraph.torus(2, 3)
        """
        if kind not in KINDS:
            raise InvalidInput("field", f"a kind among {', '.join(KINDS)}", quote(kind))
        # sizes become ints before the cache sees them: it would take 4.0 for 4 and True for 1
        return cls._make_known(kind, whole_number("rows", rows, 1), whole_number("cols", cols, 1))

    @classmethod
    @lru_cache(maxsize=64)
    def _make_known(cls, kind: str, rows: int, cols: int) -> Self:
        if rows * cols > MOST_CELLS:
            raise InvalidInput(f"{rows} x {cols}", f"at most {MOST_CELLS} cells", f"{rows * cols}")
        if rows % 2 and KINDS[kind].closed and KINDS[kind].odd != KINDS[kind].even:
            raise InvalidInput("rows", "an even number, as opposite edges touch", str(rows))
        return cls(kind, (rows, cols))

    @classmethod
    def from_networkx(cls, graph: nx.Graph) -> Self:
        """The graph's nodes stand for cells, in the graph's own order.

        Self-loops are ignored, parallel edges count once. Raises InvalidInput if this is no networkx graph,
        has no nodes or is directed: neighbours see each other.

        >>> import networkx as nx
        >>> CellGraph.from_networkx(nx.path_graph("abc")).neighbours
        ((1,), (0, 2), (1,))
        """
        import networkx as nx

        if not isinstance(graph, nx.Graph):
            raise InvalidInput("graph", "a networkx graph", describe(graph))
        if graph.is_directed():
            raise InvalidInput("graph", "an undirected graph", "a directed one")
        if not graph:
            raise InvalidInput("graph", "at least one node", "none")
        index = {node: i for i, node in enumerate(graph.nodes)}
        around = (sorted({index[n] for n in graph.adj[node]} - {i}) for node, i in index.items())
        return cls("graph", None, tuple(index), tuple(map(tuple, around)))

    @classmethod
    def of(cls, field: FieldLike) -> CellGraph:
        """The cell graph from a CellGraph (which is returned), any networkx graph, or (rows, cols) of a grid.

        >>> CellGraph.of((2, 3))
        CellGraph.grid(2, 3)
        """
        if isinstance(field, CellGraph):
            return field
        if isinstance(field, tuple) and len(field) == 2:
            return cls.grid(*field)
        if not hasattr(field, "is_directed"):
            raise InvalidInput(
                "field", "a CellGraph, a networkx graph or a pair (rows, cols)", describe(field)
            )
        return cls.from_networkx(field)

    def __len__(self) -> int:
        return self.shape[0] * self.shape[1] if self.shape else len(self.nodes)

    def __repr__(self) -> str:
        if self.shape:
            return f"CellGraph.{self.kind}{self.shape}"
        return f"<CellGraph of {len(self)} cells>"

    def __reduce__(self) -> tuple[Callable[..., CellGraph], tuple[object, ...]]:
        """Pickle without the tables; an unpickled field shares the tables that its process has."""
        if self.shape:
            return type(self).of_kind, (self.kind, *self.shape)
        return type(self), (self.kind, self.shape, self.nodes, self.adjacency)

    @cached_property
    def cells(self) -> tuple[Hashable, ...]:
        """The cell (`Cell`, or the networkx node) of each index."""
        return tuple(map(self._cell, range(len(self))))

    def _cell(self, index: int) -> Hashable:
        return Cell(*divmod(index, self.shape[1])) if self.shape else self.nodes[index]

    @cached_property
    def neighbours(self) -> Neighbours:
        """For each cell the indices of its neighbours, ascending."""
        return KINDS[self.kind].table(*self.shape) if self.shape else self.adjacency

    @cached_property
    def neighbour_table(self) -> NDArray[np.int32]:
        """The same as an int32 array for compiled code: for each cell a row of its neighbours, then NONE.

        It is as wide as the largest number of neighbours, but at least WIDTH. It needs numpy, not numba.

        >>> CellGraph.grid(2, 2).neighbour_table[1].tolist()
        [0, 2, 3, -1, -1, -1, -1, -1]
        """
        return KINDS[self.kind].array(*self.shape) if self.shape else array_of_table(self.adjacency)

    @property
    def fits_kernel(self) -> bool:
        """Whether compiled code can be used on this field: no cell has more than WIDTH neighbours.

        >>> CellGraph.hexagonal(3, 3).fits_kernel
        True
        """
        return bool(self.neighbour_table.shape[1] == WIDTH)

    @property
    def closed(self) -> bool:
        """Whether opposite edges touch."""
        return self.shape is not None and KINDS[self.kind].closed

    @property
    def edges(self) -> Iterator[tuple[int, int]]:
        """The pairs of neighbours by their indices, each once, ascending."""
        return ((i, j) for i, around in enumerate(self.neighbours) for j in around if i < j)

    def around(self, cells: Iterable[int]) -> set[int]:
        """These cells (indices) and all their neighbours."""
        return {one for cell in cells for one in (cell, *self.neighbours[cell])}

    @cached_property
    def places(self) -> tuple[Point, ...]:
        """For each cell a point (x, y) in the plane to draw it at; y grows downwards.

        Cells of a grid or torus lie at integer points (col, row). Neighbouring hexagons are 1 apart, with odd
        rows half a cell to the right. The nodes of any other graph lie round a circle, 1 apart.
        `nx.draw(field.graph, field.places)` draws a field.

        >>> CellGraph.grid(2, 2).places
        ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0))
        """
        return KINDS[self.kind].places(*self.shape) if self.shape else circle_places(len(self))

    @cached_property
    def graph(self) -> nx.Graph:
        """The networkx graph that the rule engine walks; it is frozen, so copy it to change it.

        Its nodes are the indices of the cells, with the attribute `cell`; neighbours are ascending.

        >>> field = CellGraph.grid(2, 3)
        >>> field.graph.nodes[5]["cell"], [*field.graph.adj[5]]
        (Cell(row=1, col=2), [1, 2, 4])
        """
        import networkx as nx

        graph = nx.Graph()
        graph.add_nodes_from((index, {"cell": cell}) for index, cell in enumerate(self.cells))
        graph.add_edges_from(self.edges)
        return nx.freeze(graph)

    def locate(self, cell: Hashable, place: str = "cell") -> int:
        """The index of a cell given in any form; raises InvalidInput, with `place`, if there is no such cell.

        An int or an integer-like value (a numpy integer) is always an index. On a rectangular field a `Cell`
        or any other pair (row, col) is a place, 0-based, and a text is a name, 1-based. On a free graph
        everything else is a node, and a text that is no node is the name of one.

        >>> field = CellGraph.grid(2, 3)
        >>> [field.locate(cell) for cell in (5, Cell(1, 2), (1, 2), "r2c3")]
        [5, 5, 5, 5]
        >>> field.locate(5.0)  # doctest: +IGNORE_EXCEPTION_DETAIL
        Traceback (most recent call last):
        InvalidInput: cell: expected an index, a pair (row, col) or a name such as r1c1, got 5.0
        """
        if type(cell) is int and 0 <= cell < self._size:
            return cell
        if isinstance(cell, str):
            return self.find(cell, place)
        if not isinstance(cell, tuple) and (number := as_int(cell)) is not None:
            if 0 <= number < self._size:
                return number
            raise InvalidInput(place, f"an index from 0 to {self._size - 1}", str(number))
        if self.shape:
            return self._find_pair(cell, place)
        return self._find_node(cell, place, "an index or a node of the graph")

    def index(self, cell: Hashable, place: str = "cell") -> int:
        """Like `locate`, but on a free graph (no rectangular field) everything is a node, even an int.

        >>> import networkx as nx
        >>> path = CellGraph.from_networkx(nx.Graph([(1, 2), (2, 0)]))
        >>> path.index(0), path.locate(0), path.cells
        (2, 0, (1, 2, 0))
        """
        return self.locate(cell, place) if self.shape else self._find_node(cell, place, self._say_expected())

    @cached_property
    def _size(self) -> int:
        return len(self)

    def _find_pair(self, cell: Hashable, place: str) -> int:
        pair = [as_int(one) for one in cell] if isinstance(cell, tuple) and len(cell) == 2 else [None]
        if None in pair:
            expected = "an index, a pair (row, col) or a name such as r1c1"
            raise InvalidInput(place, expected, describe(cell))
        at = Cell(*pair)
        found = self._find_place(*at)
        if found is None:
            raise InvalidInput(place, self._say_expected(), str(at))
        return found

    def _find_place(self, row: int, col: int) -> int | None:
        rows, cols = self.shape or (0, 0)
        return row * cols + col if 0 <= row < rows and 0 <= col < cols else None

    def _find_node(self, node: Hashable, place: str, expected: str) -> int:
        try:
            found = self._nodes.get(node)
        except TypeError:  # a list, say: it cannot be a node
            found = None
        # True equals 1, but a caller who passes booleans means a mask
        if found is None or (isinstance(node, bool) and not isinstance(self.nodes[found], bool)):
            raise InvalidInput(place, expected, describe(node))
        return found

    @cached_property
    def _nodes(self) -> dict[Hashable, int]:
        return {node: i for i, node in enumerate(self.nodes)}

    @cached_property
    def _texts(self) -> dict[str, int]:
        """The node for each text: the text itself if it is a node, else the first node that prints so."""
        texts: dict[str, int] = {}
        for i, node in enumerate(self.nodes):
            texts.setdefault(str(node), i)
        return texts | {node: i for i, node in enumerate(self.nodes) if isinstance(node, str)}

    def find(self, name: str, place: str = "cell") -> int:
        """The index of the cell with this `name()`; raises InvalidInput, with `place`, if there is none."""
        found = self._find_name(name) if self.shape else self._texts.get(name)
        if found is None:
            raise InvalidInput(place, self._say_expected(), quote(name))
        return found

    def _find_name(self, name: str) -> int | None:
        match = re.fullmatch(r"r([0-9]{1,9})c([0-9]{1,9})", name.strip(), re.IGNORECASE | re.ASCII)
        return self._find_place(int(match[1]) - 1, int(match[2]) - 1) if match else None

    def name(self, cell: Hashable) -> str:
        """The name of a cell (in any form that `locate` takes): `r1c2`, or the node's own text."""
        if type(cell) is int and cell in self._names:
            return self._names[cell]
        index = self.locate(cell)
        row, col = divmod(index, self.shape[1]) if self.shape else (0, 0)
        name = self._names[index] = f"r{row + 1}c{col + 1}" if self.shape else str(self.nodes[index])
        return name

    @cached_property
    def _names(self) -> dict[int, str]:
        """The names that were asked for: the JSON of many boards asks for each again and again."""
        return {}

    def names(self, cells: Iterable[Hashable]) -> tuple[str, ...]:
        """The names of cells (in any form that `locate` takes), in order.

        >>> CellGraph.grid(2, 3).names([0, 5])
        ('r1c1', 'r2c3')
        """
        return tuple(map(self.name, self.indices(cells)))

    def indices(self, cells: Iterable[Hashable]) -> tuple[int, ...]:
        """The indices of cells (in any form that `locate` takes), in order.

        >>> CellGraph.grid(2, 3).indices(["r1c1", (1, 2), 4])
        (0, 5, 4)
        """
        if not isinstance(cells, Iterable):
            raise InvalidInput("cells", "several cells", describe(cells))
        return tuple(map(self.locate, cells))

    def at(self, cells: Iterable[Hashable]) -> tuple[Hashable, ...]:
        """The cells or nodes at indices (or in any form that `locate` takes), in order.

        >>> CellGraph.grid(2, 3).at([0, 5])
        (Cell(row=0, col=0), Cell(row=1, col=2))
        """
        return tuple(map(self._cell, self.indices(cells)))

    def _say_expected(self) -> str:
        rows, cols = self.shape or (0, 0)
        return f"a cell from r1c1 to r{rows}c{cols}" if rows else "a node of the graph"


FieldLike: TypeAlias = "CellGraph | nx.Graph | tuple[int, int]"
"""A field as an argument: a CellGraph, any networkx graph, or (rows, cols) of a grid."""
FieldMaker = Callable[[int, int], CellGraph]
"""A function that makes a field from numbers of rows and columns, such as `CellGraph.torus`."""
FIELDS: dict[str, FieldMaker] = {kind: getattr(CellGraph, kind) for kind in KINDS}
"""The function that makes each rectangular kind of field, by the kind's name."""


def add_kind(name: str, kind: FieldKind) -> None:
    """Add your own kind of field, which `CellGraph.NAME` makes; call this before importing the command line.

    Raises InvalidInput if CellGraph already has an attribute of that name.
    """
    if not name.isidentifier() or hasattr(CellGraph, name):
        raise InvalidInput("field kind", "a new name without blanks", quote(name))
    KINDS[name], FIELDS[name] = kind, partial(CellGraph.of_kind, name)
    setattr(CellGraph, name, staticmethod(FIELDS[name]))
