"""Steps and refutations in words, with the numbers in them: what a person can check on the board.

In a refutation a clue is named with its number: `r2c2=3`. What it *needs* is that number less the mines found
around it by then; what it *still needs* is less than its number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, NamedTuple

from logicsweep.boards.board import FLAG, SAFE, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import are, both_or_all, capital, plural, verdict
from logicsweep.csp.clash import clue_names
from logicsweep.csp.cores import Clue
from logicsweep.reasons.balance import Balance
from logicsweep.reasons.explanation import rows_in
from logicsweep.reasons.given import TOTAL, row_sum
from logicsweep.reasons.refutation import Line, Refutation

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NAMED = 8  # cells that a sentence names one by one

Sums = Mapping[int, Clue]


def balance_sentence(view: View, balance: Balance) -> str:
    """A balance of a view as a person would say it; flags count as found where the balance takes them so.

    >>> from logicsweep.reasons.balance import balance
    >>> view = View.parse("01## 02## 01##")
    >>> print(balance_sentence(view, balance(view, "r3c3")))
    r2c2 needs one mine more than r1c2, and sees only r3c3 besides r1c2's cells: r3c3 is a mine.
    >>> view = View.parse("#1### ##### #####", mines=1)
    >>> print(balance_sentence(view, balance(view, "r1c5")))
    r1c2 needs one mine, all that is left: every other cell is safe.
    """
    sums = {row: row_sum(view, row, balance.flags) for row in (*balance.added, *balance.subtracted)}
    if balance.rows == 1:
        return _one_of(view, sums, balance)
    if len(balance.added) == len(balance.subtracted) == 1 and not balance.total:
        a, b = (*balance.added, *balance.subtracted)[:: 1 if balance.most else -1]
        return _two_rows(view.graph, a, b, sums[a].need - sums[b].need, balance.mines, balance.safe)
    single, others = sorted((balance.added, balance.subtracted), key=len)
    if len(single) == 1 and _inside(sums, others, single[0]):
        if single[0] == TOTAL:
            return _packed_board(view, sums, others, balance)
        return _packed(view.graph, sums, single[0], others, balance)
    return _summed(view.graph, sums, balance)


def refuted_sentence(view: View, refutation: Refutation) -> str:
    """A refutation in one sentence: what would break, and how long it is.

    >>> from logicsweep.reasons.refutation import refute
    >>> view = View.parse("01## 02## 01##")
    >>> print(refuted_sentence(view, refute(view, "r3c3")))
    r3c3 is a mine: if it were safe, r1c2=1 could not hold, 1 step on.
    """
    graph, line, mine = view.graph, refutation.line, refutation.verdict == "mine"
    supposed = f"{are(graph.name(refutation.cell), 1, mine)}: if it were {verdict(not mine)}"
    if line.split is not None:
        ways = f"every way to place the mines of {graph.name(line.split)} would break a clue"
        return f"{supposed}, {ways}: {plural(line.leaves, 'case')}, {plural(refutation.length, 'step')}."
    broken = (*line.broken.added, *line.broken.subtracted) if line.broken else ()
    rows = [f"{graph.name(row)}={view.marks[row]}" for row in broken if row != TOTAL]
    rows_named, both = both_or_all(rows + ["the mine total"] * (TOTAL in broken))
    later = f", {plural(refutation.length, 'step')} on" if line.length else ""
    return f"{supposed}, {rows_named} could not {both}hold{later}."


def _one_row(
    graph: CellGraph, name: str, found: Sequence[int], left: Sequence[int], mine: bool, last: bool = False
) -> str:
    """A clue that decides the unknown cells `left` around it, with the mines that were `found` there.

    `last`: they are not all the covered cells around it, only those that are not known.
    """
    decided = _decided(graph, left, mine)
    if mine:
        needs = _mines_text(len(left), "more " if found else "")
        besides = f" besides {_cells_text(graph, found)}" if found else ""
        just = f"{_number_text(len(left))} covered neighbour{'' if len(left) == 1 else 's'}"
        return f"{name} needs {needs}{besides}, and has just {just}{' left' if last else ''}: {decided}."
    if not found:
        return f"{name} has no mine around it, so {decided}."
    its = {1: "its mine", 2: "both its mines"}.get(len(found), f"all {_number_text(len(found))} of its mines")
    return f"{name} has {its} ({', '.join(graph.names(found))}), so {decided}."


def _two_rows(
    graph: CellGraph, a: int, b: int, more: int, only_a: Sequence[int], only_b: Sequence[int]
) -> str:
    """Two clues of which a needs `more` mines than b, as many as it sees cells besides b's."""
    name_a, name_b = graph.name(a), graph.name(b)
    beyond = _cells_text(graph, only_b)
    seen = f"which only {name_b} sees, {_is(len(only_b))} safe"
    if not more:
        none = f"{name_b} needs no more mines than {name_a}, and sees all of {name_a}'s cells"
        return f"{none}: {beyond}, {seen}."
    cells = _cells_text(graph, only_a)
    decided = _decided(graph, only_a, mine=True) + (f", and {beyond}, {seen}" if only_b else "")
    needs = f"{name_a} needs {_mines_text(more)} more than {name_b}"
    return f"{needs}, and sees only {cells} besides {name_b}'s cells: {decided}."


