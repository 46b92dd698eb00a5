"""What no position can tell, whatever format it is in; no format by itself."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from struct import iter_unpack, pack, unpack

from logicsweep.boards.board import COVERED, FLAG, View, unchecked
from logicsweep.boards.cells import CellGraph
from logicsweep.errors import InvalidInput, whole_number

_MOST = 8  # the largest clue of a grid
_COVERED = bytes(code in (COVERED & 255, FLAG & 255) for code in range(256))  # by a mark as a signed byte
_CLUES = bytes(code if code <= _MOST else 0 for code in range(256))


def view_of(graph: CellGraph, marks: bytes, mines: int | None) -> View:
    """A view of marks as signed bytes, as many as there are cells, each of them valid.

    >>> view_of(CellGraph.grid(1, 3), b"\\2\\xff\\xfe", 1)
    View.parse('2#F', mines=1)
    """
    total = None if mines is None else whole_number("mines", mines, 0)
    return unchecked(graph, unpack(f"{len(marks)}b", marks), total)


def holds(marks: bytes, cols: int, mines: int | None = None) -> bool:
    """Whether a view of a grid passes `check_clues` and `check_total`: all of its cells looked at at once.

    Its marks are signed bytes, no clue above 8, with a 0 after each row.

    >>> holds(b"\\1\\xff\\0", 2, mines=1), holds(b"\\2\\xff\\0", 2), holds(b"\\1\\xff\\0", 2, mines=2)
    (True, False, False)
    """
    covered = marks.translate(_COVERED)
    told = mines is None or 0 <= mines <= covered.count(1)
    return told and covers(covered, cols, marks.translate(_CLUES))


def parted(marks: bytes, cols: int) -> bytes:
    """Marks with a 0 after each row.

    >>> parted(b"\\1\\2\\3\\4", 2)
    b'\\x01\\x02\\x00\\x03\\x04\\x00'
    """
    return b"\0".join(chain.from_iterable(iter_unpack(f"{cols}s", marks))) + b"\0"


def check_clues(view: View, place: Callable[[int], str]) -> None:
    """Raise InvalidInput, at the `place` of the cell, for the first clue above the covered neighbours.

    >>> check_clues(View.parse("1# 3#"), lambda cell: f"cell {cell}")
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: cell 2: expected a clue of at most 2 (its covered neighbours), got 3
    """
    marks, neighbours = view.marks, view.graph.neighbours
    if view.graph.kind == "grid" and max(marks) <= _MOST and _holds(view):
        return  # most positions are good: all clues at once are many times as fast
    for i, clue in enumerate(marks):
        if clue > 0:
            room = sum([marks[j] in (COVERED, FLAG) for j in neighbours[i]])
            if clue > room:
                expected = f"a clue of at most {room} (its covered neighbours)"
                raise InvalidInput(place(i), expected, _shortly(clue))


def _holds(view: View) -> bool:
    cols = (view.graph.shape or (0, 0))[1]
    return holds(parted(pack(f"{len(view.marks)}b", *view.marks), cols), cols)


def covers(cells: bytes, cols: int, values: bytes) -> bool:
    """Whether no value of rows with a 0 after each is above the number of its neighbours that are 1.

    All are compared at once, as the bytes of whole numbers; values are less than 16.

    >>> covers(b"\\1\\1\\0" b"\\0\\1\\0", 2, b"\\2\\0\\0" b"\\3\\0\\0"), covers(b"\\1\\0\\0", 2, b"\\0\\2\\0")
    (True, False)
    """
    bias = int.from_bytes(b"\x10" * len(cells), "little")
    left = _around(cells, cols) + bias - int.from_bytes(values, "little")
    return left & bias == bias


def around(cells: bytes, cols: int) -> bytes:
    """For each cell of rows with a 0 after each how many of its neighbours are 1.

    What comes out after each row is not told.

    >>> [*around(b"\\1\\1\\0" b"\\0\\1\\0", 2)][:2]
    [2, 2]
    """
    return _around(cells, cols).to_bytes(len(cells) + cols + 2, "little")[: len(cells)]


def _around(cells: bytes, cols: int) -> int:
    """The same as the bytes of a number, so that all cells are added at once: no sum is more than 9."""
    number = int.from_bytes(cells, "little")
    three = number + (number << 8) + (number >> 8)
    down = 8 * (cols + 1)
    return three + (three << down) + (three >> down) - number


def check_total(view: View, place: str) -> None:
    """Raise InvalidInput for a mine total below 0 or above the covered cells.

    >>> check_total(View.parse("1#", mines=2), "mines")
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: mines: expected a mine total from 0 to 1 (the covered cells), got 2
    """
    most = view.marks.count(COVERED) + view.marks.count(FLAG)
    if view.mines is not None and not 0 <= view.mines <= most:
        raise InvalidInput(place, f"a mine total from 0 to {most} (the covered cells)", _shortly(view.mines))


def _shortly(number: int) -> str:
    """A number as an error shows it, however many digits it has."""
    return str(number) if number < 10**40 else "a number of more than 40 digits"
