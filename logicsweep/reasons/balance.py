"""How clues work together: add some, subtract others, and compare the need with what the cells can give.

A *balance* adds some rows (see `known`) and subtracts others. A cell's weight is the number of times that it
was added, minus the number of times that it was subtracted. If the needed sum is the most that the weights
can give, it decides every cell with a weight: those above zero are mines, those below are safe. If it is the
least, it is the other way round.

In a layout, the weights of the mines add up to the needed sum. So this sum is the most exactly if no layout
has a mine on a weight below zero, or a safe cell on a weight above zero. Once the forced cells are known, a
balance is a choice of rows with suitable weights. The weight is zero on cells that are not forced, not below
zero on forced mines, and not above zero on forced safe cells. A cell that breaks this needs another row
around it with the opposite sign; the search follows the cell with the fewest such rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph, CellLike, rings
from logicsweep.csp.position import Position
from logicsweep.csp.solve import require_covered, require_layout
from logicsweep.csp.sums import TOTAL, row_sum
from logicsweep.errors import whole_number
from logicsweep.reasons.known import MOST_CLUES, Known, forced_as
from logicsweep.reasons.reason import Balance, packs
from logicsweep.work.budget import Budget, OutOfSteps

ROWS_TRIED = 20_000
"""Rows that the search for one balance may add and remove: about a fifth of a second."""


def balance(
    view: View | Position, cell: CellLike, *, most_clues: int = MOST_CLUES, budget: int = ROWS_TRIED
) -> Balance | None:
    """The balance with the fewest rows that decides a covered cell; ties go to the easiest, most compact one.

    Easier is a packing (see `packs`), then a balance without known mines to subtract, then one with fewer
    cells, as in grades. No balance with fewer rows decides the cell: the search tries them all. The
    mine total is a row only if the clues alone do not force the cell. None if the cell is not forced, if no
    balance of at most `most_clues` decides it, or if `budget` ended first. Flags are claims and count as
    covered cells, unless a `Position` trusts them.
    Raises `InvalidInput` for a cell that is not covered and `Contradiction` for a view without a layout.

    >>> balance(View.parse("1##1", mines=2), "r1c2")
    <Balance: 0 needs 1, the most; 0 safe, 1 mine>
    >>> balance(View.parse("#1###", mines=1), "r1c4")
    <Balance: total - 1 needs 0, the least; 2 safe, 0 mines>
    """
    position = require_layout(Position.of(view))
    index = require_covered(position, cell)
    most = whole_number("most_clues", most_clues, 0)
    if forced := forced_as(position, index):
        search = Search(Known.of(position, forced[1]), index, budget)
        for count in range(1, most + 1):
            found, ended = search.best(count)
            if found or ended:
                return found
    return None


def balance_of(
    position: Position, added: tuple[int, ...], subtracted: tuple[int, ...] = ()
) -> Balance | None:
    """The balance of these rows of a position; None if they decide nothing.

    >>> position = Position(View.parse("01## 02## 01##"))
    >>> balance_of(position, (5,), (1,)), balance_of(position, (5,))
    (<Balance: 5 - 1 needs 1, the most; 0 safe, 1 mine>, None)
    """
    found, breaks = add_up(partial(row_sum, position), added, subtracted, position.trust_flags)
    return None if breaks else found


def add_up(
    row_of: Callable[[int], tuple[Iterable[int], int]],
    added: tuple[int, ...],
    subtracted: tuple[int, ...],
    flags: bool,
) -> tuple[Balance | None, bool]:
    """The balance of rows, None if they decide nothing; and whether it breaks: its cells can't give the need.

    `row_of` gives the unknown cells of a row and the mines that they need; `flags`: whether flags are mines.
    """
    weights, need = Counter[int](), 0
    for sign, some in ((1, added), (-1, subtracted)):
        for cells, mines in map(row_of, some):
            for cell in cells:
                weights[cell] += sign
            need += sign * mines
    above, below = (tuple(sorted([c for c, w in weights.items() if w * way > 0])) for way in (1, -1))
    beyond = need - sum([weights[cell] for cell in above])
    short = sum([weights[cell] for cell in below]) - need
    if beyond >= 0 and (above or below or beyond):
        return Balance(added, subtracted, need, True, below, above, flags), beyond > 0
    if short >= 0 and (above or below or short):
        return Balance(added, subtracted, need, False, above, below, flags), short > 0
    return None, False


def easiest_balances(known: Known, most_clues: int = MOST_CLUES) -> list[Balance]:
    """The best balances of the forced cells that need the fewest rows, each once."""
    searches = [Search(known, cell, ROWS_TRIED) for cell in known.kinds]
    for count in range(1, most_clues + 1):
        best = [(search, *search.best(count)) for search in searches]
        if found := [one for _, one, ended in best if one and not ended]:
            return list(dict.fromkeys(found))
        searches = [search for search, _, ended in best if not ended]  # others may need fewer rows than known
    return []


def balance_with(known: Known, cell: int, rows: int) -> Balance | None:
    """The best balance of `rows` rows that decides a forced cell; None also if the budget ended."""
    found, ended = Search(known, cell, ROWS_TRIED).best(rows)
    return None if ended else found


def _split_signs(signs: Signs) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rows added and subtracted, with the signs easier to say: add the mine total, else more rows."""
    turned = 1 if signs.get(TOTAL, sum(signs.values())) >= 0 else -1
    added, subtracted = (
        tuple(sorted([row for row, sign in signs.items() if sign == way])) for way in (turned, -turned)
    )
    return added, subtracted


