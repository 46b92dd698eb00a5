"""Several players on one board from one start, or on one position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from logicsweep.boards.board import Board, View
from logicsweep.boards.cells import CellLike
from logicsweep.boards.words import extent
from logicsweep.csp.budget import STEPS_EACH
from logicsweep.csp.position import Position
from logicsweep.errors import InvalidInput, of_kind, quoted
from logicsweep.games.deduction import Deduction, deduce
from logicsweep.games.game import Game, play
from logicsweep.games.grading import Run
from logicsweep.games.paths import Path, path, path_from
from logicsweep.games.players import PLAYERS, Player, PlayerLike, player_of
from logicsweep.games.runs import SideBySide

_SHOWN = 4  # players in a `repr`


@dataclass(frozen=True, repr=False)
class Comparison(SideBySide):
    """The games of several players, the weakest first, on one board from one start (an index).

    >>> comparison = compare(Board.parse(".M.... ...... M..M.."), "r1c5", ["casual", "overlap"])
    >>> first = comparison.additional[0]
    >>> first.cell, first.verdict, first.production, comparison.explain(first).clues
    (0, 'safe', 'overlap', (2, 7, 13))
    >>> comparison.step(first).reasons
    (<Balance: 13 - 7 needs 0, the most; 1 safe, 0 mines>,)
    >>> print(next(comparison.reasoned()).sentence)
    r2c2 needs no more mines than r3c2, and sees all of r3c2's cells: r1c1, which only r2c2 sees, is safe.
    >>> comparison.path_grade("casual").steps, comparison.path_grade("casual").hardest.grade
    (7, Grade(effort=0, rows=1, cases=0, cells=5))
    """

    board: Board
    start: int
    games: Mapping[str, Game]
    steps: int = STEPS_EACH

    def __repr__(self) -> str:
        counts = {name: game.remaining for name, game in self.games.items()}
        field = f"from {self.board.graph.name(self.start)} on {extent(self.board.graph)}"
        return f"<Comparison {field}: {_first_few(counts)} remaining>"

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        """A pickle holds the games, not what was worked out from them."""
        return type(self), (self.board, self.start, self.games, self.steps)

    @property
    def runs(self) -> Mapping[str, Game]:
        """The games."""
        return self.games

    def _walked(self, run: Run) -> Path:
        return path(self.board, self.start, run.player, checked=run.checked)


@dataclass(frozen=True, repr=False)
class PositionComparison(SideBySide):
    """What several players, the weakest first, conclude from one view.

    >>> comparison = compare_position(View.parse("### 121 000"), ["casual", "overlap"])
    >>> comparison.weakest
    {1: 'overlap', 0: 'overlap', 2: 'overlap'}
    >>> comparison.hardest("overlap")
    Hardest(production='overlap', grade=Grade(effort=2, rows=2, cases=0, cells=3), smallest=True)
    """

    view: View
    deductions: Mapping[str, Deduction]
    steps: int = STEPS_EACH

    def __repr__(self) -> str:
        counts = {name: len(found.open) for name, found in self.deductions.items()}
        return f"<PositionComparison on {extent(self.view.graph)}: {_first_few(counts)} open>"

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        """A pickle holds the deductions, not what was worked out from them."""
        return type(self), (self.view, self.deductions, self.steps)

    @property
    def runs(self) -> Mapping[str, Deduction]:
        """The deductions."""
        return self.deductions

    def _walked(self, run: Run) -> Path:
        return path_from(self.view, run.player, checked=run.checked)


def _first_few(counts: Mapping[str, int]) -> str:
    shown = [f"{name} {count}" for name, count in counts.items()][:_SHOWN]
    return ", ".join([*shown, *([f"{len(counts) - _SHOWN} more"] if len(counts) > _SHOWN else [])])


Players = str | Player | Iterable[PlayerLike] | Mapping[str, PlayerLike]
"""One player or several, by name or not; a mapping gives them names of one's own."""


def compare(
    board: Board,
    start: CellLike,
    players: Players | None = None,
    steps: int = STEPS_EACH,
    checked: bool = True,
) -> Comparison:
    """Let several players play one board from one start: all of the ladder, or those given, by name or not.

    `steps` are for one explanation; `checked` as for `watch`. Raises InvalidInput where two players have
    one name.

    >>> board = Board.parse('''
    ... .M....
    ... ......
    ... M..M..
    ... ''')
    >>> comparison = compare(board, "r1c5")
    >>> comparison
    <Comparison from r1c5 on 3 x 6: casual 2, overlap 0, expert 0, counter 0 remaining>
    >>> {name: game.remaining for name, game in comparison.games.items()}
    {'casual': 2, 'overlap': 0, 'expert': 0, 'counter': 0}
    """
    at = of_kind("board", board, Board).graph.locate(start, "start")
    games = {name: play(board, at, who, checked=checked) for name, who in _named(players).items()}
    return Comparison(board, at, games, steps)


def compare_position(
    view: View | Position, players: Players | None = None, steps: int = STEPS_EACH, checked: bool = True
) -> PositionComparison:
    """Let several players conclude what they can from one view: all of the ladder, or those given.

    `players`, `steps` and `checked` are as for `compare`. Raises `Contradiction` for a view without layouts.

    >>> comparison = compare_position(View.parse("mines 3 ###1 ###1 #311 #100"))
    >>> comparison
    <PositionComparison on 4 x 4: casual 5, overlap 4, expert 4, counter 2 open>
    >>> last = comparison.additional[-1]
    >>> last.cell, last.verdict, last.player
    (1, 'safe', 'counter')
    """
    position = Position.of(view)
    found = {name: deduce(position, who, checked=checked) for name, who in _named(players).items()}
    return PositionComparison(position.view, found, steps)


def _named(players: Players | None) -> dict[str, Player]:
    if isinstance(players, Mapping):
        return _some({name: player_of(player) for name, player in players.items()})
    if isinstance(players, str | Player):
        players = [players]
    chosen = PLAYERS.values() if players is None else of_kind("players", players, Iterable)
    named: dict[str, Player] = {}
    for player in map(player_of, chosen):
        if player.name in named:
            raise InvalidInput("players", "each name once", quoted(player.name))
        named[player.name] = player
    return _some(named)


def _some(named: dict[str, Player]) -> dict[str, Player]:
    if not named:
        raise InvalidInput("players", "at least one", "none")
    return named