def _one_of(view: View, sums: Sums, balance: Balance) -> str:
    (row,) = (*balance.added, *balance.subtracted)
    left = sorted(sums[row].cells)
    if row != TOTAL:
        around = view.graph.neighbours[row]
        found = [cell for cell in around if balance.flags and view.marks[cell] == FLAG]
        last = bool(found) or any(view.marks[cell] == SAFE for cell in around)
        return _one_row(view.graph, view.graph.name(row), found, left, bool(balance.mines), last)
    if balance.mines:
        each = f"{_cells_text(view.graph, left)}: {'it' if len(left) == 1 else 'each'} is a mine"
        return capital(f"{_mines_text(len(left), left=True)} for {each}.")
    if not view.mines:
        return "There is no mine: every covered cell is safe."
    return "All mines are found: every other cell is safe."


def _inside(sums: Sums, rows: Sequence[int], whole: int) -> bool:
    """Whether rows share no cell and lie within another."""
    cells = [cell for row in rows for cell in sums[row].cells]
    return len(set(cells)) == len(cells) and sums[whole].cells.issuperset(cells)


def _packed(graph: CellGraph, sums: Sums, whole: int, rows: Sequence[int], balance: Balance) -> str:
    """Rows apart from each other within one clue: they need all its mines, or leave it as many as cells."""
    needing = [(row, _mines_text(sums[row].need), _cells_text(graph, sums[row].cells)) for row in rows]
    parts = "; ".join([f"{graph.name(row)} needs {needs} in {cells}" for row, needs, cells in needing])
    name, need = graph.name(whole), sums[whole].need
    if balance.safe:
        return f"{parts}. That is all {name} needs, so {_decided(graph, balance.safe, mine=False)}."
    more, cells = need - sum([sums[row].need for row in rows]), _cells_text(graph, balance.mines)
    needs = f"{name} needs {_mines_text(need)}, {_number_text(more)} more, and sees besides only {cells}"
    return f"{parts}. {needs}: {_decided(graph, balance.mines, mine=True)}."


def _packed_board(view: View, sums: Sums, rows: Sequence[int], balance: Balance) -> str:
    needed = sum([sums[row].need for row in rows])
    graph, kind = view.graph, "unknown" if SAFE in view.marks else "covered"
    share = f" share no {kind} cell and need" if len(rows) > 1 else " needs"
    needs = f"{both_or_all(graph.names(rows))[0]}{share} {_mines_text(needed)}"
    if balance.safe:
        return f"{needs}, all that {'is' if needed == 1 else 'are'} left: every other cell is safe."
    left = sums[TOTAL].need - needed
    others = f"{_mines_text(left, left=True)} for the other {plural(left, 'cell')}"
    return f"{needs}; {others}: {_decided(graph, balance.mines, mine=True)}."


