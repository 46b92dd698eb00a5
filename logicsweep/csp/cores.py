"""A smallest core: the fewest constraints that cannot hold together, by hitting what assignments break.

A correction set is all that some assignment breaks. Every core shares a constraint with each, so a
smallest hitting set of those met so far bounds every core from below, and where it clashes itself it is
a smallest core (Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal
hitting set dualization", 2015). Sets of constraints are bit masks: constraint i is bit i.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from logicsweep.csp.budget import Budget, OutOfSteps
from logicsweep.csp.hitting import members, smallest_hitting_set

BUDGET = 100_000
"""Steps that one search may take, unless a caller says otherwise: about a second."""

Correct = Callable[[int, Budget], int | None]
"""Given some constraints: what an assignment that satisfies them breaks; None where they clash.

Raises `OutOfSteps` where it cannot tell. Small correction sets make the search short.
"""


class Core(NamedTuple):
    """Constraints (a mask) that cannot hold together; `smallest`: no fewer can, proven."""

    members: int
    smallest: bool


def smallest_core(correct: Correct, size: int, steps: int = BUDGET) -> Core:
    """A smallest core of so many constraints, which clash all together.

    Past `steps` it is the best that was met, less what it does not need; that is looked for within
    `steps` again, or the usual number where that is more.

    >>> pairs = [0b0011, 0b0110]  # what clashes
    >>> def correct(chosen, budget):
    ...     if any(pair & chosen == pair for pair in pairs):
    ...         return None
    ...     return 0b0010 if not chosen & 0b0010 else 0b0101
    >>> smallest_core(correct, 3)
    Core(members=3, smallest=True)
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
            broken = correct(chosen, budget)
            if broken is None:
                return Core(chosen, True)
            sets.append(broken)
            best = min(best, _disjoint(chosen | broken, sets, correct, budget, best), key=int.bit_count)
    except OutOfSteps:
        return Core(_irreducible(best, sets, correct, Budget(max(steps, BUDGET))), False)


def _disjoint(chosen: int, sets: list[int], correct: Correct, budget: Budget, best: int) -> int:
    """Add correction sets apart from each other, which raise the bound fastest; the core they end in."""
    while True:
        try:
            broken = correct(chosen, budget)
        except OutOfSteps:
            if budget.left < 0:
                raise
            return best
        if broken is None:
            return chosen
        sets.append(broken)
        chosen |= broken


def _irreducible(core: int, sets: list[int], correct: Correct, budget: Budget) -> int:
    """A core without what it does not need; what cannot be told is kept (QuickXplain; Junker, 2004)."""

    def clash(some: int) -> bool:
        if any(not one & some for one in sets):  # a layout that breaks nothing of it has been met
            return False
        try:
            broken = correct(some, budget)
        except OutOfSteps:
            return False
        if broken is not None:
            sets.append(broken)
        return broken is None

    def needed(kept: int, rest: int, fresh: bool) -> int:
        if fresh and clash(kept):
            return 0
        if rest.bit_count() < 2:
            return rest
        numbers = list(members(rest))
        first = sum([1 << number for number in numbers[: len(numbers) // 2]])
        second = needed(kept | first, rest & ~first, True)
        return needed(kept | second, first, second > 0) | second

    return needed(0, core, True)
