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
from logicsweep.errors import InvalidInput, describe, of_kind, quote, whole_number

COVERED, FLAG, SAFE = kernel.COVERED, kernel.FLAG, kernel.SAFE
"""Marks of a View other than the clues 0, 1, ...: covered, flagged by a player, cleared without a number."""

Place: TypeAlias = Callable[[int, int | None], str]
"""Names the place of a mistake, given its row and column (0-based; None for the whole row)."""
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
    """Base class of values with a picture: a notebook shows it instead of their `repr`."""

    def __getstate__(self) -> dict[str, object]:
        """Pickle the fields, without cached values."""
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]

    def _repr_svg_(self) -> str | None:
        """The picture as SVG, or None if it is too large for a page; a notebook then shows the `repr`."""
        from logicsweep import svg

        try:
            picture = svg(self)
        except InvalidInput:
            return None
        return picture if len(picture) <= _MOST_SHOWN else None


def _name_place(row: int, col: int | None) -> str:
    """A place in rows that come from no file: the cell, or the row."""
    return f"row {row + 1}" if col is None else str(Cell(row, col))


@dataclass(frozen=True)
class Board(Drawable):
    """A cell graph and its mines: `mined[i]` is 1 if cell i holds a mine, else 0.

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
        """A board from what `str` prints: rows of `M` and `.`, separated by blanks or line ends.

        `field` may be `CellGraph.torus` or `.hexagonal`. If there are several lines, blanks may separate all
        cells.
        """
        rows = _split_rows(of_kind("text", text, str))
        mined = mined_of(rows)
        return cls(on_field(field, len(rows), len(rows[0])), mined)

    @classmethod
    def from_rows(cls, rows: Iterable[object], field: FieldMaker = CellGraph.grid) -> Self:
        """A board from rows of cells: lists, tuples, strings, a numpy array of two dimensions.

        A mine is 1, True or `"M"`; a safe cell is 0, False or `"."`. Raises InvalidInput, with the row or
        cell, if rows are empty or ragged or hold anything else, such as floats (1.0).

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
        """A board from its field and the cells that hold mines.

        `graph` is anything that `CellGraph.of` takes. `mines` are cells as `CellGraph.index` takes them:
        indices, cells, pairs or names on a rectangular field, nodes on a free graph.

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
        """The number of mines on the whole board."""
        return self.mined.count(1)

    @cached_property
    def safe_count(self) -> int:
        """The number of cells without a mine."""
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
        """The player's view after clearing and flagging these cells, with the mine total or without."""
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
        return join_glyphs(self.graph, self.glyphs)

    @property
    def glyphs(self) -> str:
        """The glyph of each cell: `M` for a mine, else `.`."""
        return self.mined.translate(_GLYPHS).decode()

    def __repr__(self) -> str:
        return _write_call("Board", self.graph, str(self))


@dataclass(frozen=True)
class View(Drawable):
    """A player's view of a board: a mark for each cell, and the mine total if it is known.

    `marks[i]` is the clue of a cleared cell (0 or more) or one of three constants: COVERED (-1); FLAG (-2, a
    player's claim that there is a mine); SAFE (-3, known to hold no mine, without a number). `mine_total` is
    None if it is not known. A view never holds the truth.

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

        A first line `mines N` gives the mine total; the argument overrides it. Only these letters are read;
        the format `position` also reads other programs' letters.
        """
        first, number, rest = [*of_kind("text", text, str).split(None, 2), "", "", ""][:3]
        if first.lower() in ("mines", "mines:"):
            total, text = total_of(f"mines {number}", "mines"), rest
            mines = total if mines is None else mines
        rows = _split_rows(text)
        marks = marks_of(rows)
        return cls(on_field(field, len(rows), len(rows[0])), marks, mines)

    @classmethod
    def from_rows(
        cls, rows: Iterable[object], mines: int | None = None, field: FieldMaker = CellGraph.grid
    ) -> Self:
        """A view from rows of cells: lists, tuples, strings, a numpy array of two dimensions.

        A cell is a mark (a clue from 0 to 8, COVERED, FLAG, SAFE), its letter in the text form (`"0"` to
        `"8"`, `"#"`, `"F"`, `"?"`), or None for a covered cell. Raises InvalidInput, with the row or cell, if
        rows are empty or ragged or hold anything else, such as True, False or floats (1.0).

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
        """The indices of the cells that are not cleared, including flagged ones, ascending."""
        return tuple([i for i, mark in enumerate(self.marks) if mark in (COVERED, FLAG)])

    @cached_property
    def flags(self) -> tuple[int, ...]:
        """The indices of the flagged cells, ascending."""
        return tuple([i for i, mark in enumerate(self.marks) if mark == FLAG])

    def without_flags(self) -> View:
        """The same view with all flags removed: a flag is a player's claim, not knowledge."""
        if not self.flags:
            return self
        return View(self.graph, tuple(COVERED if m == FLAG else m for m in self.marks), self.mine_total)

    def __str__(self) -> str:
        first = "" if self.mine_total is None else f"mines {self.mine_total}\n"
        return first + self.drawing

    @property
    def drawing(self) -> str:
        """The cells only: rows with one glyph per cell; odd rows of hexagons are shifted."""
        return join_glyphs(self.graph, self.glyphs)

    @property
    def glyphs(self) -> list[str]:
        """The glyph of each cell: its clue, `#`, `F` or `?`."""
        return [_GLYPH_OF.get(mark) or str(mark) for mark in self.marks]

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


