"""A position's solution, or the contradiction that it holds: what clashes is found when it is asked for."""

from __future__ import annotations

from functools import partial

from logicsweep.csp.position import Position
from logicsweep.csp.propagation import Clash
from logicsweep.csp.solution import Solution
from logicsweep.errors import Clashing, Contradiction


def solved(position: Position, total: bool | None = None) -> Solution:
    """A position's solution, with the mine total or not (None: where it is told).

    Raises `Contradiction` where there is no layout, `InvalidInput` where the total is asked for but not told.

    >>> from logicsweep.boards.board import View
    >>> solved(Position(View.parse("1#1#"))).mines
    (1,)
    """
    try:
        return position.solution(total)
    except Clash:
        raise Contradiction(partial(_clash, position, total)) from None


def require_layout(position: Position) -> Position:
    """The position, where some layout fits all that it tells, the mine total too; `Contradiction` where none.

    >>> from logicsweep.boards.board import View
    >>> require_layout(Position(View.parse("mines 1 000 121 ###")))
    Traceback (most recent call last):
    ...
    logicsweep.errors.Contradiction: r2c2=2 cannot hold with 1 mine in all
    """
    if not position.has_layout:
        raise Contradiction(partial(_clash, position, None))
    return position


def _clash(position: Position, total: bool | None) -> Clashing:
    from logicsweep.reasons.clash import smallest_clash  # a search of its own, for the few who ask

    found = smallest_clash(position, total=total)
    # None: too wide for a set to be shown, though a search has found no layout.
    return found or Clashing((), False, False, "the clues cannot all hold")
