"""Witnesses: a layout of a view in which one cell is a mine, or safe."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellLike
from logicsweep.boards.words import risked
from logicsweep.csp.clash import require_covered, solved
from logicsweep.csp.elimination import best_order, layout_with, tabulate
from logicsweep.csp.model import Component, Sum, join
from logicsweep.csp.position import STATES, Part, Position, Settled
from logicsweep.csp.sat import layout
from logicsweep.csp.solution import Verdict
from logicsweep.errors import Clash, InvalidInput, TooWide, describe


class Undecided(NamedTuple):
    """Two layouts of a view that differ at a cell, as sets of mines, and the cell's exact risk.

    `safe` is a layout in which the cell is safe, `mine` one in which it is a mine. `risk` is None where
    it could not be counted within the solver's limits.

    >>> found = undecided(View.parse("#1#"), "r1c1")
    >>> sorted(found.safe), sorted(found.mine), str(found.risk)
    ([2], [0], '1/2')
    """

    cell: int
    safe: frozenset[int]
    mine: frozenset[int]
    risk: Fraction | None

    def traded(self, cell: int) -> Undecided:
        """The same for another cell that the same clues see: the two trade places in both layouts.

        >>> found = undecided(View.parse("1## ###", mines=2), "r1c3")
        >>> sorted(found.mine), sorted(found.traded(5).mine)
        ([1, 2], [1, 5])
        """
        pair = {self.cell, cell} if cell != self.cell else set[int]()
        moved = [mines ^ pair if len(mines & pair) == 1 else mines for mines in (self.safe, self.mine)]
        return Undecided(cell, moved[0], moved[1], self.risk)

    def __repr__(self) -> str:
        mines = f"{len(self.safe)} and {len(self.mine)} mines"
        return f"<Undecided {self.cell}: {risked(self.risk)}, layouts with {mines}>"


def undecided(
    view: View | Position, cell: CellLike, *, total: bool | None = None, trust_flags: bool = False
) -> Undecided | None:
    """Why a covered cell is not forced: a layout with a mine there and one without; None where it is forced.

    `total`: with exactly the mine total (None: where it is told). Raises `TooWide` where the search for a
    layout does not end, `Contradiction` where there is none at all, `InvalidInput` for a cell that is not
    covered.

    >>> undecided(View.parse('#1#'), "r1c1")
    <Undecided 0: risk 1/2 (50 %), layouts with 1 and 1 mines>
    """
    position = Position.of(view, trust_flags)
    index = require_covered(position, cell)
    solution = solved(position, total)
    if solution.verdict(index) is not None:
        return None
    safe = counter_layout(position, index, "safe", total=total)
    mine = counter_layout(position, index, "mine", total=total)
    return None if safe is None or mine is None else Undecided(index, safe, mine, solution.risks.get(index))


def counter_layout(
    view: View | Position,
    cell: CellLike,
    verdict: Verdict,
    *,
    total: bool | None = None,
    trust_flags: bool = False,
) -> frozenset[int] | None:
    """The mines of a layout of the view in which a covered cell is "safe" or a "mine"; None without one.

    `total`: with exactly the mine total (None: where it is told). Such a layout disproves a claim: a
    cell is not certainly safe where a layout has a mine in it. Raises `TooWide` where no search ends and
    `Contradiction` where the view has no layout at all.

    >>> sorted(counter_layout(View.parse('#2##'), "r1c4", "mine"))
    [0, 2, 3]
    """
    position = Position.of(view, trust_flags)
    index = require_covered(position, cell)
    if verdict not in ("safe", "mine"):
        raise InvalidInput("verdict", "'safe' or 'mine'", describe(verdict))
    try:
        found = _layout_with(position, index, int(verdict == "mine"), position.uses_total(total))
    except Clash:
        found = None
    if found is None:
        solved(position, total)  # is there another layout at all?
    return found


def _layout_with(position: Position, cell: int, mine: int, total: bool) -> frozenset[int] | None:
    """Only the component that holds the cell is settled anew, with the cell pinned."""
    network, settled = position.network, list(position.settled(total))
    untouched = network.untouched
    if cell in network.safe or cell in network.mines:
        if (cell in network.mines) != bool(mine):
            return None
    elif cell in untouched:
        untouched = tuple([c for c in untouched if c != cell])
        settled.append(position.settle_as(Component(((cell,),), (Sum((0,), mine),)), total))
    else:
        holder = next(i for i, part in enumerate(network.components) if cell in part.cells)
        pinned = pin(network.components[holder], cell, mine)
        wide = any(part.table is None for part in settled[holder].parts)
        settled[holder] = Settled({}, (Part(pinned, None),)) if wide else position.settle_as(pinned, total)
    spare = position.view.mines - len(network.mines) if total and position.view.mines is not None else None
    chosen = _layout(settled, untouched, spare)
    return None if chosen is None else frozenset([*network.mines, *chosen])


def pin(component: Component, cell: int, mine: int) -> Component:
    """The component with one more sum that makes a cell a mine (1) or safe (0); as it is without the cell.

    >>> pin(Component(((4, 5),), (Sum((0,), 1),)), 5, 0)
    Component(groups=((4,), (5,)), sums=(Sum(groups=(0, 1), need=1), Sum(groups=(1,), need=0)))
    """
    for number, group in enumerate(component.groups):
        if group == (cell,):
            return Component(component.groups, (*component.sums, Sum((number,), mine)))
        if cell in group:
            rest, new = tuple([c for c in group if c != cell]), len(component.groups)
            groups = [*component.groups, (cell,)]
            groups[number] = rest
            sums = [
                Sum((*one.groups, new) if number in one.groups else one.groups, one.need)
                for one in component.sums
            ]
            sums.append(Sum((new,), mine))
            return Component(tuple(groups), tuple(sums))
    return component


def _layout(settled: Sequence[Settled], untouched: tuple[int, ...], spare: int | None) -> list[int] | None:
    """The mines of one layout of settled components, with `spare` mines in them and the untouched cells."""
    mines = [cell for facts, _ in settled for cell, mine in facts.items() if mine]
    parts = [part for _, found in settled for part in found]
    left = None if spare is None else spare - len(mines)
    wide = [part.component for part in parts if part.table is None]
    if wide:
        alone = _any_layout(join(wide, (), None))
        if alone is None:
            return None
        rest = _counted_layout(parts, untouched, None if left is None else left - len(alone))
        if rest is None:  # the total does not fit this one: all at once
            rest, alone = _any_layout(join([part.component for part in parts], untouched, left)), []
        return None if rest is None else mines + alone + rest
    rest = _counted_layout(parts, untouched, left)
    return None if rest is None else mines + rest


def _counted_layout(parts: Sequence[Part], untouched: tuple[int, ...], left: int | None) -> list[int] | None:
    """The mines of one layout of the parts that are counted, with `left` in them and the untouched cells."""
    counted = [part for part in parts if part.table]
    mines: list[int] = []
    counts: Sequence[int | None] = [None] * len(counted)
    if left is not None:
        shares = _split([list(part.table.layouts) for part in counted if part.table], len(untouched), left)
        if shares is None:
            return None
        counts = shares
        mines += untouched[: left - sum(shares)]
    for part, count in zip(counted, counts, strict=True):
        mines += _mined(part.component, _one_layout(part.component, count))
    return mines


def _one_layout(component: Component, mines: int | None) -> tuple[int, ...]:
    """A layout that is known to exist: by backtracking, or where that takes long from an elimination."""
    from logicsweep.csp.search import layouts

    try:
        return next(layouts(component, mines))
    except TooWide:
        order = best_order(component)
        if mines is None:
            mines = min(tabulate(component, order, True, STATES).layouts)
        found = layout_with(component, order, mines, STATES)
        assert found is not None
        return found


def _split(possible: Sequence[Sequence[int]], untouched: int, spare: int) -> list[int] | None:
    """How many mines each part may hold, so that the untouched cells can hold the rest of `spare`."""
    sums = [{0}]
    for counts in possible:
        sums.append({low + k for low in sums[-1] for k in counts})
    fits = [k for k in sums[-1] if 0 <= spare - k <= untouched]
    if not fits:
        return None
    left, chosen = min(fits), list[int]()
    for counts, before in zip(reversed(possible), reversed(sums[:-1]), strict=True):
        chosen.append(next(k for k in counts if left - k in before))
        left -= chosen[-1]
    return chosen[::-1]


def _any_layout(joined: Component) -> list[int] | None:
    """The same by the SAT solver, for what cannot be counted."""
    try:
        found = layout(joined)
    except Clash:
        return None
    if found is None:
        raise TooWide
    return _mined(joined, found)


def _mined(component: Component, layout: Sequence[int]) -> list[int]:
    return [cell for cells, mines in zip(component.groups, layout, strict=True) for cell in cells[:mines]]
