"""Two layouts that differ at a cell: any two, two that differ in the fewest cells, and what tells them apart.

A SAT solver finds the closest two, *twins*, in one search over the cells that are not forced: every row holds
in both layouts, and a totalizer counts the differences. Cells that touch no clue are all alike: two of them
trade a mine. The clue of a safe cell would decide a cell exactly if no two layouts that differ at the cell
give this clue the same number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress

from logicsweep.boards.board import SAFE, View
from logicsweep.boards.cells import CellGraph, CellLike, find_reached, rings
from logicsweep.csp.model import Component, Sum, join
from logicsweep.csp.position import Part, Position, Settled
from logicsweep.csp.sat import LONGEST, Solver, layout
from logicsweep.csp.solution import Verdict
from logicsweep.csp.solve import find_solution, require_covered
from logicsweep.errors import Clash, InvalidInput, LimitReached, describe
from logicsweep.reasons.known import Known
from logicsweep.reasons.reason import BothWays

_MOST = 12  # the most cells in which twins may differ, with the mine total each way
_NEAREST = 10  # steps from the cell within which the search first tries differences
_ALLOWED = 20_000_000  # propagations for one question: some seconds at most


def both_ways(view: View | Position, cell: CellLike, *, total: bool | None = None) -> BothWays | None:
    """Why a covered cell is not forced: a layout with a mine there and one without; None if it is forced.

    `total`: with exactly the mine total (None: if the view has it). Raises `LimitReached` if the search for a
    layout does not end, `Contradiction` if there is none at all, and InvalidInput for a cell that is not
    covered.

    >>> both_ways(View.parse('#1#'), "r1c1")
    <BothWays 0: risk 1/2 (50%), layouts with 1 and 1 mines>
    """
    position = Position.of(view)
    index = require_covered(position, cell)
    solution = find_solution(position, total)
    if solution.verdict(index) is not None:
        return None
    safe = counter_layout(position, index, "safe", total=total)
    mine = counter_layout(position, index, "mine", total=total)
    return None if safe is None or mine is None else BothWays(index, safe, mine, solution.risks.get(index))


def twin_layouts(view: View | Position, cell: CellLike, *, total: bool | None = None) -> BothWays | None:
    """Two such layouts that differ in the fewest cells; ties go to a pair that differs near the cell.

    Raises as `both_ways` does, and `LimitReached` also if any two differ in more than a dozen cells.

    >>> twin_layouts(View.parse("#1## ####"), "r1c1").differ
    (0, 4)
    """
    position = Position.of(view)
    found = both_ways(position, cell, total=total)
    return found and twins_of(Known.of(position, position.uses_total(total)), found)


def counter_layout(
    view: View | Position, cell: CellLike, verdict: Verdict, *, total: bool | None = None
) -> frozenset[int] | None:
    """The mines of a layout of the view in which a covered cell is "safe" or a "mine"; None without one.

    Such a layout disproves a claim: a cell is not certainly safe if a layout has a mine in it. Options and
    errors are those of `both_ways`.

    >>> sorted(counter_layout(View.parse('#2##'), "r1c4", "mine"))
    [0, 2, 3]
    """
    position = Position.of(view)
    index = require_covered(position, cell)
    if verdict not in ("safe", "mine"):
        raise InvalidInput("verdict", "'safe' or 'mine'", describe(verdict))
    with suppress(Clash):
        found = _find_layout_with(position, index, int(verdict == "mine"), position.uses_total(total))
        if found is not None:
            return found
    find_solution(position, total)  # is there another layout at all?
    return None


# --- any layout ---------------------------------------------------------------------------------------------


def _find_layout_with(position: Position, cell: int, mine: int, total: bool) -> frozenset[int] | None:
    """Find a layout with the cell pinned; settle anew only the component that holds it."""
    network, settled = position.network, list(position.settle_components(total))
    if cell in (network.safe if mine else network.mines):
        return None
    mines, free = [*network.mines], network.untouched
    if cell in free:
        mines, free = mines + [cell] * mine, tuple([one for one in free if one != cell])
    for number, component in enumerate(network.components):
        if cell in component.cells:
            fixed = pin(component, cell, mine)
            wide = any(part.table is None for part in settled[number].parts)
            settled[number] = Settled({}, (Part(fixed, None),)) if wide else position.settle_as(fixed, total)
    mines += [cell for facts, _ in settled for cell, mine in facts.items() if mine]
    left = position.view.mine_total - len(mines) if total and position.view.mine_total is not None else None
    found = _find_layout([part for _, parts in settled for part in parts], free, left)
    return None if found is None else frozenset(mines + found)


def pin(component: Component, cell: int, mine: int) -> Component:
    """The component with one more sum that makes one of its cells a mine (1) or safe (0).

    >>> pin(Component(((4, 5),), (Sum((0,), 1),)), 5, 0)
    Component(groups=((4,), (5,)), sums=(Sum(groups=(0, 1), need=1), Sum(groups=(1,), need=0)))
    """
    groups, sums = list(component.groups), list(component.sums)
    number = alone = next(number for number, group in enumerate(groups) if cell in group)
    if len(groups[number]) > 1:
        alone = len(groups)
        groups[number] = tuple([one for one in groups[number] if one != cell])
        groups.append((cell,))
        sums = [Sum((*own, alone) if number in own else own, need) for own, need in sums]
    return Component(tuple(groups), (*sums, Sum((alone,), mine)))


def _find_layout(parts: Sequence[Part], free: tuple[int, ...], left: int | None) -> list[int] | None:
    """The mines of one layout: `left` mines in these parts and the free cells; None without one."""
    wide = [part.component for part in parts if part.table is None]
    tables = [(part.component, part.table.layouts) for part in parts if part.table]
    alone = _search_layout(join(wide, (), None)) if wide else []
    if alone is None:
        return None
    counts: Sequence[int | None] = [None] * len(tables)
    more: tuple[int, ...] = ()
    if left is not None:
        shares = _share_mines([list(layouts) for _, layouts in tables], len(free), left - len(alone))
        if shares is None:  # the total does not fit this layout: search all parts at once
            return _search_layout(join([part.component for part in parts], free, left)) if wide else None
        counts, more = shares, free[: left - len(alone) - sum(shares)]
    counted = [_find_first_layout(component, k) for (component, _), k in zip(tables, counts, strict=True)]
    return [*alone, *more, *[cell for mines in counted for cell in mines]]


def _share_mines(possible: Sequence[Sequence[int]], free: int, left: int) -> list[int] | None:
    """Share out the mines left: how many each part holds, so that the free cells can hold the rest."""
    sums = [{0}]
    for counts in possible:
        sums.append({low + k for low in sums[-1] for k in counts})
    fits = [k for k in sums[-1] if 0 <= left - k <= free]
    if not fits:
        return None
    most, chosen = min(fits), list[int]()
    for counts, before in zip(reversed(possible), reversed(sums[:-1]), strict=True):
        chosen.append(next(k for k in counts if most - k in before))
        most -= chosen[-1]
    return chosen[::-1]


def _find_first_layout(component: Component, mines: int | None) -> list[int]:
    """A layout that is known to exist: by backtracking, or if that takes long, by the SAT solver."""
    from logicsweep.csp.search import layouts

    try:
        groups = zip(component.groups, next(layouts(component, mines)), strict=True)
        return [cell for cells, count in groups for cell in cells[:count]]
    except LimitReached:
        found = _search_layout(join([component], (), mines))
        assert found is not None
        return found


def _search_layout(component: Component) -> list[int] | None:
    try:
        found = layout(component)
    except Clash:
        return None
    if found is None:
        raise LimitReached
    return [*found]


# --- the closest two ----------------------------------------------------------------------------------------


def twins_of(known: Known, found: BothWays) -> BothWays:
    """The closest two layouts that differ at a cell, from any two."""
    cell, safe = found.cell, found.safe
    if beside := _find_trading_cells(known, cell, safe).intersection(known.view.graph.neighbours[cell]):
        other = min(beside & safe or beside)
        moved = other if other in safe else min(safe & known.lonely)
        rest = safe - {moved}
        return found._replace(safe=rest | {other}, mine=rest | {cell})
    pair = _Pair(known, cell)
    with pair.solver:
        first, second = pair.find_closest(safe)
    return found._replace(safe=first, mine=second)


def find_telling_cells(known: Known, found: BothWays, others: Collection[int] = ()) -> tuple[int, ...]:
    """The safe cells near a cell whose clue would decide it, from any two layouts that differ there.

    Near: at most two steps away, or beside one of `others`, the cells in which its twins differ. Safe: known
    or forced to be. The clue is not known, but no two layouts that differ at the cell give it the same
    number. Raises `LimitReached` if the search does not end.

    >>> position = Position(View.parse("#1#?"))
    >>> find_telling_cells(Known.of(position, False), both_ways(position, 0), others=[0, 2])
    (3,)
    """
    cell, safe = found.cell, found.safe
    trading, left, tell = _find_trading_cells(known, cell, safe), _ALLOWED, list[int]()
    for near in safe_near(known, cell, others):
        seen = trading.intersection(known.view.graph.neighbours[near])
        if seen - {cell} if cell in known.view.graph.neighbours[near] else trading - seen - {cell}:
            continue  # the cell and another trade a mine, and this clue stays as it is
        tells, left = _tells(known, cell, near, left)
        tell += [near] * tells
    return tuple(tell)


def _find_trading_cells(known: Known, cell: int, safe: frozenset[int]) -> frozenset[int]:
    """The cells with which a cell can trade a mine: those that touch no clue, if it is one of them."""
    able = known.total is not None and cell in known.lonely and not safe.isdisjoint(known.lonely)
    return known.lonely if able else frozenset()


def safe_near(known: Known, cell: int, others: Collection[int]) -> list[int]:
    """The safe cells without a known clue at most two steps from a cell, or beside others."""
    around = known.view.graph.neighbours
    near = {far for one in (*around[cell], *others) for far in (one, *around[one])} - {cell}
    return sorted([one for one in near if known.view.marks[one] == SAFE or known.forced.get(one, 0) < 0])


def _tells(known: Known, cell: int, near: int, propagations: int) -> tuple[bool, int]:
    """Whether no two layouts that differ at a cell give another the same clue; and the budget left."""
    seen = [one for one in known.view.graph.neighbours[near] if known.forced.get(one) == 0]
    pair = _Pair(known, cell, seen, propagations)
    with pair.solver:
        pair.require_same_clue(seen)
        return not pair.exists(), pair.solver.left


class _Pair:
    """Two layouts as clauses in a solver, one with a cell safe, the other with a mine there.

    Cells that touch no clue are all alike. With the mine total, at most `_MOST` of them are in the clauses;
    the others, `spare`, hold the remaining mines in both layouts. That loses no closest pair, since in such a
    pair these cells differ one way only.
    """

    def __init__(
        self, known: Known, cell: int, others: Sequence[int] = (), propagations: int = _ALLOWED
    ) -> None:
        """`others`: other cells in question; `propagations`: the budget."""
        self.known, self.cell = known, cell
        reached = _list_tied_cells(known, [cell, *others])
        lonely = known.lonely.intersection(reached) - {cell, *others}
        self.far = _measure_distances(known.view.graph, cell, lonely if len(lonely) > _MOST else ())
        near = sorted(lonely, key=lambda one: (self._distance_to(one), one))[:_MOST]
        self.spare = sorted(lonely.difference(near)) if known.total is not None else []
        self.tied = sorted({*reached}.difference(self.spare))
        if len(self.tied) > LONGEST:
            raise LimitReached
        self.solver = Solver([], propagations)
        self.first, self.second, self.differs = (
            dict(zip(self.tied, self.solver.variables(len(self.tied)), strict=True)) for _ in range(3)
        )
        for one, differs in self.differs.items():
            a, b = self.first[one], self.second[one]
            self.solver.add([[-a, b, differs], [a, -b, differs]])
        self.solver.add([[-self.first[cell]], [self.second[cell]]])
        for cells, need in _list_rows(known, self.tied):
            for literals in (self.first, self.second):
                self.solver.require_between([literals[one] for one in cells], need, need)

    def require_same_clue(self, cells: Sequence[int]) -> None:
        """Require that both layouts have the same number of mines in these cells."""
        more, less = [self.first[cell] for cell in cells], [-self.second[cell] for cell in cells]
        self.solver.require_between([*more, *less], len(cells), len(cells))

    def exists(self) -> bool:
        """Whether there is such a pair; both layouts have the mine total, if it is used."""
        if self.known.total is not None:
            self._require_total(self.first)
            self._require_total(self.second)
        return self._solve([])

    def find_closest(self, near: frozenset[int]) -> tuple[frozenset[int], frozenset[int]]:
        """The pair that differs in the fewest cells; `near` is a layout to try first, and to fill up from."""
        self.solver.prefer([one if cell in near else -one for cell, one in self.first.items()])
        totalled = self.known.total is None
        for bound in self._list_bounds():
            while self._solve(bound):
                if totalled:
                    found = self._find_nearest(bound, set(self.solver.model))
                    return self._read_layouts(found, near.difference(self.tied, self.spare))
                # closest with the same number of mines in both; now with the mine total
                self._require_total(self.first)
                totalled = True
        raise LimitReached

    def _find_nearest(self, bound: list[int], found: set[int]) -> set[int]:
        """The pair within a bound that differs nearest to the cell, as the literals that hold."""
        far = max([self._distance_to(cell) for cell, differs in self.differs.items() if differs in found])
        with suppress(LimitReached):
            for steps in range(1, min(far, _NEAREST)):
                same = [-differs for cell, differs in self.differs.items() if self._distance_to(cell) > steps]
                if self._solve([*bound, *same]):
                    return set(self.solver.model)
        return found

    def _list_bounds(self) -> Iterator[list[int]]:
        """Literals to assume for differences in at most one cell, two cells, and so on.

        With the mine total both layouts have equally many mines of their own: it is enough to bound these.
        """
        if self.known.total is None:
            differ = self.solver.count([*self.differs.values()], _MOST)
            yield from ([-count] for count in differ[1:])
            yield from [[]] * (len(differ) == len(self.tied))
            return
        both = [*zip(self.first.values(), self.second.values(), strict=True)]
        more, less = (
            self.solver.count([self._make_only_variable(*one[::way]) for one in both], _MOST)
            for way in (1, -1)
        )
        for one, other in zip(more, less, strict=True):
            self.solver.add([[-one, other], [one, -other]])
        yield from ([-count] for count in more[1:])

    def _make_only_variable(self, a: int, b: int) -> int:
        """A variable that says that a cell is a mine in only one layout."""
        (only,) = self.solver.variables(1)
        self.solver.add([[-a, b, only], [-only, a], [-only, -b]])
        return only

    def _require_total(self, layout: Mapping[int, int]) -> None:
        """Require that a layout holds all mines, up to those that the spare cells can hold."""
        literals, most = [*layout.values()], self._count_left()
        self.solver.require_between(literals, max(0, most - len(self.spare)), min(most, len(literals)))

    def _count_left(self) -> int:
        return (self.known.total or 0) - len([cell for cell, way in self.known.forced.items() if way > 0])

    def _read_layouts(self, held: set[int], others: frozenset[int]) -> tuple[frozenset[int], frozenset[int]]:
        """The mines of both layouts from the literals that hold, and the mines of all other cells."""
        safe, mine = ({c for c, one in own.items() if one in held} for own in (self.first, self.second))
        spare = self.spare[: self._count_left() - len(safe)] if self.spare else []
        return others.union(safe, spare), others.union(mine, spare)

    def _solve(self, assumed: Sequence[int]) -> bool:
        found = self.solver.solve(assumed)
        if found is None:
            raise LimitReached
        return found

    def _distance_to(self, cell: int) -> int:
        return self.far.get(cell, len(self.known.view.graph))


def _measure_distances(graph: CellGraph, cell: int, some: Collection[int]) -> dict[int, int]:
    """The steps from a cell to others: to those near it, and until enough of `some` are met."""
    far: dict[int, int] = {}
    met = 0
    for steps, ring in enumerate(rings(cell, graph.neighbours.__getitem__)):
        if steps > _NEAREST + 1 and not (some and met < _MOST):
            break
        far.update(dict.fromkeys(ring, steps))
        met += len([other for other in ring if other in some])
    return far


def _list_tied_cells(known: Known, cells: Sequence[int]) -> list[int]:
    """The undecided cells that chains of rows tie to these cells; all, if the total is a row."""
    if known.total is not None:
        return [one for one, way in known.forced.items() if not way]
    return sorted(find_reached(cells, lambda one: [c for c in known.find_tied(one) if not known.forced[c]]))


def _list_rows(known: Known, among: Collection[int]) -> Iterator[tuple[list[int], int]]:
    """The rows of some undecided cells without their forced cells; not the mine total."""
    rows = dict.fromkeys([row for cell in among for row in known.clues(cell)])
    for row in rows:
        cells = known.cells(row)
        forced = len([cell for cell in cells if known.forced[cell] > 0])
        yield [cell for cell in cells if not known.forced[cell]], known.need(row) - forced
