"""Data Mining on many boards or large ones: the least that remains, and what every opening clears."""

from __future__ import annotations

import numpy as np

from logicsweep.kernel.compiled import Bytes, Ints, Longs, compiled
from logicsweep.kernel.openings import OVERLAPS, Results, decide_all, label_openings, new_known, new_plot
from logicsweep.kernel.sweep import AWAY, Plot, cover, safe_in_trail, spread_from, take_back


@compiled
def left_of_boards(mined: Bytes, around: Ints, remaining: Ints) -> None:
    """The least number of safe cells left covered over all starts, -1 where no cell is safe, for each board.

    mined uint8 (boards, n); around int32 (n, width), for each cell its neighbours, then -1; remaining int32
    (boards,), the answers.
    """
    if not len(mined):
        return
    plot = new_plot(mined[0], around)
    passed = np.empty(len(around), np.uint8)
    for number in range(len(mined)):
        board = Plot(mined[number], around, plot.settled, plot.left, plot.trail, plot.news)
        cover(board)
        remaining[number] = least_left(board, passed)


@compiled
def least_left(plot: Plot, passed: Bytes) -> int:
    """The same of one covered board. passed uint8 (n,): room to note cells that a run settled.

    An opening inside the result of an earlier run is passed over: it can do no better.
    """
    n, safe = len(passed), 0
    for i in range(n):
        passed[i] = plot.mined[i]
        safe += 1 - passed[i]
    if safe == 0:
        return -1
    none = plot.trail[:0]
    best, spent = 1, 0
    for zero in range(n):
        if passed[zero] or plot.left[zero, 0] != AWAY:
            continue
        count, _ = spread_from(plot, zero, none, none, none, 0)
        take_back(plot, count)
        best = max(best, safe_in_trail(plot, count))
        for i in plot.trail[:count]:
            passed[i] = 1
        spent += count
        if spent > OVERLAPS * n:
            for size in known_of(plot, np.empty(n, np.int32)).sizes:
                best = max(best, size)
            return safe - best
    return safe - best


@compiled
def known_of(plot: Plot, group: Ints) -> Results:
    """What is known of a covered board when each of its openings has its result; fills `group` too."""
    known = new_known(group, label_openings(plot, group))
    decide_all(plot, known)
    return known


@compiled
def cleared_from_openings(mined: Bytes, around: Ints, group: Ints) -> Ints:
    """How many cells a start in each opening of a board clears: int32 (openings,).

    mined uint8 (n,); around int32 (n, width); group int32 (n,) is given the opening of each zero cell,
    numbered by their first cells, and for other cells the number of openings.
    """
    known = known_of(new_plot(mined, around), group)
    cleared = np.empty(len(known.starts), np.int32)
    for opening in range(len(cleared)):
        cleared[opening] = known.sizes[known.result[opening]]
    return cleared


@compiled
def zeros_by_opening(group: Ints, ends: Longs) -> Ints:
    """The zero cells, opening by opening, ascending in each: int32.

    group as `cleared_from_openings` gives it; ends int64 (openings + 1,) is given where each one's cells
    end, and in its last place as many as in the one before it.
    """
    for opening in range(len(ends)):
        ends[opening] = 0
    for one in group:
        ends[one] += 1
    ends[-1] = 0
    total = 0
    for number in range(len(ends)):
        total += ends[number]
        ends[number] = total - ends[number]
    cells = np.empty(total, np.int32)
    for i in range(len(group)):
        if group[i] < len(ends) - 1:
            cells[ends[group[i]]] = i
            ends[group[i]] += 1
    return cells
