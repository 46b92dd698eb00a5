"""Board (the truth) and View (what a player may know), both frozen."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, fields
from functools import cached_property
from struct import unpack
from typing import Any, Self, TypeAlias, cast

from logicsweep import kernel
from logicsweep.boards.cells import Cell, CellGraph, FieldLike, FieldMaker
from logicsweep.boards.fields import KINDS
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, describe, of_kind, quoted, whole_number

COVERED, FLAG, SAFE = kernel.COVERED, kernel.FLAG, kernel.SAFE
"""Marks of a View beside the clues 0, 1, ...: covered, flagged by a player, cleared without a number."""

Place: TypeAlias = Callable[[int, int | None], str]
"""How the place of a mistake is said, from its row and column (0-based; None: the row as a whole)."""
_MINED, _GLYPHS = bytes.maketrans(b".M", b"\0\1"), bytes.maketrans(b"\0\1", b".M")
_MINES: dict[object, int] = {0: 0, 1: 1, ".": 0, "M": 1}
_GLYPH_OF = {COVERED: "#", FLAG: "F", SAFE: "?"} | {clue: str(clue) for clue in range(9)}
_MARKS: dict[object, int] = {glyph: mark for mark, glyph in _GLYPH_OF.items()} | {m: m for m in _GLYPH_OF}
_MARKS[None] = COVERED
_PLAIN = {int, str, bool, type(None)}
_MARK_LETTERS = "".join(_GLYPH_OF.values()).encode()
_MARK_BYTES = bytes(_MARKS.get(chr(code), COVERED) & 255 for code in range(256))  # signed, by letter's code


_MOST_SHOWN = 3_000_000  # letters of a picture in a notebook: a board of about 110 x 110


class Drawable:
    """A base of the values that have a picture, which a notebook shows in place of their `repr`.

    >>> View.parse("1#")._repr_svg_()[:5]
    '<svg '
    """

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: the fields, without what was worked out from them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]

    def _repr_svg_(self) -> str | None:
        """The picture as SVG; None where it is too large for a page: then the `repr` is shown."""
        from logicsweep import svg

        try:
            picture = svg(self)
        except InvalidInput:
            return None
        return picture if len(picture) <= _MOST_SHOWN else None


def _name_place(row: int, col: int | None) -> str:
    """The place in rows that have no file: the cell, or the row."""
    return f"row {row + 1}" if col is None else str(Cell(row, col))


@dataclass(frozen=True)
class Board(Drawable):
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
        mined = of_kind("mined", self.mined, bytes)
        if len(mined) != len(of_kind("graph", self.graph, CellGraph)) or mined.translate(None, b"\0\1"):
            raise InvalidInput("mined", f"{len(self.graph)} bytes of 0 or 1", repr(self.mined[:20]))

    @classmethod
    def parse(cls, text: str, field: FieldMaker = CellGraph.grid) -> Self:
        """A board from what `str` prints, rows of `M` and `.`; blanks or line ends part them.

        `field` may be `CellGraph.torus` or `.hexagonal`. In several lines blanks may stand between all cells.
        """
        rows = _split_rows(of_kind("text", text, str))
        mined = mined_of(rows)
        return cls(on_field(field, len(rows), len(rows[0])), mined)

    @classmethod
    def from_rows(cls, rows: Iterable[object], field: FieldMaker = CellGraph.grid) -> Self:
        """A board from rows of cells: lists, tuples, strings, a numpy array of two dimensions.

        A mine is 1, True or `"M"`; 0, False or `"."` is none. Raises InvalidInput, with the row or cell,
        for rows that are empty, ragged or hold anything else, numbers with a point (1.0) too.

        >>> Board.from_rows([[0, 1, 0], [0, 0, 1]])
        Board.parse('.M.\\n..M')
        >>> Board.from_rows([[0, 1], [0, 2]])
        Traceback (most recent call last):
        logicsweep.errors.InvalidInput: r2c2: expected 1, True or 'M' (a mine), or 0, False or '.', got 2
        """
        shape, mined = _read_cells(
            rows, _MINES, {int, str, bool}, "1, True or 'M' (a mine), or 0, False or '.'"
        )
        return cls(on_field(field, *shape), bytes(mined))

    @classmethod
    def of(cls, graph: FieldLike, mines: Iterable[Hashable]) -> Self:
        """A board from its cells and those that hold mines.

        `graph` as `CellGraph.of` takes it; `mines` as `CellGraph.index` does: on a rectangular field indices,
        cells, pairs or names, else nodes.

        >>> Board.of((2, 3), ["r1c1", (1, 2)])
        Board.parse('M..\\n..M')
        >>> import networkx as nx
        >>> Board.of(nx.petersen_graph(), [0]).clue(5)
        1
        """
        cells = CellGraph.of(graph)
        mined = bytearray(len(cells))
        if not isinstance(mines, Iterable):
            raise InvalidInput("mines", "several cells", describe(mines))
        for cell in mines:
            mined[cells.index(cell)] = 1
        return cls(cells, bytes(mined))

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
        return frozenset(self.graph.at(i for i, mine in enumerate(self.mined) if mine))

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
        return joined(self.graph, self.mined.translate(_GLYPHS).decode())

    def __repr__(self) -> str:
        return _write_call("Board", self.graph, str(self))


@dataclass(frozen=True)
class View(Drawable):
    """What a player may know: a mark for each cell, and the mine total if it is told.

    `marks[i]` is the clue of a cleared cell, 0 or more, or COVERED (-1), FLAG (-2, a player's claim that
    there is a mine) or SAFE (-3, known to hold no mine, without a number). `mine_total` is None if it is not
    known. A view never holds truth.

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
    mine_total: int | None = None

    def __post_init__(self) -> None:
        marks = of_kind("marks", self.marks, tuple)
        if len(marks) != len(of_kind("graph", self.graph, CellGraph)):
            raise InvalidInput("marks", f"{len(self.graph)} of them", str(len(marks)))
        wrong = {*map(type, marks)} - {int}
        if wrong or min(marks, default=0) < SAFE:
            found = describe(next(mark for mark in marks if type(mark) in wrong or mark < SAFE))
            raise InvalidInput("marks", "clues, COVERED, FLAG or SAFE", found)
        if self.mine_total is not None:
            object.__setattr__(self, "mine_total", whole_number("mines", self.mine_total, 0))

    @classmethod
    def parse(cls, text: str, mines: int | None = None, field: FieldMaker = CellGraph.grid) -> Self:
        """A view from what `str` prints: `0`-`8`, `#` covered, `F` flag, `?` cleared without a number.

        A first line `mines N` tells the mine total; the argument goes before it. Only these letters are
        read; the format `position` also reads what others write for them.
        """
        first, number, rest = [*of_kind("text", text, str).split(None, 2), "", "", ""][:3]
        if first == "mines":
            total, text = total_of(f"mines {number}", "mines"), rest
            mines = total if mines is None else mines
        rows = _split_rows(text)
        marks = marks_of(rows)
        return cls(on_field(field, len(rows), len(rows[0])), marks, mines)

    @classmethod
    def from_rows(
        cls,
        rows: Iterable[object],
        mines: int | None = None,
        field: FieldMaker = CellGraph.grid,
    ) -> Self:
        """A view from rows of cells: lists, tuples, strings, a numpy array of two dimensions.

        A cell is a mark (a clue from 0 to 8, COVERED, FLAG, SAFE), its letter in the text form (`"0"` to
        `"8"`, `"#"`, `"F"`, `"?"`), or None: covered. Raises InvalidInput, with the row or cell, for rows
        that are empty, ragged or hold anything else, True, False and numbers with a point (1.0) too.

        >>> View.from_rows([[1, COVERED], [1, FLAG]], mines=1)
        View.parse('1#\\n1F', mines=1)
        >>> View.from_rows([["1", None], ["1", 9]])
        Traceback (most recent call last):
        logicsweep.errors.InvalidInput: r2c2: expected a clue from 0 to 8, COVERED, FLAG or SAFE, got 9
        """
        expected = "a clue from 0 to 8, COVERED, FLAG or SAFE"
        shape, marks = _read_cells(rows, _MARKS, {int, str, type(None)}, expected)
        return cls(on_field(field, *shape), tuple(marks), mines)

    @cached_property
    def covered(self) -> tuple[int, ...]:
        """The indices of the cells that are not cleared, flagged ones included, ascending."""
        return tuple([i for i, mark in enumerate(self.marks) if mark in (COVERED, FLAG)])

    @cached_property
    def flags(self) -> tuple[int, ...]:
        """The indices of the flagged cells, ascending."""
        return tuple([i for i, mark in enumerate(self.marks) if mark == FLAG])

    def without_flags(self) -> View:
        """The same view with every flag taken back: flags are a player's claims, not knowledge."""
        if not self.flags:
            return self
        return View(self.graph, tuple(COVERED if m == FLAG else m for m in self.marks), self.mine_total)

    def __str__(self) -> str:
        first = "" if self.mine_total is None else f"mines {self.mine_total}\n"
        return first + self.drawing

    @property
    def drawing(self) -> str:
        """The cells alone: rows with one glyph per cell, those of hexagons as they lie."""
        return joined(self.graph, [self.glyph(i) for i in range(len(self.marks))])

    def glyph(self, index: int) -> str:
        """How the text form shows a cell: its clue, `#`, `F` or `?`."""
        mark = self.marks[index]
        return _GLYPH_OF.get(mark) or str(mark)

    def __repr__(self) -> str:
        return _write_call(
            "View", self.graph, self.drawing, "" if self.mine_total is None else f", mines={self.mine_total}"
        )


