"""One game without a trace: where a player with the library's usual productions ends, and how hard it was.

In turn, each only where none before it applies: the casual rules, a wave of `overlap`, the solver on the
parts that changed, the solver with the mine total. Where the solver's limits end, it is asked about the
whole view, as in a game that is played, so that both end alike.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import compress, count
from typing import NamedTuple

from logicsweep.closures.front import Front
from logicsweep.closures.spread import Sweep, spread
from logicsweep.csp.model import Component
from logicsweep.csp.position import Cache, Forced, Position, forced_by_total, forced_in
from logicsweep.csp.solution import Solution
from logicsweep.rules.casual import ALL_FOUND, ALL_MINES
from logicsweep.rules.engine import Production
from logicsweep.rules.overlap import OVERLAP
from logicsweep.rules.solver import COUNTED, ENTAILED

Decisions = dict[int, int]
"""Cells decided: 1 a mine, 0 safe."""
_OTHER = bytes.maketrans(b"\0\1", b"\1\0")


class Levels(NamedTuple):
    """Which productions a player has beside the casual ones."""

    overlap: bool
    entailed: bool
    counted: bool


class Tally(NamedTuple):
    """Firings that a game takes at least: bounds for the casual productions, waves, and exact numbers."""

    all_found: int
    all_mines: int
    overlap: int
    entailed: int
    counted: int


TALLIED: tuple[Production, ...] = (ALL_FOUND, ALL_MINES, OVERLAP, ENTAILED, COUNTED)
"""The productions of such games, in the order of a `Tally`."""


def levels_of(productions: Sequence[Production]) -> Levels | None:
    """A player's productions beside the casual two; None where those are not all there, or any is unknown.

    >>> levels_of((ALL_FOUND, ALL_MINES, OVERLAP)), levels_of((OVERLAP,))
    (Levels(overlap=True, entailed=False, counted=False), None)
    """
    has = [production in productions for production in TALLIED]
    if not all(has[:2]) or sum(has) < len(productions):
        return None
    return Levels(*has[2:])


class Traceless:
    """A game from one start on an untouched `Sweep`, which it changes; `trail` lists the cells settled.

    With `goal` and `wanted`, as `spread` takes them, it ends early at a cell that leads to a known result:
    `reached`, else -1.

    >>> from logicsweep.boards.board import Board
    >>> from logicsweep.closures.spread import untouched
    >>> game = Traceless(untouched(Board.parse("... ... M.M")), 0, Levels(True, True, True))
    >>> game.play()
    >>> game.trail, game.tally
    ([0, 1, 3, 4, 2, 5, 8, 6, 7], Tally(all_found=1, all_mines=0, overlap=1, entailed=0, counted=0))
    """

    def __init__(
        self,
        known: Sweep,
        start: int,
        levels: Levels,
        goal: Sequence[int] = (),
        wanted: Collection[int] = (),
    ) -> None:
        """Clear the start, and follow the casual rules."""
        self.goal, self.wanted, self.reached = goal, wanted, -1
        self.known, self.levels = known, levels
        self.front = Front(known)
        self.trail: list[int] = []
        self.solver = _Solver(known, self.front)
        self._waves = self._entailed = self._counted = 0
        self._casual = [0, 0]  # firings of all-found and all-mines, at least
        self._most = max(1, known.away - 1)  # neighbours of a cell
        self._settle({start: 0}, alike=True)

    def play(self) -> None:
        """Play until nothing applies, or a known result is reached."""
        while self.reached < 0:
            if self.levels.overlap and (cells := self.front.wave()):
                self._waves += 1
                self._settle(cells, alike=False)
            elif self.levels.entailed and (cells := self.solver.entailed()):
                self._entailed += 1
                self._settle(cells, alike=True)
            elif self.levels.counted and (cells := self.solver.counted()):
                self._counted += 1
                self._settle(cells, alike=True)
            else:
                break

    @property
    def tally(self) -> Tally:
        """The firings so far."""
        return Tally(self._casual[0], self._casual[1], self._waves, self._entailed, self._counted)

    def _settle(self, cells: Mapping[int, int], alike: bool) -> None:
        """Settle cells and what the casual rules make of them; `alike`: in every play, from one state."""
        news, self.reached = spread(self.known, tuple(cells), self.goal, self.wanted)
        self.trail += news
        if self.reached >= 0:
            return
        if self.levels != (False, False, False):
            self.front.follow(news)
        if alike:
            mined = self.known.board.mined
            mines = sum([mined[i] for i in news])
            given = sum(cells.values())
            self._casual[0] += -(-(len(news) - mines - (len(cells) - given)) // self._most)
            self._casual[1] += -(-(mines - given) // self._most)


class _Solver:
    """What the solver says in one game, part by part, with what it solved before."""

    def __init__(self, known: Sweep, front: Front) -> None:
        self.known, self.front = known, front
        self.cache: Cache = {}
        self.solved: dict[tuple[int, ...], Forced] = {}
        self.whole = True  # as long as no limit ended a search

    def entailed(self) -> Decisions:
        """What the clues force in the parts that changed since they were last asked about."""
        facts: Decisions = {}
        for part in self.front.changed_parts():
            facts |= self._forced(part)[0]
        return facts if self.whole else self._news(self._position().by_clues)

    def counted(self) -> Decisions:
        """What the clues and the mine total force."""
        facts: Decisions = {}
        components: list[Component] = []
        covers = self.front.covers
        for part in self.front.parts(sorted(covers)):
            decided, left = self._forced(part)
            facts |= decided
            components += left
        if not self.whole:
            return self._news(self._position().by_total)
        board, bare = self.known.board, self.known.settled[:]
        tied = {cell for component in components for cell in component.cells}
        apart = sum([mine for cell, mine in facts.items() if cell not in tied])
        mines = board.mine_count - sum(compress(board.mined, bare)) - apart
        for cell in set[int]().union(*covers.values()):
            bare[cell] = 1
        untouched = tuple(compress(count(), bare.translate(_OTHER)))
        return facts | forced_by_total(components, untouched, mines)

    def _forced(self, part: list[int]) -> tuple[Decisions, tuple[Component, ...]]:
        """What a part forces, and the components left. What its clues cover only shrinks: sizes tell all."""
        covers, mines = self.front.covers, self.known.mines
        around = [covers[clue] for clue in part]
        key = (*part, *map(len, around))
        if key not in self.solved:
            self.solved[key] = forced_in(around, [mines[clue] for clue in part])
        facts, components, whole = self.solved[key]
        self.whole &= whole
        return facts, components

    def _position(self) -> Position:
        """All that the player sees, with the mines found."""
        board, settled = self.known.board, self.known.settled
        done = [i for i, one in enumerate(settled) if one]
        cleared, flagged = [i for i in done if not board.mined[i]], [i for i in done if board.mined[i]]
        return Position(board.view(cleared, flagged), trust_flags=True, cache=self.cache)

    def _news(self, found: Solution) -> Decisions:
        settled = self.known.settled
        mines = dict.fromkeys([i for i in found.mines if not settled[i]], 1)
        return mines | dict.fromkeys([i for i in found.safe if not settled[i]], 0)
