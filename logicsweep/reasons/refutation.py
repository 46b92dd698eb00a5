"""A proof by contradiction that a person can follow: assume the opposite, and see what breaks.

First come the steps that are certain anyway, then those that follow from the assumption, until a sum cannot
hold. A step takes one row, two rows, or the mine total against many clues that share few cells. If no step
is left, the search looks for a sum of a few clues that breaks. Only without such a sum does it split one
clue: it refutes every placement of its mines in turn. Cells in the same rows are alike, so one placement
stands for all that only swap such cells. Of the least nested proofs the search takes the one that is
shortest to tell; it drops steps that the rest does not need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, lru_cache, reduce
from heapq import nlargest
from itertools import accumulate, islice, product
from operator import itemgetter, or_
from sys import maxsize
from typing import NamedTuple

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellLike, components
from logicsweep.csp.cores import members
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.csp.solve import require_covered, require_layout
from logicsweep.csp.sums import TOTAL
from logicsweep.errors import whole_number
from logicsweep.reasons.balance import add_up, balance, easiest_balances
from logicsweep.reasons.known import KEPT_POSITIONS, Known, forced_as
from logicsweep.reasons.reason import Balance, Line, Refutation, decided_by
from logicsweep.reasons.wording import with_found
from logicsweep.work.budget import Budget, OutOfSteps

ROWS_SEEN = 100_000
"""Rows that the search for one refutation may look at: about a second."""
_TRIED = 6  # the most clues whose split is tried to its end: those with the fewest open cases
_MOST_CLUES = 8  # of a sum that is certain anyway
_MOST_KINDS = 200  # forced cells that are not alike: among more, the search for such sums takes seconds
_MOST_BROKEN = 7  # of a sum that breaks after the supposition
_SUMS = 50  # that are kept on the way to it
_DRAWING = 6  # lines of a drawing, about
_SHORT = 2  # lines: a proof as short is good enough
_CHOICES = 16  # sets of clues against the mine total that are kept on the way to the best

Values = dict[int, int]  # of cells: 1 a mine, 0 safe


def refute(
    view: View | Position, cell: CellLike, *, splits: int | None = None, budget: int = ROWS_SEEN
) -> Refutation | None:
    """A refutation of the opposite of a covered cell, with few cases, then few steps.

    The mine total is a row only if the clues alone do not force the cell. None if the cell is not forced, if
    `budget` ended first, or if every proof nests splits deeper than `splits` (None: any depth). Flags are
    claims and count as covered cells, unless a `Position` trusts them.
    Raises `InvalidInput` for a cell that is not covered and `Contradiction` for a view without a layout.

    >>> found = refute(View.parse("01## 02## 01##"), "r3c3")
    >>> found.verdict, found.line, found.line.leaves, found.line.length
    ('mine', <Line from safe (10,), mines (): 1 step, a row breaks>, 1, 1)
    """
    position = require_layout(Position.of(view))
    index = require_covered(position, cell)
    deepest = len(position.view.marks) if splits is None else whole_number("splits", splits, 0)
    if not (forced := forced_as(position, index)):
        return None
    verdict, total = forced
    search = _Search(_make_rows(position, total), Budget(budget))
    with suppress(OutOfSteps):
        if found := search.find_proof(index, verdict == "safe", deepest):
            found, _ = search.rows.keep_used(found)
            (line,) = found.cases
            return Refutation(index, verdict, line, found.steps, total, position.trust_flags)
    return None


@lru_cache(KEPT_POSITIONS)
def _make_rows(position: Position, total: bool) -> _Rows:
    return _Rows(Known.of(position, total))


class _Moment(NamedTuple):
    """The known cells at a moment, and the mines among them, as bits."""

    cells: int = 0
    mines: int = 0

    def add(self, safe: Iterable[int], mines: Iterable[int]) -> _Moment:
        mined = _mask_cells(mines)
        return _Moment(self.cells | _mask_cells(safe) | mined, self.mines | mined)

    def mask_changes(self, other: _Moment) -> int:
        return (self.cells ^ other.cells) | (self.mines ^ other.mines)


class _Step(NamedTuple):
    """A balance that follows, or breaks, and the known cells that it rests on, as bits."""

    balance: Balance
    breaks: bool
    rests: int


class _Rows:
    """The rows of a position, their cells as bits, and the steps that are certain anyway."""

    def __init__(self, at_first: Known) -> None:
        self.at_first = at_first
        clues = sorted({clue for cell in at_first.forced for clue in at_first.clues(cell)})
        beside = {clue: [c for cell in at_first.cells(clue) for c in at_first.clues(cell)] for clue in clues}
        self.clues = [clue for part in components(clues, beside.__getitem__) for clue in part]
        rows = clues if at_first.total is None else [*clues, TOTAL]
        self.cells = {row: _mask_cells(at_first.cells(row)) for row in rows}

    @cached_property
    def certain(self) -> tuple[list[_Step], _Moment]:
        """The steps without any supposition, and the cells known after them."""
        return _Search(self, Budget(maxsize)).follow(_Moment(), self.cells)

    @cached_property
    def certain_by_sums(self) -> tuple[list[_Step], _Moment]:
        """The same steps, and those by sums of a few rows, the fewest rows first."""
        search, (steps, known) = _Search(self, Budget(maxsize)), self.certain
        steps = [*steps]
        if len(self.at_first.kinds) > _MOST_KINDS:
            return steps, known
        while sums := easiest_balances(self._know(known), _MOST_CLUES):
            for one in sums:
                if step := self.make_step(one.added, one.subtracted, known):
                    steps.append(step)
                    known = known.add(step.balance.safe, step.balance.mines)
            more, known = search.follow(known, self.cells)
            steps += more
        return steps, known

    def _know(self, known: _Moment) -> Known:
        """The position with these cells known, too."""
        found: dict[int, Verdict] = {
            cell: "mine" if known.mines >> cell & 1 else "safe" for cell in members(known.cells)
        }
        view = with_found(self.at_first.position.trusted, found)
        return Known.of(Position(view, True), self.at_first.total is not None)

    def sum_left(self, row: int, known: _Moment) -> tuple[int, int]:
        """The unknown cells of a row, and the mines that it still needs there."""
        cells = self.cells[row]
        return cells & ~known.cells, self.at_first.need(row) - (cells & known.mines).bit_count()

    def make_step(self, added: tuple[int, ...], subtracted: tuple[int, ...], known: _Moment) -> _Step | None:
        """The step in which rows decide cells together, or break."""

        def row_of(row: int) -> tuple[Iterable[int], int]:
            cells, need = self.sum_left(row, known)
            return members(cells), need

        found, breaks = add_up(row_of, added, subtracted, self.at_first.position.trust_flags)
        return _Step(found, breaks, self.mask_cells(found) & known.cells) if found else None

    def mask_cells(self, one: Balance) -> int:
        """The cells of a balance's rows, known or not."""
        return reduce(or_, [self.cells[row] for row in (*one.added, *one.subtracted)])

    def keep_used(self, line: Line) -> tuple[Line, int]:
        """The line without safe cells that nothing later uses, and the cells that it uses, as bits."""
        cases = [self.keep_used(case) for case in line.cases]
        used = reduce(or_, [cells for _, cells in cases], 0 if line.split is None else self.cells[line.split])
        used |= self.mask_cells(line.broken) if line.broken else 0
        steps = list[Balance]()
        for step in reversed(line.steps):
            safe = tuple([cell for cell in step.safe if used >> cell & 1])
            if safe or step.mines:
                steps.append(replace(step, safe=safe))
                used |= self.mask_cells(step)
        return replace(line, steps=tuple(steps[::-1]), cases=tuple([case for case, _ in cases])), used

    def try_row(self, row: int, known: _Moment) -> _Step | None:
        cells, need = self.sum_left(row, known)
        size = cells.bit_count()
        return None if 0 < need < size or size == need == 0 else self.make_step((row,), (), known)

    def try_two(self, a: int, b: int, known: _Moment) -> _Step | None:
        """Compare two clues: if one needs enough more mines, all cells that only it sees are mines."""
        (in_a, need_a), (in_b, need_b) = self.sum_left(a, known), self.sum_left(b, known)
        if need_a - need_b >= (in_a & ~in_b).bit_count():
            return self.make_step((a,), (b,), known)
        if need_b - need_a >= (in_b & ~in_a).bit_count():
            return self.make_step((b,), (a,), known)
        return None

    def try_total(self, known: _Moment) -> _Step | None:
        """Compare the mine total with clues that overlap as little as possible.

        They need all the mines on the board, or more; or they contain all its safe cells, or more.
        """
        for least in (True, False):
            rows = self._pick_clues(known, least)
            found = self._compare_with_total(rows, known, least)
            for row in rows if found and found.breaks else ():
                fewer = tuple([one for one in rows if one != row])
                if (step := self._compare_with_total(fewer, known, least)) and step.breaks:
                    found, rows = step, fewer
            if found:
                return found
        return None

    def _pick_clues(self, known: _Moment, least: bool) -> tuple[int, ...]:
        """The clues that together need the most mines, or leave most cells safe; repeated cells cost one.

        The search takes the clues one by one. Choices that overlap alike with later clues compete, and only
        the best are kept.
        """
        opened = [(row, *self.sum_left(row, known)) for row in self.clues]
        later = [*accumulate([cells for _, cells, _ in opened[::-1]], or_, initial=0)][-2::-1]
        choices: dict[int, tuple[int, int, tuple[int, ...]]] = {0: (0, 0, ())}
        for (row, cells, need), seen_later in zip(opened, later, strict=True):
            new: dict[int, tuple[int, int, tuple[int, ...]]] = {}
            worth = need if least else cells.bit_count() - need
            for met, (sum_of_worth, fewer, rows) in choices.items() if cells else ():
                taken = sum_of_worth + worth - (cells & met).bit_count(), fewer - 1, (*rows, row)
                for key, choice in ((met, (sum_of_worth, fewer, rows)), (met | cells, taken)):
                    new[key & seen_later] = max(choice, new.get(key & seen_later, choice))
            choices = dict(nlargest(_CHOICES, new.items(), key=itemgetter(1))) or choices
        return tuple(sorted(max(choices.values())[2]))

    def _compare_with_total(self, rows: tuple[int, ...], known: _Moment, least: bool) -> _Step | None:
        return self.make_step(rows, (TOTAL,), known) if least else self.make_step((TOTAL,), rows, known)


