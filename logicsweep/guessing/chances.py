"""What it is worth to clear a cell: a policy's numbers, and the best strategy's chance to win."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, NamedTuple

from logicsweep.boards.annotations import CellIndex


@dataclass(frozen=True)
class RankedGuess:
    """A cell to clear if nothing is certain, and the numbers of that guess.

    `next` and `clear` are None if a policy does not look ahead: it never does, no cell of that risk can be
    the best, or there are too many layouts to count.

    >>> from logicsweep import View, rank_guesses
    >>> first, *_ = rank_guesses(View.parse("1### ####", mines=2), "safest-two")
    >>> first.cell, str(first.risk), str(first.next), str(first.clear), first.dead
    (2, '1/4', '3/4', '1', False)
    """

    cell: Annotated[CellIndex, "the cell"]
    risk: Annotated[Fraction, "the share of layouts in which it is a mine"]
    next: Annotated[Fraction | None, "the chance to survive this guess and the next, if any"] = None
    clear: Annotated[Fraction | None, "how often a cell is certainly safe next, if this one is safe"] = None
    news: Annotated[
        Fraction | None, "how often the clue of such a next cell may tell something, or the game is won"
    ] = None
    win: Annotated[Fraction | None, "the chance to win from here; null: not counted"] = None
    worth: Annotated[Fraction | None, "the measure of best if too many layouts are left to play out"] = None
    even: Annotated[Fraction | None, "how often at least a 50/50 with it arises that no clue decides"] = None
    dead: Annotated[bool, "whether its clue tells nothing: it is the same whenever the cell is safe"] = False


class Chances(NamedTuple):
    """Perfect play's chance to win, in all and for each cell to clear next.

    >>> from logicsweep import View
    >>> from logicsweep.guessing import values
    >>> values(View.parse("## 1#", mines=1)).best
    (0, 1, 3)
    """

    win: Annotated[Fraction, "the best strategy's chance to win"]
    cells: Annotated[Mapping[CellIndex, Fraction], "the chance to win for each cell to clear next"]

    @property
    def best(self) -> Annotated[tuple[CellIndex, ...], "the cells to clear next that reach this chance"]:
        """The cells that reach the best chance, ascending."""
        return tuple([cell for cell, win in self.cells.items() if win == self.win])
