"""What stays covered from each start of a board, and which starts are best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from logicsweep.boards.annotations import CellIndex
from logicsweep.boards.board import Board
from logicsweep.boards.names import extent
from logicsweep.boards.words import plural


@dataclass(frozen=True, repr=False)
class StartClass:
    """Starts (indices, ascending) with the same result: the zero cells of an opening, or all numbers.

    >>> from logicsweep import start_classes
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
    """The casual player's best result on a board over all starts; the best starts are indices, ascending.

    >>> from logicsweep import least_remaining
    >>> best = least_remaining(Board.parse("... ... MM."))
    >>> best.remaining, best.best_starts, best.openings
    (0, (0, 1, 2), 1)
    """

    board: Board
    remaining: Annotated[int, "the least number of safe cells that stay covered, over all starts"]
    safe: Annotated[int, "safe cells of the board"]
    openings: Annotated[int, "openings of the board"]
    best_starts: Annotated[tuple[CellIndex, ...], "every start with that result"]

    def __repr__(self) -> str:
        left = f"{self.remaining} of {self.safe} safe cells remaining"
        return f"<LeastRemaining on {extent(self.board.graph)}: {left}>"
