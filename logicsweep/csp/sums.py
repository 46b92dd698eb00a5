"""A clue's remaining sum: the unknown cells around it and the number of mines among them.

Solvers, rules, reasons and sentences all start from this sum. It comes from the marks of a view or of a
working memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from logicsweep.boards.board import COVERED, FLAG

if TYPE_CHECKING:
    from logicsweep.csp.position import Position

TOTAL = -1
"""The row of the mine total; a clue's row is the index of its cell."""


class CellSum(NamedTuple):
    """Some cells, ascending, and the number of mines among them."""

    cells: tuple[int, ...]
    need: int


def sum_left(marks: Sequence[int], around: Iterable[int], shown: int) -> CellSum:
    """The sum of the covered cells `around` a clue (ascending), after subtracting the flagged mines.

    >>> sum_left([2, -1, -2, -1], [1, 2, 3], 2)
    CellSum(cells=(1, 3), need=1)
    """
    covered = []
    for cell in around:
        mark = marks[cell]
        if mark == COVERED:
            covered.append(cell)
        elif mark == FLAG:
            shown -= 1
    return CellSum(tuple(covered), shown)


def row_sum(position: Position, row: int) -> CellSum:
    """The remaining sum of a row of a position; a row is a clue or the mine total."""
    view = position.trusted
    if row == TOTAL:
        return sum_left(view.marks, range(len(view.marks)), view.mine_total or 0)
    return sum_left(view.marks, view.graph.neighbours[row], view.marks[row])


def clue_sums(position: Position) -> dict[int, CellSum]:
    """The remaining sum of each clue that has unknown cells around it or cannot hold, by its cell's index."""
    clues = [cell for cell, mark in enumerate(position.view.marks) if mark >= 0]
    sums = {clue: row_sum(position, clue) for clue in clues}
    return {clue: one for clue, one in sums.items() if any(one)}
