"""Data Mining on many boards or large ones: the result of every opening, the least that remains, and 3BV.

This is a compiled version of `closures.spread`, which describes the method. Results are numbered from 1; 0
means none. Boards are uint8 (n,), 1 for a mine.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from logicsweep.kernel import NONE
from logicsweep.kernel.casual import (
    FRONT,
    NEED,
    ONE,
    QUEUE,
    TRAIL,
    ZERO,
    Goals,
    State,
    cover_cells,
    no_goals,
    spread_from,
    take_back,
)
from logicsweep.kernel.compiled import Bytes, Ints, compiled, inlined

OVERLAPS = 2
"""Runs that together clear more than OVERLAPS times the board overlap, so they are made to stop early."""
LARGE = 16
"""A result of at least 1/LARGE of all cells is worth a copy of its state."""


class Results(NamedTuple):
    """The results so far on a board of n cells with k openings; all arrays are int32."""

    goals: Goals
    """`group` (n,): the opening of each zero cell, NONE for other cells. `result` (k + 1,): the result of
    each opening; the last entry, to which NONE leads, stays 0. `wanted` (k + 1,): the last run that was to
    stop at each result."""
    starts: Ints
    """(k,): the first zero cell of each opening."""
    inside: Ints
    """(k,): the last entry that names each opening, or -1."""
    sizes: Ints
    """(k + 1,): the number of cells that each result clears."""
    seen: Ints
    """(k,): the last result that met each opening."""


@compiled
def label_openings(mined: Bytes, group: Ints, state: State) -> int:
    """Number the openings of a covered board by their first cells. Returns how many there are.

    Fills group int32 (n,): the opening of each zero cell, and NONE for others.
    """
    cells, found = state.cells, state.lists[QUEUE]
    group[:] = NONE
    openings = 0
    for first in range(len(group)):
        if group[first] >= 0 or mined[first] or cells[first, NEED]:
            continue
        group[first], found[0] = openings, first
        count, at = 1, 0
        while at < count:
            for beside in state.around[found[at]]:
                if beside < 0:
                    break
                if group[beside] < 0 and not cells[beside, NEED]:  # no mine is next to a zero cell
                    group[beside], found[count] = openings, beside
                    count += 1
            at += 1
        openings += 1
    return openings


@compiled
def count_clicks(mined: Bytes, state: State, group: Ints, openings: Ints, clicks: Ints) -> None:
    """Number the openings of each board, and count the clicks that clear it without reasoning (3BV).

    mined uint8 (boards, n). Fills group int32 (boards, n); openings and clicks int32 (boards,).
    """
    for board in range(len(mined)):
        cover_cells(mined[board], state)
        openings[board] = clicks[board] = label_openings(mined[board], group[board], state)
        for cell in range(mined.shape[1]):
            if not mined[board, cell] and group[board, cell] < 0:
                alone = 1
                for beside in state.around[cell]:
                    if beside < 0:
                        break
                    if group[board, beside] >= 0:
                        alone = 0
                clicks[board] += alone


@compiled
def count_left_cells(mined: Bytes, state: State, remaining: Ints) -> None:
    """Count the safe cells left covered by the best start, -1 if no cell is safe, for each board.

    mined uint8 (boards, n); remaining int32 (boards,), the answers.
    """
    passed = np.empty(mined.shape[1], np.uint8)
    for number in range(len(mined)):
        remaining[number] = _count_least_left(mined[number], state, passed)


@inlined
def _count_least_left(mined: Bytes, state: State, passed: Bytes) -> int:
    """The same for one board. `passed`: cells of earlier runs; openings among them cannot do better."""
    n = len(mined)
    safe = n - cover_cells(mined, state)
    if safe == 0:
        return -1
    for cell in range(n):
        passed[cell] = mined[cell]
    best, spent = 1, 0
    for zero in range(n):
        if passed[zero] or state.cells[zero, NEED]:
            continue
        count, _ = spread_from(zero, ZERO, no_goals(state), state)
        take_back(mined, count, state)
        trail = state.lists[TRAIL, :count]
        best = max(best, _count_safe(trail, mined))
        for cell in trail:
            passed[cell] = 1
        spent += count
        if spent > OVERLAPS * n:
            for size in _find_results(mined, np.empty(n, np.int32), state).sizes:
                best = max(best, size)
            break
    return safe - best


@compiled
def cleared_from_openings(mined: Bytes, state: State, group: Ints) -> Ints:
    """The number of cells that a start in each opening clears: int32 (openings,).

    Fills group int32 (n,) like `label_openings`.
    """
    cover_cells(mined, state)
    known = _find_results(mined, group, state)
    cleared = np.empty(len(known.starts), np.int32)
    for opening in range(len(cleared)):
        cleared[opening] = known.sizes[known.goals.result[opening]]
    return cleared


@inlined
def _count_safe(trail: Ints, mined: Bytes) -> int:
    safe = len(trail)
    for cell in trail:
        safe -= mined[cell]
    return safe


@compiled
def _find_results(mined: Bytes, group: Ints, state: State) -> Results:
    """Find the result of each opening of a covered board; fills `group` too."""
    k = label_openings(mined, group, state)
    starts, inside = np.empty(k, np.int32), np.full(k, NONE, np.int32)
    for cell in range(len(group) - 1, -1, -1):
        if group[cell] >= 0:
            starts[group[cell]] = cell
    zeros = np.zeros((4, k + 1), np.int32)
    known = Results(Goals(group, zeros[0], zeros[1]), starts, inside, zeros[2], zeros[3])
    _decide_all(mined, state, known)
    return known


@inlined
def _want_results_around(known: Results, entries: Ints, opening: int, run: int) -> None:
    """Make this run stop at each result that contains the opening."""
    entry = known.inside[opening]
    while entry >= 0:
        known.goals.wanted[entries[entry, 1]] = run
        entry = entries[entry, 2]


@inlined
def _decide_opening(
    mined: Bytes, known: Results, opening: int, untouched: State, standing: State,
    ground: int, entries: Ints, run: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Run from an opening; if it meets the ground, run again from `standing`, the ground's end state.

    Returns how many cells of the trail it settled, how many the ground adds, and the shared result or 0.
    Writes the end state of a large new result to `standing`.
    """
    start, goals = int(known.starts[opening]), known.goals
    _want_results_around(known, entries, opening, run)
    contained = goals.wanted[ground] == run
    if ground:
        goals.wanted[ground] = run
    count, met = spread_from(start, run, goals, untouched)
    if met < 0 and _is_large(count, known, ground):
        _copy_rows(untouched.cells, standing.cells)
    take_back(mined, count, untouched)
    if met < 0 or contained or goals.result[goals.group[met]] != ground:
        return count, 0, goals.result[goals.group[met]] if met >= 0 else 0
    _want_results_around(known, entries, opening, run + 1)
    count, met = spread_from(start, run + 1, goals, standing)
    take_back(mined, count, standing)
    return count, known.sizes[ground], goals.result[goals.group[met]] if met >= 0 else 0


