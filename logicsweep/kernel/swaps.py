"""Cells that could trade their mines unseen: where a 50/50 may arise that no clue will ever decide.

Two sets of cells of one size, one with a mine in each cell and one with none, trade them. The *tellers* are
the cells that see unequal numbers of both; where they are mines nobody notices. Needs no numba: policies in
plain Python use it too, and the numbers that `best` goes by.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

Cells = tuple[int, ...]
MOST_TELLERS = 6
"""Swaps that more cells notice are left out."""
UNLIKELY = 0.003
"""Swaps whose cells have less of a chance together are not counted."""
TELLING = 0.0125
"""Swaps with a larger share of layouts, one way round, count for their tellers too."""
INFLUENCE = 0.9
"""What a 50/50 weighs that a guess may settle."""
SECOND = 0.2
"""What the second safest cell of the next move weighs; the safest weighs the rest."""
MOST_LAYOUTS, MOST_COVERED = 500, 64
"""So many layouts of so many open cells are played out to the end; these are the bits of a word."""


class Swap(NamedTuple):
    """Two sets of one or two cells that could trade their mines, and who would notice; all ascending."""

    ones: Cells
    others: Cells
    tellers: Cells


@lru_cache(maxsize=4)
def swaps_of(neighbours: tuple[Cells, ...]) -> tuple[Swap, ...]:
    """The swaps of a field: of two cells that see each other, and two by two of four that all do.

    >>> from logicsweep.boards.cells import CellGraph
    >>> swaps_of(CellGraph.grid(1, 4).neighbours)[0]
    Swap(ones=(0,), others=(1,), tellers=(2,))
    """
    around = [frozenset(cells) for cells in neighbours]
    pairs = [(one, other) for one, cells in enumerate(neighbours) for other in cells if one < other]
    swaps: list[tuple[Cells, Cells]] = [((one,), (other,)) for one, other in pairs]
    for one, other in pairs:
        for third, fourth in combinations(sorted(around[one] & around[other]), 2):
            if other < third and fourth in around[third]:
                four = other, third, fourth
                swaps += [((one, beside), tuple([c for c in four if c != beside])) for beside in four]
    found = [Swap(ones, others, _tellers(ones, others, around)) for ones, others in swaps]
    return tuple([swap for swap in found if len(swap.tellers) <= MOST_TELLERS])


def _tellers(ones: Cells, others: Cells, around: Sequence[frozenset[int]]) -> Cells:
    """The cells elsewhere that see more of the ones than of the others, or fewer."""
    (some, all_of_ones), (some_others, all_of_others) = (_seen(cells, around) for cells in (ones, others))
    unequal = (some ^ some_others) | (all_of_ones ^ all_of_others)
    return tuple(sorted(unequal.difference(ones, others)))


def _seen(cells: Cells, around: Sequence[frozenset[int]]) -> tuple[frozenset[int], frozenset[int]]:
    """The cells that see one or two of one or two, and those that see the first and the last."""
    first, last = around[cells[0]], around[cells[-1]]
    return first | last, first & last
