"""The expert's solver: turns a component into a `constraint.Problem` and lists its layouts one by one.

Each group is an integer variable, each sum of the network an exact sum. python-constraint backtracks without
recursion in the order in which the variables are added. A narrow elimination order makes a sum that cannot
hold fail soon after its first group.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import comb, prod
from typing import Any

from constraint import ExactSumConstraint, OptimizedBacktrackingSolver, Problem

from logicsweep.csp.elimination import Table, quick_order
from logicsweep.csp.model import Component
from logicsweep.errors import Clash, LimitReached
from logicsweep.work.budget import Budget, OutOfSteps

CHECKS = 20_000
"""The default budget of one search, in checks of sums: well under a second."""


class _FixedOrderSolver(OptimizedBacktrackingSolver):  # type: ignore[misc]  # python-constraint ships no types
    """Backtracks in the order in which variables were added; the library's own order is by degree."""

    def getSortedVariables(  # noqa: N802  # the library's name
        self, domains: Mapping[int, Any], vconstraints: Mapping[int, Any]
    ) -> list[int]:
        return list(domains)


class _CountedSum(ExactSumConstraint):  # type: ignore[misc]
    """An exact sum that spends from the problem's budget, since the library has no limit."""

    def __init__(self, mines: int, checks: Budget) -> None:
        super().__init__(mines)
        self._checks = checks

    def __call__(self, *args: Any) -> bool:  # noqa: ANN401  # passed on unchanged
        self._checks.spend(1)
        return bool(super().__call__(*args))


def problem(component: Component, mines: int | None = None, checks: int = CHECKS) -> Problem:
    """The component as a problem: variable g is the number of mines in group g.

    With `mines` the layouts must hold exactly that many. The solver raises `OutOfSteps` after `checks` checks
    of sums.

    >>> from logicsweep.csp.model import Sum
    >>> problem(Component(((4,), (5, 6)), (Sum((0, 1), 1),))).getSolutions()
    [{0: 1, 1: 0}, {0: 0, 1: 1}]
    """
    stated = Problem(_FixedOrderSolver())
    for group in quick_order(component):
        stated.addVariable(group, list(range(len(component.groups[group]) + 1)))
    budget = Budget(checks)
    for groups, need in component.sums:
        stated.addConstraint(_CountedSum(need, budget), list(groups))
    if mines is not None:
        stated.addConstraint(_CountedSum(mines, budget), list(range(len(component.groups))))
    return stated


def layouts(
    component: Component, mines: int | None = None, checks: int = CHECKS
) -> Iterator[tuple[int, ...]]:
    """Every layout of a component, one by one: the number of mines in each group.

    Raises `LimitReached` past the limit of checks.
    """
    sizes = component.sizes
    if any(not 0 <= need <= sum([sizes[group] for group in groups]) for groups, need in component.sums):
        return
    try:
        for layout in problem(component, mines, checks).getSolutionIter():
            yield tuple([layout[group] for group in range(len(component.groups))])
    except ValueError:  # python-constraint raises this if its preprocessing empties a domain
        return
    except OutOfSteps:
        raise LimitReached from None


def enumerate_layouts(component: Component, by_mines: bool, checks: int) -> Table:
    """The table of `elimination.tabulate`, by enumeration; can be the `count` of a `Position`.

    Raises `LimitReached` past `checks` and `Clash` if there is no layout.
    """
    sizes = component.sizes
    counts: dict[int, int] = {}
    mined: list[dict[int, int]] = [{} for _ in sizes]
    for layout in layouts(component, None, checks):
        key = sum(layout) if by_mines else 0
        ways = prod([comb(size, mines) for size, mines in zip(sizes, layout, strict=True)])
        counts[key] = counts.get(key, 0) + ways
        for table, mines in zip(mined, layout, strict=True):
            if mines:
                table[key] = table.get(key, 0) + mines * ways
    if not counts:
        raise Clash
    return Table(counts, tuple(mined), "python-constraint")
