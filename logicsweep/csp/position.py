"""One solved position: each answer is computed once, when it is first needed, and shared.

Components are settled first: counted at once, or after the SAT solver has removed the forced cells. The
solution, with or without the mine total, follows from the settled components.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from math import comb
from typing import NamedTuple, Self

from logicsweep.boards.board import COVERED, View, with_marks
from logicsweep.boards.names import extent
from logicsweep.boards.words import plural
from logicsweep.csp.elimination import ByMines, Table, best_order, mine_span, quick_order, tabulate, weigh
from logicsweep.csp.model import Component, Network, join, model, split_up
from logicsweep.csp.sat import Backbone, backbone
from logicsweep.csp.solution import ALWAYS, NEVER, SOLVERS, Counting, Missing, Risks, Solution, SolverName
from logicsweep.errors import Clash, InvalidInput, LimitReached, of_kind, whole_number
from logicsweep.kernel import (
    CLASH,
    MINED,
    NONE,
    NOT_FORCED,
    POSITIONS,
    PYTHON,
    SAFE_CELL,
    SOLVED,
    Backend,
    backend_for,
)
from logicsweep.work.progress import with_progress

STATES = 2_000_000
"""The default limit of states for the elimination of one component."""
AT_ONCE = 2_000
"""If the first order needs at most this number of states, no other is tried; most components take dozens."""
CSP_CHECKS = 500
"""The limit of sum checks by python-constraint for one component: some milliseconds."""
_MOST = 1 << 14  # cells: the kernel's memory for the mine total grows with their square
_KEPT = 1 << 12  # settled components: those of a large board, some kilobytes each


class Part(NamedTuple):
    """A component and its table; None if the component is too wide to count.

    `undecided` are then the cells that search did not decide, and `met` some possible numbers of mines.
    """

    component: Component
    table: Table | None
    undecided: tuple[int, ...] = ()
    met: frozenset[int] = frozenset()


class Settled(NamedTuple):
    """A settled component: the cells that its sums force (1: mine, 0: safe), and the parts left."""

    facts: dict[int, int]
    parts: tuple[Part, ...]


Count = Callable[[Component, bool, int], Table]
"""Counts a component, by mines or not, within a limit of states or checks: `search_first`, or one of its
ways."""


def search_first(component: Component, by_mines: bool, max_states: int) -> Table:
    """Count by python-constraint, or by elimination if that takes more than `CSP_CHECKS` checks of sums."""
    from logicsweep.csp.search import enumerate_layouts  # bulk counts without it

    try:
        return enumerate_layouts(component, by_mines, min(max_states, CSP_CHECKS))
    except LimitReached:
        return eliminate(component, by_mines, max_states)


def eliminate(component: Component, by_mines: bool, max_states: int) -> Table:
    """Count by elimination: along a quick order if that is narrow, else along the best of several."""
    try:
        return tabulate(component, quick_order(component), by_mines, min(max_states, AT_ONCE))
    except LimitReached:
        if max_states <= AT_ONCE:
            raise
        return tabulate(component, best_order(component), by_mines, max_states)


@lru_cache(_KEPT)
def settle(
    component: Component, by_mines: bool, max_states: int = STATES, count: Count = search_first
) -> Settled:
    """Count a component at once, or after the SAT solver has removed the forced cells.

    This function caches components, so a later position is solved only where it changed.
    """
    try:
        table = count(component, by_mines, min(max_states, AT_ONCE))
        return Settled({}, (Part(component, table),))
    except LimitReached:
        found = backbone(component)
    facts, parts = simplify(component, found.forced)
    return Settled(facts, tuple([_count_part(part, by_mines, max_states, count, found) for part in parts]))


def _count_part(component: Component, by_mines: bool, max_states: int, count: Count, found: Backbone) -> Part:
    try:
        return Part(component, count(component, by_mines, max_states))
    except LimitReached:
        cells = component.cells
        met = frozenset([len(layout.intersection(cells)) for layout in found.layouts])
        return Part(component, None, tuple([cell for cell in cells if cell in found.undecided]), met)


def simplify(component: Component, known: Mapping[int, int]) -> tuple[dict[int, int], tuple[Component, ...]]:
    """Substitute known cells (1: a mine, 0: safe), and compare the sums again."""
    facts = {cell: known[cell] for cell in component.cells if cell in known}
    needs = [need for _, need in component.sums]
    groups, sums_of = list[list[int]](), list[list[int]]()
    for cells, sums in zip(component.groups, component.sums_of(), strict=True):
        for number in sums:
            needs[number] -= sum([facts.get(cell, 0) for cell in cells])
        if left := [cell for cell in cells if cell not in facts]:
            groups.append(left)
            sums_of.append(sums)
    more, parts = split_up(groups, sums_of, needs)
    return facts | more, parts


@dataclass(frozen=True, repr=False)
class Position:
    """A view with its network, its settled components and its solutions, to share between questions.

    `trust_flags`: flags are mines, not claims. `max_states` limits the count of one component. `count` counts
    a component: as a constraint problem if it is small; bulk work uses `eliminate` alone. `backend` solves:
    plain Python or the kernel. `of` chooses it, and positions made from this one keep it.

    Each property or method raises `Clash` if it finds that there is no layout; `csp.clash` names the clues
    that clash.

    >>> position = Position(View.parse("01## 01## 01##"))
    >>> position
    <Position on 3 x 4: 6 covered cells>
    >>> position.solution().safe, position.solution().mines
    ((2, 10), (6,))
    """

    view: View
    trust_flags: bool = False
    max_states: int = STATES
    count: Count = search_first
    backend: Backend = field(default=PYTHON, compare=False)

    def __repr__(self) -> str:
        view = self.view
        total = "" if view.mine_total is None else f", {plural(view.mine_total, 'mine')}"
        flags = f", trusting {plural(len(view.flags), 'flag')}" if self.trust_flags else ""
        covered = plural(len(view.covered), "covered cell")
        return f"<Position on {extent(view.graph)}: {covered}{total}{flags}>"

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        """Pickle the question without the answers."""
        return type(self), (self.view, self.trust_flags, self.max_states, self.count)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.view, self.trust_flags, self.max_states, self.count))

    @classmethod
    def of(cls, view: View | Position, trust_flags: bool = False, max_states: int = STATES) -> Position:
        """The position of a view; returns a given position unchanged, with its own options.

        A new position takes the kernel if this process has loaded it.
        """
        of_kind("trust_flags", trust_flags, bool)
        if not isinstance(view, Position):
            return cls(view, trust_flags, max_states, backend=backend_for(POSITIONS, 0, None))
        if trust_flags > view.trust_flags or max_states not in (STATES, view.max_states):
            raise InvalidInput("position", "the options that it was made with", "others")
        return view

    def __post_init__(self) -> None:
        of_kind("view", self.view, View)
        of_kind("trust_flags", self.trust_flags, bool)
        whole_number("max_states", self.max_states, 0)

    @cached_property
    def network(self) -> Network:
        """The cells that cheap reasoning decides, and the components left to solve."""
        return model(self.trusted)

    def settle_components(self, total: bool) -> tuple[Settled, ...]:
        """The settled components in the network's order; with `total`, counted by their number of mines."""
        return tuple(
            [self.settle_as(one, total) for one in with_progress(self.network.components, "components")]
        )

    def settle_as(self, component: Component, total: bool) -> Settled:
        """Settle any component with the options of this position."""
        return settle(component, total, self.max_states, self.count)

    def solution(self, total: bool | None = None) -> Solution:
        """The solution, with or without the mine total (None: with it if the view has it).

        The kernel counts if `backend` says so and its numbers are exact. Otherwise what is not certain is
        counted when it is first read.
        """
        return self._total_solution if self.uses_total(total) else self._clue_solution

    @cached_property
    def _clue_solution(self) -> Solution:
        return _solve_in_kernel(self, False) or self.count_solution(False)

    @cached_property
    def _total_solution(self) -> Solution:
        return _solve_in_kernel(self, True) or self.count_solution(True)

    def count_solution(self, total: bool) -> Solution:
        """The same in plain Python, counted at once from the settled components.

        The total connects the components and the untouched cells through their numbers of mines. Without the
        total they are independent, and untouched cells are mines in half the layouts. Components with a fixed
        number of mines, or without a count, are not weighed. Raises `Clash` if the total fits no layout.
        """
        network, settled = self.network, self.settle_components(total)
        verdicts, untouched, missing = Verdicts(network, settled), network.untouched, list[Missing]()
        spare, layouts = (self.view.mine_total or 0) - len(verdicts.mines), 1
        varied, wide = [], []
        parts = [part for _, parts in settled for part in parts]
        for part in parts:
            if part.table is None:
                wide.append(part)
            elif len(part.table.layouts) > 1:
                varied.append((part.component, part.table))
            else:
                (k,) = part.table.layouts
                spare -= k
                layouts *= verdicts.table(part.component, part.table, {k: 1})
        if not total:
            missing = _list_missing({}, [part.component for part in wide], _list_undecided(wide))
            verdicts.risks.update(dict.fromkeys(untouched, _EVEN))
            layouts <<= len(untouched)
        elif wide:
            missing = _search_total(verdicts, varied, wide, untouched, spare)
        else:
            layouts *= _weigh_total(verdicts, varied, untouched, spare)
        searched = any(facts for facts, _ in settled) or bool(wide)
        solvers = _list_solvers({part.table.solver for part in parts if part.table}, searched)
        return verdicts.solution(self.view, total, None if missing else layouts, missing, solvers)

    def clear(self, cell: int) -> Iterator[Position]:
        """The positions after clearing a covered cell, one for each clue that it may show; some clash.

        Only the components that the cell touches are modelled again.

        >>> [after.solution().layouts for after in Position(View.parse("1## ###")).clear(4)]
        [2, 4, 2]
        """
        marks, seen = [*self.view.marks], self.view.graph.neighbours[cell]
        elsewhere, free, joined = _split_touched(self.network, {cell, *seen})
        groups, sums_of = list[list[int]](), list[list[int]]()
        for cells, sums in zip(joined.groups, joined.sums_of(), strict=True):
            beside = [one for one in cells if one in seen]
            others = [one for one in cells if one != cell and one not in seen]
            for some, own in ((beside, [*sums, len(joined.sums)]), (others, sums)):
                if some:
                    groups.append(some)
                    sums_of.append(own)
        needs, found = [need for _, need in joined.sums], len({*self.network.mines}.intersection(seen))
        for clue in range(len(seen) + 1):
            marks[cell] = clue
            with suppress(Clash):
                facts, parts = split_up(groups, sums_of, [*needs, clue - found])
                yield self._know_more(with_marks(self.view, marks), facts, (*elsewhere, *parts), free)

    def layouts_with(self, known: Mapping[int, int], total: bool) -> int | None:
        """The number of layouts with these known cells (1: a mine, 0: safe); None if too wide to count.

        >>> Position(View.parse("1## ###", mines=2)).layouts_with({1: 1, 5: 0}, total=True)
        1
        """
        elsewhere, free, joined = _split_touched(self.network, known.keys())
        with suppress(Clash):
            facts, parts = simplify(joined, known)
            return self._know_more(self.view, facts, (*elsewhere, *parts), free).count_solution(total).layouts
        return 0

    def _know_more(
        self, view: View, facts: Mapping[int, int], parts: tuple[Component, ...], free: tuple[int, ...]
    ) -> Position:
        """The position with more known cells, and with its network."""
        found = replace(self, view=view)
        safe, mines = ([cell for cell, mine in facts.items() if mine == kind] for kind in (0, 1))
        known = (*self.network.safe, *safe), (*self.network.mines, *mines)
        vars(found)["network"] = Network(*known, parts, free)
        return found

    def uses_total(self, total: bool | None) -> bool:
        """Whether to use the mine total: `total` itself, or if that is None, whether the view has it.

        Raises InvalidInput if `total` is True but the view has no mine total.
        """
        if total is not None:
            of_kind("total", total, bool)
        if total and self.view.mine_total is None:
            raise InvalidInput("mines", "a view with the mine total", "one without it")
        return self.view.mine_total is not None if total is None else total

    @cached_property
    def has_layout(self) -> bool:
        """Whether there is a layout; also True if the solver reaches its limits first.

        The mine total is solved only if quick bounds do not prove that it fits.
        """
        if self.view.mine_total is None or not self.holds(False):
            return self.holds(False)
        network, spans = self.network, [mine_span(component) for component in self.network.components]
        spare = self.view.mine_total - len(network.mines)
        high, low = sum([high for _, high in spans]), sum([low for low, _ in spans])
        return high <= spare <= low + len(network.untouched) or self.holds(True)

    def holds(self, total: bool) -> bool:
        """Whether there is a layout of the clues alone or, with `total`, of the clues and the mine total."""
        try:
            self.solution(total)
        except Clash:
            return False
        return True

    @cached_property
    def trusted(self) -> View:
        """The view with only the flags that count as mines: all of them, or none."""
        return self.view if self.trust_flags else self.view.without_flags()

    @property
    def flagged(self) -> tuple[int, ...]:
        """The flags that count as mines."""
        return self.trusted.flags

    @cached_property
    def unknown(self) -> tuple[int, ...]:
        """The covered cells other than `flagged`, ascending."""
        return tuple([cell for cell, mark in enumerate(self.trusted.marks) if mark == COVERED])


