"""One solved position: what solving a view finds is made once, when it is first needed, and shared.

A component is settled first: counted at once, or after the SAT solver took out what is forced. From settled
components follows what all layouts agree on, with the mine total or without it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from typing import NamedTuple, Self

from logicsweep.boards.board import COVERED, View, remarked
from logicsweep.boards.names import extent
from logicsweep.boards.words import plural
from logicsweep.csp.elimination import ByMines, Table, best_order, mine_span, quick_order, tabulate, weigh
from logicsweep.csp.model import Component, Network, join, model, split_up
from logicsweep.csp.sat import Backbone, backbone
from logicsweep.csp.solution import ALWAYS, NEVER, Counting, Missing, Risks, Solution
from logicsweep.errors import Clash, InvalidInput, LimitReached, of_kind, whole_number
from logicsweep.kernel import CLASH, NONE, POSITIONS, SOLVED, at_hand
from logicsweep.work.progress import paced

STATES = 2_000_000
"""States that the elimination of one component may meet, unless a caller says otherwise."""
AT_ONCE = 2_000
"""States within which the first order will do: ordinary components take dozens."""
_MOST = 1 << 14  # cells: the kernel's memory for the mine total grows with their square
_KEPT = 1 << 12  # settled components: those of a large board, some kilobytes each


class Part(NamedTuple):
    """A component and its table; without one it was too wide.

    Then `undecided` are the cells that search left open, and `met` some of the numbers of mines that it can
    hold.
    """

    component: Component
    table: Table | None
    undecided: tuple[int, ...] = ()
    met: frozenset[int] = frozenset()


class Settled(NamedTuple):
    """What a component comes to: cells that its sums force (1: mine, 0: safe), and the parts left."""

    facts: dict[int, int]
    parts: tuple[Part, ...]


Count = Callable[[Component, bool, int], Table]
"""Counts a component, by mines or not, within so many states: `eliminate`, or `search.enumerate_layouts`."""


def eliminate(component: Component, by_mines: bool, states: int) -> Table:
    """Count by elimination: along a quick order while that is narrow, else along the best of several."""
    try:
        return tabulate(component, quick_order(component), by_mines, min(states, AT_ONCE))
    except LimitReached:
        if states <= AT_ONCE:
            raise
        return tabulate(component, best_order(component), by_mines, states)


@lru_cache(_KEPT)
def settle(component: Component, by_mines: bool, states: int = STATES, count: Count = eliminate) -> Settled:
    """What a component comes to: counted at once, or after the SAT solver took out what is forced.

    The last components are kept, so that a later position is solved only where it changed.
    """
    try:
        table = count(component, by_mines, min(states, AT_ONCE))
        return Settled({}, (Part(component, table),))
    except LimitReached:
        found = backbone(component)
    facts, parts = simplify(component, found.forced)
    return Settled(facts, tuple([_count_part(part, by_mines, states, count, found) for part in parts]))


def _count_part(component: Component, by_mines: bool, states: int, count: Count, found: Backbone) -> Part:
    try:
        return Part(component, count(component, by_mines, states))
    except LimitReached:
        cells = component.cells
        met = frozenset([len(layout.intersection(cells)) for layout in found.layouts])
        return Part(component, None, tuple([cell for cell in cells if cell in found.open]), met)


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
    """A view with its network, its settled components and its solutions, for all who ask about it.

    `trust_flags`: flags are mines, not claims. `states` bounds the count of one component. `count` is the
    way to count one; `search.enumerate_layouts` is another.

    Each part raises `Clash` where it shows that there is no layout; `csp.clash` makes it an error that
    names what clashes.

    >>> position = Position(View.parse("01## 01## 01##"))
    >>> position
    <Position on 3 x 4: 6 covered cells>
    >>> position.solution().safe, position.solution().mines
    ((2, 10), (6,))
    """

    view: View
    trust_flags: bool = False
    states: int = STATES
    count: Count = eliminate

    def __repr__(self) -> str:
        view = self.view
        total = "" if view.mines is None else f", {plural(view.mines, 'mine')}"
        flags = f", trusting {plural(len(view.flags), 'flag')}" if self.trust_flags else ""
        covered = plural(len(view.covered), "covered cell")
        return f"<Position on {extent(view.graph)}: {covered}{total}{flags}>"

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        """A pickle holds the question alone, not what was found."""
        return type(self), (self.view, self.trust_flags, self.states, self.count)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.view, self.trust_flags, self.states, self.count))

    @classmethod
    def of(cls, view: View | Position, trust_flags: bool = False, states: int = STATES) -> Position:
        """The position of a view, or a position as it is, with the options that it was made with."""
        of_kind("trust_flags", trust_flags, bool)
        if not isinstance(view, Position):
            return cls(view, trust_flags, states)
        if trust_flags > view.trust_flags or states not in (STATES, view.states):
            raise InvalidInput("position", "no other options than those it was made with", "other ones")
        return view

    def __post_init__(self) -> None:
        of_kind("view", self.view, View)
        of_kind("trust_flags", self.trust_flags, bool)
        whole_number("states", self.states, 0)

    @cached_property
    def network(self) -> Network:
        """What cheap reasoning finds, and the components that it leaves."""
        return model(self.trusted)

    def settled(self, total: bool) -> tuple[Settled, ...]:
        """The components settled, in the network's order; with `total`, counted by their number of mines."""
        components = paced(self.network.components, "components")
        return tuple([self.settle_as(one, total) for one in components])

    def settle_as(self, component: Component, total: bool) -> Settled:
        """Any component, settled as this position's own are."""
        return settle(component, total, self.states, self.count)

    def solution(self, total: bool | None = None) -> Solution:
        """What the clues say, with the mine total or not; None: with it where the view tells it.

        Where the kernel is loaded in this process it finds the forced cells, and all else is counted when it
        is first read.
        """
        return self._total_solution if self.uses_total(total) else self._clue_solution

    @cached_property
    def _clue_solution(self) -> Solution:
        return _solve_in_kernel(self, False) or self.by_counting(False)

    @cached_property
    def _total_solution(self) -> Solution:
        return _solve_in_kernel(self, True) or self.by_counting(True)

    def by_counting(self, total: bool) -> Solution:
        """The same in plain Python, counted at once: what the components come to, put together.

        The total ties them and the untouched cells together through how many mines each holds; without it
        they have nothing to do with each other, and untouched cells are mines in half the layouts. Nothing
        else weighs a component whose number of mines is certain, or was not counted. Raises `Clash` when the
        total fits no layout.
        """
        network, settled = self.network, self.settled(total)
        verdicts, untouched, missing = Verdicts(network, settled), network.untouched, list[Missing]()
        spare, layouts = (self.view.mines or 0) - len(verdicts.mines), 1
        varied, wide = [], []
        for part in [part for _, parts in settled for part in parts]:
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
        return verdicts.solution(self.view, total, None if missing else layouts, missing)

    def cleared(self, cell: int) -> Iterator[Position]:
        """The position once a covered cell is cleared, for each clue that the cell may show; some clash.

        Only what the cell touches is modelled anew.

        >>> [after.solution().layouts for after in Position(View.parse("1## ###")).cleared(4)]
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
                yield self._know_more(remarked(self.view, marks), facts, (*elsewhere, *parts), free)

    def layouts_with(self, known: Mapping[int, int], total: bool) -> int | None:
        """How many layouts have some open cells so: 1 a mine, 0 safe; None where that is too wide to count.

        >>> Position(View.parse("1## ###", mines=2)).layouts_with({1: 1, 5: 0}, total=True)
        1
        """
        elsewhere, free, joined = _split_touched(self.network, known.keys())
        with suppress(Clash):
            facts, parts = simplify(joined, known)
            return self._know_more(self.view, facts, (*elsewhere, *parts), free).by_counting(total).layouts
        return 0

    def _know_more(
        self, view: View, facts: Mapping[int, int], parts: tuple[Component, ...], free: tuple[int, ...]
    ) -> Position:
        """A position of which more is known: its network is given."""
        found = replace(self, view=view)
        safe, mines = ([cell for cell, mine in facts.items() if mine == kind] for kind in (0, 1))
        known = (*self.network.safe, *safe), (*self.network.mines, *mines)
        vars(found)["network"] = Network(*known, parts, free)
        return found

    def uses_total(self, total: bool | None) -> bool:
        """`total` itself; where it is None, whether the view tells the mine total.

        Raises InvalidInput where the total is to be used but not told.
        """
        if total is not None:
            of_kind("total", total, bool)
        if total and self.view.mines is None:
            raise InvalidInput("mines", "a view that tells the mine total", "one that does not")
        return self.view.mines is not None if total is None else total

    @cached_property
    def has_layout(self) -> bool:
        """Whether any layout fits; True too where the solver's limits end before that is told.

        The clues are solved, and the mine total besides where it does not plainly fit all that they allow.
        """
        if self.view.mines is None or not self.holds(False):
            return self.holds(False)
        low, high = _span_of(self.network.components)
        spare = self.view.mines - len(self.network.mines)
        return high <= spare <= low + len(self.network.untouched) or self.holds(True)

    def holds(self, total: bool) -> bool:
        """The same of the clues alone, or of the clues and the mine total."""
        try:
            self.solution(total)
        except Clash:
            return False
        return True

    @cached_property
    def trusted(self) -> View:
        """The view with the flags that are mines: all of them, or none."""
        return self.view if self.trust_flags else self.view.without_flags()

    @property
    def flagged(self) -> tuple[int, ...]:
        """The flags that are mines."""
        return self.trusted.flags

    @cached_property
    def unknown(self) -> tuple[int, ...]:
        """The covered cells that are not flagged as mines, ascending."""
        return tuple([cell for cell, mark in enumerate(self.trusted.marks) if mark == COVERED])


def _split_touched(
    network: Network, cells: Collection[int]
) -> tuple[list[Component], tuple[int, ...], Component]:
    """The components and untouched cells that some cells leave as they are; all others as one component."""
    elsewhere = [one for one in network.components if not any(cell in cells for cell in one.cells)]
    touched = [one for one in network.components if any(cell in cells for cell in one.cells)]
    free = tuple([cell for cell in network.untouched if cell not in cells])
    return elsewhere, free, join(touched, tuple([cell for cell in network.untouched if cell in cells]), None)


def _solve_in_kernel(position: Position, total: bool) -> Solution | None:
    """The forced cells by the kernel, where it is at hand and has room; else None."""
    view, cells = position.view, len(position.view.graph)
    as_ever = (position.count, position.states) == (eliminate, STATES)
    if not as_ever or cells > _MOST or not at_hand(POSITIONS):
        return None
    from logicsweep.kernel.positions import solve_position

    marks = marks_in_bytes(view)
    if marks is None or not view.graph.fits_kernel:
        return None
    around, mines = view.graph.neighbour_table, min(view.mines or 0, cells + 1) if total else NONE
    status, safe, mined = solve_position(marks, mines, around, position.trust_flags)
    if status == CLASH:
        raise Clash
    if status != SOLVED:
        return None
    return Solution(safe, mined, total, view, lambda: position.by_counting(total).count())


def marks_in_bytes(view: View) -> bytearray | None:
    """A view's marks as the kernel reads them, int8; None where a clue is too large."""
    try:
        return bytearray(struct.pack(f"{len(view.marks)}b", *view.marks))
    except struct.error:
        return None


