"""The two casual rules on the flat arrays of one view, as `csp.model.casual_facts` follows them.

A field of N cells has a table of neighbours, `around` int32 (N, 8), padded with N: the *edge*, a cell that
is never covered and shows no clue, so that no code asks whether a neighbour is there. What a view's clues
still ask for stands in the rows of `clues`, int32 (7, N + 1).
"""

from __future__ import annotations

from logicsweep.kernel.codes import CLASH, COVERED, FLAG, MINED, SAFE, SAFE_CELL, SOLVED, WIDTH
from logicsweep.kernel.compiled import Bytes, Ints, Marks, compiled, inlined

MARK, NEED, LEFT, UNDECIDED, WAITING, STACK, FRONT = range(7)
"""Rows of `clues`. Of a cell: its mark; the mines that it needs, if it is a clue; the undecided cells around
it; 1 where it is covered and nothing is known of it; 1 where it is a clue to be looked at. These clues; the
clues with undecided cells around them, ascending."""


@compiled
def follow_casual_rules(marks: Marks, around: Ints, trust_flags: bool, verdicts: Bytes, clues: Ints) -> int:
    """Decide what the two rules decide; how many clues are in front then, or -1 where a clue cannot hold.

    `marks` int8 (N,); `verdicts` uint8 (N,): the cells decided are written into it.
    """
    cells = len(marks)
    _read(marks, around, trust_flags, clues)
    height = front = 0
    for clue in range(cells):
        need, left = clues[NEED, clue], clues[LEFT, clue]
        if clues[MARK, clue] >= 0 and (left or need):
            if need < 0 or need > left:
                return -1
            height = _wait_if_ready(clue, clues, height)
            clues[FRONT, front] = clue
            front += 1
    if _settle(around, verdicts, clues, height) == CLASH:
        return -1
    kept = 0
    for at in range(front):
        clue = clues[FRONT, at]
        if clues[LEFT, clue]:
            clues[FRONT, kept] = clue
            kept += 1
    return kept


@inlined
def _read(marks: Marks, around: Ints, trust_flags: bool, clues: Ints) -> None:
    """The marks, the undecided cells, and for each cell what is left around it and what it needs there."""
    cells = len(marks)
    for cell in range(cells):
        mark = marks[cell]
        clues[MARK, cell] = clues[NEED, cell] = mark
        clues[UNDECIDED, cell] = mark == COVERED or (mark == FLAG and not trust_flags)
        clues[LEFT, cell] = clues[WAITING, cell] = 0
    clues[MARK, cells], clues[UNDECIDED, cells] = SAFE, 0
    for cell in range(cells):
        if clues[UNDECIDED, cell]:
            for at in range(WIDTH):
                clues[LEFT, around[cell, at]] += 1
        elif clues[MARK, cell] == FLAG:
            for at in range(WIDTH):
                clues[NEED, around[cell, at]] -= 1


@inlined
def _wait_if_ready(clue: int, clues: Ints, height: int) -> int:
    """Put a clue that decides the cells around it on the stack; the stack's height."""
    need, left = clues[NEED, clue], clues[LEFT, clue]
    if left and (need == 0 or need == left) and not clues[WAITING, clue]:
        clues[WAITING, clue] = 1
        clues[STACK, height] = clue
        return height + 1
    return height


@inlined
def _settle(around: Ints, verdicts: Bytes, clues: Ints, height: int) -> int:
    """Work off the stack: a clue without need makes the cells around it safe, one that needs all, mines."""
    while height:
        height -= 1
        clue = clues[STACK, height]
        clues[WAITING, clue] = 0
        mines = 1 if clues[NEED, clue] > 0 else 0
        for at in range(WIDTH):
            cell = around[clue, at]
            if clues[UNDECIDED, cell]:
                clues[UNDECIDED, cell] = 0
                verdicts[cell] = MINED if mines else SAFE_CELL
                for beside in range(WIDTH):
                    other = around[cell, beside]
                    clues[LEFT, other] -= 1
                    clues[NEED, other] -= mines
                    if clues[MARK, other] >= 0:
                        if clues[NEED, other] < 0 or clues[NEED, other] > clues[LEFT, other]:
                            return CLASH
                        height = _wait_if_ready(other, clues, height)
    return SOLVED