@inlined
def _is_large(count: int, known: Results, ground: int) -> bool:
    """Whether a result becomes the ground: the last large one is best, even if it is smaller."""
    return bool(count > max(known.sizes[ground] // 2, len(known.goals.group) // LARGE))


@inlined
def _list_inner_openings(
    known: Results, trail: Ints, result: int, entries: Ints, used: int
) -> tuple[Ints, int]:
    """Add an entry for each undecided opening that a new result's trail meets, in the trail's order.

    entries int32 (any, 3): an opening, a result that contains it, and the opening's previous entry or -1.
    Returns the entries, longer if necessary, and how many are used.
    """
    for i in trail:
        opening = known.goals.group[i]
        if opening < 0 or known.goals.result[opening] or known.seen[opening] == result:
            continue
        known.seen[opening] = result
        if used == len(entries):
            longer = np.empty((2 * used, 3), np.int32)
            _copy_rows(entries, longer)
            entries = longer
        entries[used, 0] = opening
        entries[used, 1] = result
        entries[used, 2] = known.inside[opening]
        known.inside[opening] = used
        used += 1
    return entries, used


@inlined
def _copy_rows(rows: Ints, to: Ints) -> None:
    """Copy rows to the first rows of another array; for slices, numba would compile code to print shapes."""
    for row in range(len(rows)):
        for column in range(rows.shape[1]):
            to[row, column] = rows[row, column]


@inlined
def _decide_all(mined: Bytes, untouched: State, known: Results) -> None:
    """Give every opening its result; those inside a new result come next, in the order in which it met them.

    FRONT, which is unused here, begins with two numbers for progress: the decided openings and all openings.
    A frame is a range of entries to decide.
    """
    k = len(known.starts)
    decided = untouched.lists[FRONT, :2]
    decided[0], decided[-1] = 0, k
    standing = State(untouched.around, np.empty_like(untouched.cells), untouched.lists)
    entries, used = np.zeros((k + 1, 3), np.int32), k
    for opening in range(k):
        entries[opening, 0] = opening
    frames, depth = np.zeros((k + 1, 2), np.int32), 0
    frames[0, 1] = k
    ground, results, run = ZERO, ZERO, ONE
    while depth >= 0:
        at = frames[depth, 0]
        if at == frames[depth, 1]:
            depth -= 1
            continue
        frames[depth, 0] += 1
        opening = int(entries[at, 0])
        if known.goals.result[opening]:
            continue
        count, more, met = _decide_opening(mined, known, opening, untouched, standing, ground, entries, run)
        run += 2
        decided[0] += 1
        if met:
            known.goals.result[opening] = met
            continue
        results += 1
        known.goals.result[opening] = results
        trail = untouched.lists[TRAIL, :count]
        known.sizes[results] = more + _count_safe(trail, mined)
        if not more and _is_large(count, known, ground):
            ground = results
        before = used
        entries, used = _list_inner_openings(known, trail, results, entries, used)
        if used > before:
            depth += 1
            frames[depth, 0], frames[depth, 1] = before, used