_TOO_WIDE = "too wide to count within the budget"
_WEIGHED = "weighed, through the mine total, by a component too wide to count"
_EVEN = Fraction(1, 2)


class Verdicts:
    """Cells decided so far and the risks of others, while a solution is put together."""

    def __init__(self, network: Network, settled: Sequence[Settled]) -> None:
        """What propagation and the SAT solver found."""
        self.safe, self.mines = list(network.safe), list(network.mines)
        self.risks: dict[int, Fraction] = {}
        for facts, _ in settled:
            self.know(facts)

    def know(self, facts: Mapping[int, int]) -> None:
        """Note cells that are decided: 1 a mine, 0 safe."""
        for cell, mine in facts.items():
            (self.mines if mine else self.safe).append(cell)

    def group(self, cells: Iterable[int], mined: int, whole: int) -> None:
        """Note a group: `mined` of `whole` is how often its cells are mines, both exact counts."""
        if not mined:
            self.safe.extend(cells)
        elif mined == whole:
            self.mines.extend(cells)
        else:
            self.risks.update(dict.fromkeys(cells, Fraction(mined, whole)))

    def table(self, component: Component, table: Table, weights: ByMines) -> int:
        """Note a counted component whose layouts with k mines weigh `weights[k]`; their weight in all."""
        layouts = _sum_weights(table.layouts, weights)
        for cells, mined in zip(component.groups, table.mined, strict=True):
            self.group(cells, _sum_weights(mined, weights), layouts * len(cells))
        return layouts

    def solution(self, view: View, total: bool, layouts: int | None, missing: Iterable[Missing]) -> Solution:
        """All that was noted, as a value."""
        risks = dict.fromkeys(self.safe, NEVER) | dict.fromkeys(self.mines, ALWAYS) | self.risks
        count = partial(Counting, Risks(view.graph, risks), layouts, tuple(missing))
        return Solution(tuple(sorted(self.safe)), tuple(sorted(self.mines)), total, view, count)


