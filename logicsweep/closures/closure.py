"""Where the casual player ends from every start, without a trace, fast.

A start on a number ends with that one cell. All zero cells of an opening share one result, and an
opening that the run of another one clears can do no better than that other one.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, count
from typing import Self

from logicsweep.boards.board import Board, View
from logicsweep.boards.words import extent, plural
from logicsweep.closures.openings import cleared_by_opening, least_remaining
from logicsweep.closures.spread import spread, untouched
from logicsweep.errors import InvalidInput, of_kind

_OTHER = bytes.maketrans(b"\0\1", b"\1\0")


@dataclass(frozen=True, repr=False)
class Closure:
    """Where the casual player ends from one start: all that is cleared and flagged (indices, ascending).

    >>> end = closure(Board.parse("... ... MM."), "r1c1")
    >>> end.cleared, end.flagged, end.remaining
    ((0, 1, 2, 3, 4, 5, 8), (6, 7), 0)
    """

    board: Board
    start: int
    cleared: tuple[int, ...]
    flagged: tuple[int, ...]

    def __repr__(self) -> str:
        where = f"from {self.board.graph.name(self.start)} on {extent(self.board.graph)}"
        done = f"{len(self.cleared)} of {self.board.safe_count} cleared, {len(self.flagged)} flagged"
        return f"<Closure {where}: {done}>"

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        """A pickle holds the fields, not what was computed from them."""
        return type(self), (self.board, self.start, self.cleared, self.flagged)

    @property
    def remaining(self) -> int:
        """How many safe cells stay covered."""
        return self.board.safe_count - len(self.cleared)

    @cached_property
    def left(self) -> tuple[int, ...]:
        """The safe cells that stay covered (indices, ascending)."""
        done = set(self.cleared)
        return tuple(i for i, mine in enumerate(self.board.mined) if not mine and i not in done)

    @property
    def view(self) -> View:
        """What the player sees there, the mines found as flags, with the mine total."""
        return self.board.view(self.cleared, self.flagged)


@dataclass(frozen=True, repr=False)
class StartClass:
    """Starts (indices, ascending) that share one result: the zero cells of an opening, or all numbers.

    >>> opening, numbers = start_classes(Board.parse("... ... MM."))
    >>> opening.starts, opening.remaining, opening.opening
    ((0, 1, 2), 0, True)
    """

    starts: tuple[int, ...]
    remaining: int
    opening: bool

    def __repr__(self) -> str:
        kind = "of an opening" if self.opening else "on numbers"
        return f"<StartClass: {plural(len(self.starts), 'start')} {kind}, {self.remaining} remaining>"


@dataclass(frozen=True, repr=False)
class LeastRemaining:
    """The casual player's best on a board, over all starts.

    >>> best = solve(Board.parse("... ... MM."))
    >>> best.remaining, best.best_starts, best.openings
    (0, (0, 1, 2), 1)
    """

    board: Board
    remaining: int

    def __repr__(self) -> str:
        left = f"{self.remaining} of {self.safe} safe cells remaining"
        return f"<LeastRemaining on {extent(self.board.graph)}: {left}>"

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        """A pickle holds the fields, not what was computed from them."""
        return type(self), (self.board, self.remaining)

    @classmethod
    def known(cls, board: Board, remaining: int, starts: bytes, openings: int) -> Self:
        """What was worked out in bulk; `starts` has a byte for each cell, 1 for a best start."""
        found = cls(board, remaining)
        found.__dict__.update(best_starts=tuple(compress(count(), starts)), openings=openings)
        return found

    @property
    def mines(self) -> int:
        """How many mines the board has."""
        return self.board.mine_count

    @property
    def safe(self) -> int:
        """How many cells hold no mine."""
        return self.board.safe_count

    @cached_property
    def _classes(self) -> tuple[StartClass, ...]:
        return start_classes(self.board)

    @cached_property
    def openings(self) -> int:
        """How many openings the board has."""
        return sum([one.opening for one in self._classes])

    @cached_property
    def best_starts(self) -> tuple[int, ...]:
        """Every start that leaves `remaining` (indices, ascending)."""
        return tuple(sorted(i for c in self._classes if c.remaining == self.remaining for i in c.starts))


def closure(board: Board, start: Hashable) -> Closure:
    """Where the casual player ends from one start (a cell as `CellGraph.locate` takes it).

    >>> closure(Board.parse('''
    ... ...
    ... ...
    ... MM.
    ... '''), 4).remaining
    6
    """
    first = of_kind("board", board, Board).graph.locate(start, "start")
    if board.mined[first]:
        raise InvalidInput(board.graph.name(first), "a safe cell to start on", "a mine")
    trail = sorted(spread(untouched(board), (first,))[0])
    mined = board.mined
    return Closure(board, first, tuple(i for i in trail if not mined[i]), tuple(i for i in trail if mined[i]))


def solve(board: Board, *, kernel: bool | None = None) -> LeastRemaining:
    """The least number of safe cells that the casual player leaves covered, over all starts.

    `kernel`: True and False ask for compiled code (the extra `fast`) and for plain Python; by default large
    boards take it where it is installed.

    >>> solve(Board.parse('''
    ... M.M.
    ... .M.M
    ... M.M.
    ... ''')).remaining
    5
    """
    remaining = least_remaining(of_kind("board", board, Board), kernel)
    if remaining < 0:
        raise InvalidInput("board", "a safe cell to start on", "mines only")
    return LeastRemaining(board, remaining)


def start_classes(board: Board, *, kernel: bool | None = None) -> tuple[StartClass, ...]:
    """Every distinct class of starts, by its first cell, the numbers last; `kernel` as `solve` has it.

    >>> for c in start_classes(Board.parse('''
    ... ...M
    ... ....
    ... M...
    ... ''')):
    ...     print(c.remaining, c.starts)
    4 (0, 1)
    4 (10, 11)
    9 (2, 4, 5, 6, 7, 9)
    """
    safe = of_kind("board", board, Board).safe_count
    classes, others = [], bytearray(board.mined)
    for zeros, cleared in cleared_by_opening(board, kernel):
        classes.append(StartClass(tuple(zeros), safe - cleared, True))
        for i in zeros:
            others[i] = 1
    numbers = tuple(compress(count(), others.translate(_OTHER)))
    if numbers:
        classes.append(StartClass(numbers, safe - 1, False))
    return tuple(classes)
