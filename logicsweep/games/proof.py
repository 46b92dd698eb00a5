"""A proof: the steps of a run that lead to one cell, each from what the ones before it found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from logicsweep.boards.board import View
from logicsweep.games.step import Step
from logicsweep.reasons.wording import with_found


@dataclass(frozen=True)
class Proof:
    """How a cell follows.

    - `steps`: in order, premises first. Each rests on what was visible at first and on the steps before it.
    - `height`: the longest way from a clue to the cell, in steps.
    """

    steps: tuple[Step, ...] = ()
    height: int = 0

    def __bool__(self) -> bool:
        return bool(self.steps)

    def known_after(self, some: Iterable[Step]) -> View:
        """The view after some of the steps."""
        first = self.steps[0].moments.view
        return with_found(first, {cell: is_it for one in some for cell, is_it in one.decides.items()})


NO_PROOF = Proof()
"""The proof of a cell that does not follow."""