def _sum_weights(counts: ByMines, weights: ByMines) -> int:
    return sum([layouts * weights[k] for k, layouts in counts.items() if k in weights])


def _weigh_total(
    verdicts: Verdicts, varied: Sequence[tuple[Component, Table]], untouched: tuple[int, ...], spare: int
) -> int:
    """Weigh the numbers of mines of components and untouched cells, with `spare` in all: the layouts."""
    weights = weigh([table.layouts for _, table in varied], len(untouched), spare)
    whole = sum(weights.untouched.values())
    if not whole:
        raise Clash
    for (component, table), own in zip(varied, weights.parts, strict=True):
        verdicts.table(component, table, own)
    mined = sum([k * layouts for k, layouts in weights.untouched.items()])
    verdicts.group(untouched, mined, whole * len(untouched))
    return whole * weights.unit


def _span_of(components: Iterable[Component]) -> tuple[int, int]:
    spans = [mine_span(component) for component in components]
    return sum([low for low, _ in spans]), sum([high for _, high in spans])


def _search_total(
    verdicts: Verdicts,
    varied: Sequence[tuple[Component, Table]],
    wide: Sequence[Part],
    untouched: tuple[int, ...],
    spare: int,
) -> list[Missing]:
    """Forced cells where a component is too wide, so that the total weighs all others unknowably.

    Those of a component follow from its clues where all others make up for each number of mines that it may
    hold, as the layouts show that were met; else from a search over all, with the total as one more sum.
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
    """The numbers of mines that a part may hold: 1 where a layout was met, else 0."""
    low, high = mine_span(part.component)
    return dict.fromkeys(range(low, high + 1), 0) | dict.fromkeys(part.met, 1)


def _search_forced_cells(joined: Component, known: Mapping[int, int]) -> tuple[dict[int, int], set[int]]:
    """What search finds forced, and leaves undecided."""
    facts, rest = simplify(joined, known)
    undecided = set[int]()
    for found in map(backbone, rest):
        facts |= found.forced
        undecided |= found.open
    return facts, undecided


def _list_missing(
    known: Mapping[int, int], parts: Sequence[Component], undecided: Collection[int], reason: str = _TOO_WIDE
) -> list[Missing]:
    """What is missing in each of these parts, where anything is: all that is not known."""
    left = [tuple(sorted([cell for cell in part.cells if cell not in known])) for part in parts]
    return [Missing(cells, tuple([c for c in cells if c in undecided]), reason) for cells in left if cells]


def forced_by_clues(component: Component, table: Table) -> dict[int, int]:
    """What a counted component's sums force without the mine total."""
    whole, facts = sum(table.layouts.values()), dict[int, int]()
    for cells, mined in zip(component.groups, table.mined, strict=True):
        often = sum(mined.values())
        if often in (0, whole * len(cells)):
            facts |= dict.fromkeys(cells, int(often > 0))
    return facts
