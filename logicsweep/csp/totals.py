"""Clues together with the mine total: which of them a placement of exactly so many mines can satisfy.

Each component of the clues says which numbers of mines it can hold, exactly, by elimination; what is
added to one component leaves the others as they are, so their counts are kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from logicsweep.csp.budget import Budget, OutOfSteps
from logicsweep.csp.component import eliminate
from logicsweep.csp.elimination import TooWide
from logicsweep.csp.forcing import Clue
from logicsweep.csp.hitting import members
from logicsweep.csp.model import Component, split_up
from logicsweep.csp.propagation import Clash, alike

_STATES = 20_000  # for one component


class Totalled:
    """Clues on a field of `covered` cells that hold `mines` mines in all; bit i of a mask is clue i."""

    def __init__(self, clues: Sequence[Clue], covered: int, mines: int) -> None:
        """The clues' cells are among the covered ones."""
        self.clues, self.covered, self.mines = clues, covered, mines
        self._counts: dict[Component, tuple[int | None, int]] = {}

    def broken(self, chosen: int, pin: Clue | None, budget: Budget) -> int | None:
        """What a placement breaks that satisfies the chosen clues and the pin; None where none does.

        No clue of the answer can be satisfied besides all the others. A step is a clue looked at, or a
        state of an elimination. Raises `OutOfSteps`.
        """
        kept = list(members(chosen))
        if not self._hold(kept, pin, budget):
            return None
        rest = [number for number in range(len(self.clues)) if not chosen >> number & 1]
        return sum([1 << number for number in self._left_out(kept, rest, pin, budget)])

    def _left_out(self, kept: list[int], rest: list[int], pin: Clue | None, budget: Budget) -> list[int]:
        """What of `rest` cannot be kept as well; halves are tried first (as in QuickXplain; Junker, 2004)."""
        if not rest or self._hold([*kept, *rest], pin, budget):
            return []
        if len(rest) == 1:
            return rest
        first, second = rest[: len(rest) // 2], rest[len(rest) // 2 :]
        left = self._left_out(kept, first, pin, budget)
        more = [number for number in first if number not in left]
        return left + self._left_out([*kept, *more], second, pin, budget)

    def _hold(self, numbers: Sequence[int], pin: Clue | None, budget: Budget) -> bool:
        """Whether some placement of exactly the mine total satisfies these clues and the pin."""
        budget.spend(len(numbers) + 1)
        clues = [self.clues[number] for number in numbers] + ([pin] if pin else [])
        groups = alike([cells for cells, _ in clues])
        try:
            facts, components = split_up(list(groups.values()), groups, [need for _, need in clues])
            counts = [self._count(component, budget) for component in components]
        except Clash:
            return False
        untouched = self.covered - sum([len(cells) for cells in groups.values()])
        return fits(sum(facts.values()), counts, untouched, self.mines)

    def _count(self, component: Component, budget: Budget) -> int:
        """The numbers of mines that a component can hold, as a mask; counted once, paid for every time."""
        if component not in self._counts:
            self._counts[component] = _counted(component)
        counts, states = self._counts[component]
        budget.spend(states)
        if counts is None:
            raise OutOfSteps
        if not counts:
            raise Clash
        return counts


def _counted(component: Component) -> tuple[int | None, int]:
    """The mask, None where the count would take too long, and the states that it took."""
    try:
        table = eliminate(component, True, _STATES)
    except TooWide:
        return None, _STATES
    except Clash:
        return 0, len(component.groups)
    return sum([1 << mines for mines in table.layouts]), table.states


def fits(fixed: int, counts: Sequence[int], untouched: int, mines: int) -> bool:
    """Whether `fixed` mines, a number that each mask of `counts` allows and untouched cells make `mines`.

    >>> fits(1, [0b110], 2, 3), fits(1, [0b110], 2, 6)
    (True, False)
    """
    possible = 1 << fixed
    for mask in counts:
        possible, shifted = 0, possible
        for more in members(mask):
            possible |= shifted << more
    return any(possible >> held & 1 for held in range(max(0, mines - untouched), mines + 1))
