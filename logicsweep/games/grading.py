"""How hard a reason is, and the name that players have for it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.csp.position import Position
from logicsweep.csp.sums import TOTAL, row_sum, sum_left
from logicsweep.reasons.reason import Balance, Reason, Refutation, packs, rows_in
from logicsweep.rules.facts import Knowledge
from logicsweep.rules.firing import Match
from logicsweep.rules.grade import Grade
from logicsweep.rules.production import Production

_PATTERNS = ("1-1", "1-2", "1-3")
_HOLE = 3  # cells that are safe behind it


def pattern_of(view: View, found: Balance) -> str | None:
    """The name that players have for a balance: `1-1`, `1-2`, `1-3`, `hole` or `mines left`; else None.

    The two clues are neighbours in a row or column of a grid or a torus. What they still need gives the
    name, with `reduced` if found mines were subtracted. A `hole` is a 1-1 with three safe cells.

    >>> from logicsweep import balance
    >>> view = View.parse("01## 02## 01##")
    >>> pattern_of(view, balance(view, "r3c3"))
    '1-2'
    """
    if TOTAL in (*found.added, *found.subtracted):
        return "mines left"
    rows = (*found.added, *found.subtracted)
    if len(rows) != 2 or not found.subtracted or not _side_by_side(view.graph, *rows):
        return None
    position = Position(view, found.flags)
    needs = {row: row_sum(position, row).need for row in rows}
    name = "-".join(map(str, sorted(needs.values())))
    if name not in _PATTERNS:
        return None
    reduced = any(need != view.marks[row] for row, need in needs.items())
    return ("hole" if name == "1-1" and len(found.safe) == _HOLE else name) + " reduced" * reduced


def _side_by_side(graph: CellGraph, one: int, other: int) -> bool:
    """Whether two cells are neighbours in a row or a column of a grid or a torus."""
    if graph.kind not in ("grid", "torus") or graph.shape is None or other not in graph.neighbours[one]:
        return False
    cols = graph.shape[1]
    return one // cols == other // cols or one % cols == other % cols


def grade_by(production: Production, reason: Reason, graph: CellGraph, marks: Sequence[int]) -> Grade:
    """How hard a production's reason is if the cells have these marks."""
    rows = {row: range(len(graph)) if row == TOTAL else graph.neighbours[row] for row in rows_in(reason)}
    sums = {row: sum_left(marks, around, marks[row]) for row, around in rows.items()}
    size, cases, length, reduced = len(rows), 0, max(len(rows) - 1, 1), False
    if isinstance(reason, Refutation):
        size, cases, length = reason.widest, reason.line.leaves, reason.length
    elif isinstance(reason, Balance) and size > 1:
        reduced = any(one.need != marks[row] for row, one in sums.items() if row != TOTAL)
        if packs(reason.added, reason.subtracted, lambda row: sums[row].cells):
            length = 1
    cells = set[int]().union(*[one.cells for one in sums.values()])
    return Grade(-production.salience, size, cases, length, reduced, len(cells))


def grade_in(memory: Knowledge, production: Production, site: Hashable, match: Match) -> Grade:
    """How hard an activation is: the grade of the step that it would be, computed in the working memory."""
    if match.reason:
        return grade_by(production, match.reason, memory.field, memory.marks)
    unknown = memory.covered & memory.graph.adj[site] if isinstance(site, int) else memory.covered
    clues = production.clues or (1 if isinstance(site, int) else 0)
    return Grade(-production.salience, clues, 0, 1, False, len(unknown))
