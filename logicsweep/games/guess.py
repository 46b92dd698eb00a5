"""A guess: a step that a policy takes when the player finds nothing more, answered by the referee."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from logicsweep.boards.annotations import CellIndex
from logicsweep.rules.facts import Knowledge
from logicsweep.rules.production import PROVEN, Production


@dataclass(frozen=True)
class Guess:
    """A covered cell that a policy cleared, its risk, and whether it was a mine.

    >>> from logicsweep import Board, Setup, play
    >>> play(Board.parse("..M. M..."), "r1c1", Setup(guess="least-risk")).guesses[0]
    Guess(policy='least-risk', cell=3, risk=Fraction(1, 4), mine=False, total=True)
    """

    policy: Annotated[str, "the policy that chose it"]
    cell: Annotated[CellIndex, "the cell that was cleared as a guess"]
    risk: Annotated[Fraction, "the share of layouts in which it is a mine"]
    mine: Annotated[bool, "whether it is a mine, which loses the game"]
    total: Annotated[bool, "whether the layouts have to fit the mine total too"] = True


def _find_nothing(memory: Knowledge, site: Hashable) -> None:
    """I find nothing more, so I clear a cell that may be a mine."""


GUESS = Production("guess", _find_nothing, salience=-1000)
"""The production of guesses. It is on no agenda, since a guess does not follow from what is known."""
PROVEN.add(_find_nothing)
