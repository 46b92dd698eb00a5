"""Refutations in words: each step with the numbers that hold when it is taken, for a person with the board.

A clue is named with its number: `r2c2=3`. What it *needs* is that number less the mines found around it by
then; what it *still needs* is less than its number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from logicsweep.boards.board import View
from logicsweep.boards.words import are, plural, verdict
from logicsweep.csp.clash import clue_names
from logicsweep.reasons.given import TOTAL, row_sum
from logicsweep.reasons.refutation import Inference, Line, Refutation
from logicsweep.reasons.wording import cells_told, mines_told, number_told, one_row


class LineTold(NamedTuple):
    """A line of a refutation in sentences: what is supposed, what follows step by step, and how it ends.

    `ending` says what breaks, or which clue is split; then `cases` has one for each of its placements.
    """

    supposed: str
    steps: tuple[str, ...]
    ending: str
    cases: tuple[LineTold, ...] = ()


def refutation_told(view: View, refutation: Refutation) -> LineTold:
    """A refutation of a view in sentences.

    >>> from logicsweep.reasons.refutation import refute
    >>> view = View.parse("01## 02## 01##")
    >>> for part in refutation_told(view, refute(view, "r3c3")):
    ...     print(part)
    Suppose r3c3 were safe
    ('r2c2=2 needs two mines, and has just two covered neighbours left: r1c3 and r2c3 are mines.',)
    r1c2=1 would have two mines: r1c3 and r2c3.
    ()
    """
    supposed = f"{view.graph.name(refutation.cell)} were {verdict(refutation.verdict == 'safe')}"
    teller = _Teller(view, refutation.flags)
    told = teller.line(refutation.line, f"Suppose {supposed}", {})
    return told._replace(supposed=f"Given the flags, suppose {supposed}") if teller.flagged else told


class _Row(NamedTuple):
    """A row at one moment: the mines found in it, the cells not known, and how many mines these need."""

    name: str
    number: int
    found: Sequence[int]
    left: Sequence[int]
    need: int
    covered: int
    whole: bool


class _Teller:
    """Lines in words. `values` are cells known so far, 1 a mine, 0 safe; `flagged`: some row had flags."""

    def __init__(self, view: View, flags: bool) -> None:
        self.view, self.graph = view, view.graph
        self.covered, self.flags = set(view.covered), set(view.flags if flags else ())
        self.flagged = False

    def line(self, line: Line, supposed: str, outer: Mapping[int, int]) -> LineTold:
        values = {**outer, **dict.fromkeys(line.safe, 0), **dict.fromkeys(line.mines, 1)}
        steps = []
        for step in line.steps:
            steps.append(self._step(step, values))
            values |= dict.fromkeys(step.safe, 0) | dict.fromkeys(step.mines, 1)
        if line.split is None:
            return LineTold(supposed, tuple(steps), self._broken(line.broken, values))
        row = self._row(line.split, values)
        alike = self._alike(row.left)
        cases = tuple([self.line(case, self._placed(case, alike), values) for case in line.cases])
        return LineTold(supposed, tuple(steps), self._split(row, line, alike), cases)

    def _row(self, row: int, values: Mapping[int, int]) -> _Row:
        cells, need = row_sum(self.view, row, bool(self.flags))
        mines = [cell for cell in cells if values.get(cell)]
        left = sorted([cell for cell in cells if cell not in values])
        covered = self.covered if row == TOTAL else self.covered.intersection(self.graph.neighbours[row])
        flags = covered & self.flags
        self.flagged |= bool(flags)
        name, number = "the board", self.view.mines or 0
        if row != TOTAL:
            (name,), number = clue_names(self.view, [row]), self.view.marks[row]
        found = sorted(flags.union(mines))
        return _Row(name, number, found, left, need - len(mines), len(covered), row == TOTAL)

    def _step(self, step: Inference, values: Mapping[int, int]) -> str:
        rows = [self._row(row, values) for row in (*step.added, *step.subtracted)]
        if len(rows) == 1:
            return self._one(rows[0], mine=bool(step.mines))
        return self._two(rows[0], rows[1])

    def _one(self, row: _Row, mine: bool) -> str:
        if row.whole:
            return _board_full(row, mine)
        last = row.covered > len(row.left)
        return one_row(self.graph, row.name, row.found, row.left, mine, last)

    def _two(self, a: _Row, b: _Row) -> str:
        """What a needs beyond b fills the cells that only a sees; b's own cells get nothing."""
        only_a, only_b = _without(a, b), _without(b, a)
        if not only_a:
            if b.whole:
                left = f"all that {_is(a.need)} left of the {number_told(b.number)}"
                return f"{self._needs(a)}, {left}: every other cell is safe."
            return f"{self._needs(a)}, and {_sees_too(b, a)}: {self._are(only_b, mine=False)}."
        told = f"{self._needs(a)}, and {b.name} {_just(b)} in {self._cells(b.left)}"
        if not only_b:
            return f"{told}: {self._are(only_a, mine=True)}."
        return f"{told}: {self._are(only_a, mine=True)}, and {self._are(only_b, mine=False)}."

    def _broken(self, rows: Sequence[int], values: Mapping[int, int]) -> str:
        first, *rest = [self._row(row, values) for row in rows]
        if rest:
            short = first.need - rest[0].need > len(_without(first, rest[0]))
            return self._clash(first, rest[0]) if short else self._clash(rest[0], first)
        if first.whole:
            return _board_broken(first)
        if first.need < 0:
            return f"{first.name} would have {mines_told(len(first.found))}: {self._cells(first.found)}."
        most = sorted([*first.found, *first.left])
        if not most:
            return f"{first.name} would have no mine."
        could = "could have at most" if first.left else "would have only"
        return f"{first.name} {could} {mines_told(len(most))}: {self._cells(most)}."

    def _clash(self, a: _Row, b: _Row) -> str:
        """What a needs beyond b does not fit into the cells that only a sees."""
        only = _without(a, b)
        if b.whole:
            count = f"only {number_told(b.need)}" if b.need else "none"
            return f"{self._needs(a)}, but {count} of the {mines_told(b.number)} {_is(b.need or 1)} left."
        if not only:
            return f"{self._needs(a)}, but {_sees_too(b, a)}."
        most = f"at most {number_told(b.need + len(only))}"
        sees = f"there {_is(len(only))}" if a.whole else "it sees"
        beside = f"besides {sees} only {self._cells(only)}"
        return f"{self._needs(a)}, but {b.name} {_just(b)} in {self._cells(b.left)}, and {beside}: {most}."

    def _split(self, row: _Row, line: Line, alike: Sequence[Sequence[int]]) -> str:
        count = len(line.cases)
        ways = f"there are {number_told(count)} ways, and {'neither' if count == 2 else 'none'} works"
        partly = [
            self._cells(group)
            for group in alike
            if any(0 < len({*group}.intersection(case.mines)) < len(group) for case in line.cases)
        ]
        if not partly:
            return f"{self._needs(row)}: {ways}."
        places = f"Cells that the same clues see may change places: {'; '.join(partly)}."
        return f"{self._needs(row)}. {places} So {ways}."

    def _placed(self, case: Line, alike: Sequence[Sequence[int]]) -> str:
        """One placement: cells that are alike and hold some mines, but not all they could, together."""
        mines, safe, told = list[int](), list[int](), []
        for group in alike:
            held = [cell for cell in group if cell in case.mines]
            if 0 < len(held) < len(group):
                some = f"{number_told(len(held))} of {self._cells(group)} {_is(len(held))}"
                told.append(f"{some} {'a mine' if len(held) == 1 else 'mines'}, say {self._cells(held)}")
            else:
                (mines if held else safe).extend(group)
        told = [self._are(mines, mine=True)] * bool(mines) + told
        if safe:
            told.append(self._are(safe, mine=False) if len(safe) < 4 else "the others are safe")
        return "; ".join(told)

    def _alike(self, cells: Sequence[int]) -> list[list[int]]:
        """Cells by the clues around them."""
        groups: dict[tuple[int, ...], list[int]] = {}
        for cell in cells:
            seen = tuple([one for one in self.graph.neighbours[cell] if self.view.marks[one] >= 0])
            groups.setdefault(seen, []).append(cell)
        return list(groups.values())

    def _needs(self, row: _Row) -> str:
        """`r1c2=2 still needs one mine in r1c1 and r2c1`."""
        if row.whole:
            return f"{_board_has(row)}, in {self._cells(row.left)}"
        still = "needs" if row.need == row.number else "still needs"
        return f"{row.name} {still} {mines_told(row.need)} in {self._cells(row.left)}"

    def _cells(self, cells: Sequence[int]) -> str:
        return cells_told(self.graph, cells)

    def _are(self, cells: Sequence[int], mine: bool) -> str:
        return are(self._cells(cells), len(cells), mine)


