"""A part of a field around some cells, and how a person would say where it is."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import product
from typing import NamedTuple

from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import listed

Span = tuple[int, int]
"""The first and the last row or column; on a torus the last may lie before the first: over the edge."""

_BLOCK = 2


class Region(NamedTuple):
    """Cells, and on a rectangular field their rows and columns; `whole`: there is no other cell.

    >>> found = region_of(CellGraph.grid(9, 9), [60, 70])
    >>> found.rows, found.cols, len(found.cells)
    ((4, 8), (4, 8), 25)
    """

    cells: frozenset[int]
    whole: bool
    rows: Span | None = None
    cols: Span | None = None


def region_of(graph: CellGraph, cells: Collection[int]) -> Region:
    """Blocks of 2 by 2 that hold some cells and their neighbours; without cells all that there is.

    So a single cell is not just the middle of its region. On a free graph: the cells, their neighbours, and
    the neighbours of these.
    """
    if not cells:
        span = [(0, size - 1) for size in graph.shape or ()]
        return Region(frozenset(range(len(graph))), True, *span)
    if not graph.shape:
        found = _grown(graph, _grown(graph, cells))
        return Region(frozenset(found), len(found) == len(graph))
    (height, width), turns = graph.shape, graph.kind == "torus"
    rows = _span({cell // width for cell in cells}, height, turns)
    cols = _span({cell % width for cell in cells}, width, turns)
    inside = frozenset(row * width + col for row, col in product(_along(rows, height), _along(cols, width)))
    return Region(inside, len(inside) == len(graph), rows, cols)


def region_text(graph: CellGraph, region: Region, named: Iterable[int] = ()) -> str:
    """Where a region is, as the rest of a sentence; on a free graph by the cells `named` of it.

    >>> field = CellGraph.grid(9, 9)
    >>> region_text(field, region_of(field, [64])), region_text(field, region_of(field, [36, 40]))
    ('the lower left, around rows 7-9, columns 1-4', 'rows 3-6, columns 1-6')
    """
    if region.whole:
        return "the whole board" if graph.shape else "all cells"
    if not region.rows or not region.cols or not graph.shape:
        return f"{listed(graph, [cell for cell in named if cell in region.cells])} and around"
    place = f"{_numbers('row', region.rows)}, {_numbers('column', region.cols)}"
    side = _side(region.rows, region.cols, graph.shape)
    return f"{side}, around {place}" if side else place


def _grown(graph: CellGraph, cells: Iterable[int]) -> set[int]:
    cells = set(cells)
    return cells.union(*[graph.neighbours[cell] for cell in cells])


def _span(places: set[int], size: int, turns: bool) -> Span:
    """The shortest stretch of blocks that holds all places and those beside; `turns`: it may pass the end."""
    at = sorted(places)
    first, last = max(0, at[0] - 1), min(size - 1, at[-1] + 1)
    if turns:
        ends = zip(at, [*at[1:], at[0] + size], strict=True)
        gap, before = max([(after - before, before) for before, after in ends])
        if gap <= 3:  # those beside meet
            return 0, size - 1
        first, last = (before + gap - 1) % size, (before + 1) % size
        if last < first:
            return first, last
    return first - first % _BLOCK, min(size - 1, last - last % _BLOCK + _BLOCK - 1)


def _along(span: Span, size: int) -> Iterable[int]:
    first, last = span
    return [place % size for place in range(first, last + 1 + (size if last < first else 0))]


def _numbers(noun: str, span: Span) -> str:
    first, last = span
    if first == last:
        return f"{noun} {first + 1}"
    return f"{noun}s {first + 1}-{last + 1}" + (" over the edge" if last < first else "")


def _side(rows: Span, cols: Span, shape: tuple[int, int]) -> str:
    """The part of the board that both spans lie in; nothing where there is no word for it."""
    up, left = (_half(span, size) for span, size in zip((rows, cols), shape, strict=True))
    if up is None and left is None:
        return ""
    across = {-1: "left", 1: "right"}.get(left or 0)
    if up:
        return f"the {'upper' if up < 0 else 'lower'} {across}" if across else _EDGE[up, 0]
    return _EDGE[0, left or 0]


_EDGE = {(-1, 0): "the top", (1, 0): "the bottom", (0, -1): "the left", (0, 1): "the right"}


def _half(span: Span, size: int) -> int | None:
    """-1: in the first half, 1: in the last, None: in both."""
    first, last = span
    if last < first or size < 2 * (last - first + 1):
        return None
    return -1 if 2 * (last + 1) <= size else 1 if 2 * first >= size else None
