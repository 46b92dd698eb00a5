"""What formats cannot hold, refused by name when they write, or in its place; no format by itself."""

from __future__ import annotations

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.errors import InvalidInput


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
    if graph.kind != "grid" or not graph.shape:
        size = "{} x {}".format(*graph.shape) if graph.shape else f"{len(graph)} cells"
        raise InvalidInput(f"format {form}", "a grid", f"a {graph.kind} of {size}")
    if most is not None and max(graph.shape) > most:
        found = "{} x {}".format(*graph.shape)
        raise InvalidInput(f"format {form}", f"at most {most} rows and columns", found)
    return graph.shape


def mines_told(form: str, mines: int | None) -> int:
    """The mine total of a position for a format that cannot leave it out; InvalidInput where it is not told.

    >>> mines_told("mine", None)
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: format mine: expected a position with its mine total, got none
    """
    if mines is None:
        raise InvalidInput(f"format {form}", "a position with its mine total", "none")
    return mines


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
