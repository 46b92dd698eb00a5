"""Checks of explanations by the readable solver, and of balances and refutations by adding up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product

from logicsweep.boards.board import View
from logicsweep.csp.model import connected_components, group_alike, holders
from logicsweep.csp.position import Position
from logicsweep.csp.search import CHECKS, enumerate_layouts, layouts
from logicsweep.csp.solve import require_layout
from logicsweep.csp.sums import TOTAL, CellSum, clue_sums, row_sum
from logicsweep.errors import Clash, of_kind, whole_number
from logicsweep.reasons.reason import Balance, Explanation, Line, Refutation


def check(view: View, explanation: Explanation, *, checks: int = CHECKS) -> bool:
    """Whether an explanation forces its cell and needs all its clues, by python-constraint alone.

    If the cell is the opposite, its clues have no layout. If the cell is as it says, or if any one clue or
    the total is left out, they have one. Not checked: that no other set is smaller. Raises `LimitReached`
    past `checks` checks in one component, `Contradiction` for a view without a layout.

    >>> view = View.parse("01## 02## 01##")
    >>> check(view, Explanation(10, "mine", (1, 5))), check(view, Explanation(10, "mine", (1, 5, 9)))
    (True, False)
    """
    checks = whole_number("checks", checks, 0)
    position = Position(view, of_kind("explanation", explanation, Explanation).flags)
    require_layout(position)
    sums = clue_sums(position)
    if not sums.keys() >= set(explanation.clues):
        return False
    clues = [sums[clue] for clue in explanation.clues]
    mine = explanation.verdict == "mine"
    stated, otherwise = (CellSum((explanation.cell,), int(value)) for value in (mine, not mine))
    total = (
        view.mine_total - len(position.flagged) if explanation.total and view.mine_total is not None else None
    )

    possible = partial(_has_layout, len(position.unknown), checks)
    return (
        not possible(total, [*clues, otherwise])
        and possible(total, [*clues, stated])
        and all(possible(total, [*clues[:i], *clues[i + 1 :], otherwise]) for i in range(len(clues)))
        and (not explanation.total or possible(None, [*clues, otherwise]))
    )


def _has_layout(covered: int, checks: int, mines: int | None, clues: Sequence[CellSum]) -> bool:
    """Whether these sums have a layout; `mines`, if given, lie on all covered cells together."""
    if any(not 0 <= need <= len(cells) for cells, need in clues):
        return False
    groups = group_alike([cells for cells, _ in clues])
    sums = [*map(set, holders(groups, len(clues)))]
    parts = connected_components(list(groups.values()), sums, [need for _, need in clues])
    if mines is None:
        return all(next(layouts(part, checks=checks), None) is not None for part in parts)
    try:
        tables = [enumerate_layouts(part, True, checks) for part in parts]
    except Clash:
        return False
    untouched = covered - sum([len(cells) for cells in groups.values()])
    counts = {0}
    for table in tables:
        counts = {count + more for count in counts for more in table.layouts}
    return any(0 <= mines - count <= untouched for count in counts)


def check_balance(view: View, balance: Balance) -> bool:
    """Whether a balance of a view adds up, and decides the cells that it names.

    Not checked: that no other has fewer rows.

    >>> view = View.parse("01## 02## 01##")
    >>> check_balance(view, Balance((5,), (1,), 1, True, (), (10,)))
    True
    >>> check_balance(view, Balance((5,), (), 2, True, (), (2, 6, 10)))
    False
    """
    sums = _sum_rows(Position(view, balance.flags))
    return _adds_up(sums, balance, {}) and bool(balance.safe or balance.mines)


def check_refutation(view: View, refutation: Refutation) -> bool:
    """Whether a refutation holds, by following it step by step with only its own rows.

    Each step must decide its cells; it may leave out safe cells that no later step uses. Each line must end
    in rows that break. Each split must have all placements of its clue as cases; cells in the same rows stand
    for each other. Not checked: that it is short.

    >>> from logicsweep.reasons.refutation import refute
    >>> view = View.parse("01## 02## 01##")
    >>> check_refutation(view, refute(view, "r3c3"))
    True
    """
    line = refutation.line
    sums = _sum_rows(Position(view, refutation.flags))
    opposite = ((refutation.cell,), ()) if refutation.verdict == "mine" else ((), (refutation.cell,))
    if not refutation.total:
        sums.pop(TOTAL, None)
    known: dict[int, int] = {}
    certain = _follow_steps(sums, refutation.certain, known)
    return certain and (line.safe, line.mines) == opposite and _breaks(sums, line, known)


def _sum_rows(position: Position) -> dict[int, CellSum]:
    total = {} if position.view.mine_total is None else {TOTAL: row_sum(position, TOTAL)}
    return clue_sums(position) | total


def _adds_up(
    sums: Mapping[int, CellSum],
    balance: Balance,
    known: Mapping[int, int],
    *,
    breaks: bool = False,
    partly: bool = False,
) -> bool:
    """Whether a sum needs the most, or the least, that its cells can give; `breaks`: more, or less.

    `partly`: the balance may leave out safe cells.
    """
    added, subtracted = balance.added, balance.subtracted
    rows = {*added, *subtracted}
    if not 0 < balance.size == len(rows) or not sums.keys() >= rows:
        return False
    weights: Counter[int] = Counter([cell for row in added for cell in sums[row].cells])
    weights.subtract([cell for row in subtracted for cell in sums[row].cells])
    need = sum([sums[row].need for row in added]) - sum([sums[row].need for row in subtracted])
    need -= sum([weight * known.get(cell, 0) for cell, weight in weights.items()])
    way = 1 if balance.most else -1
    ends = {cell: weight * way for cell, weight in weights.items() if weight and cell not in known}
    end = sum([weight for weight in ends.values() if weight > 0])
    mines, safe = (tuple(sorted([c for c, w in ends.items() if (w > 0) == mine])) for mine in (True, False))
    meets = need * way > end if breaks else need * way == end
    every = {*safe} >= {*balance.safe} if partly else safe == balance.safe
    return meets and every and (balance.need, balance.mines) == (need, mines)


def _follow_steps(sums: Mapping[int, CellSum], steps: Sequence[Balance], known: dict[int, int]) -> bool:
    """Whether steps hold one after the other; adds the cells that they decide to `known`."""
    for step in steps:
        if not _adds_up(sums, step, known, partly=True):
            return False
        known |= dict.fromkeys(step.safe, 0) | dict.fromkeys(step.mines, 1)
    return True


def _breaks(sums: Mapping[int, CellSum], line: Line, outer: Mapping[int, int]) -> bool:
    """Whether a line ends in a contradiction, if some cells are known before it."""
    known = {**outer, **dict.fromkeys(line.safe, 0), **dict.fromkeys(line.mines, 1)}
    if not _follow_steps(sums, line.steps, known):
        return False
    if line.broken:
        return _adds_up(sums, line.broken, known, breaks=True)
    if line.split is None or line.split not in sums:
        return False
    cells, need = sums[line.split]
    need -= sum([known[cell] for cell in known.keys() & cells])
    left = [cell for cell in cells if cell not in known]
    inside = {cell: frozenset([row for row, clue in sums.items() if cell in clue.cells]) for cell in left}
    alike = Counter(inside.values())
    ways = {ways for ways in product(*[range(size + 1) for size in alike.values()]) if sum(ways) == need}
    if any(sorted((*case.safe, *case.mines)) != left for case in line.cases):
        return False
    cases = [Counter([inside[cell] for cell in case.mines]) for case in line.cases]
    every = {tuple([mines[rows] for rows in alike]) for mines in cases} >= ways
    return every and all(_breaks(sums, case, known) for case in line.cases)
