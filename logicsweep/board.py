"""Board (the truth) and View (what a player may know), both frozen."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self, cast

from logicsweep.arguments import said
from logicsweep.cells import CellGraph
from logicsweep.errors import InvalidInput

if TYPE_CHECKING:
    import networkx as nx

COVERED, FLAG, SAFE = -1, -2, -3
"""Marks of a View beside the clues 0, 1, ...: covered, flagged by a player, cleared without a number."""

_MINED = bytes(0 if i == ord(".") else 1 if i == ord("M") else 2 for i in range(256))
_GLYPHS = bytes.maketrans(b"\0\1", b".M")
_MARKS = {COVERED: "#", FLAG: "F", SAFE: "?"}
_MARK_OF = {glyph: mark for mark, glyph in _MARKS.items()} | {str(clue): clue for clue in range(9)}


@dataclass(frozen=True)
class Board:
    """A cell graph and its mines: `mined[i]` is 1 where cell i holds one, else 0.

    >>> board = Board.parse('''
    ... M..
    ... ...
    ... ''')
    >>> board.mine_count, board.safe_count, board.clue(1)
    (1, 5, 1)
    >>> board
    Board.parse('M..\\n...')
    """

    graph: CellGraph
    mined: bytes

    def __post_init__(self) -> None:
        if len(self.mined) != len(self.graph) or self.mined.translate(None, b"\0\1"):
            raise InvalidInput("mined", f"{len(self.graph)} bytes of 0 or 1", repr(self.mined[:20]))

    @classmethod
    def parse(cls, text: str, field: Callable[[int, int], CellGraph] = CellGraph.grid) -> Self:
        """A board from rows of `M` and `.`; `field` may be `CellGraph.torus` or `.hexagonal`."""
        rows = text.split()
        graph = field(len(rows), _width(rows))
        mined = "".join(rows).encode("ascii", "replace").translate(_MINED)
        if 2 in mined:
            at = mined.index(2)
            raise InvalidInput(graph.name(at), "'M' or '.'", repr("".join(rows)[at]))
        return cls(graph, mined)

    @classmethod
    def of(cls, graph: CellGraph | nx.Graph | tuple[int, int], mines: Iterable[Hashable]) -> Self:
        """A board from its cells and those that hold mines.

        `graph` is a CellGraph, any networkx graph as it is, or (rows, cols) of a grid; `mines` are what
        `CellGraph.index` takes: on a rectangular field indices, cells, pairs or names, else nodes.

        >>> Board.of((2, 3), ["r1c1", (1, 2)])
        Board.parse('M..\\n..M')
        >>> import networkx as nx
        >>> Board.of(nx.petersen_graph(), [0]).clue(5)
        1
        """
        cells = CellGraph.of(graph)
        mined = bytearray(len(cells))
        if not isinstance(mines, Iterable):
            raise InvalidInput("mines", "several cells", said(mines))
        for cell in mines:
            mined[cells.index(cell)] = 1
        return cls(cells, bytes(mined))

    def __reduce__(self) -> tuple[type[Self], tuple[CellGraph, bytes]]:
        """A pickle holds the cells and the mines, not what was computed from them."""
        return type(self), (self.graph, self.mined)

    @cached_property
    def mine_count(self) -> int:
        """How many mines there are: the mine total."""
        return self.mined.count(1)

    @cached_property
    def safe_count(self) -> int:
        """How many cells hold no mine."""
        return self.mined.count(0)

    @cached_property
    def mines(self) -> frozenset[Hashable]:
        """The cells that hold a mine."""
        return frozenset(self.graph.cells[i] for i, mine in enumerate(self.mined) if mine)

    def clue(self, cell: Hashable) -> int:
        """The number of mines among the neighbours of a cell (as `CellGraph.locate` takes it)."""
        mined = self.mined
        index = cell if type(cell) is int and 0 <= cell < len(mined) else self.graph.locate(cell)
        return sum([mined[j] for j in self.graph.neighbours[index]])

    def view(
        self, cleared: Iterable[Hashable] = (), flagged: Iterable[Hashable] = (), total: bool = True
    ) -> View:
        """What a player sees who cleared and flagged these cells, told the mine total or not."""
        mined, neighbours = self.mined, self.graph.neighbours
        marks = [COVERED] * len(mined)
        for i in self.graph.indices(flagged):
            marks[i] = FLAG
        for i in self.graph.indices(cleared):
            if mined[i]:
                raise InvalidInput(self.graph.name(i), "a safe cell to clear", "a mine")
            marks[i] = sum([mined[j] for j in neighbours[i]])
        return View(self.graph, tuple(marks), self.mine_count if total else None)

    def __str__(self) -> str:
        return _rows(self.graph, self.mined.translate(_GLYPHS).decode())

    def __repr__(self) -> str:
        return _call("Board", self.graph, str(self))


@dataclass(frozen=True)
class View:
    """What a player may know: a mark for each cell, and the mine total if it is told.

    `marks[i]` is the clue of a cleared cell, or COVERED, FLAG (a player's claim that there is a mine)
    or SAFE (known to hold no mine, without a number). A view never holds truth.

    >>> view = View.parse('''
    ... 01#
    ... 01#
    ... ''', mines=1)
    >>> view.covered, view.marks[1]
    ((2, 5), 1)
    >>> print(view)
    mines 1
    01#
    01#
    """

    graph: CellGraph
    marks: tuple[int, ...]
    mines: int | None = None

    def __post_init__(self) -> None:
        if len(self.marks) != len(self.graph):
            raise InvalidInput("marks", f"{len(self.graph)} of them", str(len(self.marks)))
        if self.marks and min(self.marks) < SAFE:
            raise InvalidInput("marks", "clues, COVERED, FLAG or SAFE", str(min(self.marks)))

    @classmethod
    def parse(
        cls, text: str, mines: int | None = None, field: Callable[[int, int], CellGraph] = CellGraph.grid
    ) -> Self:
        """A view from what `str` prints: `0`-`8`, `#` covered, `F` flag, `?` cleared without a number.

        A first line `mines N` tells the mine total, as the argument does.
        """
        rows = text.split()
        if rows[:1] == ["mines"]:
            if not rows[1:] or not rows[1].isdecimal():
                raise InvalidInput("mines", "a number", repr(" ".join(rows[1:2])))
            mines, rows = int(rows[1]), rows[2:]
        graph = field(len(rows), _width(rows))
        joined = "".join(rows)
        marks = tuple(map(_MARK_OF.get, joined))
        if None in marks:
            at = marks.index(None)
            raise InvalidInput(graph.name(at), "'0' to '8', '#', 'F' or '?'", repr(joined[at]))
        return cls(graph, cast(tuple[int, ...], marks), mines)

    @cached_property
    def covered(self) -> tuple[int, ...]:
        """The indices of the cells that are not cleared, flagged ones included, ascending."""
        return tuple(i for i, mark in enumerate(self.marks) if mark in (COVERED, FLAG))

    @cached_property
    def flags(self) -> tuple[int, ...]:
        """The indices of the flagged cells, ascending."""
        return tuple(i for i, mark in enumerate(self.marks) if mark == FLAG)

    def without_flags(self) -> View:
        """The same view with every flag taken back: flags are a player's claims, not knowledge."""
        if not self.flags:
            return self
        return View(self.graph, tuple(COVERED if m == FLAG else m for m in self.marks), self.mines)

    def __str__(self) -> str:
        first = "" if self.mines is None else f"mines {self.mines}\n"
        return first + self.drawing

    @property
    def drawing(self) -> str:
        """The cells alone: rows of one glyph a cell."""
        return _rows(self.graph, [self.glyph(i) for i in range(len(self.marks))])

    def glyph(self, index: int) -> str:
        """How the text form shows a cell: its clue, `#`, `F` or `?`."""
        mark = self.marks[index]
        return _MARKS.get(mark) or str(mark)

    def __repr__(self) -> str:
        return _call("View", self.graph, self.drawing, "" if self.mines is None else f", mines={self.mines}")


def _width(rows: list[str]) -> int:
    if not rows:
        raise InvalidInput("row 1", "a row of cells", "an empty text")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise InvalidInput(f"row {number}", f"{len(rows[0])} cells as in row 1", str(len(row)))
    return len(rows[0])


def _rows(graph: CellGraph, glyphs: Iterable[str]) -> str:
    """Rows of one glyph a cell; on a free graph a line `node glyph` for each cell."""
    glyphs = list(glyphs)
    if not graph.shape:
        return "\n".join(f"{graph.name(i)} {glyph}" for i, glyph in enumerate(glyphs))
    cols = graph.shape[1]
    return "\n".join("".join(glyphs[i : i + cols]) for i in range(0, len(glyphs), cols))


def _call(name: str, graph: CellGraph, text: str, more: str = "") -> str:
    if not graph.shape:
        return f"<{name} of {len(graph)} cells>"
    field = "" if graph.kind == "grid" else f", field=CellGraph.{graph.kind}"
    return f"{name}.parse({text!r}{more}{field})"
