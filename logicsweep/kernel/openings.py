"""What every opening of a board leads to: `closures.openings` compiled, whose text says how it goes.

Boards are flat arrays as in `sweep.Plot`. Results are numbered from 1; 0 stands for none.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from logicsweep.kernel.compiled import Bytes, Ints, compiled
from logicsweep.kernel.sweep import AWAY, Plot, cover, safe_in_trail, spread_from, take_back

OVERLAPS = 2
"""When runs come to more than so many boards, they overlap: they are made to stop early."""


class Results(NamedTuple):
    """All that is known so far of a board of n cells with k openings; all arrays are int32."""

    group: Ints
    """(n,): the opening of each zero cell, k for other cells."""
    starts: Ints
    """(k,): the first zero cell of each opening."""
    result: Ints
    """(k + 1,): of each opening; the last stays 0."""
    inside: Ints
    """(k,): of each opening the last entry that names it, or -1."""
    sizes: Ints
    """(k + 1,): how many cells each result clears."""
    members: Ints
    """(k + 1,): how many openings have each result."""
    firsts: Ints
    """(k + 1,): an opening that has it."""
    wanted: Ints
    """(k + 1,): the last run that was to stop at this result."""
    seen: Ints
    """(k,): the last result in which each opening was met."""


@compiled
def new_plot(mined: Bytes, around: Ints) -> Plot:
    """A board with every cell covered; mined uint8 (n,), around int32 (n, width)."""
    n = len(mined)
    settled, left = np.empty(n, np.uint8), np.empty((n, 2), np.int32)
    plot = Plot(mined, around, settled, left, np.empty(n, np.int32), np.empty(n, np.int32))
    cover(plot)
    return plot


@compiled
def label_openings(plot: Plot, group: Ints) -> int:
    """Number the openings of a covered board by their first cells: `group` as `Results` has it; how many."""
    k, n = 0, len(group)
    for i in range(n):
        group[i] = -1
    for first in range(n):
        if group[first] >= 0 or plot.mined[first] or plot.left[first, 0] != AWAY:
            continue
        group[first] = k
        plot.trail[0] = first
        count, at = 1, 0
        while at < count:
            for j in plot.around[plot.trail[at]]:
                if j < 0:
                    break
                if group[j] < 0 and plot.left[j, 0] == AWAY:
                    group[j] = k
                    plot.trail[count] = j
                    count += 1
            at += 1
        k += 1
    for i in range(n):
        if group[i] < 0:
            group[i] = k
    return k


@compiled
def new_known(group: Ints, k: int) -> Results:
    """Nothing is known but the k openings."""
    starts = np.empty(k, np.int32)
    for i in range(len(group) - 1, -1, -1):
        if group[i] < k:
            starts[group[i]] = i
    inside = np.empty(k, np.int32)
    for opening in range(k):
        inside[opening] = -1
    zeros = np.zeros((6, k + 1), np.int32)
    return Results(group, starts, zeros[0], inside, zeros[1], zeros[2], zeros[3], zeros[4], zeros[5])


@compiled
def want_inside(known: Results, entries: Ints, opening: int, run: int) -> None:
    """This run is to stop at each result that contains the opening."""
    entry = known.inside[opening]
    while entry >= 0:
        known.wanted[entries[entry, 1]] = run
        entry = entries[entry, 2]


@compiled
def explore(plot: Plot, known: Results, start: int, run: int) -> tuple[int, int]:
    """A run that is taken back: how many cells of the trail it settled, the wanted result it met or 0."""
    count, met = spread_from(plot, start, known.group, known.result, known.wanted, run)
    take_back(plot, count)
    return count, known.result[known.group[met]] if met >= 0 else 0


@compiled
def decide_opening(
    known: Results, opening: int, untouched: Plot, standing: Plot, ground: int, entries: Ints, run: int
) -> tuple[int, int, int]:
    """Run from an opening, from `standing` (the ground's end state) where it meets the ground; 2 runs.

    Returns how many cells of the trail it settled, how many the ground adds, and the result that it shares
    or 0.
    """
    start = known.starts[opening]
    want_inside(known, entries, opening, run)
    contained = known.wanted[ground] == run
    if ground:
        known.wanted[ground] = run
    count, met = explore(untouched, known, start, run)
    if met == 0 or met != ground or contained:
        return count, 0, met
    want_inside(known, entries, opening, run + 1)
    count, met = explore(standing, known, start, run + 1)
    return count, known.sizes[ground], met


@compiled
def longer(entries: Ints) -> Ints:
    """The same with room for as many again; int32 (any, 3)."""
    doubled = np.empty((2 * len(entries), 3), np.int32)
    for at in range(len(entries)):
        for column in range(3):
            doubled[at, column] = entries[at, column]
    return doubled


@compiled
def list_inner(known: Results, trail: Ints, result: int, entries: Ints, used: int) -> tuple[Ints, int]:
    """An entry for each undecided opening that a new result's trail meets, in its order.

    entries int32 (any, 3): an opening, a result that contains it, the entry before of that opening or -1.
    Returns them, longer where they need to be, and how many are used.
    """
    k = len(known.starts)
    for i in trail:
        opening = known.group[i]
        if opening == k or known.result[opening] or known.seen[opening] == result:
            continue
        known.seen[opening] = result
        if used == len(entries):
            entries = longer(entries)
        entries[used, 0] = opening
        entries[used, 1] = result
        entries[used, 2] = known.inside[opening]
        known.inside[opening] = used
        used += 1
    return entries, used


@compiled
def stand_on(known: Results, standing: Plot, result: int, worth: int) -> int:
    """Take a result as the ground if many openings have it and it is large: its worth, or 0 if not."""
    own: int = np.int64(known.sizes[result]) * known.members[result]
    if own <= max(2 * worth, len(known.group)):
        return 0
    cover(standing)
    start = known.starts[known.firsts[result]]
    spread_from(standing, start, known.group, known.result, known.wanted, 0)
    return own


@compiled
def decide_all(untouched: Plot, known: Results) -> None:
    """Give every opening its result: those inside a new result are next, in the order it met them.

    A frame is the entries that are to be decided, from and to, and the result they are inside.
    """
    k = len(known.starts)
    left = np.empty_like(untouched.left)
    settled = np.empty_like(untouched.settled)
    standing = Plot(untouched.mined, untouched.around, settled, left, untouched.trail, untouched.news)
    entries, used = np.zeros((k + 1, 3), np.int32), k
    for opening in range(k):
        entries[opening, 0] = opening
    frames, depth = np.zeros((k + 1, 3), np.int32), 0
    frames[0, 1] = k
    ground, worth, results, run = 0, 0, 0, 1
    while depth >= 0:
        at, result = frames[depth, 0], frames[depth, 2]
        if at == frames[depth, 1]:
            depth -= 1
            own = stand_on(known, standing, result, worth)
            if own:
                ground, worth = result, own
            continue
        frames[depth, 0] += 1
        opening = entries[at, 0]
        if known.result[opening]:
            continue
        count, more, met = decide_opening(known, opening, untouched, standing, ground, entries, run)
        run += 2
        if met:
            known.result[opening] = met
            known.members[met] += 1
            continue
        results += 1
        known.result[opening] = results
        known.sizes[results] = more + safe_in_trail(untouched, count)
        known.members[results] = 1
        known.firsts[results] = opening
        before = used
        entries, used = list_inner(known, untouched.trail[:count], results, entries, used)
        if used > before:
            depth += 1
            frames[depth, 0], frames[depth, 1], frames[depth, 2] = before, used, results
