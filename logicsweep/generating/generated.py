"""A board made to order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from logicsweep.boards.board import Board
from logicsweep.closures.spread import find_openings, least_clicks
from logicsweep.games.path import path
from logicsweep.games.players import Player
from logicsweep.games.run import Run


@dataclass(frozen=True)
class Generated:
    """A board made to order: `index` is its number, `tries` counts boards drawn, `repairs` the last one's.

    `player` finishes it from `start`.

    >>> from logicsweep import Demand, generate
    >>> made = next(generate(Demand((4, 5), 5, "r1c1"), 1))
    >>> made.board, made.tries, made.repairs, made.path.grade.clues
    (Board.parse('...MM\\n....M\\n....M\\n....M'), 1, 2, 1)
    """

    board: Board
    start: int
    player: Player
    index: int
    tries: int
    repairs: int

    @cached_property
    def path(self) -> Run:
        """The player's whole game, graded."""
        return path(self.board, self.start, self.player)

    @cached_property
    def threebv(self) -> int:
        """The 3BV of the board: the least number of left clicks that clears it, without flags."""
        return least_clicks(self.board, find_openings(self.board))
