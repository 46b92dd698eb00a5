"""Steps in words, with the numbers in them: what a person can check on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from logicsweep.boards.board import FLAG, SAFE, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import are, both_or_all, capital, plural, verdict
from logicsweep.csp.cores import Clue
from logicsweep.reasons.balance import Balance
from logicsweep.reasons.given import TOTAL, row_sum
from logicsweep.reasons.refutation import Refutation

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
        return two_rows(view.graph, a, b, sums[a].need - sums[b].need, balance.mines, balance.safe)
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
        return f"{supposed}, {ways}: {plural(refutation.cases, 'case')}, {plural(refutation.steps, 'step')}."
    rows = [f"{graph.name(row)}={view.marks[row]}" for row in line.broken if row != TOTAL]
    said, both = both_or_all(rows + ["the mine total"] * (TOTAL in line.broken))
    later = f", {plural(refutation.steps, 'step')} on" if refutation.steps else ""
    return f"{supposed}, {said} could not {both}hold{later}."


def one_row(
    graph: CellGraph, name: str, found: Sequence[int], left: Sequence[int], mine: bool, last: bool = False
) -> str:
    """A clue that decides the unknown cells `left` around it, with the mines that were `found` there.

    `last`: they are not all the covered cells around it, only those that are not known.

    >>> one_row(CellGraph.grid(3, 3), "r2c2", [6, 7], [8], mine=False)
    'r2c2 has both its mines (r3c1, r3c2), so r3c3 is safe.'
    >>> one_row(CellGraph.grid(3, 3), "r2c2=2", [6], [7], mine=True, last=True)
    'r2c2=2 needs one more mine besides r3c1, and has just one covered neighbour left: r3c2 is a mine.'
    """
    decided = are(cells_told(graph, left), len(left), mine)
    if mine:
        needs = mines_told(len(left), "more " if found else "")
        besides = f" besides {cells_told(graph, found)}" if found else ""
        just = f"{number_told(len(left))} covered neighbour{'' if len(left) == 1 else 's'}"
        return f"{name} needs {needs}{besides}, and has just {just}{' left' if last else ''}: {decided}."
    if not found:
        return f"{name} has no mine around it, so {decided}."
    its = {1: "its mine", 2: "both its mines"}.get(len(found), f"all {number_told(len(found))} of its mines")
    return f"{name} has {its} ({', '.join(graph.names(found))}), so {decided}."


def two_rows(
    graph: CellGraph, a: int, b: int, more: int, only_a: Sequence[int], only_b: Sequence[int]
) -> str:
    """Two clues of which a needs `more` mines than b, as many as it sees cells besides b's.

    >>> two_rows(CellGraph.grid(3, 4), 5, 1, 1, [10], [])
    "r2c2 needs one mine more than r1c2, and sees only r3c3 besides r1c2's cells: r3c3 is a mine."
    >>> two_rows(CellGraph.grid(3, 4), 1, 5, 0, [], [10])
    "r2c2 needs no more mines than r1c2, and sees all of r1c2's cells: r3c3, which only r2c2 sees, is safe."
    """
    name_a, name_b = graph.name(a), graph.name(b)
    beyond = cells_told(graph, only_b)
    seen = f"which only {name_b} sees, {'is' if len(only_b) == 1 else 'are'} safe"
    if not more:
        none = f"{name_b} needs no more mines than {name_a}, and sees all of {name_a}'s cells"
        return f"{none}: {beyond}, {seen}."
    cells = cells_told(graph, only_a)
    decided = are(cells, len(only_a), mine=True) + (f", and {beyond}, {seen}" if only_b else "")
    needs = f"{name_a} needs {mines_told(more)} more than {name_b}"
    return f"{needs}, and sees only {cells} besides {name_b}'s cells: {decided}."


def _one_of(view: View, sums: Sums, balance: Balance) -> str:
    (row,) = (*balance.added, *balance.subtracted)
    left = sorted(sums[row].cells)
    if row != TOTAL:
        around = view.graph.neighbours[row]
        found = [cell for cell in around if balance.flags and view.marks[cell] == FLAG]
        last = bool(found) or any(view.marks[cell] == SAFE for cell in around)
        return one_row(view.graph, view.graph.name(row), found, left, bool(balance.mines), last)
    if balance.mines:
        return capital(
            f"{mines_told(len(left), left=True)} for {cells_told(view.graph, left)}: {_each(len(left))}."
        )
    if not view.mines:
        return "There is no mine: every covered cell is safe."
    return "All mines are found: every other cell is safe."


def _each(count: int) -> str:
    return "it is a mine" if count == 1 else "each is a mine"


def _inside(sums: Sums, rows: Sequence[int], whole: int) -> bool:
    """Whether rows share no cell and lie within another."""
    cells = [cell for row in rows for cell in sums[row].cells]
    return len(set(cells)) == len(cells) and sums[whole].cells.issuperset(cells)


def _packed(graph: CellGraph, sums: Sums, whole: int, rows: Sequence[int], balance: Balance) -> str:
    """Rows apart from each other within one clue: they need all its mines, or leave it as many as cells."""
    held = [(graph.name(row), mines_told(sums[row].need), cells_told(graph, sums[row].cells)) for row in rows]
    parts = "; ".join([f"{name} needs {needs} in {cells}" for name, needs, cells in held])
    name, need = graph.name(whole), sums[whole].need
    if balance.safe:
        said = are(cells_told(graph, balance.safe), len(balance.safe), mine=False)
        return f"{parts}. That is all {name} needs, so {said}."
    cells, more = cells_told(graph, balance.mines), number_told(need - sum([sums[row].need for row in rows]))
    said = are(cells, len(balance.mines), mine=True)
    return f"{parts}. {name} needs {mines_told(need)}, {more} more, and sees besides only {cells}: {said}."


def _packed_board(view: View, sums: Sums, rows: Sequence[int], balance: Balance) -> str:
    """The same within the whole board."""
    needed = sum([sums[row].need for row in rows])
    graph, kind = view.graph, "unknown" if SAFE in view.marks else "covered"
    apart = f" share no {kind} cell and need" if len(rows) > 1 else " needs"
    needs = f"{both_or_all(graph.names(rows))[0]}{apart} {mines_told(needed)}"
    if balance.safe:
        return f"{needs}, all that {'is' if needed == 1 else 'are'} left: every other cell is safe."
    left, cells = sums[TOTAL].need - needed, cells_told(graph, balance.mines)
    said = are(cells, len(balance.mines), mine=True)
    return f"{needs}; {mines_told(left, left=True)} for the other {plural(left, 'cell')}: {said}."


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
    extra = "the mine more" if ahead == 1 else f"the {number_told(ahead)} mines more"
    decided = are(cells_told(graph, balance.mines), len(balance.mines), mine=True)
    if balance.safe:
        rare = "which none of them sees" if left else "seen less often"
        decided += f"; {safe}, {rare}, {_is(balance.safe)} safe"
    only = f"only {mines} {_is(balance.mines)} {often}: {extra} can only be there"
    return f"{_side(graph, sums, more)}, {number_told(ahead)} more than {than}, and {only}, so {decided}."


def _is(cells: Collection[int]) -> str:
    return "is" if len(cells) == 1 else "are"


def _side(graph: CellGraph, sums: Sums, rows: Sequence[int]) -> str:
    """`r1c2 and r3c4 need three mines together`."""
    needed = mines_told(sum([sums[row].need for row in rows]))
    if len(rows) > 1:
        return f"{_rows(graph, rows)} need {needed} together"
    return f"{_rows(graph, rows)} {'need' if rows == (TOTAL,) else 'needs'} {needed}"


def _rows(graph: CellGraph, rows: Sequence[int]) -> str:
    names = [graph.name(row) for row in rows if row != TOTAL]
    return both_or_all(names + ["the whole board"] * (TOTAL in rows))[0]


def _weighed(graph: CellGraph, cells: Sequence[int], weights: Mapping[int, int]) -> str:
    """Cells, with how often those count that count more than once."""
    by_weight: dict[int, list[int]] = {}
    for cell in cells:
        by_weight.setdefault(abs(weights[cell]), []).append(cell)
    often = {1: "", 2: " (twice)"}
    return ", ".join(
        [
            cells_told(graph, some) + often.get(weight, f" ({weight} times)")
            for weight, some in sorted(by_weight.items())
        ]
    )


def cells_told(graph: CellGraph, cells: Collection[int]) -> str:
    """Cells by name with `and` before the last; only how many where they are too many to read.

    >>> cells_told(CellGraph.grid(3, 4), [6, 2, 10]), cells_told(CellGraph.grid(3, 4), range(12))
    ('r1c3, r2c3 and r3c3', '12 cells')
    """
    if not cells or len(cells) > _NAMED:
        return f"{len(cells)} cells"
    return both_or_all(graph.names(sorted(cells)))[0]


def number_told(count: int) -> str:
    """A small count as a word.

    >>> number_told(2), number_told(12)
    ('two', '12')
    """
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def mines_told(count: int, what: str = "", left: bool = False) -> str:
    """How many mines there are, or are left.

    >>> mines_told(1), mines_told(2, "more "), mines_told(2, left=True)
    ('one mine', 'two more mines', 'two mines are left')
    """
    noun = "mine" if count == 1 else "mines"
    return f"{number_told(count)} {what}{noun}" + (f" {'is' if count == 1 else 'are'} left" if left else "")