def _summed(graph: CellGraph, sums: Sums, balance: Balance) -> str:
    """Any balance: which rows need more than which others, and the cells that one side sees more often."""
    more, fewer = (balance.added, balance.subtracted)[:: 1 if balance.most else -1]
    weights = Counter([cell for row in more for cell in sums[row].cells])
    weights.subtract([cell for row in fewer for cell in sums[row].cells])
    mines, safe = (_weighed(graph, cells, weights) for cells in (balance.mines, balance.safe))
    if not balance.mines:
        least = f"{_side(graph, sums, fewer)}, no more than {_rows(graph, more)}"
        return f"{least}, and see each cell at least as often: no mine can be in {safe}, seen more often."
    ahead, left = abs(balance.need), fewer == (TOTAL,)
    than = "are left" if left else _rows(graph, fewer)
    often = "seen by more than one of them" if left else f"seen more often by {'them' if more[1:] else 'it'}"
    extra = "the mine more" if ahead == 1 else f"the {_number_text(ahead)} mines more"
    decided = _decided(graph, balance.mines, mine=True)
    if balance.safe:
        rare = "which none of them sees" if left else "seen less often"
        decided += f"; {safe}, {rare}, {_is(len(balance.safe))} safe"
    only = f"only {mines} {_is(len(balance.mines))} {often}: {extra} can only be there"
    return f"{_side(graph, sums, more)}, {_number_text(ahead)} more than {than}, and {only}, so {decided}."


def _side(graph: CellGraph, sums: Sums, rows: Sequence[int]) -> str:
    """`r1c2 and r3c4 need three mines together`."""
    needed = _mines_text(sum([sums[row].need for row in rows]))
    if len(rows) > 1:
        return f"{_rows(graph, rows)} need {needed} together"
    return f"{_rows(graph, rows)} {'need' if rows == (TOTAL,) else 'needs'} {needed}"


def _rows(graph: CellGraph, rows: Sequence[int]) -> str:
    names = [graph.name(row) for row in rows if row != TOTAL]
    return both_or_all(names + ["the whole board"] * (TOTAL in rows))[0]


def _weighed(graph: CellGraph, cells: Sequence[int], weights: Mapping[int, int]) -> str:
    """Cells, with how often those count that count more than once."""
    parts = []
    for weight in sorted({abs(weights[cell]) for cell in cells}):
        often = {1: "", 2: " (twice)"}.get(weight, f" ({weight} times)")
        parts.append(_cells_text(graph, [cell for cell in cells if abs(weights[cell]) == weight]) + often)
    return ", ".join(parts)


def _decided(graph: CellGraph, cells: Collection[int], mine: bool) -> str:
    return are(_cells_text(graph, cells), len(cells), mine)


def _cells_text(graph: CellGraph, cells: Collection[int]) -> str:
    if not cells or len(cells) > _NAMED:
        return f"{len(cells)} cells"
    return both_or_all(graph.names(sorted(cells)))[0]


def _number_text(count: int) -> str:
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def _mines_text(count: int, what: str = "", left: bool = False) -> str:
    return (
        f"{_number_text(count)} {what}mine{'' if count == 1 else 's'}{f' {_is(count)} left' if left else ''}"
    )


class LineSentences(NamedTuple):
    """A line of a refutation in sentences: what is supposed, what follows step by step, and how it ends.

    `ending` says what breaks, or which clue is split; then `cases` has one for each of its placements.
    """

    supposed: Annotated[str, "what is supposed"]
    steps: Annotated[tuple[str, ...], "what follows, in order"]
    ending: Annotated[str, "what breaks, or which clue is split"]
    cases: Annotated[tuple[LineSentences, ...], "each way in which its mines may lie"] = ()


def refutation_sentences(view: View, refutation: Refutation) -> LineSentences:
    """A refutation of a view in sentences.

    >>> from logicsweep.reasons.refutation import refute
    >>> view = View.parse("01## 02## 01##")
    >>> for part in refutation_sentences(view, refute(view, "r3c3")):
    ...     print(part)
    Suppose r3c3 were safe
    ('r2c2=2 needs two mines, and has just two covered neighbours left: r1c3 and r2c3 are mines.',)
    r1c2=1 would have two mines: r1c3 and r2c3.
    ()
    """
    flags = frozenset(view.flags if refutation.flags else ())
    seen = [
        flags if row == TOTAL else flags.intersection(view.graph.neighbours[row])
        for row in rows_in(refutation)
    ]
    suppose = f"{'Given the flags, s' if any(seen) else 'S'}uppose {view.graph.name(refutation.cell)} were"
    return _Teller(view, flags).line(
        refutation.line, f"{suppose} {verdict(refutation.verdict == 'safe')}", {}
    )


