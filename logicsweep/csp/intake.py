"""Very many positions as they come in, an array or views, as one buffer: a byte for each cell."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Set
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from logicsweep.boards.arrays import Array, bytes_of, first_wrong, is_array
from logicsweep.boards.board import COVERED, FLAG, SAFE, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, as_int, describe, of_kind, whole_number
from logicsweep.kernel import WIDTH

if TYPE_CHECKING:
    import networkx as nx

Field: TypeAlias = "Callable[[int, int], CellGraph] | CellGraph | nx.Graph | None"
"""On what an array lies: a kind of field, the cells themselves, or None for a grid."""
UNTOLD = -1
"""What stands for a mine total that is not told."""
_MARKS = (COVERED, FLAG, SAFE)


class Positions(NamedTuple):
    """Positions on one cell graph.

    `shape`: that of an array with a value for each cell, (n, rows, cols) or (n, cells). `data`: n * cells
    bytes, a cell's mark modulo 256 each. `totals`: int64 (n,), UNTOLD where the mine total is not told.
    `odd`: by position, views with a clue larger than `WIDTH` or more mines than cells; what stands for them
    in the arrays means nothing.

    >>> given = positions_of([View.parse("1#", mines=1), View.parse("#0")])
    >>> given.shape, given.data.tolist(), given.totals.tolist()
    ((2, 1, 2), [1, 255, 255, 0], [1, -1])
    """

    graph: CellGraph
    shape: tuple[int, ...]
    data: memoryview
    totals: array[int]
    odd: dict[int, View]

    def __len__(self) -> int:
        return self.shape[0]

    def view(self, number: int) -> View:
        """One position as a view.

        >>> positions_of([View.parse("1#", mines=1)]).view(0)
        View.parse('1#', mines=1)
        """
        if number in self.odd:
            return self.odd[number]
        size, mines = len(self.graph), self.totals[number]
        signed = self.data[number * size : (number + 1) * size].cast("b").tolist()
        if min(signed) < SAFE:  # clues past 127
            signed = [mark % 256 if mark < SAFE else mark for mark in signed]
        return View(self.graph, tuple(signed), None if mines == UNTOLD else mines)


def positions_of(positions: Array | Iterable[View], mines: object = None, field: Field = None) -> Positions:
    """Positions from an array (its mine totals from `mines`) or from views; see `bulk.solve_many`.

    Raises InvalidInput, with the place of the first mistake, for anything else.

    >>> positions_of(memoryview(bytes([1, 255])).cast("B", (1, 1, 2)), mines=1).view(0)
    View.parse('1#', mines=1)
    """
    if is_array(positions):
        return _from_array(positions, mines, field)
    if isinstance(positions, (str, bytes, bytearray)) or not isinstance(positions, Iterable):
        raise InvalidInput("positions", "an array or several views", describe(positions))
    if mines is not None:
        raise InvalidInput("mines", "none beside views, which tell their own", describe(mines))
    return _from_views(positions, field)


def _from_array(given: Array, mines: object, field: Field) -> Positions:
    data, shape, signed = bytes_of(given, "positions", "Bb")
    if len(shape) not in (2, 3):
        raise InvalidInput("positions", "shape (n, rows, cols) or (n, cells)", str(shape))
    graph = _graph_of(shape, field)
    most = max(map(len, graph.neighbours))
    clues = max(WIDTH, min(most, 127 if signed else SAFE % 256 - 1))
    at = first_wrong(data, bytes([*range(clues + 1), *[mark % 256 for mark in _MARKS]]))
    if at is not None:
        raise _wrong(graph, at, data[at], clues, signed)
    return Positions(graph, shape, data, _totals(mines, shape[0], len(graph)), {})


def _wrong(graph: CellGraph, at: int, found: int, clues: int, signed: bool) -> InvalidInput:
    number, cell = divmod(at, len(graph))
    marks = ", ".join([str(mark if signed else mark % 256) for mark in _MARKS])
    expected = f"a clue from 0 to {clues}, or COVERED, FLAG or SAFE ({marks})"
    value = found - 256 if signed and found > 127 else found
    return InvalidInput(f"positions[{number}] {graph.name(cell)}", expected, str(value))


def _graph_of(shape: tuple[int, ...], field: Field) -> CellGraph:
    """The cell graph of an array of such a shape."""
    if len(shape) == 2 and field is None:
        expected = "shape (n, rows, cols), or (n, cells) with their CellGraph as field"
        raise InvalidInput("positions", expected, str(shape))
    if 0 in shape[1:]:
        raise InvalidInput("positions", "at least one cell in each", f"shape {shape}")
    if field is None or callable(field):
        if len(shape) == 2:
            raise InvalidInput("positions", "shape (n, rows, cols)", str(shape))
        graph = of_kind("field", (field or CellGraph.grid)(shape[1], shape[2]), CellGraph)
    else:
        graph = CellGraph.of(field)
    if shape[1:] not in (graph.shape, (len(graph),)):
        rectangle = f"(n, {graph.shape[0]}, {graph.shape[1]}) or " if graph.shape else ""
        raise InvalidInput("positions", f"shape {rectangle}(n, {len(graph)})", str(shape))
    return graph


def _totals(mines: object, count: int, most: int) -> array[int]:
    """The mine totals of an array's positions."""
    if mines is None:
        return array("q", [UNTOLD]) * count
    if as_int(mines) is not None:
        return array("q", [whole_number("mines", mines, 0, most)]) * count
    if isinstance(mines, str | bytes | Mapping | Set) or not isinstance(mines, Iterable):
        raise InvalidInput("mines", "None, a whole number, or one for each position", describe(mines))
    found = array("q")
    for number, one in enumerate(mines):
        if number == count:
            raise InvalidInput("mines", f"{plural(count, 'number')}, one for each position", "more")
        found.append(UNTOLD if one is None else whole_number(f"mines[{number}]", one, 0, most))
    if len(found) != count:
        raise InvalidInput("mines", f"{plural(count, 'number')}, one for each position", str(len(found)))
    return found


def _from_views(views: Iterable[View], field: Field) -> Positions:
    """Views as bytes; a view itself is not kept, unless it is odd."""
    graph = None if field is None else CellGraph.of(_no_function(field))
    data, totals, odd = bytearray(), array("q"), dict[int, View]()
    for number, view in enumerate(views):
        place = f"positions[{number}]"
        own = of_kind(place, view, View).graph
        if graph is None:
            graph = own
        if own is not graph and own != graph:
            raise InvalidInput(place, f"a view on {graph!r}", f"one on {own!r}")
        marks = view.marks
        if max(marks, default=0) > WIDTH or (view.mines or 0) > len(graph):
            odd[number] = view
            marks = (COVERED,) * len(graph)
        data += array("b", marks).tobytes()
        totals.append(UNTOLD if view.mines is None else min(view.mines, len(graph) + 1))
    graph = graph or CellGraph("graph", None)
    shape = (len(totals), *(graph.shape or ((len(graph),))))
    return Positions(graph, shape, memoryview(data), totals, odd)


def _no_function(field: object) -> CellGraph | nx.Graph:
    if callable(field):
        raise InvalidInput("field", "none beside views, or the CellGraph they are on", describe(field))
    return field
