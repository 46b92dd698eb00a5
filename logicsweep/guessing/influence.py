"""How often a 50/50 arises that no clue will ever decide, for each of its cells and tellers.

Two sets of cells of one size, one with a mine in each cell and one with none, could *swap* their mines. The
*tellers* are the cells that see unequal numbers of both: if all tellers are mines, nobody notices a swap, so
the two sets are a 50/50. The player has to guess it once, now or later, so a guess in it is worth more than
its risk says. So is a teller's: half of the loss if it is a mine would be lost with the 50/50.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import prod
from typing import NamedTuple

from logicsweep.csp.position import Position
from logicsweep.csp.solution import NEVER
from logicsweep.kernel import MOST_TELLERS, TELLING, UNLIKELY

Cells = tuple[int, ...]
_TELLING = Fraction(str(TELLING))


class Swap(NamedTuple):
    """Two sets of one or two cells that could swap their mines, and their tellers; all ascending."""

    ones: Cells
    others: Cells
    tellers: Cells


@lru_cache(maxsize=4)
def swaps_of(around: tuple[Cells, ...]) -> tuple[Swap, ...]:
    """The swaps of a field: one for one of two neighbours, two for two of four mutual neighbours.

    >>> from logicsweep import CellGraph
    >>> swaps_of(CellGraph.grid(1, 4).neighbours)[0]
    Swap(ones=(0,), others=(1,), tellers=(2,))
    """
    pairs = [(one, other) for one, cells in enumerate(around) for other in cells if one < other]
    swaps: list[tuple[Cells, Cells]] = [((one,), (other,)) for one, other in pairs]
    for one, other in pairs:
        beyond = sorted([cell for cell in {*around[one]}.intersection(around[other]) if cell > other])
        for third, fourth in combinations(beyond, 2):
            if fourth in around[third]:
                swaps += [((one, other), (third, fourth)), ((one, third), (other, fourth))]
                swaps += [((one, fourth), (other, third))]
    found = [Swap(*swap, _find_tellers(*swap, around)) for swap in swaps]
    return tuple([swap for swap in found if len(swap.tellers) <= MOST_TELLERS])


def _find_tellers(ones: Cells, others: Cells, around: tuple[Cells, ...]) -> Cells:
    """The other cells that see more of the ones than of the others, or fewer."""
    some, rest = ([near for cell in cells for near in around[cell]] for cells in (ones, others))
    near = {*some, *rest}.difference(ones, others)
    return tuple(sorted([cell for cell in near if some.count(cell) != rest.count(cell)]))


class Influence(NamedTuple):
    """How often 50/50s arise that contain a cell or that it would settle, counted one way round.

    `share` is their sum, at most the share of layouts in which the cell is safe, or a mine. `most` is the
    share of the most frequent one that contains the cell.
    """

    share: Fraction
    most: Fraction


def influences(position: Position) -> dict[int, Influence]:
    """The influence of each cell with a likely 50/50; all layouts are counted, no cell is certainly safe."""
    solution, shares, most = position.solution(), defaultdict[int, Fraction](Fraction), dict[int, Fraction]()
    for swap, known in _find_swaps(position):
        share = Fraction(position.layouts_with(known, solution.total) or 0, solution.layouts or 1)
        own = {*swap.ones, *swap.others}
        for cell in own.union(known if share > _TELLING else ()) if share else ():
            shares[cell] += share
            most[cell] = max(most.get(cell, NEVER), share if cell in own else NEVER)
    risks = solution.risks
    return {
        cell: Influence(min(risks[cell], 1 - risks[cell], shares[cell]), most[cell])
        for cell in sorted(shares)
    }


def _find_swaps(position: Position) -> Iterator[tuple[Swap, dict[int, int]]]:
    """The likely swaps, each with the undecided cells that have to be mines (1) or safe (0)."""
    solution = position.solution()
    risks = {cell: float(risk) for cell, risk in solution.risks.items() if 0 < risk < 1}
    silent = risks.keys() | {*solution.mines}
    for swap in swaps_of(position.view.graph.neighbours):
        if silent.issuperset(swap.tellers) and risks.keys() >= {*swap.ones, *swap.others}:
            tellers = [cell for cell in swap.tellers if cell in risks]
            known = dict.fromkeys((*swap.ones, *tellers), 1) | dict.fromkeys(swap.others, 0)
            if prod([risks[cell] if mine else 1 - risks[cell] for cell, mine in known.items()]) >= UNLIKELY:
                yield swap, known