def blank(graph: CellGraph, mines: int | None) -> View:
    """A view with every cell covered."""
    return View(graph, (COVERED,) * len(graph), mines)


def remarked(view: View, marks: Iterable[int]) -> View:
    """A view with other marks, which are known to be valid.

    A run changes few marks at each step, and checking all of a large board's takes longer than the step.

    >>> remarked(View.parse("1#", mines=1), [1, FLAG])
    View.parse('1F', mines=1)
    """
    made = object.__new__(View)
    vars(made).update(graph=view.graph, marks=tuple(marks), mine_total=view.mine_total)
    return made


def mined_of(rows: Sequence[str], place: Place = _name_place) -> bytes:
    """Rows of `M` and `.` as a board's `mined`; InvalidInput at the `place` of the first mistake.

    >>> mined_of(["M.", ".."])
    b'\\x01\\x00\\x00\\x00'
    """
    return _read_letters(rows, b".M", "'M' or '.'", place).translate(_MINED)


def marks_of(rows: Sequence[str], place: Place = _name_place) -> tuple[int, ...]:
    """Rows of position text as a view's `marks`; InvalidInput at the `place` of the first mistake.

    >>> marks_of(["1#", "F?"])
    (1, -1, -2, -3)
    """
    found = _read_letters(rows, _MARK_LETTERS, "'0' to '8', '#', 'F' or '?'", place)
    return unpack(f"{len(found)}b", found.translate(_MARK_BYTES))