class _Row(NamedTuple):
    """A row at one moment: the mines found in it, the cells not known, and how many mines these need.

    `last`: the cells not known are not all its covered ones. `whole`: it is the mine total.
    """

    name: str
    number: int
    found: Sequence[int]
    left: Sequence[int]
    need: int
    last: bool
    whole: bool


class _Teller:
    """Lines in words, with some flags as mines. `values` are cells known so far, 1 a mine, 0 safe."""

    def __init__(self, view: View, flags: frozenset[int]) -> None:
        self.view, self.graph, self.flags = view, view.graph, flags

    def line(self, line: Line, supposed: str, outer: Mapping[int, int]) -> LineSentences:
        values = {**outer, **dict.fromkeys(line.safe, 0), **dict.fromkeys(line.mines, 1)}
        steps = []
        for step in line.steps:
            steps.append(self._step(step, values))
            values |= dict.fromkeys(step.safe, 0) | dict.fromkeys(step.mines, 1)
        if line.split is None:
            return LineSentences(
                supposed, tuple(steps), self._broken(line.broken, values) if line.broken else ""
            )
        row = self._row(line.split, values)
        alike = self._alike(row.left)
        cases = tuple([self.line(case, self._placed(case, alike), values) for case in line.cases])
        return LineSentences(supposed, tuple(steps), self._split(row, line, alike), cases)

    def _row(self, row: int, values: Mapping[int, int]) -> _Row:
        cells, need = row_sum(self.view, row, bool(self.flags))
        mines = [cell for cell in cells if values.get(cell)]
        left = sorted([cell for cell in cells if cell not in values])
        flags, name, number = self.flags, "the board", self.view.mines or 0
        if row != TOTAL:
            flags = flags.intersection(self.graph.neighbours[row])
            (name,), number = clue_names(self.view, [row]), self.view.marks[row]
        last = len(flags) + len(cells) > len(left)
        return _Row(name, number, sorted(flags.union(mines)), left, need - len(mines), last, row == TOTAL)

    def _step(self, step: Balance, values: Mapping[int, int]) -> str:
        row, *other = [self._row(row, values) for row in (*step.added, *step.subtracted)]
        if other:
            return self._two(row, other[0])
        if row.whole:
            return _board_full(row, bool(step.mines))
        return _one_row(self.graph, row.name, row.found, row.left, bool(step.mines), row.last)

    def _two(self, a: _Row, b: _Row) -> str:
        """What a needs beyond b fills the cells that only a sees; b's own cells get nothing."""
        only_a, only_b = _without(a, b), _without(b, a)
        if not only_a:
            if b.whole:
                left = f"all that {_is(a.need)} left of the {_number_text(b.number)}"
                return f"{self._needs(a)}, {left}: every other cell is safe."
            return f"{self._needs(a)}, and {_sees_too(b, a)}: {self._are(only_b, mine=False)}."
        needs = f"{self._needs(a)}, and {b.name} {_just(b)} in {self._cells(b.left)}"
        if not only_b:
            return f"{needs}: {self._are(only_a, mine=True)}."
        return f"{needs}: {self._are(only_a, mine=True)}, and {self._are(only_b, mine=False)}."

    def _broken(self, broken: Balance, values: Mapping[int, int]) -> str:
        first, *rest = [self._row(row, values) for row in (*broken.added, *broken.subtracted)]
        if rest:
            return self._clash(first, rest[0])
        if first.whole:
            return _board_broken(first)
        if first.need < 0:
            return f"{first.name} would have {_mines_text(len(first.found))}: {self._cells(first.found)}."
        most = sorted([*first.found, *first.left])
        if not most:
            return f"{first.name} would have no mine."
        could = "could have at most" if first.left else "would have only"
        return f"{first.name} {could} {_mines_text(len(most))}: {self._cells(most)}."

    def _clash(self, a: _Row, b: _Row) -> str:
        """What a needs beyond b does not fit into the cells that only a sees."""
        only = _without(a, b)
        if b.whole:
            count = f"only {_number_text(b.need)}" if b.need else "none"
            return f"{self._needs(a)}, but {count} of the {_mines_text(b.number)} {_is(b.need or 1)} left."
        if not only:
            return f"{self._needs(a)}, but {_sees_too(b, a)}."
        most = f"at most {_number_text(b.need + len(only))}"
        sees = f"there {_is(len(only))}" if a.whole else "it sees"
        beside = f"besides {sees} only {self._cells(only)}"
        return f"{self._needs(a)}, but {b.name} {_just(b)} in {self._cells(b.left)}, and {beside}: {most}."

    def _split(self, row: _Row, line: Line, alike: Sequence[Sequence[int]]) -> str:
        count = len(line.cases)
        ways = f"there are {_number_text(count)} ways, and {'neither' if count == 2 else 'none'} works"
        if count == 1:
            ways = "there is one way, and it does not work"
        mines = [{*case.mines} for case in line.cases]
        partly = [one for one in alike if any(0 < len(some.intersection(one)) < len(one) for some in mines)]
        if not partly:
            return f"{self._needs(row)}: {ways}."
        places = f"Cells that the same clues see may change places: {'; '.join(map(self._cells, partly))}."
        return f"{self._needs(row)}. {places} So {ways}."

    def _placed(self, case: Line, alike: Sequence[Sequence[int]]) -> str:
        """One placement: cells that are alike and hold some mines, but not all they could, together."""
        mines, safe, words = list[int](), list[int](), []
        for group in alike:
            mined = [cell for cell in group if cell in case.mines]
            if 0 < len(mined) < len(group):
                some = f"{_number_text(len(mined))} of {self._cells(group)} {_is(len(mined))}"
                words.append(f"{some} {'a mine' if len(mined) == 1 else 'mines'}, say {self._cells(mined)}")
            else:
                (mines if mined else safe).extend(group)
        words = [self._are(mines, mine=True)] * bool(mines) + words
        if safe:
            words.append(self._are(safe, mine=False) if len(safe) < 4 else "the others are safe")
        return "; ".join(words)

    def _alike(self, cells: Sequence[int]) -> list[list[int]]:
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
        return f"{row.name} {still} {_mines_text(row.need)} in {self._cells(row.left)}"

    def _cells(self, cells: Sequence[int]) -> str:
        return _cells_text(self.graph, cells)

    def _are(self, cells: Sequence[int], mine: bool) -> str:
        return _decided(self.graph, cells, mine)