def with_marks(view: View, marks: Iterable[int]) -> View:
    """The view with other marks, which must be valid: they are not checked.

    A run changes few marks at each step; checking all marks of a large board would take longer than the step.
    """
    made = object.__new__(View)
    vars(made).update(graph=view.graph, marks=tuple(marks), mine_total=view.mine_total)
    return made


def mined_of(rows: Sequence[str], place: Place = _name_place) -> bytes:
    """Read rows of `M` and `.` as a board's `mined`; raises InvalidInput at the first mistake's `place`."""
    return _read_letters(rows, b".M", "'M' or '.'", place).translate(_MINED)


def marks_of(rows: Sequence[str], place: Place = _name_place) -> tuple[int, ...]:
    """Read rows of position text as `View.marks`; raises InvalidInput at the `place` of the first mistake.

    >>> marks_of(["1#", "F?"])
    (1, -1, -2, -3)
    """
    found = _read_letters(rows, _MARK_LETTERS, "'0' to '8', '#', 'F' or '?'", place)
    return unpack(f"{len(found)}b", found.translate(_MARK_BYTES))


def total_of(line: str, place: str) -> int:
    """The mine total from a position's line `mines N`; raises InvalidInput for any other line."""
    match = re.fullmatch(r"\s*mines(?:\s|:)\s*([0-9]{1,99})\s*", line, re.ASCII | re.IGNORECASE)
    if not match:
        raise InvalidInput(place, "'mines N' or a row of cells", quote(line.strip()))
    return int(match[1])


def on_field(field: FieldMaker, rows: int, cols: int) -> CellGraph:
    """Make a field of this size with a function such as `CellGraph.torus`, and check its size."""
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


def is_shifted(graph: CellGraph) -> bool:
    """Whether some rows of a drawing lie half a cell to the right of the others."""
    return graph.shape is not None and graph.shape[0] > 1 and KINDS[graph.kind].shifted


def join_glyphs(graph: CellGraph, glyphs: Sequence[str]) -> str:
    """Rows with one glyph per cell, odd rows of hexagons shifted; on a free graph, lines `node glyph`.

    >>> print(join_glyphs(CellGraph.hexagonal(2, 3), "M....M"))
    M . .
     . . M
    """
    if not graph.shape:
        return "\n".join(f"{graph.name(i)} {glyph}" for i, glyph in enumerate(glyphs))
    cols = graph.shape[1]
    rows = [glyphs[at : at + cols] for at in range(0, len(glyphs), cols)]
    if is_shifted(graph):
        return "\n".join(" " * (number % 2) + " ".join(row) for number, row in enumerate(rows))
    return "\n".join(map("".join, rows))


def _split_rows(text: str) -> list[str]:
    """The rows of a text: its words, or its lines if there are several lines of cells separated by blanks."""
    found = text.split()
    if all(len(word) == 1 for word in found):
        lines = [line for line in text.split("\n") if line.strip()]
        if len(lines) > 1:
            return ["".join(line.split()) for line in lines]
    return found


def _read_letters(rows: Sequence[str], allowed: bytes, expected: str, place: Place) -> bytes:
    if not rows:
        raise InvalidInput(place(0, None), "a row of cells", "an empty text")
    found = "".join(rows).encode("ascii", "backslashreplace")
    if found.translate(None, allowed) or len(set(map(len, rows))) > 1:
        _check_rows(rows, allowed.decode().__contains__, expected, place)
    return found


def _check_rows(
    rows: Sequence[Sequence[object]], is_good: Callable[[Any], bool], expected: str, place: Place
) -> None:
    """Raise InvalidInput at the first bad cell, or the first row that is not as long as the first row."""
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

    Rows and cells may be lists, tuples, strings, or arrays of one or two dimensions that have `tolist`, such
    as numpy's. Types are checked too, since 1.0 and True equal 1.
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
    """Turn an array into lists and a numpy number into a Python number; return anything else unchanged."""
    tolist = getattr(value, "tolist", None)
    return tolist() if callable(tolist) else value