def _split_touched(
    network: Network, cells: Collection[int]
) -> tuple[list[Component], tuple[int, ...], Component]:
    """The components and untouched cells that these cells do not touch; the other ones as one component."""
    elsewhere = [one for one in network.components if not any(cell in cells for cell in one.cells)]
    touched = [one for one in network.components if any(cell in cells for cell in one.cells)]
    free = tuple([cell for cell in network.untouched if cell not in cells])
    return elsewhere, free, join(touched, tuple([cell for cell in network.untouched if cell in cells]), None)


def _solve_in_kernel(position: Position, total: bool) -> Solution | None:
    """The solution by the kernel if it is to find it and the position fits; else None."""
    view, cells = position.view, len(position.view.graph)
    has_defaults = position.count in (search_first, eliminate) and position.max_states == STATES
    if not position.backend.compiled or not has_defaults or cells > _MOST:
        return None
    from logicsweep.kernel.positions import solve_position

    marks = marks_in_bytes(view)
    if marks is None or not view.graph.fits_kernel:
        return None
    mines = min(view.mine_total or 0, cells + 1) if total else NONE
    status, verdicts, exact = solve_position(marks, mines, view.graph.neighbour_table, position.trust_flags)
    if status == CLASH:
        raise Clash
    if status != SOLVED:
        return None
    safe, mined = [tuple((verdicts == one).nonzero()[0].tolist()) for one in (SAFE_CELL, MINED)]

    def count() -> Counting:
        if exact is None:
            return position.count_solution(total).count()
        risks = dict.fromkeys(verdicts.nonzero()[0].tolist(), NEVER) | dict.fromkeys(mined, ALWAYS)
        left = (verdicts == NOT_FORCED).nonzero()[0]
        groups = exact.of_cell[left].tolist()
        own = list({*groups})
        shares = {
            group: Fraction(int(mined_ways), int(mined_ways + safe_ways))
            for group, (mined_ways, safe_ways) in zip(own, exact.met[own].tolist(), strict=True)
        }
        risks.update(zip(left.tolist(), map(shares.__getitem__, groups), strict=True))
        _, fixed, varied, unit, free, free_mines = map(int, exact.numbers.tolist())
        layouts = fixed * varied * comb(free, free_mines) // unit if total else fixed << free
        return Counting(Risks(view.graph, risks), layouts, (), lambda: position.count_solution(total).solvers)

    return Solution(safe, mined, total, view, count)


