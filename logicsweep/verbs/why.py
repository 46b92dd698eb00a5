"""`why`: how a cell is decided in a game or from a position, or what it would take."""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.boards.board import Board
from logicsweep.csp.position import Position
from logicsweep.games.answer import Reply
from logicsweep.games.path import step_to
from logicsweep.games.players import Player
from logicsweep.games.proof import Proof
from logicsweep.games.proving import proof_of
from logicsweep.games.run import Run
from logicsweep.games.step import Step
from logicsweep.games.why import reply
from logicsweep.verbs.playing import Playing, played, player_with
from logicsweep.verbs.reading import Numbered

_USUAL = Playing()


class AskedCell(NamedTuple):
    """A cell of a game, or of a position, that a player is asked about."""

    item: Numbered
    run: Run | Position
    player: Player
    cell: int

    def reply(self, refute: bool = False, guess: str | None = None, every: bool = False) -> Reply:
        """Why the cell is decided, or why not.

        `refute`: also what refutes the opposite. `guess`: also whether this policy would clear the cell.
        `every`: with every step in full.
        """
        return reply(self.run, self.cell, self.player, refute, guess, every)

    def step(self) -> tuple[Player, Step, Proof] | None:
        """Who decides the cell next, by which step, and its whole proof; None if no step decides it now."""
        found = step_to(self.run, self.cell, self.player)
        return found and (found[0].player, found[1], proof_of(found[0].steps, self.cell))


def why(item: Numbered, cell: str, how: Playing = _USUAL, trust_flags: bool = False) -> AskedCell:
    """A cell by its name, in the game that a player plays on a board, or in a position.

    >>> from logicsweep.boards.board import View
    >>> why(Numbered(1, View.parse("1#1#")), "r1c4").reply().answer.kind
    'decided'
    """
    index, player = item.what.graph.find(cell, "CELL"), player_with(how.player, how.rules)
    if isinstance(item.what, Board):
        return AskedCell(item, played(item, how), player, index)
    return AskedCell(item, Position(item.what, trust_flags), player, index)