class _Search:
    """A search for refutations over some rows, within a budget."""

    def __init__(self, rows: _Rows, budget: Budget) -> None:
        self.rows, self.budget = rows, budget

    def find_proof(self, cell: int, mine: bool, splits: int) -> Line | None:
        """A line with the steps that are certain anyway; its one case supposes the opposite of a cell."""
        found = list[Line]()
        with suppress(OutOfSteps):
            for line in self._list_proofs(cell, {cell: int(mine)}, splits):
                found.append(self._raise_steps(line, _Moment()))
                if _effort(found[-1]) <= _SHORT:
                    break
        return min([self._shorten(line) for line in found], key=_effort, default=None)

    def _list_proofs(self, cell: int, opposite: Values, splits: int) -> Iterator[Line]:
        """Proofs without and with steps that are certain anyway; cases only if there are no others."""
        found, position, begin = False, self.rows.at_first.position, (list[_Step](), _Moment())
        for depth in range(splits + 1):
            if depth == 1 and (decides := balance(position, cell)):
                yield self._break_case(_suppose(opposite, ()), decides, _Moment())
                return
            sure = self.rows.certain_by_sums if depth else self.rows.certain
            for certain, known in (begin, sure):
                if known.cells >> cell & 1:
                    at, last = next(
                        (at, one) for at, one in enumerate(certain) if cell in decided_by(one.balance)
                    )
                    steps, _ = _keep_needed_steps(certain[:at], last.rests)
                    yield self._break_case(_suppose(opposite, steps), last.balance, _Moment())
                    found = True
                elif later := self._find_line(opposite, known, depth, sums=not depth):
                    steps, _ = _keep_needed_steps(certain, later[1])
                    yield Line((), (), steps, cases=later[:1])
                    found = True
            if found:
                return

    def _break_case(self, root: Line, last: Balance, outer: _Moment) -> Line:
        """Let the one case of a line break at once, since these rows decide the supposed cell."""
        (case,) = root.cases
        known = _know_after(root, outer).add(case.safe, case.mines)
        step = self.rows.make_step(last.added, last.subtracted, known)
        assert step
        return replace(root, cases=(replace(case, steps=(), broken=step.balance, split=None, cases=()),))

    def _raise_steps(self, line: Line, outer: _Moment) -> Line:
        """Move the steps that do not need a case's supposition before the case."""
        known = _know_after(line, outer)
        line = replace(line, cases=tuple([self._raise_steps(case, known) for case in line.cases]))
        supposed = _mask_cells([cell for case in line.cases for cell in (*case.safe, *case.mines)])
        for one in [one for case in line.cases for one in case.steps]:
            step = self.rows.make_step(one.added, one.subtracted, known)
            if not step or (line.cases[1:] and _mask_decided(step.balance) & supposed):
                continue
            if _mask_decided(step.balance) & supposed:
                return self._break_case(line, one, outer)
            now = known.add(step.balance.safe, step.balance.mines)
            cases = [self._replay(case, known, now) for case in line.cases]
            steps = (*line.steps, step.balance)
            return self._raise_steps(replace(line, steps=steps, cases=tuple(filter(None, cases))), outer)
        return line

    def _shorten(self, root: Line) -> Line:
        """Drop the steps that are not needed."""
        with suppress(OutOfSteps):
            for at in reversed(range(root.length)):
                self.budget.spend(root.length)
                step = next(islice(_list_steps(root), at, None), None)
                if again := self._replay(root, _Moment(), _Moment(), step):
                    root = min(root, self._raise_steps(again, _Moment()), key=_effort)
        return root

    def _replay(
        self, line: Line, was: _Moment, known: _Moment, without: Balance | None = None
    ) -> Line | None:
        """Replay a line with other known cells before it, or without a step; None if it no longer breaks."""
        steps = list[Balance]()
        was, known = (one.add(line.safe, line.mines) for one in (was, known))
        for one in (*line.steps, line.broken) if line.broken else line.steps:
            now, breaks = one, one is line.broken
            if one is without:
                was = was.add(one.safe, one.mines)
                continue
            if self.rows.mask_cells(one) & known.mask_changes(was):
                step = self.rows.make_step(one.added, one.subtracted, known)
                if not step:
                    was = was.add(one.safe, one.mines)
                    continue
                now, breaks = step.balance, step.breaks
            if breaks:
                return replace(line, steps=tuple(steps), broken=now, split=None, cases=())
            steps.append(now)
            was, known = was.add(one.safe, one.mines), known.add(now.safe, now.mines)
        split = 0 if line.split is None else self.rows.cells[line.split]
        cases = [self._replay(case, was, known, without) for case in line.cases]
        if line.broken or split & known.mask_changes(was) or not all(cases):
            return None
        return replace(line, steps=tuple(steps), cases=tuple(filter(None, cases)))

    def _find_line(
        self, supposed: Values, outer: _Moment, splits: int, sums: bool = False
    ) -> tuple[Line, int] | None:
        """A line that breaks, and the earlier known cells that it rests on; None if it does not break."""
        safe, mines = _split_values(supposed)
        steps, known = self.follow(outer.add(safe, mines), self._list_rows_around(supposed))
        if sums and not (steps and steps[-1].breaks) and (broken := self._find_broken_sum(known)):
            steps.append(broken)
        if steps and steps[-1].breaks:
            *steps, last = steps
            line, rests = Line(safe, mines, (), last.balance), last.rests
        elif found := self._find_split(known, splits) if splits else None:
            line, rests = found
        else:
            return None
        kept, rests = _keep_needed_steps(steps, rests)
        return replace(line, safe=safe, mines=mines, steps=kept), rests & outer.cells

    def _find_broken_sum(self, known: _Moment) -> _Step | None:
        """A sum of few clues that breaks; of each number of clues, only the nearest sums are kept."""
        kept = [frozenset([(row, sign)]) for row in self._list_splits(known) for sign in (1, -1)]
        for _ in range(_MOST_BROKEN - 1):
            longer = {
                one | {(other, -sign)}
                for one in kept
                for row, sign in one
                for other in self._list_clues_beside(row, known)
                if one.isdisjoint([(other, 1), (other, -1)])
            }
            self.budget.spend(len(longer))
            ranked = sorted([(*self._measure_sum(one, known), sorted(one)) for one in longer])[:_SUMS]
            if ranked and ranked[0][0] < 0:
                added, subtracted = (
                    tuple([row for row, sign in ranked[0][-1] if sign == way]) for way in (1, -1)
                )
                return self.rows.make_step(added, subtracted, known)
            kept = [frozenset(one) for *_, one in ranked]
        return None

    def _measure_sum(self, signs: Iterable[tuple[int, int]], known: _Moment) -> tuple[int, int, int]:
        """How many more mines it can give than it needs, how many cells count twice, and all cells."""
        weights, sides, need = Counter[int](), Counter[tuple[int, int]](), 0
        for row, sign in signs:
            cells, mines = self.rows.sum_left(row, known)
            for cell in members(cells):
                weights[cell] += sign
                sides[sign, cell] += 1
            need += sign * mines
        return (+weights).total() - need, sides.total() - len(sides), len(weights)

    def _find_split(self, known: _Moment, splits: int) -> tuple[Line, int] | None:
        """The best split: fewest cases, then fewest steps."""
        looked, found = [], list[tuple[Line, int]]()
        for row in self._list_splits(known):
            ways = self._list_placements(row, known)
            cases = [self._find_line(way, known, 0) for way in ways]
            looked.append((cases.count(None), len(ways), row, ways, cases))
        for at, (still, _, row, ways, cases) in enumerate(sorted(looked, key=lambda one: one[:3])):
            if still and (splits == 1 or found or at >= _TRIED):
                break
            for case, way in enumerate(ways):
                cases[case] = cases[case] or self._find_line(way, known, splits - 1)
                if not cases[case]:
                    break
            else:
                line = Line((), (), (), None, row, tuple([case[0] for case in cases if case]))
                rests = reduce(or_, [case[1] for case in cases if case], self.rows.cells[row] & known.cells)
                found.append((line, rests))
        return min(found, key=lambda one: _effort(one[0]), default=None)

    def _list_splits(self, known: _Moment) -> list[int]:
        """The clues to split: those beside cells known by the supposition; with the mine total, all."""
        rows = self.rows
        if rows.at_first.total is None:
            near = {*self._list_rows_around(members(known.cells & ~rows.certain[1].cells))}
        else:
            near = {*rows.clues}
        return [row for row in sorted(near) if rows.sum_left(row, known)[0]]

    def follow(self, known: _Moment, woken: Iterable[int]) -> tuple[list[_Step], _Moment]:
        """Follow balances of one row; if there is none, of two; if there is none, with the mine total.

        Returns the steps, the last of which may break, and the cells known after them.
        """
        steps: list[_Step] = []
        ones: dict[int, None] = {}  # dicts as queues that hold each row once
        twos: dict[int, None] = {}
        while True:
            woken = dict.fromkeys(woken)
            broken = [one for row in woken if (one := self._look_at_row(row, known)) and one.breaks]
            ones.update(woken)
            twos.update(woken)
            step = broken[0] if broken else self._find_next_step(ones, twos, known)
            if not step:
                return steps, known
            steps.append(step)
            if step.breaks:
                return steps, known
            balance = step.balance
            known = known.add(balance.safe, balance.mines)
            woken = self._list_rows_around((*balance.safe, *balance.mines))

    def _find_next_step(self, ones: dict[int, None], twos: dict[int, None], known: _Moment) -> _Step | None:
        """The next step, by one row if possible."""
        while ones:
            row = next((one for one in ones if one != TOTAL), TOTAL)  # clues are easier
            del ones[row]
            if step := self._look_at_row(row, known):
                return step
        twos.pop(TOTAL, None)
        while twos:
            row = next(iter(twos))
            for other in self._list_clues_beside(row, known):
                if step := self._look_at_row(other, known) or self.rows.try_two(row, other, known):
                    return step  # the row stays queued: it may go on with others, too
            del twos[row]
        if self.rows.at_first.total is None:
            return None
        self.budget.spend(len(self.rows.clues))
        return self.rows.try_total(known)

    def _look_at_row(self, row: int, known: _Moment) -> _Step | None:
        self.budget.spend(1)
        return self.rows.try_row(row, known)

    def _list_rows_around(self, cells: Iterable[int]) -> list[int]:
        return [row for cell in cells for row in self.rows.at_first.around(cell)]

    def _list_clues_beside(self, row: int, known: _Moment) -> list[int]:
        cells = members(self.rows.sum_left(row, known)[0])
        return sorted({clue for cell in cells for clue in self.rows.at_first.clues(cell)} - {row})

    def _list_placements(self, row: int, known: _Moment) -> list[Values]:
        """The placements of a row's mines, up to swaps of cells in the same rows."""
        cells, need = self.rows.sum_left(row, known)
        alike: dict[tuple[int, ...], list[int]] = {}
        for cell in members(cells):
            alike.setdefault(tuple(self.rows.at_first.clues(cell)), []).append(cell)
        return list(placements([*alike.values()], need))


