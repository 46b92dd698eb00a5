"""How clues work together: some added, some subtracted, and what is needed meets what the cells can give.

A *row* is a clue with what is known taken off: so many mines lie in the unknown cells around it. The mine
total is one more row, over all unknown cells. A *balance* adds some rows and subtracts others; then a cell
weighs as often as it was added, less as often as it was subtracted. Where the sum that is needed is the most
that the weights can give, every cell that weighs is decided: those above zero are mines, those below are
safe; where it is the least, the other way round.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph, CellLike
from logicsweep.boards.words import plural
from logicsweep.csp.clash import require_covered, solved
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.errors import whole_number
from logicsweep.reasons.balancing import Search, Signs
from logicsweep.reasons.given import MOST_ROWS, TOTAL, Given, Rows, row_sum

ROWS_TRIED = 20_000
"""Rows that the search for one balance may add and take back: about a fifth of a second."""
_SHOWN = 4  # rows in a `repr`


@dataclass(frozen=True, repr=False)
class Balance:
    """Rows added and subtracted, and the cells that they decide together.

    `added` and `subtracted` are rows: clues by their cells' indices, ascending, and `TOTAL` for the mine
    total. `need` mines are needed by the sum: `most` says whether that is the most or the least that its
    cells can give. `safe` and `mines` are the cells that it decides. `flags`: flagged cells were taken as
    mines.

    >>> found = balance(View.parse("01## 02## 01##"), "r3c3")
    >>> found
    <Balance: 5 - 1 needs 1, the most; 0 safe, 1 mine>
    >>> found.rows, found.safe, found.mines
    (2, (), (10,))
    """

    added: tuple[int, ...]
    subtracted: tuple[int, ...]
    need: int
    most: bool
    safe: tuple[int, ...]
    mines: tuple[int, ...]
    flags: bool = False

    def __repr__(self) -> str:
        signed = [f"+ {_row(row)}" for row in self.added] + [f"- {_row(row)}" for row in self.subtracted]
        more = f" and {len(signed) - _SHOWN} more" if len(signed) > _SHOWN else ""
        sums = " ".join(signed[:_SHOWN]).removeprefix("+ ") + more
        meets = f"needs {self.need}, the {'most' if self.most else 'least'}"
        return f"<Balance: {sums} {meets}; {len(self.safe)} safe, {plural(len(self.mines), 'mine')}>"

    @property
    def rows(self) -> int:
        """How many rows it adds and subtracts: the size of the step."""
        return len(self.added) + len(self.subtracted)

    @property
    def total(self) -> bool:
        """Whether the mine total is one of its rows."""
        return TOTAL in self.added or TOTAL in self.subtracted

    def verdict(self, cell: int) -> Verdict | None:
        """What it decides a cell (by index) to be."""
        return "mine" if cell in self.mines else "safe" if cell in self.safe else None


def _row(row: int) -> str:
    return "total" if row == TOTAL else str(row)


def balance(
    view: View | Position,
    cell: CellLike,
    *,
    trust_flags: bool = False,
    most_rows: int = MOST_ROWS,
    steps: int = ROWS_TRIED,
) -> Balance | None:
    """The balance of fewest rows that decides a covered cell; ties by fewest cells, then the most compact.

    No balance of fewer rows decides the cell: all of them were looked for. The mine total is a row only
    where the clues alone do not force the cell. None where the cell is not forced, where no balance of at
    most `most_rows` rows decides it, or where `steps` ended before one was found. Flags are claims and count
    as covered cells, unless `trust_flags` makes them mines.
    Raises `InvalidInput` for a cell that is not covered and `Contradiction` for clues without a layout.

    >>> balance(View.parse("1##1", mines=2), "r1c2")
    <Balance: 0 needs 1, the most; 0 safe, 1 mine>
    >>> balance(View.parse("#1###", mines=1), "r1c4")
    <Balance: total - 1 needs 0, the least; 2 safe, 0 mines>
    """
    return Balancer(Position.of(view, trust_flags)).find(cell, most_rows, steps)


def balance_of(view: View, rows: Rows, trust_flags: bool = False) -> Balance | None:
    """The balance that these rows of a view are; None where they decide nothing.

    >>> balance_of(View.parse("01## 02## 01##"), Rows((5,), (1,)))
    <Balance: 5 - 1 needs 1, the most; 0 safe, 1 mine>
    >>> balance_of(View.parse("01## 02## 01##"), Rows((5,))) is None
    True
    """
    signs = dict.fromkeys(rows.added, 1) | dict.fromkeys(rows.subtracted, -1)
    sums = {row: row_sum(view, row, trust_flags) for row in signs}
    weights: dict[int, int] = {}
    for row, sign in signs.items():
        for cell in sums[row].cells:
            weights[cell] = weights.get(cell, 0) + sign
    need = sum([sign * sums[row].need for row, sign in signs.items()])
    above, below = (tuple(sorted([c for c, w in weights.items() if w * way > 0])) for way in (1, -1))
    if not above and not below:
        return None
    if need == sum([weights[cell] for cell in above]):
        return Balance(rows.added, rows.subtracted, need, True, below, above, trust_flags)
    if need == sum([weights[cell] for cell in below]):
        return Balance(rows.added, rows.subtracted, need, False, above, below, trust_flags)
    return None


def balances(
    view: View | Position,
    cells: Sequence[CellLike],
    *,
    trust_flags: bool = False,
    most_rows: int = MOST_ROWS,
    steps: int = ROWS_TRIED,
) -> tuple[Balance, ...]:
    """Balances that decide several cells between them, each that of the first cell not decided before.

    Cells that no balance decides are left out. `steps` are for each balance; see `balance`.

    >>> balances(View.parse("##1#2##"), ["r1c4", "r1c6", "r1c2"])
    (<Balance: 4 needs 2, the most; 0 safe, 2 mines>, <Balance: 4 - 2 needs 1, the most; 1 safe, 1 mine>)
    """
    balancer = Balancer(Position.of(view, trust_flags))
    found: list[Balance] = []
    for cell in cells:
        index = balancer.position.view.graph.locate(cell)
        if not any(one.verdict(index) for one in found):
            one = balancer.find(index, most_rows, steps)
            found += [one] if one else []
    return tuple(found)


@dataclass(frozen=True)
class Balancer:
    """Finds balances on one position; what they share is made once, when first needed."""

    position: Position
    _given: dict[bool, Given] = field(default_factory=dict, repr=False, compare=False)

    def find(self, cell: CellLike, most_rows: int = MOST_ROWS, steps: int = ROWS_TRIED) -> Balance | None:
        """See the function `balance`."""
        index = require_covered(self.position, cell)
        whole_number("most_rows", most_rows, 0)
        for total in (False, True) if self.position.view.mines is not None else (False,):
            if solved(self.position, total).verdict(index) is not None:
                return self._fewest(self.given(total), index, most_rows, steps)
        return None

    def easiest(self, total: bool, counts: Iterable[int], steps: int = ROWS_TRIED) -> list[Balance]:
        """For each cell that is forced the best balance of the fewest rows, of the first count that has any.

        Each balance once, with the mine total as a row or without. Empty where none of these counts has one.
        """
        given = self.given(total)
        searches = [Search(given, cell, steps) for cell in given.kinds]
        for count in counts:
            found: list[Balance] = []
            for search in searches[:]:
                one, ended = self._best(search, count)
                if ended:  # no longer known to have the fewest rows
                    searches.remove(search)
                elif one:
                    found.append(one)
            if found:
                return list(dict.fromkeys(found))
        return []

    def of(self, cell: int, count: int, steps: int = ROWS_TRIED) -> Balance | None:
        """The best balance of `count` clues that decides a forced cell; None too where the steps ended."""
        found, ended = self._best(Search(self.given(False), cell, steps), count)
        return None if ended else found

    def _best(self, search: Search, count: int) -> tuple[Balance | None, bool]:
        """The best balance of `count` rows, and whether the steps ended before all were found."""
        given = search.given
        found, ended = search.of(count)
        if not found:
            return None, ended
        signs = min(found, key=lambda signs: _order(given, search.cell, signs))
        return _balance(given, signs, self.position.trust_flags), ended

    def given(self, total: bool) -> Given:
        """The rows of the position, with the mine total among them or not."""
        if total not in self._given:
            self._given[total] = Given.of(self.position, total)
        return self._given[total]

    def _fewest(self, given: Given, cell: int, most_rows: int, steps: int) -> Balance | None:
        search = Search(given, cell, steps)
        for count in range(1, most_rows + 1):
            found, ended = self._best(search, count)
            if found or ended:
                return found
        return None


def _balance(given: Given, signs: Signs, flags: bool) -> Balance:
    """A balance the way round that is easier to say: the mine total added, else more rows added."""
    weight: dict[int, int] = {}
    for row, sign in signs.items():
        for cell in given.cells(row):
            weight[cell] = weight.get(cell, 0) + sign
    most = signs.get(TOTAL, sum(signs.values())) >= 0
    turned = 1 if most else -1
    added, subtracted = (
        tuple(sorted([row for row, sign in signs.items() if sign == way])) for way in (turned, -turned)
    )
    need = sum([given.need(row) for row in added]) - sum([given.need(row) for row in subtracted])
    safe = tuple(sorted([cell for cell, value in weight.items() if value < 0]))
    mines = tuple(sorted([cell for cell, value in weight.items() if value > 0]))
    return Balance(added, subtracted, need, most, safe, mines, flags)


def _order(given: Given, cell: int, signs: Signs) -> tuple[object, ...]:
    """By how many cells one has to look at, by how near the clues are, then any fixed order."""
    cells = {one for row in signs for one in given.cells(row)}
    far = _distances(given.graph, cell, {row for row in signs if row != TOTAL})
    return len(cells), sum(far), sorted(signs.items())


def _distances(graph: CellGraph, cell: int, clues: set[int]) -> list[int]:
    """How many steps from neighbour to neighbour it is from a cell to each of some clues."""
    found: list[int] = []
    seen, ring, steps = {cell}, [cell], 0
    while ring and len(found) < len(clues):
        found += [steps] * len(clues.intersection(ring))
        steps += 1
        ring = sorted({near for one in ring for near in graph.neighbours[one]} - seen)
        seen.update(ring)
    return found
