"""Explanations held to account by the solver one can read."""

from __future__ import annotations

from collections.abc import Sequence

from logicsweep.board import View
from logicsweep.csp.model import components
from logicsweep.csp.position import Position
from logicsweep.csp.propagation import Clash, alike
from logicsweep.csp.search import CHECKS, enumerate_layouts, layouts
from logicsweep.reasons.clues import Clue, clue_sums
from logicsweep.reasons.explanation import Explanation
from logicsweep.reasons.solved import require_layout
from logicsweep.reasons.totals import add_up, mask_of


def check(view: View, explanation: Explanation, *, checks: int = CHECKS) -> bool:
    """Whether an explanation forces its cell and needs all that it names, by python-constraint alone.

    With the cell otherwise its clues have no layout; with the cell as it says, or with any one clue or the
    total left out, they have one. How it was found plays no part. Not checked: that no other set is
    smaller. Raises `TooWide` past `checks` checks in one component, `Contradiction` for a view without a
    layout.

    >>> view = View.parse("01## 02## 01##")
    >>> check(view, Explanation(10, "mine", (1, 5))), check(view, Explanation(10, "mine", (1, 5, 9)))
    (True, False)
    """
    require_layout(Position(view, explanation.flags))
    sums = clue_sums(view, explanation.flags)
    if not sums.keys() >= set(explanation.clues):
        return False
    clues = [sums[clue] for clue in explanation.clues]
    mine = explanation.verdict == "mine"
    stated, otherwise = (Clue(frozenset([explanation.cell]), int(value)) for value in (mine, not mine))
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
