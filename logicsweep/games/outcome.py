"""What to report about a run besides its steps, what waited on its agenda, and runs from all starts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Annotated, NamedTuple

from logicsweep.boards.annotations import NAMED, CellIndex
from logicsweep.csp.solution import Verdict
from logicsweep.games.guess import Guess
from logicsweep.games.players import Player
from logicsweep.games.step import Step
from logicsweep.rules.firing import Firing, Lack


class Better(NamedTuple):
    """What the weakest player who needed no guess would have known instead."""

    cell: Annotated[CellIndex, "a cell that was certainly safe, or else the mine that was cleared"]
    player: Annotated[Player, NAMED, "the weakest player who would have known it"]
    verdict: Annotated[Verdict, "what the cell certainly was"]


class Ended(NamedTuple):
    """How a game with guesses ended."""

    won: Annotated[bool, "whether all safe cells are cleared"]
    lost: Annotated[CellIndex | None, "the mine that a guess cleared; null: the game is not lost"]
    guesses: Annotated[tuple[Guess, ...], "the guesses, in order"]
    luck: Annotated[float, "the luck spent: the sum of -log10 of the chance to survive each guess"]
    known_better: Annotated[Better | None, "in a lost game: what a player would have known; null: nobody"]


class Onward(NamedTuple):
    """How the game could go on if a path leaves cells undecided.

    - `step`: what the strongest player does next; None: no covered cell is forced.
    - `stopped`: whether the path's own player would go on, so that only its limit ended it.
    - `least_risk`, `risk`: if there is no step, the cells of the least risk.
    """

    step: Step | None
    stopped: bool = False
    least_risk: tuple[int, ...] = ()
    risk: Fraction = Fraction(0)


@dataclass(frozen=True)
class Outcome:
    """What to report about a run that is over.

    - `ended`: how its game ended, if a policy guessed.
    - `idle`: each custom production that never fired, and whether it would fire if it came first.
    - `onward`: how the game could go on from the end of a path. None: everything is decided, a policy
      guessed, or the conclusions contradict each other (`contradicts`), since custom productions were not
      checked.
    """

    ended: Ended | None
    idle: dict[str, bool]
    onward: Onward | None = None
    contradicts: bool = False


SHOWN = 5
"""How many firings of an agenda are shown, the first in order."""


class OnAgenda(NamedTuple):
    """What waits before a firing."""

    places: Annotated[int, "how many pairs of production and cell wait to be looked at"]
    activations: Annotated[int, "how many of them would fire"]
    next: Annotated[tuple[Firing, ...], "the first 5 of these, in the order in which they would fire"]
    lacks: Annotated[tuple[Lack, ...], "if none would fire: the nearest miss of each production"]


@dataclass(frozen=True, repr=False)
class OverStarts:
    """A player's results over all starts: `remaining[start]` is how many safe cells stay covered from it.

    `checked`: whether the conclusions of custom productions were checked; None for a player without any.
    `unproven` counts conclusions that were past the solver's limits to check.

    >>> from logicsweep import Board, over_starts
    >>> found = over_starts(Board.parse("... ... MM."), "casual")
    >>> found.least, found.best_starts, found.finishing, found.remaining[3]
    (0, (0, 1, 2), 3, 6)
    """

    remaining: dict[int, int]
    checked: Annotated[bool | None, "whether custom conclusions were checked; null: none"] = None
    unproven: Annotated[int, "conclusions past the solver's limits to check"] = 0

    def __repr__(self) -> str:
        best = f"{self.least} remaining at best, from {len(self.best_starts)} of them"
        return f"<OverStarts of {len(self.remaining)} starts: {best}>"

    @cached_property
    def least(self) -> Annotated[int, "the fewest safe cells that stay covered"]:
        """The fewest safe cells that stay covered."""
        return min(self.remaining.values())

    @cached_property
    def best_starts(self) -> Annotated[tuple[CellIndex, ...], "the starts with the fewest cells left"]:
        """The starts that leave the fewest safe cells covered, ascending."""
        least = self.least
        return tuple(sorted([start for start, left in self.remaining.items() if left == least]))

    @property
    def finishing(self) -> Annotated[int, "how many starts finish the board"]:
        """How many starts finish the board."""
        return [*self.remaining.values()].count(0)
