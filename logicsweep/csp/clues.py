"""Clues as sums over covered cells, each by itself: what explanations choose from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from logicsweep.boards.board import COVERED, FLAG, View
from logicsweep.boards.cells import CellLike
from logicsweep.csp.position import Position
from logicsweep.errors import InvalidInput


class Clue(NamedTuple):
    """A clue as a sum: `need` mines lie in the covered `cells`."""

    cells: frozenset[int]
    need: int


def clue_sums(view: View, trust_flags: bool = False) -> dict[int, Clue]:
    """Every clue that has covered cells around it, or that cannot hold, as a sum, by its cell's index.

    With `trust_flags` flags are mines, and no covered cells.

    >>> clue_sums(View.parse('1F1#'), trust_flags=True)
    {2: Clue(cells=frozenset({3}), need=0)}
    """
    mines = {i for i, mark in enumerate(view.marks) if mark == FLAG} if trust_flags else set()
    covered = {i for i, mark in enumerate(view.marks) if mark in (COVERED, FLAG)} - mines
    sums = {}
    for clue, (mark, around) in enumerate(zip(view.marks, view.graph.neighbours, strict=True)):
        if mark >= 0:
            cells = covered.intersection(around)
            need = mark - len(mines.intersection(around))
            if cells or need:
                sums[clue] = Clue(frozenset(cells), need)
    return sums


def clue_names(view: View, clues: Iterable[int]) -> list[str]:
    """Clues (cell indices) as sentences name them.

    >>> clue_names(View.parse("1#2"), [0, 2])
    ['r1c1=1', 'r1c3=2']
    """
    return [f"{view.graph.name(clue)}={view.marks[clue]}" for clue in clues]


def require_covered(position: Position, cell: CellLike) -> int:
    """The index of a covered cell, trusted flags left out; `InvalidInput` for any other."""
    view = position.view
    index = view.graph.locate(cell)
    mark = view.marks[index]
    if mark == COVERED or (mark == FLAG and not position.trust_flags):
        return index
    found = "a flag" if mark == FLAG else "a cleared cell"
    raise InvalidInput(view.graph.name(index), "a covered cell", found)
