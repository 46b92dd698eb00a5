"""What a board takes without reasoning: its openings, and the clicks that clear it (3BV)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.closures.openings import openings_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Clicks(NamedTuple):
    """How many openings a board has, and its 3BV.

    3BV (Bechtel's board benchmark value; see minesweeper.info) is the least number of left clicks that
    clears a board without a flag: one for each opening, and one for each other safe cell beside no cell of
    clue 0, as those are in the rim of an opening.
    """

    openings: int
    threebv: int


def clicks(board: Board) -> Clicks:
    """The openings and the 3BV of a board.

    >>> clicks(Board.parse('''
    ... ...M
    ... ....
    ... M...
    ... '''))
    Clicks(openings=2, threebv=2)
    >>> clicks(Board.parse("M.M. .M.M M.M."))
    Clicks(openings=0, threebv=6)
    """
    openings = openings_of(board)
    cleared = {cell for zeros in openings for cell in zeros}
    for zeros in openings:
        for zero in zeros:
            cleared.update(board.graph.neighbours[zero])
    return Clicks(len(openings), len(openings) + board.safe_count - len(cleared))


class ManyClicks(NamedTuple):
    """The same of n boards, int32 (n,); `group` (n, cells): the number of a zero cell's opening, else -1."""

    group: NDArray[np.int32]
    openings: NDArray[np.int32]
    threebv: NDArray[np.int32]


def clicks_of_many(graph: CellGraph, mined: NDArray[np.uint8], kernel: bool) -> ManyClicks:
    """The clicks of boards on one cell graph, mined uint8 (n, cells), by the kernel or in plain Python."""
    import numpy as np

    n = len(mined)
    found = ManyClicks(np.full(mined.shape, -1, np.int32), np.zeros(n, np.int32), np.zeros(n, np.int32))
    if kernel:
        from logicsweep.kernel.casual import new_state
        from logicsweep.kernel.compiled import neighbour_table
        from logicsweep.kernel.mining import count_clicks

        count_clicks(mined, new_state(neighbour_table(graph)), *found)
        return found
    for number, row in enumerate(mined):
        board = Board(graph, row.tobytes())
        for opening, zeros in enumerate(openings_of(board)):
            found.group[number, zeros] = opening
        found.openings[number], found.threebv[number] = clicks(board)
    return found