def _rank_signs(known: Known, cell: int, signs: Signs) -> tuple[object, ...]:
    """Rank as steps are graded, then by distance, then in any fixed order."""
    cells = {one for row in signs for one in known.cells(row)}
    general, reduced = not packs(*_split_signs(signs), known.cells), any(map(known.is_reduced, signs))
    far = _sum_distances(known.view.graph, cell, signs.keys() - {TOTAL})
    return general, reduced, len(cells), far, sorted(signs.items())


def _sum_distances(graph: CellGraph, cell: int, left: Set[int]) -> int:
    far = 0
    for ring in rings(cell, graph.neighbours.__getitem__):
        left -= {*ring}
        if not left:
            break
        far += len(left)  # these are one step further away
    return far


Signs = Mapping[int, int]
"""For each row of a balance 1 (added) or -1 (subtracted); forced mines then weigh above zero."""


class Search:
    """A search for balances that decide one cell; useless once its budget ended."""

    def __init__(self, known: Known, cell: int, budget: int) -> None:
        """`budget`: how many rows the search may add and remove."""
        self.known, self.cell, self.budget = known, cell, Budget(budget)
        self.weight: dict[int, int] = {}  # of each cell
        self.wrong: dict[int, int] = {}  # cell -> by how much its weight must change
        self.signs: dict[int, int] = {}
        self.barred: set[tuple[int, int]] = set()  # rows with a sign, tried in another branch
        # Only the total contains cells that touch no clue: if one is undecided, the total is not a row.
        self._rows_around = known.clues if known.total is None or known.lonely else known.around

    def best(self, count: int) -> tuple[Balance | None, bool]:
        """The best balance of `count` rows, and whether the budget ended before the search did."""
        found, ended = list[Signs](), False
        try:
            found.extend(self._try_rows(self._rows_around(self.cell), self.known.forced[self.cell], count))
        except OutOfSteps:
            ended = True
        if not found:
            return None, ended
        signs = min(found, key=lambda signs: _rank_signs(self.known, self.cell, signs))
        return balance_of(self.known.position, *_split_signs(signs)), ended

    def _try_rows(self, rows: Sequence[int], sign: int, count: int) -> Iterator[Signs]:
        """Try each of these rows in turn; bar the earlier ones, so that nothing is found twice."""
        tried = []
        for row in rows:
            before = self._add_row(row, sign)
            yield from self._mend_weights(count - 1)
            self._remove_row(row, sign, before)
            self.barred.add((row, sign))
            tried.append((row, sign))
        self.barred.difference_update(tried)

    def _mend_weights(self, count: int) -> Iterator[Signs]:
        if not self.wrong:
            if not count:
                yield dict(self.signs)
            return
        self.budget.spend(1)
        cell, rows = self._pick_urgent_cell(count)
        if rows:
            yield from self._try_rows(rows, 1 if self.wrong[cell] > 0 else -1, count)

    def _pick_urgent_cell(self, count: int) -> tuple[int, list[int]]:
        """The wrong cell that the fewest rows can mend, and these rows; none if `count` are too few."""
        urgent, fewest = self.cell, list[int]()
        needed, met = 0, set[int]()
        for cell, change in self.wrong.items():
            sign = 1 if change > 0 else -1
            around = self._rows_around(cell)
            rows = [row for row in around if row not in self.signs and (row, sign) not in self.barred]
            if len(rows) < change * sign:
                return cell, []
            if met.isdisjoint(rows):  # cells that share no row take a row each
                met.update(rows)
                needed += change * sign
            if needed > count:
                return cell, []
            if not fewest or len(rows) < len(fewest):
                urgent, fewest = cell, rows
        return urgent, fewest

    def _add_row(self, row: int, sign: int) -> list[tuple[int, int]]:
        """Add or subtract a row; return its cells and by how much each was wrong before."""
        self.signs[row] = sign
        forced, weight, wrong = self.known.forced, self.weight, self.wrong
        before = []
        for cell in self.known.cells(row):
            weight[cell] = now = weight.get(cell, 0) + sign
            before.append((cell, wrong.get(cell, 0)))
            way = forced[cell]
            least = 1 if cell == self.cell else 0
            change = (least - now * way) * way if way else -now
            if change * way > 0 or (not way and change):
                wrong[cell] = change
            else:
                wrong.pop(cell, None)
        return before

    def _remove_row(self, row: int, sign: int, before: list[tuple[int, int]]) -> None:
        del self.signs[row]
        for cell, change in before:
            self.weight[cell] -= sign
            if change:
                self.wrong[cell] = change
            else:
                self.wrong.pop(cell, None)
