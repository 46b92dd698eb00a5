"""A position as rows: balances and refutations choose from these.

A *row* is a clue without its known mines: the number of mines in the unknown cells around it. The mine total
is one more row, over all unknown cells. A *part* is unknown cells that chains of clues tie together. Without
the total, nothing outside a part bears on it: its findings hold in every later position with the same part.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, TypeVar

from logicsweep.boards.board import View
from logicsweep.boards.cells import components
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.csp.solve import find_solution
from logicsweep.csp.sums import TOTAL, CellSum, row_sum

KEPT_POSITIONS = 8
"""Positions to cache: a caller asks about the cells of one position in turn."""
MOST_CLUES = 16
"""The most rows that a balance may have by default."""


@dataclass(frozen=True, eq=False)
class Known:
    """A position as rows over its unknown cells, and the forced cells among these.

    `forced[cell]` is 1 for a mine in every layout, -1 for a cell that is safe in every layout, 0 for any
    other unknown cell. `total`: how many mines it leaves for all unknown cells; None if it is not a row.
    """

    position: Position
    forced: Mapping[int, int]
    total: int | None

    @classmethod
    @lru_cache(KEPT_POSITIONS)
    def of(cls, position: Position, total: bool) -> Known:
        """The rows of a position; raises `Contradiction` if it has no layout."""
        view, found = position.view, find_solution(position, total)
        forced = dict.fromkeys(position.unknown, 0)
        forced.update({cell: -1 for cell in found.safe if cell in forced})
        forced.update({cell: 1 for cell in found.mines if cell in forced})
        left = row_sum(position, TOTAL).need if total and view.mine_total is not None else None
        return cls(position, forced, left)

    @cached_property
    def view(self) -> View:
        """The visible board."""
        return self.position.view

    @cached_property
    def lonely(self) -> frozenset[int]:
        """The unknown cells that touch no clue and are not forced: all are alike."""
        return frozenset([cell for cell, way in self.forced.items() if not way and not self.clues(cell)])

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """One forced cell of each kind: cells in the same rows are decided alike."""
        kinds: dict[tuple[int, ...], int] = {}
        for cell, way in self.forced.items():
            if way:
                kinds.setdefault((way, *self.clues(cell)), cell)
        return tuple(kinds.values())

    def clues(self, cell: int) -> list[int]:
        """The clues around a cell."""
        return self._clues[cell]

    @cached_property
    def _clues(self) -> dict[int, list[int]]:
        marks, around = self.view.marks, self.view.graph.neighbours
        return {cell: [clue for clue in around[cell] if marks[clue] >= 0] for cell in self.forced}

    def around(self, cell: int) -> list[int]:
        """The rows that an unknown cell is in."""
        clues = self._clues[cell]
        return clues if self.total is None else [*clues, TOTAL]

    def cells(self, row: int) -> tuple[int, ...]:
        """The unknown cells of a row, ascending."""
        return self._rows[row].cells

    def need(self, row: int) -> int:
        """How many mines the unknown cells of a row hold."""
        return self._rows[row].need

    def is_reduced(self, row: int) -> bool:
        """Whether known mines must be subtracted from a clue."""
        return row != TOTAL and self.need(row) != self.view.marks[row]

    def find_tied(self, cell: int) -> list[int]:
        """The unknown cells that share a clue with a cell, and the cell itself."""
        return [other for clue in self.clues(cell) for other in self.cells(clue)]

    @cached_property
    def _rows(self) -> dict[int, CellSum]:
        rows = {*chain(*self._clues.values()), *([] if self.total is None else [TOTAL])}
        return {row: row_sum(self.position, row) for row in rows}


def forced_as(position: Position, cell: int) -> tuple[Verdict, bool] | None:
    """The verdict on a forced cell, and whether it needs the mine total; None if it is not forced.

    >>> from logicsweep.boards.board import View
    >>> position = Position(View.parse("#1###", mines=1))
    >>> forced_as(position, 4), forced_as(position, 0)
    (('safe', True), None)
    """
    for total in (False, True) if position.view.mine_total is not None else (False,):
        if verdict := find_solution(position, total).verdict(cell):
            return verdict, total
    return None


_Answer = TypeVar("_Answer")
_Part = tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]
"""A part as a key: its cells and what they are forced to be, its clues and the mines that they need."""


class Kept:
    """Findings in the parts of a position, shared with the same parts of the position before it."""

    def __init__(self, known: Known, before: Kept | None) -> None:
        """`known` has no mine total; it lies on the cell graph of the position before."""
        self._found: dict[_Part, dict[Hashable, Any]] = {}
        self._at: dict[int, dict[Hashable, Any]] = {}
        for cells in components(known.forced, known.find_tied):
            clues = {clue for cell in cells for clue in known.clues(cell)}
            ways = frozenset([(cell, known.forced[cell]) for cell in cells])
            part = ways, frozenset([(clue, known.need(clue)) for clue in clues])
            self._found[part] = before._found.get(part, {}) if before else {}
            self._at.update(dict.fromkeys(cells, self._found[part]))

    def once(self, cell: int, question: Hashable, find: Callable[[], _Answer]) -> _Answer:
        """Answer a question about a forced cell; calls `find` once for each part."""
        found = self._at[cell]
        if (cell, question) not in found:
            found[cell, question] = find()
        answer: _Answer = found[cell, question]
        return answer