def marks_in_bytes(view: View) -> bytearray | None:
    """A view's marks as int8 for the kernel; None if a clue is too large."""
    try:
        return bytearray(struct.pack(f"{len(view.marks)}b", *view.marks))
    except struct.error:
        return None


_TOO_WIDE = "too wide to count within the budget"
_WEIGHED = "affected, through the mine total, by a component too wide to count"
_EVEN = Fraction(1, 2)


class Verdicts:
    """The cells decided so far and the risks of others, while a solution is built."""

    def __init__(self, network: Network, settled: Sequence[Settled]) -> None:
        """Start with the cells that propagation and the SAT solver found."""
        self.safe, self.mines = list(network.safe), list(network.mines)
        self.risks: dict[int, Fraction] = {}
        for facts, _ in settled:
            self.know(facts)

    def know(self, facts: Mapping[int, int]) -> None:
        """Note decided cells: 1 a mine, 0 safe."""
        for cell, mine in facts.items():
            (self.mines if mine else self.safe).append(cell)

    def group(self, cells: Iterable[int], mined: int, whole: int) -> None:
        """Note a group: `mined` / `whole` is the risk of each of its cells."""
        if not mined:
            self.safe.extend(cells)
        elif mined == whole:
            self.mines.extend(cells)
        else:
            self.risks.update(dict.fromkeys(cells, Fraction(mined, whole)))

    def table(self, component: Component, table: Table, weights: ByMines) -> int:
        """Note a counted component, with `weights[k]` for each layout with k mines; return their sum."""
        layouts = _sum_weights(table.layouts, weights)
        for cells, mined in zip(component.groups, table.mined, strict=True):
            self.group(cells, _sum_weights(mined, weights), layouts * len(cells))
        return layouts

    def solution(
        self,
        view: View,
        total: bool,
        layouts: int | None,
        missing: Iterable[Missing],
        solvers: tuple[SolverName, ...],
    ) -> Solution:
        """The solution from all that was noted."""
        risks = dict.fromkeys(self.safe, NEVER) | dict.fromkeys(self.mines, ALWAYS) | self.risks
        in_order = Risks(view.graph, dict(sorted(risks.items())))
        count = partial(Counting, in_order, layouts, tuple(missing), partial(tuple, solvers))
        return Solution(tuple(sorted(self.safe)), tuple(sorted(self.mines)), total, view, count)


