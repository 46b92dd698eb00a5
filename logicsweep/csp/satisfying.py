"""Which cells a component's sums force, and one layout, by a SAT solver: the one that does not give up.

A group of alike cells is a row of variables, "at least 1, 2, ... mines", each implying the one before. A
short sum is written out: no choice of numbers of mines over its groups adds up to more than it needs, nor
to less. A long one, such as the mine total, is a cardinality network (as python-sat makes it). What every
layout agrees on is found as the backbone of a formula: each model rules candidates out, and those that are
left are refuted many at a time (Janota, Lynce and Marques-Silva, "Algorithms for computing backbones of
propositional formulae", 2015). Glucose is used, since it bounds a search by propagations: a count that ends
the same way on every machine, as no clock does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from logicsweep.csp.model import Component
from logicsweep.csp.propagation import Clash

PROPAGATIONS = 80_000_000
"""Propagations that one question may take in all, some 20 seconds: components of 15,000 cells take half."""
_WRITTEN_OUT = 10  # cells: a longer sum has too many choices
LONGEST = 4_000
"""Cells of one sum past which no question is asked: the network of a longer one would not fit the memory."""
_CHUNK = 16  # candidates refuted at a time

Clause = list[int]


class Backbone(NamedTuple):
    """What a component forces: group -> 1 (all mines) or 0 (all safe); a layout; groups not decided.

    `layout[g]` is a number of mines for each group that satisfies every sum. `open` is empty unless the
    budget of propagations ran out.
    """

    forced: dict[int, int]
    layout: tuple[int, ...]
    open: tuple[int, ...]


def backbone(component: Component, propagations: int = PROPAGATIONS) -> Backbone | None:
    """Every group that is all mines, or all safe, in each layout of a component.

    None where the propagations end before even a first layout is found, or a sum is too long to ask about.
    Raises `Clash` when there is no layout.

    >>> from logicsweep.csp.model import Sum
    >>> backbone(Component(((1,), (2,), (3,)), (Sum((0, 1), 1), Sum((1, 2), 2))))
    Backbone(forced={0: 0, 1: 1, 2: 1}, layout=(0, 1, 1), open=())
    """
    if _too_long(component):
        return None
    with _Formula(component, propagations) as formula:
        first = formula.layout()
        if first is None:
            return None
        forced, undecided = formula.agreed()
        return Backbone(forced, first, undecided)


def layout(component: Component, propagations: int = PROPAGATIONS) -> tuple[int, ...] | None:
    """The mines in each group of one layout; None and `Clash` as for `backbone`.

    >>> from logicsweep.csp.model import Sum
    >>> layout(Component(((4,), (5, 6)), (Sum((0, 1), 3),)))
    (1, 2)
    """
    if _too_long(component):
        return None
    with _Formula(component, propagations) as formula:
        return formula.layout()


def _too_long(component: Component) -> bool:
    sizes = component.sizes
    return any(sum([sizes[group] for group in groups]) > LONGEST for groups, _ in component.sums)


class _Formula:
    """A component as clauses in a solver; its answers count against one budget of propagations."""

    def __init__(self, component: Component, propagations: int) -> None:
        from pysat.solvers import Glucose4

        self.rows, self.top = _rows(component.sizes)
        self.solver: Any = Glucose4(bootstrap_with=_clauses(component, self.rows, self.top))
        self.top = max(self.top, self.solver.nof_vars())
        self.left = propagations
        self.model: list[int] = []

    def __enter__(self) -> _Formula:
        return self

    def __exit__(self, *_: object) -> None:
        self.solver.delete()

    def layout(self) -> tuple[int, ...] | None:
        """The mines in each group of one layout."""
        found = self._solve()
        if found is False:
            raise Clash
        return tuple([sum([self.model[v - 1] > 0 for v in row]) for row in self.rows]) if found else None

    def agreed(self) -> tuple[dict[int, int], tuple[int, ...]]:
        """The groups that all layouts agree on, and those for which the propagations ended first."""
        group_of: dict[int, tuple[int, int]] = {}
        for group, row in enumerate(self.rows):
            group_of[row[-1]] = (group, 1)
            group_of[-row[0]] = (group, 0)
        proven, unknown = self._backbone([literal for literal in group_of if self._holds(literal)])
        forced = dict([group_of[literal] for literal in proven])
        return dict(sorted(forced.items())), tuple(sorted({group_of[literal][0] for literal in unknown}))

    def _backbone(self, candidates: list[int]) -> tuple[list[int], list[int]]:
        """The candidates that every model satisfies, and those for which it could not be told."""
        proven: list[int] = []
        self.solver.set_phases([-literal for literal in candidates])
        while candidates:
            chunk = candidates[-_CHUNK:]
            found = self._another(chunk)
            if found is None:
                return proven, candidates
            if found:
                candidates = [literal for literal in candidates if self._holds(literal)]
            else:
                del candidates[-len(chunk) :]
                proven += chunk
                for literal in chunk:
                    self.solver.add_clause([literal])
        return proven, []

    def _another(self, literals: Sequence[int]) -> bool | None:
        """Whether a model breaks one of these literals; then it is the model kept."""
        if len(literals) == 1:
            return self._solve([-literals[0]])
        self.top += 1
        self.solver.add_clause([-self.top, *[-literal for literal in literals]])
        found = self._solve([self.top])
        self.solver.add_clause([-self.top])
        return found

    def _solve(self, assumed: Iterable[int] = ()) -> bool | None:
        """Whether there is a model; None past the budget."""
        if self.left <= 0:
            return None
        before = self.solver.accum_stats()["propagations"]
        self.solver.prop_budget(self.left)
        found: bool | None = self.solver.solve_limited(assumptions=list(assumed))
        self.left -= self.solver.accum_stats()["propagations"] - before
        if found:
            self.model = self.solver.get_model()
        return found

    def _holds(self, literal: int) -> bool:
        return (self.model[abs(literal) - 1] > 0) == (literal > 0)


def _rows(sizes: Iterable[int]) -> tuple[list[list[int]], int]:
    """For each group its variables, and the last variable of all."""
    rows, top = [], 0
    for size in sizes:
        rows.append(list(range(top + 1, top + size + 1)))
        top += size
    return rows, top


def _clauses(component: Component, rows: Sequence[Sequence[int]], top: int) -> list[Clause]:
    found = [[-more, fewer] for row in rows for fewer, more in pairwise(row)]
    for groups, need in component.sums:
        own = [rows[group] for group in groups]
        size = sum(map(len, own))
        if not 0 <= need <= size:
            raise Clash
        if size <= _WRITTEN_OUT:
            found += _written_out(own, need, size)
        else:
            more = _network([variable for row in own for variable in row], need, top)
            top = max([top, *[abs(literal) for clause in more for literal in clause]])
            found += more
    return found


def _written_out(rows: Sequence[Sequence[int]], need: int, size: int) -> Iterator[Clause]:
    """One more mine than needed, or one more safe cell, is not to be had, however the groups share them."""
    for held in _choices(list(map(len, rows)), need + 1):
        yield [-row[mines - 1] for row, mines in zip(rows, held, strict=True) if mines]
    for held in _choices(list(map(len, rows)), size - need + 1):
        yield [row[len(row) - safe] for row, safe in zip(rows, held, strict=True) if safe]


def _choices(sizes: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """Every way to take so many from groups of these sizes.

    >>> list(_choices([1, 2], 2))
    [(0, 2), (1, 1)]
    """
    if not sizes:
        if not total:
            yield ()
        return
    for first in range(min(sizes[0], total) + 1):
        for rest in _choices(sizes[1:], total - first):
            yield (first, *rest)


def _network(variables: list[int], need: int, top: int) -> list[Clause]:
    from pysat.card import CardEnc, EncType

    encoding = EncType.cardnetwrk
    network: list[Clause] = CardEnc.equals(variables, need, top_id=top, encoding=encoding).clauses
    return network