def total_of(line: str, place: str) -> int:
    """The mine total that a line `mines N` of a position tells; InvalidInput where it is not one.

    >>> total_of("mines 10", "mines")
    10
    """
    match = re.fullmatch(r"\s*mines\s+([0-9]{1,9})\s*", line, re.ASCII)
    if not match:
        raise InvalidInput(place, "'mines N' or a row of cells", quoted(line.strip()))
    return int(match[1])


def on_field(field: FieldMaker, rows: int, cols: int) -> CellGraph:
    """The field of so many rows and columns that a function such as `CellGraph.torus` makes.

    >>> on_field(CellGraph.torus, 2, 3)
    CellGraph.torus(2, 3)
    """
    if not callable(field):
        raise InvalidInput(
            "field", "a function of rows and columns, such as CellGraph.torus", describe(field)
        )
    graph = of_kind("field", field(rows, cols), CellGraph)
    if len(graph) != rows * cols:
        raise InvalidInput("field", f"a field of {rows} x {cols} cells", str(graph))
    return graph


def _write_call(name: str, graph: CellGraph, text: str, more: str = "") -> str:
    if not graph.shape:
        return f"<{name} of {len(graph)} cells>"
    field = "" if graph.kind == "grid" else f", field=CellGraph.{graph.kind}"
    return f"{name}.parse({text!r}{more}{field})"


