"""A smallest core: the fewest constraints that cannot hold together, by hitting what assignments break.

A correction set is all that some assignment breaks. Every core shares a constraint with each, so a
smallest hitting set of those met so far bounds every core from below, and where it clashes itself it is
a smallest core (Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal
hitting set dualization", 2015). Sets of constraints are bit masks: constraint i is bit i.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from logicsweep.csp.budget import Budget, OutOfSteps
from logicsweep.csp.hitting import lower_half, smallest_hitting_set

STEPS = 100_000
"""Steps that one search may take, unless a caller says otherwise: at most about a second."""


class Constraints(Protocol):
    """Constraints 0, 1, ... of which some may be chosen. Both raise `OutOfSteps` where they cannot tell."""

    def holds(self, chosen: int, budget: Budget) -> bool:
        """Whether some assignment satisfies the chosen ones."""

    def broken(self, chosen: int, budget: Budget) -> int | None:
        """What such an assignment breaks; None without one. The less, the shorter is the search."""


class Core(NamedTuple):
    """Constraints (a mask) that cannot hold together; `smallest`: no fewer can, proven."""

    members: int
    smallest: bool


def smallest_core(constraints: Constraints, size: int, steps: int = STEPS) -> Core:
    """A smallest core of so many constraints, which clash all together.

    Past `steps` it is the best that was met, less what it does not need; that is looked for within
    `steps` again, or the usual number where that is more.

    >>> from logicsweep.csp.clues import Clue
    >>> from logicsweep.csp.totals import Totalled
    >>> clues = [Clue(frozenset(cells), 1) for cells in ({0, 1}, {1, 2}, {3, 4})]
    >>> smallest_core(Totalled(clues, 5, 1), 3)  # one mine in all: the first and the last are apart
    Core(members=5, smallest=True)
    """
    budget = Budget(steps)
    sets: list[int] = []
    best, least = (1 << size) - 1, 0
    try:
        while True:
            chosen = smallest_hitting_set(sets, budget, least)
            least = chosen.bit_count()
            if least == best.bit_count():
                return Core(best, True)
            broken = constraints.broken(chosen, budget)
            if broken is None:
                return Core(chosen, True)
            sets.append(broken)
            end = _disjoint(chosen | broken, sets, constraints, budget)
            if end is not None and end.bit_count() < best.bit_count():
                best = end
    except OutOfSteps:
        return Core(_irreducible(best, sets, constraints, Budget(max(steps, STEPS))), False)


def _disjoint(chosen: int, sets: list[int], constraints: Constraints, budget: Budget) -> int | None:
    """Add correction sets apart from each other, which raise the bound fastest; the core they end in."""
    while True:
        try:
            broken = constraints.broken(chosen, budget)
        except OutOfSteps:
            if budget.left < 0:
                raise
            return None
        if broken is None:
            return chosen
        sets.append(broken)
        chosen |= broken


def _irreducible(core: int, sets: list[int], constraints: Constraints, budget: Budget) -> int:
    """A core without what it does not need; what cannot be told is kept (QuickXplain; Junker, 2004)."""

    def clash(some: int) -> bool:
        if any(not one & some for one in sets):  # an assignment that breaks nothing of it has been met
            return False
        try:
            return not constraints.holds(some, budget)
        except OutOfSteps:
            return False

    def needed(kept: int, rest: int, fresh: bool) -> int:
        if fresh and clash(kept):
            return 0
        if rest.bit_count() < 2:
            return rest
        first = lower_half(rest)
        second = needed(kept | first, rest & ~first, True)
        return needed(kept | second, first, second > 0) | second

    return needed(0, core, True)
