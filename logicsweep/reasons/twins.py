"""Twin layouts: two that differ at a cell and in as few others as can be, and what would tell them apart.

Both are asked of a SAT solver at once (`pair.py`), but for cells beside no clue, which are all alike: there
two trade a mine. The clue of a safe cell would decide a cell exactly where no two layouts that differ at the
cell give that clue the same number.
"""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.boards.board import SAFE, View
from logicsweep.boards.cells import CellLike
from logicsweep.csp.clash import require_covered
from logicsweep.csp.position import Position
from logicsweep.reasons.given import Given
from logicsweep.reasons.pair import ALLOWED, Pair
from logicsweep.reasons.witness import counter_layout


class Twins(NamedTuple):
    """Two layouts that differ at a cell, as sets of mines: `safe` has none there, `mine` one.

    `differ` are the cells where they differ, ascending. No two layouts that differ at the cell have fewer,
    and of those that have as few these are near it.

    >>> twins = twin_layouts(View.parse("#1## ####"), "r1c1")
    >>> twins.differ, twins.safe ^ twins.mine == {0, 4}
    ((0, 4), True)
    """

    cell: int
    safe: frozenset[int]
    mine: frozenset[int]
    differ: tuple[int, ...]


def twin_layouts(
    view: View | Position, cell: CellLike, *, total: bool | None = None, trust_flags: bool = False
) -> Twins | None:
    """Two layouts that differ at a covered cell and in as few others as can be; None where it is forced.

    `total`: both with exactly the mine total (None: where it is told). Raises `TooWide` where the search
    does not end, or where twins differ in more than a dozen cells, `Contradiction` where there is no
    layout at all, `InvalidInput` for a cell that is not covered.

    >>> twin_layouts(View.parse("1#1#"), "r1c2") is None
    True
    """
    position = Position.of(view, trust_flags)
    index = require_covered(position, cell)
    given = Given.of(position, position.uses_total(total))
    if given.forced[index]:
        return None
    return twins_of(given, index, counter_layout(position, index, "safe", total=total) or frozenset())


def telling_cells(
    view: View | Position, cell: CellLike, *, total: bool | None = None, trust_flags: bool = False
) -> tuple[int, ...]:
    """The safe cells near a covered cell whose clue, if it were known, would decide it, ascending.

    Near: at most two steps away. Safe: known or forced to be. The clue is not known, but whatever it is, no
    two layouts that differ at the cell both give it. Raises as `twin_layouts` does.

    >>> view = View.parse("#1#?")
    >>> view.graph.names(telling_cells(view, "r1c3")), telling_cells(view, "r1c1")
    (('r1c4',), ())
    """
    position = Position.of(view, trust_flags)
    index = require_covered(position, cell)
    given = Given.of(position, position.uses_total(total))
    if given.forced[index]:
        return ()
    return telling(given, index, counter_layout(position, index, "safe", total=total) or frozenset())


def twins_of(given: Given, cell: int, safe: frozenset[int]) -> Twins:
    """The function `twin_layouts` for a cell that is not forced, and a layout in which it is safe."""
    if beside := _trading(given, cell, safe).intersection(given.graph.neighbours[cell]):
        other = min(beside & safe or beside)
        moved = other if other in safe else min(safe & given.lonely)
        rest = safe - {moved}
        return Twins(cell, rest | {other}, rest | {cell}, tuple(sorted((cell, other))))
    with Pair(given, cell) as pair:
        first, second = pair.closest(safe)
    return Twins(cell, first, second, tuple(sorted(first ^ second)))


def telling(given: Given, cell: int, safe: frozenset[int]) -> tuple[int, ...]:
    """The function `telling_cells` for a cell that is not forced, and a layout in which it is safe."""
    trading, left, told = _trading(given, cell, safe), ALLOWED, []
    for near in _near(given, cell):
        seen = trading.intersection(given.graph.neighbours[near])
        if seen - {cell} if cell in given.graph.neighbours[near] else trading - seen - {cell}:
            continue  # the cell and another trade a mine, and this clue stays as it is
        tells, left = _tells(given, cell, near, left)
        told += [near] * tells
    return tuple(told)


def _trading(given: Given, cell: int, safe: frozenset[int]) -> frozenset[int]:
    """The cells with any of which a cell can trade being a mine: those beside no clue, if it is one."""
    able = given.total is not None and cell in given.lonely and not safe.isdisjoint(given.lonely)
    return given.lonely if able else frozenset()


def _near(given: Given, cell: int) -> list[int]:
    """Cells at most two steps away that are safe and whose clue is not known."""
    ring = given.graph.neighbours[cell]
    near = {*ring, *[far for one in ring for far in given.graph.neighbours[one]]} - {cell}
    return sorted([one for one in near if given.marks[one] == SAFE or given.forced.get(one, 0) < 0])


def _tells(given: Given, cell: int, near: int, propagations: int) -> tuple[bool, int]:
    """Whether no two layouts that differ at a cell give another the same clue; what is left of the budget."""
    seen = [one for one in given.graph.neighbours[near] if given.forced.get(one) == 0]
    with Pair(given, cell, seen, propagations) as pair:
        pair.see_alike(seen)
        return not pair.exist(), pair.left