def shifted(graph: CellGraph) -> bool:
    """Whether a drawing has rows that stand half a cell to the right of the others.

    >>> shifted(CellGraph.hexagonal(2, 3)), shifted(CellGraph.hexagonal(1, 3)), shifted(CellGraph.torus(2, 3))
    (True, False, False)
    """
    return graph.shape is not None and graph.shape[0] > 1 and KINDS[graph.kind].shifted


def joined(graph: CellGraph, glyphs: Sequence[str]) -> str:
    """Rows with one glyph per cell, those of hexagons as they lie; on a free graph a line `node glyph` each.

    >>> print(joined(CellGraph.hexagonal(2, 3), "M....M"))
    M . .
     . . M
    """
    if not graph.shape:
        return "\n".join(f"{graph.name(i)} {glyph}" for i, glyph in enumerate(glyphs))
    cols = graph.shape[1]
    rows = [glyphs[at : at + cols] for at in range(0, len(glyphs), cols)]
    if shifted(graph):
        return "\n".join(" " * (number % 2) + " ".join(row) for number, row in enumerate(rows))
    return "\n".join(map("".join, rows))


def _split_rows(text: str) -> list[str]:
    """The rows of a text: its words, or its lines where all cells stand alone in several lines."""
    found = text.split()
    if all(len(word) == 1 for word in found):
        lines = [line for line in text.split("\n") if line.strip()]
        if len(lines) > 1:
            return ["".join(line.split()) for line in lines]
    return found


def _read_letters(rows: Sequence[str], allowed: bytes, expected: str, place: Place) -> bytes:
    """The letters of equally long rows, one after another, each of them one that is allowed."""
    if not rows:
        raise InvalidInput(place(0, None), "a row of cells", "an empty text")
    found = "".join(rows).encode("ascii", "backslashreplace")
    if found.translate(None, allowed) or len(set(map(len, rows))) > 1:
        _check_rows(rows, allowed.decode().__contains__, expected, place)
    return found


def _check_rows(
    rows: Sequence[Sequence[object]], is_good: Callable[[Any], bool], expected: str, place: Place
) -> None:
    """Raise InvalidInput at the first cell that is not good, or row that is not as long as the first."""
    for number, row in enumerate(rows):
        for col, cell in enumerate(row):
            if not is_good(cell):
                raise InvalidInput(place(number, col), expected, describe(cell))
        if len(row) != len(rows[0]):
            raise InvalidInput(
                place(number, None), f"{plural(len(rows[0]), 'cell')} as in the first row", str(len(row))
            )


def _read_cells(
    rows: object, values: Mapping[object, int], kinds: set[type], expected: str
) -> tuple[tuple[int, int], list[int]]:
    """The shape (rows, columns) of a list of rows, and the value of each cell, row by row.

    Rows and cells may be lists, tuples, strings, arrays of one or two dimensions (numpy's or others' with
    `tolist`). Cells are of some kinds, as 1.0 and True equal 1.
    """
    if isinstance(rows, str):
        raise InvalidInput("rows", "a list of rows (`parse` reads text)", "a str")

    def value_of(cell: object) -> int | None:
        is_kind = type(cell) in kinds or (isinstance(cell, int | str) and not isinstance(cell, bool))
        return values.get(cell) if is_kind else None

    table, found = list[list[object]](), list[int | None]()
    for number, row in enumerate(_list_values(rows, "rows", "rows of cells")):
        table.append(cells := _list_values(row, _name_place(number, None), "a row of cells"))
        found += map(values.get if kinds.issuperset(map(type, cells)) else value_of, cells)
    if None in found or len(set(map(len, table))) > 1:
        _check_rows(table, lambda cell: value_of(cell) is not None, expected, _name_place)
    return (len(table), len(table[0]) if table else 0), cast(list[int], found)


def _list_values(row: object, place: str, expected: str) -> list[object]:
    row = _make_plain(row)
    if isinstance(row, bytes | Mapping | Set) or not isinstance(row, Iterable):
        raise InvalidInput(place, expected, describe(row))
    found = list(row)
    return found if _PLAIN.issuperset(map(type, found)) else [*map(_make_plain, found)]


def _make_plain(value: object) -> object:
    """An array as lists, an array's number as Python's own; anything else as it is."""
    tolist = getattr(value, "tolist", None)
    return tolist() if callable(tolist) else value