def _list_solvers(counted: Collection[SolverName], searched: bool) -> tuple[SolverName, ...]:
    used = {*counted, "SAT"} if searched else {*counted}
    return tuple([solver for solver in SOLVERS if solver in used])


def _sum_weights(counts: ByMines, weights: ByMines) -> int:
    return sum([layouts * weights[k] for k, layouts in counts.items() if k in weights])


def _weigh_total(
    verdicts: Verdicts, varied: Sequence[tuple[Component, Table]], untouched: tuple[int, ...], spare: int
) -> int:
    """Weigh components and untouched cells that hold `spare` mines together; return the number of layouts."""
    weights = weigh([table.layouts for _, table in varied], len(untouched), spare)
    whole = sum(weights.untouched.values())
    if not whole:
        raise Clash
    for (component, table), own in zip(varied, weights.parts, strict=True):
        verdicts.table(component, table, own)
    mined = sum([k * layouts for k, layouts in weights.untouched.items()])
    verdicts.group(untouched, mined, whole * len(untouched))
    return whole * weights.unit


def _search_total(
    verdicts: Verdicts,
    varied: Sequence[tuple[Component, Table]],
    wide: Sequence[Part],
    untouched: tuple[int, ...],
    spare: int,
) -> list[Missing]:
    """Find forced cells if a component is too wide, so that the total cannot weigh any risk.

    If the other components allow every number of mines that a component may hold, only its own clues force
    its cells. If not, a search over all components, with the total as one more sum, finds the forced cells.
    """
    too_wide, counted = [part.component for part in wide], [component for component, _ in varied]
    known = {cell: mine for one in varied for cell, mine in forced_by_clues(*one).items()}
    undecided, tied = _list_undecided(wide), list[int]()
    may_hold = [*map(_list_mine_counts, wide), *[dict.fromkeys(table.layouts, 1) for _, table in varied]]
    free = dict.fromkeys(range(len(untouched) + 1), 1)
    *others, besides = weigh([*may_hold, free], 0, spare).parts
    for component, own, rest in zip([*too_wide, *counted], may_hold, others, strict=True):
        if own.keys() - rest.keys():
            tied += component.cells
    if not all(besides.keys() - {k} for k in (0, len(untouched))):
        tied += untouched
    if tied:
        more, left = _search_forced_cells(join([*too_wide, *counted], untouched, spare), known)
        known |= more
        undecided = left & undecided.union(tied)
    verdicts.know(known)
    weighed = join(counted, untouched, None)
    return _list_missing(known, too_wide, undecided) + _list_missing(known, [weighed], undecided, _WEIGHED)