def _board_has(board: _Row) -> str:
    if board.need == board.number:
        return f"The board has {_mines_text(board.number)}"
    return f"The board has {_number_text(board.need)} of its {_mines_text(board.number)} left"


def _board_full(board: _Row, mine: bool) -> str:
    if mine:
        each = "it" if board.need == 1 else "each"
        return f"{_board_has(board)}, for {plural(len(board.left), 'cell')}: {each} is a mine."
    its = {0: "There is no mine", 1: "The board's mine is found", 2: "Both mines are found"}
    found = its.get(board.number, f"All {_number_text(board.number)} mines are found")
    return f"{found}: every other cell is safe."


def _board_broken(board: _Row) -> str:
    found, many = board.number - board.need, f"there {_is(board.number)}"
    if board.need < 0:
        only = f"{many} only {_number_text(board.number)}" if board.number else "there is none"
        return f"There would be {_mines_text(found)}, and {only}."
    would = "could be at most" if board.left else "would be only"
    return f"There {would} {_mines_text(found + len(board.left))}, and {many} {_number_text(board.number)}."


def _just(row: _Row) -> str:
    if not row.need:
        return "needs no more" if row.number else "needs none"
    return f"{'needs' if row.need == row.number else 'still needs'} just {_number_text(row.need)}"


def _sees_too(row: _Row, other: _Row) -> str:
    """`r1c2=1, which sees both too, still needs just one`."""
    them = {1: "it", 2: "both"}.get(len(other.left), "them all")
    return f"{row.name}, which sees {them} too, {_just(row)}"


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _without(a: _Row, b: _Row) -> list[int]:
    return [cell for cell in a.left if cell not in b.left]
