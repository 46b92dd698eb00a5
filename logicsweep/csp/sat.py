"""The cells that a component's sums force, and one layout, by a SAT solver: the solver that does not give up.

A group of alike cells is a row of variables, "at least 1, 2, ... mines"; each implies the one before. A short
sum is written out: its clauses forbid all numbers of mines in its groups that add up to more than it needs,
or to less. For a long sum, such as the mine total, rows are merged in pairs, no further than the sum needs.
Short rows are merged by a totalizer (Bailleux and Boufkhad, 2003), long ones by Batcher's odd-even merge.

What all layouts agree on is the backbone of the formula. Each model rules out candidates, and many of those
left are refuted at a time (Janota, Lynce and Marques-Silva, "Algorithms for computing backbones of
propositional formulae", 2015). Glucose limits a search by propagations, which, unlike a clock, give the same
result on every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, count, pairwise, product, zip_longest
from sys import maxsize
from typing import Any, NamedTuple, Self

from logicsweep.csp.model import Component
from logicsweep.errors import Clash

PROPAGATIONS = 80_000_000
"""The budget of propagations for one question, some 20 seconds; components of 15,000 cells take half of
it."""
_WRITTEN_OUT = 10  # cells: a longer sum has too many choices
LONGEST = 4_000
"""The longest sum, in cells, that the solver tries: the clauses of a longer one would not fit the memory."""
_TOTALIZED = 64  # clauses of one kind: a longer merge is split
_CHUNK = 16  # candidates refuted at a time

Clause = list[int]
Unary = Sequence[int]
"""Variables, or their negations: "at least 1, 2, ... of these"; each implies the one before."""


class Backbone(NamedTuple):
    """The cells that a component forces: cell -> 1 (a mine) or 0 (safe).

    There are `undecided` cells only if the budget of propagations ran out. `layouts`: the mines of each
    layout that was met.
    """

    forced: dict[int, int]
    undecided: frozenset[int]
    layouts: tuple[frozenset[int], ...]


def backbone(component: Component, propagations: int = PROPAGATIONS) -> Backbone:
    """Every cell that is a mine, or safe, in all layouts of a component.

    Decides nothing if a sum is too long, or if the propagations run out before the first layout. Raises
    `Clash` if there is no layout.

    >>> from logicsweep.csp.model import Sum
    >>> backbone(Component(((1,), (2,), (3,)), (Sum((0, 1), 1), Sum((1, 2), 2)))).forced
    {1: 0, 2: 1, 3: 1}
    """
    nothing = Backbone({}, frozenset(component.cells), ())
    if _is_too_long(component):
        return nothing
    rows, clauses = formula(component)
    meant = dict[int, tuple[tuple[int, ...], int]]()
    for row, cells in zip(rows, component.groups, strict=True):
        meant |= {row[-1]: (cells, 1), -row[0]: (cells, 0)}
    with Solver(clauses, propagations) as solver:
        first = _find_layout(solver, component)
        if first is None:
            return nothing
        candidates = [literal for literal in meant if solver.holds(literal)]
        proven, unknown, layouts = _prove_literals(solver, component, candidates)
    forced = sorted([(cell, mine) for cells, mine in map(meant.__getitem__, proven) for cell in cells])
    left = frozenset([cell for literal in unknown for cell in meant[literal][0]])
    return Backbone(dict(forced), left, (first, *layouts))


def layout(component: Component, propagations: int = PROPAGATIONS) -> frozenset[int] | None:
    """The mines of one layout; None if `backbone` decides nothing. Raises `Clash` if there is no layout."""
    if _is_too_long(component):
        return None
    with Solver(formula(component)[1], propagations) as solver:
        return _find_layout(solver, component)


def _is_too_long(component: Component) -> bool:
    sizes = component.sizes
    return any(sum([sizes[group] for group in groups]) > LONGEST for groups, _ in component.sums)


def _find_layout(solver: Solver, component: Component) -> frozenset[int] | None:
    found = solver.solve()
    if found is False:
        raise Clash
    return _read_mines(solver, component) if found else None


def _read_mines(solver: Solver, component: Component) -> frozenset[int]:
    """The mines of the last model; a formula's first variables are the component's cells."""
    return frozenset([cell for cell, one in zip(component.cells, solver.model, strict=False) if one > 0])


def _prove_literals(
    solver: Solver, component: Component, candidates: list[int]
) -> tuple[list[int], list[int], list[frozenset[int]]]:
    """The candidates that every model satisfies, the undecided candidates, and the layouts met."""
    proven, layouts = list[int](), list[frozenset[int]]()
    solver.prefer([-literal for literal in candidates])
    while candidates:
        chunk = candidates[-_CHUNK:]
        found = solver.solve([solver.any_of([-literal for literal in chunk])])
        if found is None:
            break
        if found:
            candidates = [literal for literal in candidates if solver.holds(literal)]
            layouts.append(_read_mines(solver, component))
        else:
            del candidates[-len(chunk) :]
            proven += chunk
            solver.add([[literal] for literal in chunk])
    return proven, candidates, layouts


class Solver:
    """Clauses in a SAT solver; all answers share one budget of propagations."""

    def __init__(self, clauses: Sequence[Clause], propagations: int) -> None:
        """`propagations`: the budget for all answers together."""
        from pysat.solvers import Glucose4

        self._solver: Any = Glucose4(bootstrap_with=clauses)
        self.top = top_of(clauses)
        self.left = propagations
        self.model: list[int] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def add(self, clauses: Collection[Clause]) -> None:
        """Add clauses."""
        self.top = max(self.top, top_of(clauses))
        for clause in clauses:
            self._solver.add_clause(clause)

    def variables(self, count: int) -> list[int]:
        """Make new variables."""
        self.top += count
        return list(range(self.top - count + 1, self.top + 1))

    def any_of(self, literals: Sequence[int]) -> int:
        """A literal that, if assumed, requires one of these to hold."""
        if len(literals) == 1:
            return literals[0]
        (one,) = self.variables(1)
        self.add([[-one, *literals]])
        return one

    def count(self, literals: Sequence[int], most: int) -> Unary:
        """Variables "at least 1, 2, ... of these hold", up to `most`."""
        counts, clauses = _merge_rows([[one] for one in literals], most, self.top)
        self.add(clauses)
        return counts

    def require_between(self, literals: Sequence[int], low: int, high: int) -> None:
        """Require that `low` to `high` of these hold."""
        self.add(clauses_between([[one] for one in literals], low, high, self.top))

    def prefer(self, literals: Iterable[int]) -> None:
        """Try these first if the clauses leave a choice."""
        self._solver.set_phases(literals)

    def solve(self, assumed: Iterable[int] = (), most: int | None = None) -> bool | None:
        """Whether there is a model; None past the budget, or past `most` propagations."""
        if self.left <= 0:
            return None
        before = self._solver.accum_stats()["propagations"]
        self._solver.prop_budget(min(self.left, maxsize if most is None else most))
        found: bool | None = self._solver.solve_limited(assumptions=list(assumed))
        self.left -= self._solver.accum_stats()["propagations"] - before
        if found:
            self.model = self._solver.get_model()
        return found

    def holds(self, literal: int) -> bool:
        """Whether the last model has this literal."""
        return (self.model[abs(literal) - 1] > 0) == (literal > 0)


def formula(component: Component, guarded: bool = False) -> tuple[list[list[int]], list[Clause]]:
    """The variables of each group, and the clauses of a component.

    `guarded`: a sum must hold only if its guard does; the guards are one more row, one for each sum.
    """
    rows: list[list[int]] = []
    top = 0
    for size in (*component.sizes, *[len(component.sums)] * guarded):
        rows.append(list(range(top + 1, top + size + 1)))
        top += size
    guards = [[-guard] for guard in rows[-1]] if guarded else [[] for _ in component.sums]
    clauses = [[-more, fewer] for row in rows[: len(component.groups)] for fewer, more in pairwise(row)]
    for guard, (groups, need) in zip(guards, component.sums, strict=True):
        some = _require_exactly([rows[group] for group in groups], need, top)
        clauses += [guard + clause for clause in some]
        top = max(top, top_of(some))
    return rows, clauses


def _require_exactly(rows: Sequence[Sequence[int]], need: int, top: int) -> list[Clause]:
    """Clauses for exactly `need` mines in some groups; variables past `top` are new."""
    size = sum(map(len, rows))
    if not 0 <= need <= size:
        raise Clash
    if size <= _WRITTEN_OUT:
        return [*_write_out(rows, need, size)]
    return clauses_between(rows, need, need, top)


def _write_out(rows: Sequence[Sequence[int]], need: int, size: int) -> Iterator[Clause]:
    """Forbid one mine too many, and one safe cell too many, however the groups share them."""
    for choice in _list_choices(list(map(len, rows)), need + 1):
        yield [-row[mines - 1] for row, mines in zip(rows, choice, strict=True) if mines]
    for choice in _list_choices(list(map(len, rows)), size - need + 1):
        yield [row[len(row) - safe] for row, safe in zip(rows, choice, strict=True) if safe]


def _list_choices(sizes: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """Every way to take `total` cells from groups of these sizes."""
    if not sizes:
        if not total:
            yield ()
        return
    for first in range(min(sizes[0], total) + 1):
        for rest in _list_choices(sizes[1:], total - first):
            yield (first, *rest)


def clauses_between(rows: Sequence[Unary], low: int, high: int, top: int) -> list[Clause]:
    """Clauses for `low` to `high` mines in all rows together; variables past `top` are new."""
    size = sum(map(len, rows))
    if low + high > size:  # count the safe cells, which are fewer
        rows, low, high = [[-one for one in reversed(row)] for row in rows], size - high, size - low
    counts, clauses = _merge_rows(rows, high + 1, top)
    return [*clauses, *[[one] for one in counts[:low]], *[[-one] for one in counts[high:]]]


def _merge_rows(rows: Sequence[Unary], most: int, top: int) -> tuple[Unary, list[Clause]]:
    """Merge rows into one, up to "at least `most`"; return it and its clauses."""
    clauses, variables = list[Clause](), count(top + 1)
    while len(rows) > 1:
        pairs = zip_longest(rows[::2], rows[1::2], fillvalue=())
        rows = [_merge_pair(one, other, most, variables, clauses) for one, other in pairs]
    return [*chain.from_iterable(rows)], clauses


def _merge_pair(
    one: Unary, other: Unary, most: int, variables: Iterator[int], clauses: list[Clause]
) -> Unary:
    """Merge two rows into one, up to "at least `most`"."""
    size = min(len(one) + len(other), most)
    one, other = one[:most], other[:most]
    if not one or not other:
        return one or other
    if len(one) * len(other) <= _TOTALIZED:
        row = [next(variables) for _ in range(size)]
        for i, j in product(range(len(one) + 1), range(len(other) + 1)):
            if 0 < i + j <= size:
                clauses.append([*[-n for n in (*one[i - 1 : i], *other[j - 1 : j])], row[i + j - 1]])
            if i + j < size:
                clauses.append([*one[i : i + 1], *other[j : j + 1], -row[i + j]])
        return row
    even = _merge_pair(one[::2], other[::2], most // 2 + 1, variables, clauses)
    odd = _merge_pair(one[1::2], other[1::2], most // 2, variables, clauses)
    pairs = zip_longest([[n] for n in even[1:]], [[n] for n in odd], fillvalue=())
    return [even[0], *chain.from_iterable([_merge_pair(*pair, 2, variables, clauses) for pair in pairs])][
        :size
    ]


def top_of(clauses: Iterable[Clause]) -> int:
    """The highest variable in some clauses."""
    return max([abs(literal) for clause in clauses for literal in clause], default=0)
