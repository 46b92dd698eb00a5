"""What no format can hold, refused in its place when read and by name when written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import le

from logicsweep.boards.board import COVERED, FLAG, Board, View
from logicsweep.boards.cells import CellGraph
from logicsweep.errors import InvalidInput


def check_clues(view: View, place: Callable[[int], str]) -> None:
    """Raise InvalidInput, at the `place` of the cell, for the first clue above the covered neighbours.

    >>> check_clues(View.parse("1# 3#"), lambda cell: f"cell {cell}")
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: cell 2: expected a clue of at most 2 (its covered neighbours), got 3
    """
    room = sums_around(view.graph, bytes([mark in (COVERED, FLAG) for mark in view.marks]))
    if not all(map(le, view.marks, room)):
        wrong = next(i for i, mark in enumerate(view.marks) if mark > room[i])
        expected = f"a clue of at most {room[wrong]} (its covered neighbours)"
        raise InvalidInput(place(wrong), expected, _shortly(view.marks[wrong]))


def sums_around(graph: CellGraph, cells: bytes) -> Sequence[int]:
    """For each cell how many of its neighbours are 1; on a grid less than a microsecond for ten cells.

    >>> list(sums_around(CellGraph.grid(2, 3), bytes([1, 1, 0, 0, 0, 0])))
    [1, 1, 1, 2, 2, 1]
    """
    if graph.kind != "grid" or not graph.shape:
        return [sum([cells[j] for j in near]) for near in graph.neighbours]
    rows, cols = graph.shape
    parted = b"\0".join([cells[at : at + cols] for at in range(0, len(cells), cols)])
    number, down = int.from_bytes(parted, "little"), 8 * (cols + 1)
    three = number + (number << 8) + (number >> 8)  # all cells are added at once: no sum is more than 9
    sums = (three + (three << down) + (three >> down) - number).to_bytes(len(parted) + cols + 2, "little")
    return b"".join([sums[at : at + cols] for at in range(0, rows * (cols + 1), cols + 1)])


def check_total(view: View, place: str) -> None:
    """Raise InvalidInput for a mine total above the covered cells.

    >>> check_total(View.parse("1#", mines=2), "mines")
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: mines: expected a mine total from 0 to 1 (the covered cells), got 2
    """
    most = view.marks.count(COVERED) + view.marks.count(FLAG)
    if view.mines is not None and view.mines > most:
        raise InvalidInput(place, f"a mine total from 0 to {most} (the covered cells)", _shortly(view.mines))


def _shortly(number: int) -> str:
    """A number as an error shows it, however many digits it has."""
    return str(number) if number < 10**40 else "a number of more than 40 digits"


def check_playable(place: str, mines: int, cells: int) -> None:
    """Raise InvalidInput for a board without a mine or without a safe cell.

    Formats whose own programs have no such boards refuse them when they read, as when they write; others
    hold them, and what plays a board says that there is no cell to start on.

    >>> check_playable("b.mine:1:5", mines=4, cells=4)
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: b.mine:1:5: expected a board with at least one safe cell, got none
    """
    for count, what in ((mines, "mine"), (cells - mines, "safe cell")):
        if not count:
            raise InvalidInput(place, f"a board with at least one {what}", "none")


def playable(form: str, board: Board) -> Board:
    """The board itself, for a format that is read only with a mine and a safe cell; InvalidInput without.

    >>> playable("mbf", Board.parse(".."))
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: format mbf: expected a board with at least one mine, got none
    """
    check_playable(f"format {form}", board.mine_count, len(board.mined))
    return board


def grid_shape(form: str, graph: CellGraph, most: int | None = None) -> tuple[int, int]:
    """Rows and columns of a grid that a format may write, at most so many of each; else InvalidInput.

    >>> grid_shape("mbf", CellGraph.grid(2, 3), most=255)
    (2, 3)
    >>> grid_shape("mbf", CellGraph.torus(2, 3))
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: format mbf: expected a grid, got a torus of 2 x 3
    >>> grid_shape("mbf", CellGraph.grid(2, 300), most=255)
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: format mbf: expected at most 255 rows and columns, got 2 x 300
    """
    size = "{} x {}".format(*graph.shape) if graph.shape else f"{len(graph)} cells"
    if graph.kind != "grid" or not graph.shape:
        raise InvalidInput(f"format {form}", "a grid", f"a {graph.kind} of {size}")
    if most is not None and max(graph.shape) > most:
        raise InvalidInput(f"format {form}", f"at most {most} rows and columns", size)
    return graph.shape


def mine_total(form: str, view: View) -> int:
    """The mine total of a position for a format that cannot leave it out; InvalidInput where it has none.

    >>> mine_total("mine", View.parse("1#"))
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: format mine: expected a position with its mine total, got none
    """
    if view.mines is None:
        raise InvalidInput(f"format {form}", "a position with its mine total", "none")
    return view.mines
