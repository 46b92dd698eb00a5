"""`why`: why a cell of a game or position is safe or a mine, or what it would take to know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from logicsweep.boards.board import Board
from logicsweep.csp.position import Position
from logicsweep.csp.solve import find_solution
from logicsweep.games.answer import AnswerKind, FullAnswer
from logicsweep.games.players import Player, strongest
from logicsweep.games.run import Run
from logicsweep.games.why import full_answer
from logicsweep.verbs.forms import Form
from logicsweep.verbs.path import Finished, begin, finish
from logicsweep.verbs.playing import Playing, play_item, player_with
from logicsweep.verbs.reading import Numbered

_USUAL = Playing()
_DECIDED = ("first", "seen", "decided")


@dataclass(frozen=True)
class AskedCell:
    """A cell of a game or of a position, and the player asked about it.

    - `named`: whether the caller named the player. If not, the expert answers, and says if casual can tell.
    - `beyond_casual`: whether only the expert's own game gets to the cell.
    """

    item: Numbered
    run: Run | Position
    player: Player
    cell: int
    named: bool = True
    beyond_casual: bool = False

    def full_answer(self, refute: bool = False, guess: str | None = None, every: bool = False) -> FullAnswer:
        """Why the cell is decided, or why not.

        `refute` adds a refutation of the opposite. `guess` adds whether this policy would clear the cell.
        `every` explains every step in full.
        """
        full = full_answer(self.run, self.cell, self.player, refute, guess, every)
        return replace(full, beyond_casual=self.beyond_casual)

    def knows(self, kind: AnswerKind) -> bool:
        """Whether the player asked about knows what the cell is."""
        return kind in _DECIDED or (not self.named and kind in ("needs clues", "needs total"))

    @cached_property
    def finished(self) -> Finished:
        """The game with every step explained, or the position before any step."""
        if isinstance(self.run, Run):
            return finish(self.run, self.item).explain()
        return begin(self.run, self.player, self.item)

    def prepare(self, form: Form) -> None:
        """Find what this form shows beside the full answer: see `Prepares`."""
        if form == "page":
            _ = self.finished


def why(item: Numbered, cell: str, how: Playing = _USUAL, trust_flags: bool = False) -> AskedCell:
    """Ask about a cell by its name, in a player's game on a board or in a position.

    Without a player the expert answers, and says whether a casual player can tell. On a board, the expert
    answers in the position where the casual player is stuck, or in the expert's own game if the cell is not
    forced there.

    >>> from logicsweep.boards.board import View
    >>> why(Numbered(1, View.parse("1#1#")), "r1c4").full_answer().answer.kind
    'decided'
    """
    index, player = item.what.graph.find(cell, "CELL"), player_with(how.player, how.rules)
    named = bool(how.player)
    if not isinstance(item.what, Board):
        return AskedCell(item, Position.of(item.what, trust_flags), player, index, named)
    run = play_item(item, how)
    if named or run.trace.verdict(index) or find_solution(Position(run.known, True)).verdict(index):
        return AskedCell(item, run, player, index, named)
    run = play_item(item, replace(how, player=strongest().name))
    return AskedCell(item, run, run.player, index, named, beyond_casual=True)
