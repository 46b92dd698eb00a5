"""One game without a trace, for a player with the library's productions.

It tries in turn, each only if none before it applies: the casual rules, a wave of `overlap`, the solver, the
solver with the mine total. `kernel.games` is the same, compiled.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from logicsweep.closures.spread import Sweep, spread
from logicsweep.csp.position import Position, eliminate
from logicsweep.csp.solution import Solution
from logicsweep.rules.clues import ALL_FOUND, ALL_MINES, OVERLAP
from logicsweep.rules.production import Production
from logicsweep.rules.solver import COUNTED, ENTAILED


class Levels(NamedTuple):
    """Which productions a player has in addition to the casual ones."""

    overlap: bool
    entailed: bool
    counted: bool


TALLIED: tuple[Production, ...] = (ALL_FOUND, ALL_MINES, OVERLAP, ENTAILED, COUNTED)
"""The productions of such games, in the order of a `tally`."""


def levels_of(productions: Sequence[Production]) -> Levels | None:
    """What a player adds to the two casual productions; None if one of these is missing or any is unknown."""
    has = [production in productions for production in TALLIED]
    if not all(has[:2]) or sum(has) < len(productions):
        return None
    return Levels(*has[2:])


class QuickGame:
    """A game from one start on an untouched `Sweep`, which it changes; `trail` lists the cells settled.

    `tally`: the least number of firings of each of `TALLIED`: bounds for the casual productions, waves of
    `overlap`, exact numbers for the solver's. With `goal` and `wanted`, as `spread` takes them, the game ends
    early at a cell that leads to a known result: `reached`, else -1.

    >>> from logicsweep.boards.board import Board
    >>> from logicsweep.closures.spread import cover_board
    >>> game = QuickGame(cover_board(Board.parse("... ... M.M")), 0, Levels(True, True, True))
    >>> game.play()
    >>> game.trail, game.tally
    ([0, 1, 3, 4, 2, 5, 6, 8, 7], [1, 0, 1, 0, 0])
    """

    def __init__(
        self, known: Sweep, start: int, levels: Levels, goal: Sequence[int] = (), wanted: Collection[int] = ()
    ) -> None:
        self.goal, self.wanted, self.reached = goal, wanted, -1
        self.known, self.levels = known, levels
        self.trail: list[int] = []
        self._covers: dict[int, set[int]] = {}  # the covered neighbours of each clue that needs more mines
        self._fresh: set[int] = set()  # clues that the next wave compares
        self.tally = [0] * len(TALLIED)
        self._most = max(1, known.away - 1)  # neighbours of a cell
        self._settle_cells({start}, alike=True)

    def play(self) -> None:
        """Play until nothing applies, or a known result is reached."""
        while self.reached < 0:
            at, cells = self._find_next()
            if not cells:
                break
            self.tally[at] += 1
            self._settle_cells(cells, alike=TALLIED[at] is not OVERLAP)

    def _find_next(self) -> tuple[int, set[int]]:
        """The index in `TALLIED` of what applies next, and the cells that it decides; no cells if nothing."""
        overlap, entailed, counted = self.levels
        if overlap and (cells := self._compare_clues()):
            return 2, cells
        if entailed or counted:
            position = self._make_position()
            if entailed and (cells := self._list_news(position.count_solution(False))):
                return 3, cells
            if counted:
                return 4, self._list_news(position.count_solution(True))
        return 0, set()

    def _follow_news(self, news: list[int]) -> None:
        """Take in the cells that `spread` settled: only the clues around them changed."""
        board, settled, mines, _, away = self.known
        neighbours, covers = board.graph.neighbours, self._covers
        near = set(news).union(*map(neighbours.__getitem__, news))
        changed = [i for i in near if mines[i] < away]  # the others are not clues
        for clue in changed:
            if mines[clue]:
                covers[clue] = {j for j in neighbours[clue] if not settled[j]}
            else:
                covers.pop(clue, None)
        self._fresh.update(changed)

    def _compare_clues(self) -> set[int]:
        """All the cells that comparing two clues decides.

        Suppose that a clue needs more mines than another, by exactly the number of cells that only it sees.
        Then these are mines, and the cells that only the other sees are safe. Unchanged pairs are skipped.
        """
        covers, mines, neighbours = self._covers, self.known.mines, self.known.board.graph.neighbours
        found = set[int]()
        for clue in self._fresh & covers.keys():
            cells = covers[clue]
            beside = set[int]().union(*[neighbours[cell] for cell in cells]) & covers.keys() - {clue}
            for other in beside:
                only, theirs = cells - covers[other], covers[other] - cells
                if mines[clue] - mines[other] in (len(only), -len(theirs)):
                    found |= only | theirs
        self._fresh = set()
        return found

    def _make_position(self) -> Position:
        board = self.known.board
        flagged = [cell for cell in self.trail if board.mined[cell]]
        cleared = [cell for cell in self.trail if not board.mined[cell]]
        return Position(board.view(cleared, flagged), trust_flags=True, count=eliminate)

    def _list_news(self, found: Solution) -> set[int]:
        return {*found.safe, *found.mines}.difference(self.trail)

    def _settle_cells(self, cells: set[int], alike: bool) -> None:
        """Settle cells and what the casual rules derive from them; `alike`: every game passes this state."""
        news, self.reached = spread(self.known, tuple(sorted(cells)), self.goal, self.wanted)
        self.trail += news
        if self.reached >= 0:
            return
        if self.levels.overlap:
            self._follow_news(news)
        if alike:
            mined = self.known.board.mined
            mines, given = (sum([mined[i] for i in some]) for some in (news, cells))
            self.tally[0] += -(-(len(news) - mines - (len(cells) - given)) // self._most)
            self.tally[1] += -(-(mines - given) // self._most)
