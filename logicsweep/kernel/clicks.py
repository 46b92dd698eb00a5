"""What many boards take without reasoning: their openings, and how many clicks clear them (3BV)."""

from __future__ import annotations

import numpy as np

from logicsweep.kernel.compiled import Bytes, Ints, compiled


@compiled
def count_clicks(mined: Bytes, around: Ints, group: Ints, openings: Ints, clicks: Ints) -> None:
    """Number the openings of each board, and count its clicks, as `clicks` says what these are.

    mined uint8 (boards, n); around int32 (n, width), for each cell its neighbours, then -1. Filled are
    group int32 (boards, n): the opening of each zero cell, numbered from 0 by their first cells, -1 for
    other cells; openings and clicks int32 (boards,).
    """
    n = mined.shape[1]
    clue, stack = np.empty(n, np.int32), np.empty(n, np.int32)
    seen = np.empty(n, np.uint8)
    for board in range(len(mined)):
        _count_clues(mined[board], around, clue)
        of = group[board]
        for cell in range(n):
            of[cell], seen[cell] = -1, mined[board, cell]
        number = 0
        for first in range(n):
            if clue[first] == 0 and not mined[board, first] and of[first] < 0:
                _spread_opening(first, number, around, clue, of, seen, stack)
                number += 1
        openings[board] = number
        clicks[board] = number
        for cell in range(n):
            clicks[board] += not seen[cell]


@compiled
def _count_clues(mined: Bytes, around: Ints, clue: Ints) -> None:
    """The number of mines around each cell."""
    for cell in range(len(mined)):
        clue[cell] = 0
    for cell in range(len(mined)):
        if mined[cell]:
            for beside in around[cell]:
                if beside < 0:
                    break
                clue[beside] += 1


@compiled
def _spread_opening(
    first: int, number: int, around: Ints, clue: Ints, of: Ints, seen: Bytes, stack: Ints
) -> None:
    """Give an opening's zero cells its number, and mark them and its rim as seen."""
    of[first], stack[0] = number, first
    height = 1
    while height:
        height -= 1
        cell = stack[height]
        seen[cell] = 1
        for beside in around[cell]:
            if beside < 0:
                break
            seen[beside] = 1
            if clue[beside] == 0 and of[beside] < 0:
                of[beside], stack[height] = number, beside
                height += 1
