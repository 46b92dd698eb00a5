"""Clues as sums over covered cells, each by itself: what explanations choose from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from logicsweep.board import COVERED, FLAG, View


class Clue(NamedTuple):
    """A clue as a sum: `need` mines lie in the covered `cells`."""

    cells: frozenset[int]
    need: int


def clue_sums(
    view: View, trust_flags: bool = False, known: Mapping[int, int] | None = None
) -> dict[int, Clue]:
    """Every clue that has covered cells around it, or that cannot hold, as a sum, by its cell's index.

    Cells in `known` (1: mine, 0: safe) and, with `trust_flags`, flags are substituted.

    >>> clue_sums(View.parse('1#1#'), known={1: 1})
    {2: Clue(cells=frozenset({3}), need=0)}
    """
    mines = {i for i, mark in enumerate(view.marks) if mark == FLAG} if trust_flags else set()
    covered = {i for i, mark in enumerate(view.marks) if mark in (COVERED, FLAG)} - mines
    for cell, mine in (known or {}).items():
        covered.discard(cell)
        if mine:
            mines.add(cell)
    sums = {}
    for clue, (mark, around) in enumerate(zip(view.marks, view.graph.neighbours, strict=True)):
        if mark >= 0:
            cells = covered.intersection(around)
            need = mark - len(mines.intersection(around))
            if cells or need:
                sums[clue] = Clue(frozenset(cells), need)
    return sums