def _board_has(board: _Row) -> str:
    if board.need == board.number:
        return f"The board has {mines_told(board.number)}"
    return f"The board has {number_told(board.need)} of its {mines_told(board.number)} left"


def _board_full(board: _Row, mine: bool) -> str:
    """No mine is left, or as many as cells."""
    if mine:
        each = "it" if board.need == 1 else "each"
        return f"{_board_has(board)}, for {plural(len(board.left), 'cell')}: {each} is a mine."
    its = {0: "There is no mine", 1: "The board's mine is found", 2: "Both mines are found"}
    found = its.get(board.number, f"All {number_told(board.number)} mines are found")
    return f"{found}: every other cell is safe."


def _board_broken(board: _Row) -> str:
    """The mine total is passed, or not reached."""
    found, many = board.number - board.need, f"there {_is(board.number)}"
    if board.need < 0:
        only = f"{many} only {number_told(board.number)}" if board.number else "there is none"
        return f"There would be {mines_told(found)}, and {only}."
    would = "could be at most" if board.left else "would be only"
    return f"There {would} {mines_told(found + len(board.left))}, and {many} {number_told(board.number)}."


def _just(row: _Row) -> str:
    if not row.need:
        return "needs no more" if row.number else "needs none"
    return f"{'needs' if row.need == row.number else 'still needs'} just {number_told(row.need)}"


def _sees_too(row: _Row, other: _Row) -> str:
    """`r1c2=1, which sees both too, still needs just one`."""
    them = {1: "it", 2: "both"}.get(len(other.left), "them all")
    return f"{row.name}, which sees {them} too, {_just(row)}"


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _without(a: _Row, b: _Row) -> list[int]:
    return [cell for cell in a.left if cell not in b.left]