def _list_undecided(parts: Iterable[Part]) -> set[int]:
    return {cell for part in parts for cell in part.undecided}


def _list_mine_counts(part: Part) -> ByMines:
    """The numbers of mines that a part may hold: 1 if the search met a layout with that number, else 0."""
    low, high = mine_span(part.component)
    return dict.fromkeys(range(low, high + 1), 0) | dict.fromkeys(part.met, 1)


def _search_forced_cells(joined: Component, known: Mapping[int, int]) -> tuple[dict[int, int], set[int]]:
    """The cells that a search proves forced, and those that it leaves undecided."""
    facts, rest = simplify(joined, known)
    undecided = set[int]()
    for found in map(backbone, rest):
        facts |= found.forced
        undecided |= found.undecided
    return facts, undecided


def _list_missing(
    known: Mapping[int, int], parts: Sequence[Component], undecided: Collection[int], reason: str = _TOO_WIDE
) -> list[Missing]:
    """The missing risks in these parts: those of all cells that are not known."""
    left = [tuple(sorted([cell for cell in part.cells if cell not in known])) for part in parts]
    return [Missing(cells, tuple([c for c in cells if c in undecided]), reason) for cells in left if cells]


def forced_by_clues(component: Component, table: Table) -> dict[int, int]:
    """The cells that a counted component's sums force without the mine total."""
    whole, facts = sum(table.layouts.values()), dict[int, int]()
    for cells, mined in zip(component.groups, table.mined, strict=True):
        often = sum(mined.values())
        if often in (0, whole * len(cells)):
            facts |= dict.fromkeys(cells, int(often > 0))
    return facts