def _suppose(values: Values, steps: tuple[Balance, ...]) -> Line:
    """A line whose one case supposes some values after these steps."""
    return Line((), (), steps, cases=(Line(*_split_values(values), (), None),))


def _keep_needed_steps(steps: Sequence[_Step], rests: int) -> tuple[tuple[Balance, ...], int]:
    """Keep the steps that lead to the cells in `rests`; return them and the other cells that they rest on."""
    kept: tuple[Balance, ...] = ()
    for step in reversed(steps):
        decided = _mask_decided(step.balance)
        if rests & decided:
            kept = (step.balance, *kept)
            rests = rests & ~decided | step.rests
    return kept, rests


def _know_after(line: Line, outer: _Moment) -> _Moment:
    """The cells known at the end of a line, before its cases."""
    known = outer.add(line.safe, line.mines)
    return reduce(lambda known, one: known.add(one.safe, one.mines), line.steps, known)


def _list_steps(line: Line) -> Iterator[Balance]:
    yield from line.steps
    for case in line.cases:
        yield from _list_steps(case)


def _effort(line: Line) -> int:
    """About how many lines it takes to tell it, with its drawings; those that count all mines are large."""
    sums = [one for one in (*line.steps, line.broken) if one]
    drawn = [{*one.added, *one.subtracted} for one in sums if one.size > 1]
    drawn += [case.clues for case in line.cases if line.cases[1:]]
    lines = sum([one.size for one in sums]) + sum([_DRAWING * (1 + (TOTAL in rows)) for rows in drawn])
    return lines + sum([_effort(case) for case in line.cases])


def _mask_decided(one: Balance) -> int:
    return _mask_cells((*one.safe, *one.mines))


def _split_values(values: Values) -> tuple[tuple[int, ...], tuple[int, ...]]:
    safe, mines = (tuple([cell for cell, value in values.items() if value == way]) for way in (0, 1))
    return safe, mines


def _mask_cells(cells: Iterable[int]) -> int:
    return sum([1 << cell for cell in cells])


def placements(alike: Sequence[Sequence[int]], mines: int) -> Iterator[Values]:
    """The ways to place mines in groups of alike cells; the first cells of a group hold its mines.

    >>> list(placements([[4, 7], [9]], 1))
    [{4: 1, 7: 0, 9: 0}, {4: 0, 7: 0, 9: 1}]
    """
    for counts in product(*[range(len(group), -1, -1) for group in alike]):
        if sum(counts) == mines:
            pairs = zip(alike, counts, strict=True)
            yield {cell: int(at < count) for group, count in pairs for at, cell in enumerate(group)}
