"""How far a player gets from every start of a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

from logicsweep.boards.board import Board
from logicsweep.boards.words import CellIndex
from logicsweep.closures.closure import StartClass, start_classes
from logicsweep.closures.spread import unspread, untouched
from logicsweep.errors import InvalidInput, of_kind
from logicsweep.games.ends import Levels, QuickGame, levels_of
from logicsweep.games.game import Referee
from logicsweep.games.players import Player, PlayerLike, has_own, player_of
from logicsweep.rules.casual import CASUAL
from logicsweep.rules.engine import Production
from logicsweep.rules.own import LIBRARY
from logicsweep.work import paced

if TYPE_CHECKING:
    from logicsweep.csp.position import Cache


@dataclass(frozen=True, repr=False)
class OverStarts:
    """A player's results over all starts: `remaining[start]` is how many safe cells stay covered from it.

    `checked`: whether what productions of one's own concluded was checked; None for a player without any.
    `unproven` counts conclusions that were past the solver's limits to check.

    >>> found = over_starts(Board.parse("... ... MM."), "casual")
    >>> found.least, found.best_starts, found.finishing, found.remaining[3]
    (0, (0, 1, 2), 3, 6)
    """

    remaining: dict[int, int]
    checked: Annotated[bool | None, "whether own conclusions were checked; null: there are none"] = None
    unproven: Annotated[int, "conclusions past the solver's limits to check"] = 0

    def __repr__(self) -> str:
        best = f"{self.least} remaining at best, from {len(self.best_starts)} of them"
        return f"<OverStarts of {len(self.remaining)} starts: {best}>"

    @cached_property
    def least(self) -> Annotated[int, "the least number of safe cells that stay covered"]:
        """The least that remains."""
        return min(self.remaining.values())

    @cached_property
    def best_starts(self) -> Annotated[tuple[CellIndex, ...], "every start that leaves so few"]:
        """The starts with the least remaining, ascending."""
        least = self.least
        return tuple(sorted([start for start, left in self.remaining.items() if left == least]))

    @property
    def finishing(self) -> Annotated[int, "how many starts finish the board"]:
        """How many starts finish the board."""
        return sum(left == 0 for left in self.remaining.values())


def over_starts(
    board: Board, player: PlayerLike, every_start: bool = False, checked: bool = True
) -> OverStarts:
    """What a player leaves from every safe start; `checked` as for `watch`.

    One start of each opening is played, where the player has both casual productions: from any of its zero
    cells `all-found` reaches the others. This is exact for players that are monotone: what they conclude
    from some facts they also conclude, at once or later, from more of them, in whatever order they came.
    Those of the ladder are. One with a production of your own that asks how much is still covered, say, or
    which fact came first, may not be; `every_start=True` then plays each start by itself. So is each
    start played where a player lacks a casual production.

    >>> over_starts(Board.parse('... ... MM.'), "casual").finishing
    3
    """
    if not of_kind("board", board, Board).safe_count:
        raise InvalidInput("board", "a safe cell to start on", "mines only")
    runs = _Runs(board, player_of(player), checked)
    if every_start or not _only(CASUAL, runs.player.productions):
        safe = [start for start, mine in enumerate(board.mined) if not mine]
        return runs.over({start: runs.cleared(start, {}) for start in paced(safe, "starts")})
    classes = start_classes(board)
    if _only(runs.player.productions, CASUAL):
        return OverStarts({start: c.remaining for c in classes for start in c.starts})
    levels = levels_of(runs.player.productions)
    if levels is not None:
        return runs.over(runs.by_class(classes, _Quick(board, levels).cleared))
    return runs.over(runs.by_class(classes, lambda starts, known: runs.cleared(starts[0], known)))


def _only(productions: Sequence[Production], of: Sequence[Production]) -> bool:
    return all(production in of for production in productions)


_Known = Mapping[int, frozenset[int]]
"""What starts are known to clear."""


class _Runs:
    def __init__(self, board: Board, player: Player, checked: bool) -> None:
        self.board, self.player, self.checked = board, player, checked
        self.cache: Cache = {}
        self.unproven = 0

    def over(self, cleared: Mapping[int, frozenset[int]]) -> OverStarts:
        remaining = {start: self.board.safe_count - len(cells) for start, cells in cleared.items()}
        return OverStarts(remaining, self.checked if has_own(self.player) else None, self.unproven)

    def by_class(
        self, classes: Iterable[StartClass], played: Callable[[Sequence[int], _Known], frozenset[int]]
    ) -> dict[int, frozenset[int]]:
        """What each start clears: an opening is played once, the largest results first, then each number.

        A run that clears a start whose result holds the run's own has that result.
        """
        cleared: dict[int, frozenset[int]] = {}
        known = _only(self.player.productions, LIBRARY)
        total = self.board.mine_count if self.player.knows_total else None
        order = sorted(classes, key=lambda c: (not c.opening, c.remaining))
        for c in paced(order, "kinds of start"):
            if c.opening:
                cleared.update(dict.fromkeys(c.starts, played(c.starts, cleared)))
            else:
                for start in c.starts:  # one clue alone clears nothing more, unless it is the mine total
                    alone = known and self.board.clue(start) != total
                    cleared[start] = frozenset((start,)) if alone else played((start,), cleared)
        return cleared

    def cleared(self, start: int, known: _Known) -> frozenset[int]:
        """What a run clears, or would: it ends early at a start whose known result holds its own."""
        referee = Referee(self.board, start, self.player, checked=self.checked, cache=self.cache)
        try:
            for firing in referee.firings:
                for fact in firing.given if known else ():
                    met = known.get(fact.subject) if fact.attribute == "safe" else None
                    if met is not None and start in met:
                        return met
        finally:
            self.unproven += len(referee.unproven)
        return frozenset(referee.memory.clues)


class _Quick:
    """The same without a trace, for the usual productions. Results are numbered from 1; 0 stands for none."""

    def __init__(self, board: Board, levels: Levels) -> None:
        self.board, self.levels, self.sweep = board, levels, untouched(board)
        self.results: list[frozenset[int]] = [frozenset()]
        self.goal = [0] * len(board.mined)  # the result of each start that is known

    def cleared(self, starts: Sequence[int], _: _Known) -> frozenset[int]:
        """What each of these starts clears, or would: a game ends early at a known result that holds them."""
        wanted = {number for number, cells in enumerate(self.results) if starts[0] in cells}
        game = QuickGame(self.sweep, starts[0], self.levels, self.goal, wanted)
        game.play()
        number = self.goal[game.reached] if game.reached >= 0 else len(self.results)
        if game.reached < 0:
            mined = self.board.mined
            self.results.append(frozenset([cell for cell in game.trail if not mined[cell]]))
        for start in starts:
            self.goal[start] = number
        unspread(self.sweep, game.trail)
        return self.results[number]
