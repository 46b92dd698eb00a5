"""The two casual rules on flat arrays: `closures.spread`, compiled."""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.kernel.compiled import Bytes, Ints, compiled

AWAY = 1 << 29
"""More than any cell has neighbours."""


class Plot(NamedTuple):
    """A board of n cells, where a casual player stands on it, and room to work in."""

    mined: Bytes
    """uint8 (n,): 1 for a mine."""
    around: Ints
    """int32 (n, width): for each cell its neighbours, then -1; `neighbours.neighbour_table`."""
    settled: Bytes
    """uint8 (n,): 1 for a cell that is cleared or flagged."""
    left: Ints
    """int32 (n, 2): how many neighbours are mines, and how many are safe, that are not settled. Until the
    cell itself is cleared AWAY is added to both, so that a zero always means that a rule applies."""
    trail: Ints
    """int32 (n,): the cells settled by a run, in order."""
    news: Ints
    """int32 (n,): the cells whose neighbours a run settles."""


@compiled
def cover(plot: Plot) -> None:
    """Cover every cell: set `settled` and `left` by `mined`."""
    for i in range(len(plot.mined)):
        plot.settled[i] = 0
        mines = degree = 0
        for j in plot.around[i]:
            if j < 0:
                break
            degree += 1
            mines += plot.mined[j]
        plot.left[i, 0] = AWAY + mines
        plot.left[i, 1] = AWAY + degree - mines


@compiled
def settle_cell(plot: Plot, i: int, last: int) -> int:
    """Clear or flag a covered cell; a cell to which a rule now applies goes to `news[last]`, and so on.

    Returns how many news there are then. A cell is news once in a run: both rules settle all around it.
    """
    left, kind = plot.left, 1 - plot.mined[i]
    plot.settled[i] = 1
    for j in plot.around[i]:
        if j < 0:
            break
        left[j, kind] -= 1
        if left[j, kind] == 0 and left[j, 1 - kind] > 0:
            plot.news[last] = j
            last += 1
    if kind:
        left[i, 0] -= AWAY
        left[i, 1] -= AWAY
        if (left[i, 0] == 0) != (left[i, 1] == 0):
            plot.news[last] = i
            last += 1
    return last


@compiled
def spread_from(plot: Plot, start: int, group: Ints, result: Ints, wanted: Ints, run: int) -> tuple[int, int]:
    """Clear the covered cell `start` and follow both rules: how many cells of `trail` were settled, and -1.

    With `run` above 0, stop at the first cell of clue 0 whose result is wanted in this run, and return it in
    place of -1: `wanted[result[group[i]]] == run`. They are int32, `group` (n,), the others of any size.
    The news spreads in breadth.
    """
    count = last = 0
    first = -1  # so the start comes alone, before the news
    while first < last:
        for column in range(plot.around.shape[1]):
            i = start if first < 0 else plot.around[plot.news[first], column]
            if i < 0:
                break
            if plot.settled[i]:
                continue
            plot.trail[count] = i
            count += 1
            last = settle_cell(plot, i, last)
            if run > 0 and plot.left[i, 0] == 0 and wanted[result[group[i]]] == run:
                return count, i
        first += 1
    return count, -1


@compiled
def take_back(plot: Plot, count: int) -> None:
    """Cover the first `count` cells of the trail again."""
    left = plot.left
    for i in plot.trail[:count]:
        kind = 1 - plot.mined[i]
        plot.settled[i] = 0
        for j in plot.around[i]:
            if j < 0:
                break
            left[j, kind] += 1
        if kind:
            left[i, 0] += AWAY
            left[i, 1] += AWAY


@compiled
def safe_in_trail(plot: Plot, count: int) -> int:
    """How many of the first `count` cells of the trail are safe."""
    mines = 0
    for i in plot.trail[:count]:
        mines += plot.mined[i]
    return count - mines
