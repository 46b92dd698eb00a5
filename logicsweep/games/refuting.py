"""The opposite of what a cell is, refuted: in a game from what the player knew by then, or in a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellLike
from logicsweep.csp.clash import solved
from logicsweep.csp.position import Position
from logicsweep.errors import TooWide, of_kind
from logicsweep.games.game import Run
from logicsweep.reasons.refutation import Refutation, refute


@dataclass(frozen=True)
class RefutedCell:
    """What was visible, a cell (an index) and the `refutation` of the opposite of what it is.

    Where there is none, `nothing` says why: the cell is cleared; or it is not forced, or not known to be
    within the solver's limits; or it is forced, and no refutation was found within the budget. `before` is
    the firing that decides the cell in a game; None in a position, and for a cell that no firing decides.
    """

    view: View
    cell: int
    refutation: Refutation | None
    nothing: Literal["cleared", "not forced", "unknown", "budget"] | None = None
    before: int | None = None


def refute_in_game(game: Run, cell: CellLike) -> RefutedCell:
    """The refutation of a cell's opposite, given what the player saw before deciding it, or sees in the end.

    The mines that the player had found by then count as known.

    >>> from logicsweep import Board, play
    >>> game = play(Board.parse("... ... MM."), "r1c1")
    >>> found = refute_in_game(game, "r3c3")
    >>> found.before, found.view.drawing.splitlines(), found.refutation
    (4, ['000', '221', 'FF#'], <Refutation of 8 as a mine: 1 case, 0 steps>)
    """
    index = of_kind("game", game, Run).graph.locate(cell)
    verdict = game.trace.verdict(index)
    giver = game.trace.giver.get(verdict) if verdict else None
    view = game.before(giver.number, flags=True) if giver else game.after
    return _refuted(Position(view, trust_flags=True), index, giver.number if giver else None)


def refute_in_position(view: View | Position, cell: CellLike) -> RefutedCell:
    """The same from what a position shows; flags are claims, unless the position trusts them.

    >>> refute_in_position(View.parse("#1#"), "r1c1").nothing
    'not forced'
    """
    position = Position.of(view)
    return _refuted(position, position.view.graph.locate(cell), None)


def _refuted(position: Position, cell: int, before: int | None) -> RefutedCell:
    view = position.view
    if cell not in view.covered:
        return RefutedCell(view, cell, None, "cleared")
    try:
        refutation = refute(position, cell)
    except TooWide:
        refutation = None
    if refutation:
        return RefutedCell(view, cell, refutation, None, before)
    return RefutedCell(view, cell, None, _nothing(position, cell), before)


def _nothing(position: Position, cell: int) -> Literal["not forced", "unknown", "budget"]:
    found = solved(position)
    if found.verdict(cell):
        return "budget"
    return "unknown" if any(cell in one.undecided for one in found.missing) else "not forced"
