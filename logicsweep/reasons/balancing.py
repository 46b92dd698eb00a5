"""The search for balances: which rows to add, and which to subtract.

In a layout the weights of its mines add up to what is needed. So that is the most that the weights can give
exactly where no layout has a mine on a weight below zero, or a safe cell on one above. With the forced cells
known, a balance is hence a choice of rows whose weights are zero on every cell that is not forced, not below
zero on forced mines and not above it on forced safe cells. A cell that breaks this must be met by another row
around it, with the opposite sign: the search follows the cell with the fewest such rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from logicsweep.reasons.given import Given

Signs = Mapping[int, int]
"""For each row of a balance 1 (added) or -1 (subtracted), such that forced mines weigh above zero."""


class _Ended(Exception):
    """The steps ended."""


class Search:
    """All balances of so many rows that decide one cell."""

    def __init__(self, given: Given, cell: int, steps: int) -> None:
        """`steps` rows may be added and taken back in all."""
        self.given, self.cell, self.left = given, cell, steps
        self.way = given.forced[cell]
        self.weight: dict[int, int] = {}  # of each cell
        self.wrong: dict[int, int] = {}  # cell -> by how much its weight must change
        self.signs: dict[int, int] = {}
        self.barred: set[tuple[int, int]] = set()  # rows with a sign, tried in another branch
        self._cells: dict[int, list[int]] = {}
        self._around: dict[int, list[int]] = {}
        # A cell beside no clue can be met by no other row than the total: if it is open, the total is no row.
        self._around_of = given.clues if given.total is None or given.lonely else given.around

    def of(self, count: int) -> tuple[list[Signs], bool]:
        """The balances of `count` rows, and whether the steps ended before all were found."""
        found: list[Signs] = []
        try:
            found.extend(self._branch(self._rows_around(self.cell), self.way, count))
        except _Ended:
            self.weight, self.wrong, self.signs, self.barred = {}, {}, {}, set()
            return found, True
        return found, False

    def _branch(self, rows: Sequence[int], sign: int, count: int) -> Iterator[Signs]:
        """With each of these rows in turn; those before it are barred, so that nothing is found twice."""
        tried = []
        for row in rows:
            before = self._add(row, sign)
            yield from self._further(count - 1)
            self._take_back(row, sign, before)
            self.barred.add((row, sign))
            tried.append((row, sign))
        self.barred.difference_update(tried)

    def _further(self, count: int) -> Iterator[Signs]:
        if not self.wrong:
            if not count:
                yield dict(self.signs)
            return
        self.left -= 1
        if self.left < 0:
            raise _Ended
        cell, rows = self._most_urgent(count)
        if rows:
            yield from self._branch(rows, 1 if self.wrong[cell] > 0 else -1, count)

    def _most_urgent(self, count: int) -> tuple[int, list[int]]:
        """The wrong cell that the fewest rows can mend, and these; no rows where `count` are too few."""
        urgent, fewest = self.cell, list[int]()
        apart, met = 0, set[int]()
        for cell, change in self.wrong.items():
            sign = 1 if change > 0 else -1
            around = self._rows_around(cell)
            rows = [row for row in around if row not in self.signs and (row, sign) not in self.barred]
            if len(rows) < change * sign:
                return cell, []
            if met.isdisjoint(rows):  # cells that share no row take a row each
                met.update(rows)
                apart += change * sign
            if apart > count:
                return cell, []
            if not fewest or len(rows) < len(fewest):
                urgent, fewest = cell, rows
        return urgent, fewest

    def _add(self, row: int, sign: int) -> list[tuple[int, int]]:
        """Add or subtract a row; returns the cells of it with what was wrong with them before."""
        self.signs[row] = sign
        forced, weight, wrong = self.given.forced, self.weight, self.wrong
        before = []
        for cell in self._cells_of(row):
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

    def _take_back(self, row: int, sign: int, before: list[tuple[int, int]]) -> None:
        del self.signs[row]
        for cell, change in before:
            self.weight[cell] -= sign
            if change:
                self.wrong[cell] = change
            else:
                self.wrong.pop(cell, None)

    def _cells_of(self, row: int) -> list[int]:
        if row not in self._cells:
            self._cells[row] = self.given.cells(row)
        return self._cells[row]

    def _rows_around(self, cell: int) -> list[int]:
        if cell not in self._around:
            self._around[cell] = self._around_of(cell)
        return self._around[cell]
