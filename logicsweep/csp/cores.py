"""The fewest clues that cannot hold together, or that force a cell: smallest cores.

A core is a set of clues that clash. The clues that a layout breaks are a correction set; every core contains
at least one of them. So a smallest set that hits all correction sets found so far is no larger than any core.
If that set clashes, it is a smallest core (Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS
extraction with minimal hitting set dualization", 2015, as in python-sat's OptUx). The layouts come from a SAT
solver, with a guard for each clue. Each correction set is shrunk first. Sets of clues are bit masks: clue i
is bit i.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from logicsweep.csp.model import Component, Sum, group_alike, holders
from logicsweep.csp.sat import LONGEST, PROPAGATIONS, Clause, Solver, formula
from logicsweep.csp.sums import CellSum
from logicsweep.errors import Clash
from logicsweep.work.budget import Budget, OutOfSteps

BUDGET = 100_000
"""The default budget of one search, in steps: a second or two at most."""
_STEP = 100  # propagations
_REPAIR = 20_000  # propagations for one broken clue: a longer search costs more than a smaller set is worth


class Core(NamedTuple):
    """Clues that cannot hold together; `smallest`: whether it is proven that no smaller set clashes."""

    clues: tuple[int, ...]
    smallest: bool


class Clues:
    """Clues to choose from, by name; if `mines` is given, the `covered` cells hold that number of mines."""

    def __init__(
        self, sums: Mapping[int, CellSum], covered: Iterable[int] = (), mines: int | None = None
    ) -> None:
        """The covered cells contain the cells of all clues."""
        self.sums, rows = sums, [*sums.values()]
        if mines is not None:  # then a core may take very many clues
            self.sums = _drop_implied_clues(sums)
            rows = [*self.sums.values(), CellSum(tuple(covered), mines)]
        beside = [cells for cells, _ in self.sums.values()]
        self.longest = max(map(len, beside if mines is None else [{*chain(*beside)}]), default=0)
        groups = group_alike([cells for cells, _ in rows])
        self.component = Component(
            tuple([tuple(cells) for cells in groups.values()]),
            tuple(
                [
                    Sum(tuple(own), need)
                    for own, (_, need) in zip(holders(groups, len(rows)), rows, strict=True)
                ]
            ),
        )

    @cached_property
    def _formula(self) -> tuple[list[list[int]], list[Clause]]:
        """The variables of each group, then the guards of the clues; the mine total must hold."""
        rows, clauses = formula(self.component, guarded=True)
        guards, total = rows[-1][: len(self.sums)], rows[-1][len(self.sums) :]
        return [*rows[:-1], guards], [*clauses, *[[guard] for guard in total]]

    @cached_property
    def _layout_literals(self) -> list[int]:
        """The literals of a layout of all clues, and the guards: they keep the search near that layout."""
        rows, clauses = self._formula
        with Solver(clauses, PROPAGATIONS) as solver:
            solver.prefer(rows[-1])
            return solver.model if solver.solve(rows[-1]) else rows[-1]

    def core(self, pin: CellSum | None = None, budget: int = BUDGET) -> Core:
        """A smallest core of clues that clash with the pin (a sum of one cell) and the mine total.

        Past `budget` it is the best core so far, without clues that it does not need. The search for those
        clues takes `budget` again, or the default budget if that is larger.

        >>> clues = {at: CellSum(cells, 1) for at, cells in enumerate(((0, 1), (1, 2), (3, 4)))}
        >>> Clues(clues, range(5), 1).core()  # one mine in all: the first and the last are apart
        Core(clues=(0, 2), smallest=True)
        """
        every = tuple(self.sums)
        if self.longest > LONGEST:
            return Core(every, False)
        try:
            rows, clauses = self._formula
        except Clash:  # the total alone is impossible
            return Core((), True)
        pinned = list[Clause]()
        if pin:
            (cell,) = pin.cells
            row = next(row for cells, row in zip(self.component.groups, rows, strict=False) if cell in cells)
            pinned = [[row[0] if pin.need else -row[-1]]]  # any cell of its group will do: they are alike
        with Solver([*clauses, *pinned], 0) as solver:
            solver.prefer(self._layout_literals if pin else rows[-1])
            found, smallest = _Search(solver, rows[-1]).find_smallest(budget)
        return Core(tuple([every[number] for number in members(found)]), smallest)


def _drop_implied_clues(sums: Mapping[int, CellSum]) -> dict[int, CellSum]:
    """The clues that no other clue implies; of identical clues, the first.

    A clue implies another if it decides all cells of the other; a core never needs both.
    """
    kept, beside = set[int](), defaultdict[int | None, list[CellSum]](list)
    for name, clue in sorted(sums.items(), key=lambda item: -len(item[1].cells)):
        if not any(_implies(other, clue) for other in beside[min(clue.cells, default=None)]):
            kept.add(name)
            for cell in clue.cells:
                beside[cell].append(clue)
    return {name: clue for name, clue in sums.items() if name in kept}


def _implies(one: CellSum, other: CellSum) -> bool:
    decided = len(other.cells) if one.need else 0
    decides = one.need in (0, len(one.cells)) and {*one.cells}.issuperset(other.cells)
    return one == other or (decides and other.need == decided)


class _Search:
    """The correction sets found so far, and the remaining budget."""

    def __init__(self, solver: Solver, guards: Sequence[int]) -> None:
        self.solver, self.guards = solver, guards
        self.every = (1 << len(guards)) - 1
        self.sets: list[int] = []
        self.budget = Budget(0)

    def find_smallest(self, budget: int) -> tuple[int, bool]:
        """The smallest core within the budget, and whether it is proven smallest."""
        self.budget = Budget(budget)
        best, least = self.every, 0
        try:
            while True:
                chosen = smallest_hitting_set(self.sets, self.budget, least)
                least = chosen.bit_count()
                if least == best.bit_count():
                    return best, True
                if (broken := self._find_broken_clues(chosen)) is None:
                    return chosen, True
                best = min(best, self._collect_disjoint_sets(chosen, broken), key=int.bit_count)
        except OutOfSteps:
            self.budget = Budget(max(budget, BUDGET))
            return self._shrink_core(best), False

    def _collect_disjoint_sets(self, chosen: int, broken: int | None) -> int:
        """Collect disjoint sets, since they raise the bound fastest; return the core at which that ends."""
        while broken is not None:
            self.sets.append(broken)
            chosen |= broken
            broken = self._find_broken_clues(chosen)
        return chosen

    def _find_broken_clues(self, chosen: int) -> int | None:
        """The clues that a layout of the chosen ones breaks, shrunk by short searches; None without one."""
        found = self._is_satisfiable(chosen)
        if found is None:
            raise OutOfSteps
        if not found:
            return None
        kept = self._read_satisfied_clues()
        for number in members(self.every & ~kept):
            if not kept >> number & 1 and self._is_satisfiable(kept | 1 << number, _REPAIR):
                kept |= self._read_satisfied_clues()
        return self.every & ~kept

    def _is_satisfiable(self, chosen: int, propagations: int | None = None) -> bool | None:
        """Whether a layout satisfies the chosen clues; None if that takes more propagations."""
        self.solver.left = left = max(self.budget.left, 1) * _STEP
        found = self.solver.solve([self.guards[number] for number in members(chosen)], propagations)
        self.budget.spend((left - self.solver.left) // _STEP + 1)
        return found

    def _read_satisfied_clues(self) -> int:
        first = self.guards[0] - 1
        literals = self.solver.model[first : first + len(self.guards)]
        return sum([1 << number for number, literal in enumerate(literals) if literal > 0])

    def _shrink_core(self, core: int) -> int:
        """Drop unneeded clues from a core, one by one; keep those that a search cannot settle."""
        with suppress(OutOfSteps):
            for number in members(core):
                rest = core & ~(1 << number)
                if all(one & rest for one in self.sets) and self._is_satisfiable(rest) is False:
                    core = rest
        return core


def smallest_hitting_set(sets: Iterable[int], budget: Budget, least: int = 0) -> int:
    """The mask of a smallest set that shares a member with each of `sets`; these must not be empty.

    `least` is a known lower bound. The size grows from there, so the first set found is smallest; low members
    come first. Looking at a set is a step. Raises `OutOfSteps` past the budget.
    """
    parts = list(_split_family(_drop_supersets(sets)))
    found = 0
    for part in parts:
        size = max(_count_disjoint_sets(part), least if len(parts) == 1 else 1)
        while (hit := _find_hitting_set(part, size, budget)) is None:
            size += 1
        found |= hit
    return found


def _split_family(family: list[int]) -> Iterator[list[int]]:
    """Split the family into parts without a common member: each is hit on its own."""
    parts: list[tuple[int, list[int]]] = []
    for one in family:
        union, together, others = one, [one], []
        for met, part in parts:
            if met & one:
                union |= met
                together += part
            else:
                others.append((met, part))
        parts = [*others, (union, together)]
    for _, part in parts:
        yield _sort_by_size(part)


def members(mask: int) -> Iterator[int]:
    """The members of a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _drop_supersets(sets: Iterable[int]) -> list[int]:
    """The sets that contain no other set, small ones first: hitting these hits all."""
    kept: list[int] = []
    for one in _sort_by_size(set(sets)):
        if not any(other & one == other for other in kept):
            kept.append(one)
    return kept


def _sort_by_size(sets: Iterable[int]) -> list[int]:
    return sorted(sets, key=lambda mask: (mask.bit_count(), mask))


def _count_disjoint_sets(family: Sequence[int]) -> int:
    """Count disjoint sets greedily: a hitting set needs at least that many members."""
    met = count = 0
    for one in family:
        if not one & met:
            met |= one
            count += 1
    return count


def _find_hitting_set(family: list[int], size: int, budget: Budget) -> int | None:
    """A hitting set of at most `size` members: branch on the smallest set, ruling out each member in turn."""
    if not family:
        return 0
    budget.spend(len(family))
    if _count_disjoint_sets(family) > size:
        return None
    chosen, ruled_out = family[0], 0
    for member in members(chosen):
        bit = 1 << member
        rest = [one & ~ruled_out for one in family if not one & bit]
        if all(rest):
            found = _find_hitting_set(_sort_by_size(rest), size - 1, budget)
            if found is not None:
                return found | bit
        ruled_out |= bit
    return None
