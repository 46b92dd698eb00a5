"""Explanations held to account by the solver one can read, and layouts that show a cell undecided."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from logicsweep.board import View
from logicsweep.csp.component import Cache
from logicsweep.csp.model import components
from logicsweep.csp.propagation import Clash, alike
from logicsweep.csp.search import CHECKS, enumerate_layouts, layouts
from logicsweep.csp.solution import solve
from logicsweep.reasons.clues import Clue, clue_sums
from logicsweep.reasons.explanation import Explanation, require_covered
from logicsweep.reasons.totals import add_up, mask_of
from logicsweep.reasons.witness import counter_layout


def check(view: View, explanation: Explanation, *, checks: int = CHECKS) -> bool:
    """Whether an explanation forces its cell and needs all that it names, by python-constraint alone.

    With the cell otherwise its clues have no layout; with the cell as it says, or with any one clue or the
    total left out, they have one. Nothing is taken over from how it was found. That no other set is
    smaller is not checked. Raises `TooWide` past `checks` checks in one component.

    >>> view = View.parse("01## 02## 01##")
    >>> check(view, Explanation(10, "mine", (1, 5))), check(view, Explanation(10, "mine", (1, 5, 9)))
    (True, False)
    """
    sums = clue_sums(view, explanation.flags)
    if not sums.keys() >= set(explanation.clues):
        return False
    clues = [sums[clue] for clue in explanation.clues]
    mine = explanation.opposite
    stated, otherwise = (Clue(frozenset([explanation.cell]), value) for value in (1 - mine, mine))
    fixed = len(view.flags) if explanation.flags else 0
    covered = len(view.covered) - fixed
    total = view.mines - fixed if explanation.total and view.mines is not None else None

    def possible(chosen: Sequence[Clue], mines: int | None) -> bool:
        return _possible(chosen, covered, mines, checks)

    return (
        not possible([*clues, otherwise], total)
        and possible([*clues, stated], total)
        and all(possible([*clues[:i], *clues[i + 1 :], otherwise], total) for i in range(len(clues)))
        and (not explanation.total or possible([*clues, otherwise], None))
    )


def _possible(clues: Sequence[Clue], covered: int, mines: int | None, checks: int) -> bool:
    """Whether these sums have a layout, with exactly so many mines on all covered cells if told."""
    if any(not 0 <= need <= len(cells) for cells, need in clues):
        return False
    groups = alike([cells for cells, _ in clues])
    sums: list[set[int]] = [set() for _ in clues]
    for group, numbers in enumerate(groups):
        for number in numbers:
            sums[number].add(group)
    parts = components(list(groups.values()), sums, [need for _, need in clues])
    if mines is None:
        return all(next(layouts(part, checks=checks), None) is not None for part in parts)
    try:
        tables = [enumerate_layouts(part, True, checks) for part in parts]
    except Clash:
        return False
    untouched = covered - sum([len(cells) for cells in groups.values()])
    counts = [mask_of(table.layouts) for table in tables]
    return add_up([(1 << untouched + 1) - 1, *counts], mines)


class Undecided(NamedTuple):
    """Two layouts of a view that differ at a cell, as sets of mines, and the cell's exact risk.

    `safe` is a layout in which the cell is safe, `mine` one in which it is a mine. `risk` is None where
    it could not be counted within the solver's limits.
    """

    cell: int
    safe: frozenset[int]
    mine: frozenset[int]
    risk: Fraction | None


def undecided(
    view: View,
    cell: int,
    *,
    total: bool | None = None,
    trust_flags: bool = False,
    cache: Cache | None = None,
) -> Undecided | None:
    """Why a covered cell is not forced: a layout with a mine there and one without; None where it is forced.

    `total`: with exactly the mine total (None: where it is told). `cache` as for `solve`. Raises `TooWide`
    where the search for a layout does not end, `Contradiction` where there is none at all, `InvalidInput`
    for a cell that is not covered.

    >>> undecided(View.parse('#1#'), 0)
    Undecided(cell=0, safe=frozenset({2}), mine=frozenset({0}), risk=Fraction(1, 2))
    """
    require_covered(view, cell, trust_flags)
    solution = solve(view, total=total, trust_flags=trust_flags, cache=cache)
    if cell in solution.safe or cell in solution.mines:
        return None
    safe, mine = (counter_layout(view, cell, value, total=total, trust_flags=trust_flags) for value in (0, 1))
    return None if safe is None or mine is None else Undecided(cell, safe, mine, solution.risks.get(cell))
