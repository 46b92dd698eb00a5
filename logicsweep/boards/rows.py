"""Rows of cells as people write them, letters or values, in and out, and the place of the first mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import TypeAlias

from logicsweep.boards.cells import KINDS, Cell, CellGraph
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, describe, quoted

Place: TypeAlias = Callable[[int, int | None], str]
"""How the place of a mistake is said, from its row and column (0-based; None: the row as a whole)."""


def named(row: int, col: int | None) -> str:
    """The place in rows that have no file: the cell, or the row.

    >>> named(1, 2), named(1, None)
    ('r2c3', 'row 2')
    """
    return f"row {row + 1}" if col is None else str(Cell(row, col))


def words(text: str) -> list[str]:
    """The rows of a text: its words, or its lines where all cells stand alone in several lines.

    >>> words("01# 01#"), words("0 1 #\\n # 1 0")
    (['01#', '01#'], ['01#', '#10'])
    """
    found = text.split()
    if all(len(word) == 1 for word in found):
        lines = [line for line in text.split("\n") if line.strip()]
        if len(lines) > 1:
            return ["".join(line.split()) for line in lines]
    return found


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


def letters(rows: Sequence[str], allowed: bytes, expected: str, place: Place = named) -> bytes:
    """The letters of equally long rows, one after another, each of them one that is allowed.

    Raises InvalidInput at the first letter, in reading order, that is not (`expected` says what would
    be), or the first row that is not as long as the first.

    >>> letters(["M.", ".."], b"M.", "'M' or '.'")
    b'M...'
    >>> letters(["M.", ".?"], b"M.", "'M' or '.'")
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: r2c2: expected 'M' or '.', got '?'
    """
    if not rows:
        raise InvalidInput(place(0, None), "a row of cells", "an empty text")
    joined = "".join(rows).encode("ascii", "backslashreplace")
    if joined.translate(None, allowed) or len(set(map(len, rows))) > 1:
        raise _first_mistake(rows, allowed.decode(), expected, place)
    return joined


def _first_mistake(rows: Sequence[str], allowed: str, expected: str, place: Place) -> InvalidInput:
    for number, row in enumerate(rows):
        for col, letter in enumerate(row):
            if letter not in allowed:
                return InvalidInput(place(number, col), expected, quoted(letter))
        if len(row) != len(rows[0]):
            return _ragged(number, len(row), len(rows[0]), place)
    raise AssertionError("a mistake was seen before")


def _ragged(number: int, found: int, width: int, place: Place) -> InvalidInput:
    return InvalidInput(place(number, None), f"{plural(width, 'cell')} as in the first row", str(found))


def values(
    rows: object, value_of: Callable[[object], int | None], expected: str
) -> tuple[tuple[int, int], list[int]]:
    """The shape (rows, columns) of a list of rows, and the value of each cell, row by row.

    Rows and cells may be lists, tuples, strings, arrays of one or two dimensions (numpy's or others' with
    `tolist`). Raises InvalidInput for what is not, ragged rows, and the first cell without a value.

    >>> values([(0, 1), "10"], {0: 0, 1: 1, "0": 0, "1": 1}.get, "0 or 1")
    ((2, 2), [0, 1, 1, 0])
    """
    listed = [_listed(row, named(i, None), "a row of cells") for i, row in enumerate(_listed_rows(rows))]
    if not listed:
        raise InvalidInput("rows", "at least one row of cells", "none")
    width = len(listed[0])
    if not width:
        raise InvalidInput(named(0, None), "at least one cell", "none")
    for number, row in enumerate(listed):
        if len(row) != width:
            raise _ragged(number, len(row), width, named)
    cells = [plain(cell) for row in listed for cell in row]
    found = [value for value in map(value_of, cells) if value is not None]
    if len(found) < len(cells):
        at = next(i for i, cell in enumerate(cells) if value_of(cell) is None)
        raise InvalidInput(named(*divmod(at, width)), expected, describe(cells[at]))
    return (len(listed), width), found


def _listed_rows(rows: object) -> list[object]:
    if isinstance(rows, str):
        raise InvalidInput("rows", "a list of rows (`parse` reads text)", "a str")
    return _listed(rows, "rows", "rows of cells")


def _listed(row: object, place: str, expected: str) -> list[object]:
    row = plain(row)
    if isinstance(row, list):
        return row
    if isinstance(row, (bytes, Mapping, Set)) or not isinstance(row, Iterable):
        raise InvalidInput(place, expected, describe(row))
    return list(row)


def plain(value: object) -> object:
    """An array as lists, an array's number as Python's own; anything else as it is."""
    tolist = getattr(value, "tolist", None)
    return tolist() if callable(tolist) else value
