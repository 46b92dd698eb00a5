"""A proof by contradiction that a person can follow: suppose the opposite, and see what breaks.

From the supposition balances of one row and of two rows are followed until a row, or two together, cannot
hold. Only where nothing goes on is there a split: one clue, and every way in which its mines may lie, each
refuted in turn; cells that are in the same rows may change places, so one such way stands for all. Splits are
nested as little as possible, then the cases and then the steps are few; steps that nothing rests on are left
out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from typing import Annotated

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellLike
from logicsweep.boards.words import CellIndex, plural
from logicsweep.csp.clash import require_covered, require_layout
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.errors import whole_number
from logicsweep.reasons.balance import Balance
from logicsweep.reasons.given import Given, forced_as
from logicsweep.work import Budget, OutOfSteps

ROWS_SEEN = 100_000
"""Rows that the search for one refutation may look at: about a second."""
SPLITS = 3
"""How deep splits may be nested, unless a caller says otherwise."""
_TRIED = 6  # clues that a split is tried on, those with the fewest placements


@dataclass(frozen=True, repr=False)
class Line:
    """What follows from supposing some cells to be safe and others mines, up to what cannot be.

    Each step is a balance that holds at that moment: what is known, supposed or found before is taken off its
    rows. Either `broken` is a sum that cannot hold: it needs more than its cells can give (`most`), or less.
    Or `split` is a clue and `cases` are its placements, each a line of its own.
    """

    safe: Annotated[tuple[CellIndex, ...], "cells supposed to be safe"]
    mines: Annotated[tuple[CellIndex, ...], "cells supposed to be mines"]
    steps: Annotated[tuple[Balance, ...], "what follows, in order"]
    broken: Annotated[Balance | None, "what cannot hold: needs more than its cells can give, or less"] = None
    split: Annotated[CellIndex | None, "the clue whose mines are placed in each way"] = None
    cases: Annotated[tuple[Line, ...], "each way, refuted in turn; alike cells stand for each other"] = ()

    def __repr__(self) -> str:
        ends = f"{len(self.cases)} cases" if self.cases else "a row breaks"
        supposed = f"safe {self.safe}, mines {self.mines}"
        return f"<Line from {supposed}: {plural(len(self.steps), 'step')}, {ends}>"

    @property
    def leaves(self) -> int:
        """How many cases it takes: lines that end in a row that breaks; 1 where nothing is split."""
        return sum([case.leaves for case in self.cases]) or 1

    @property
    def length(self) -> int:
        """How many steps it takes in all."""
        return len(self.steps) + sum([case.length for case in self.cases])

    @property
    def widest(self) -> int:
        """How many rows are taken together where these are most: in a step, in what breaks or in a split."""
        own = [step.rows for step in (*self.steps, self.broken) if step]
        return max([*own, 1, *[case.widest for case in self.cases]])


@dataclass(frozen=True, repr=False)
class Refutation:
    """Why a cell (by index) is what it is: the `line` that begins with the opposite breaks everywhere.

    `certain` are the steps that hold anyway and that the line rests on.
    `total`: the mine total is among the rows. `flags`: flagged cells were taken as mines.

    >>> refute(View.parse("01## 02## 01##"), "r3c3")
    <Refutation of 10 as safe: 1 case, 1 step>
    """

    cell: int
    verdict: Annotated[Verdict, "what the cell is"]
    line: Annotated[Line, "what follows from the opposite"]
    certain: Annotated[tuple[Balance, ...], "what is certain anyway, in order"] = ()
    total: Annotated[bool, "whether the mine total is among the rows"] = False
    flags: Annotated[bool, "whether flags are taken as mines"] = False

    def __repr__(self) -> str:
        supposed = "safe" if self.verdict == "mine" else "a mine"
        size = f"{plural(self.line.leaves, 'case')}, {plural(self.length, 'step')}"
        return f"<Refutation of {self.cell} as {supposed}: {size}>"

    @property
    def length(self) -> int:
        """How many steps it takes in all, what is certain anyway among them."""
        return len(self.certain) + self.line.length


def refute(
    view: View | Position,
    cell: CellLike,
    *,
    trust_flags: bool = False,
    splits: int = SPLITS,
    steps: int = ROWS_SEEN,
) -> Refutation | None:
    """A refutation of the opposite of what a covered cell is, with few cases, then few steps.

    The mine total is a row only where the clues alone do not force the cell. None where the cell is not
    forced, or where no refutation was found with `splits` nested so deep and `steps` rows looked at. Flags
    are claims and count as covered cells, unless `trust_flags` makes them mines.
    Raises `InvalidInput` for a cell that is not covered and `Contradiction` for a view without a layout.

    >>> found = refute(View.parse("01## 02## 01##"), "r3c3")
    >>> found.verdict, found.line, found.line.leaves, found.line.length
    ('mine', <Line from safe (10,), mines (): 1 step, a row breaks>, 1, 1)
    """
    position = require_layout(Position.of(view, trust_flags))
    index = require_covered(position, cell)
    most = whole_number("splits", splits, 0)
    if not (forced := forced_as(position, index)):
        return None
    verdict, total = forced
    line = _Search(Given.of(position, total), steps).fewest(index, verdict == "safe", most)
    return Refutation(index, verdict, line, (), total, position.trust_flags) if line else None


Values = dict[int, int]  # of cells: 1 a mine, 0 safe


class _Search:
    """Refutations over some rows, within so many steps."""

    def __init__(self, given: Given, steps: int) -> None:
        self.given, self.budget = given, Budget(steps)

    def fewest(self, cell: int, mine: bool, splits: int) -> Line | None:
        """The line that begins with a cell as it is not, with splits nested as little as possible."""
        with suppress(OutOfSteps):
            for depth in range(splits + 1):
                if found := self._line({cell: int(mine)}, {}, depth):
                    return found[0]
        return None

    def _line(self, supposed: Values, outer: Values, splits: int) -> tuple[Line, set[int]] | None:
        """A line that breaks, and the cells known before it on which it rests; None where it goes on."""
        values = outer | supposed
        steps, broken = self._follow(values, list(supposed))
        if broken:
            line, rests = Line((), (), (), broken), self._known(broken, values)
        elif found := self._split(values, splits) if splits else None:
            line, rests = found
        else:
            return None
        kept: tuple[Balance, ...] = ()
        for step, known in reversed(steps):
            if not rests.isdisjoint((*step.safe, *step.mines)):
                kept = (step, *kept)
                rests = rests.difference(step.safe, step.mines) | known
        safe, mines = (tuple([c for c, value in supposed.items() if value == way]) for way in (0, 1))
        return replace(line, safe=safe, mines=mines, steps=kept), rests - supposed.keys()

    def _known(self, one: Balance, values: Values) -> set[int]:
        return {
            cell for row in (*one.added, *one.subtracted) for cell in self.given.cells(row) if cell in values
        }

    def _split(self, values: Values, splits: int) -> tuple[Line, set[int]] | None:
        """The best split: fewest cases, then fewest steps, over the clues with the fewest placements."""
        tried = [self._cases(row, values, splits - 1) for row in self._choices(values)]
        found = [one for one in tried if one]
        return min(found, key=lambda one: (one[0].leaves, one[0].length), default=None)

    def _choices(self, values: Values) -> list[int]:
        """The clues beside what is decided, those with the fewest placements first."""
        near = {row for cell in values for row in self.given.clues(cell)}
        counted = [(len(self._placements(row, values)), row) for row in near if self._open(row, values)[0]]
        return [row for _, row in sorted(counted)[:_TRIED]]

    def _cases(self, row: int, values: Values, splits: int) -> tuple[Line, set[int]] | None:
        cases, rests = [], {cell for cell in self.given.cells(row) if cell in values}
        for supposed in self._placements(row, values):
            found = self._line(supposed, values, splits)
            if found is None:
                return None
            cases.append(found[0])
            rests |= found[1]
        return Line((), (), (), split=row, cases=tuple(cases)), rests

    def _follow(
        self, values: Values, news: Sequence[int]
    ) -> tuple[list[tuple[Balance, set[int]]], Balance | None]:
        """Follow balances of one row, and of two where none of one goes on; `values` grows.

        The steps, each with the cells that it took as known, and what breaks.
        """
        steps: list[tuple[Balance, set[int]]] = []
        ones: dict[int, None] = {}  # dicts as queues in which a row stands once
        twos: dict[int, None] = {}
        while True:
            woken = self._rows_around(news)
            _, broken = self._first([(row,) for row in woken], values, only_broken=True)
            if broken:
                return steps, broken
            ones.update(dict.fromkeys(woken))
            twos.update(dict.fromkeys(woken))
            step, broken = self._next(ones, twos, values)
            if step is None:
                return steps, broken
            steps.append((step, self._known(step, values)))
            values.update(dict.fromkeys(step.safe, 0) | dict.fromkeys(step.mines, 1))
            news = (*step.safe, *step.mines)

    def _next(
        self, ones: dict[int, None], twos: dict[int, None], values: Values
    ) -> tuple[Balance | None, Balance | None]:
        """The next step, by one row as long as there is one, or what breaks."""
        for queue in (ones, twos):
            while queue:
                row = next(iter(queue))
                pairs = [(row,)] if queue is ones else [(row, other) for other in self._beside(row, values)]
                step, broken = self._first(pairs, values)
                if step is None or queue is ones:
                    del queue[row]  # a row that goes on together with one other may do so with more
                if step or broken:
                    return step, broken
        return None, None

    def _rows_around(self, cells: Sequence[int]) -> list[int]:
        return [row for cell in cells for row in self.given.around(cell)]

    def _beside(self, row: int, values: Values) -> list[int]:
        cells, _ = self._open(row, values)
        return sorted({*self._rows_around(cells)} - {row})

    def _first(
        self, choices: Sequence[tuple[int, ...]], values: Values, only_broken: bool = False
    ) -> tuple[Balance | None, Balance | None]:
        for rows in choices:
            self.budget.spend(1)
            step, broken = self._inferred(rows, values)
            if broken or (step and not only_broken):
                return step, broken
        return None, None

    def _inferred(self, rows: tuple[int, ...], values: Values) -> tuple[Balance | None, Balance | None]:
        """What one row decides, or what one needs beyond another; or what breaks.

        What a needs beyond b lies in cells that only a sees, less what lies in those that only b sees.
        """
        (in_a, need_a), (in_b, need_b) = [*[self._open(row, values) for row in rows], ([], 0)][:2]
        more = need_a - need_b
        only_a = tuple([cell for cell in in_a if cell not in in_b])
        only_b = tuple([cell for cell in in_b if cell not in in_a])
        flags = self.given.trust_flags
        if more >= len(only_a) and (only_a or only_b or more):
            found = Balance(rows[:1], rows[1:], more, True, only_b, only_a, flags)
        elif -more >= len(only_b) and (only_a or only_b or more):
            one = len(rows) == 1
            found = Balance(rows[-1:], rows[:-1], more if one else -more, not one, only_a, only_b, flags)
        else:
            return None, None
        return (None, found) if more > len(only_a) or -more > len(only_b) else (found, None)

    def _open(self, row: int, values: Values) -> tuple[list[int], int]:
        """The cells of a row that are not known, and the mines that it still needs there."""
        cells = self.given.cells(row)
        mines = sum([values.get(cell, 0) for cell in cells])
        return [cell for cell in cells if cell not in values], self.given.need(row) - mines

    def _placements(self, row: int, values: Values) -> list[Values]:
        """The ways in which the mines of a row may lie, where cells that are in the same rows are alike."""
        cells, need = self._open(row, values)
        alike: dict[tuple[int, ...], list[int]] = {}
        for cell in cells:
            alike.setdefault(tuple(self.given.around(cell)), []).append(cell)
        return list(placements([*alike.values()], need))


def placements(alike: Sequence[Sequence[int]], mines: int) -> Iterator[Values]:
    """The ways in which so many mines may lie in groups of alike cells, where the first of a group hold them.

    >>> list(placements([[4, 7], [9]], 1))
    [{4: 0, 7: 0, 9: 1}, {4: 1, 7: 0, 9: 0}]
    """
    for counts in product(*[range(len(group) + 1) for group in alike]):
        if sum(counts) == mines:
            pairs = zip(alike, counts, strict=True)
            yield {cell: int(at < count) for group, count in pairs for at, cell in enumerate(group)}
