"""The two casual rules on flat arrays, for views, games and every opening of a board.

A clue *needs* a number of mines among the unknown cells *left* around it. If it needs none, they are safe; if
it needs all of them, they are mines. News spreads breadth first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from logicsweep.kernel import FLAG, MINED, NONE, SAFE, SAFE_CELL, WIDTH
from logicsweep.kernel.compiled import Bytes, Ints, Marks, compiled, inlined

KNOWN, NEED, LEFT, SHARED, CHANGED = range(5)
"""Columns of `cells`: a cell's state; the mines that its clue still needs; the unknown cells left around it.
Two are for `overlap`: how many cells it shares with the current clue; 1 if it changed since the last
comparison."""
UNKNOWN, MINE, CLEAR, SHOWN = range(4)
"""States of a cell: unknown, a mine, safe but without a number, safe with its number."""
QUEUE, TRAIL, FRONT = range(3)
"""Rows of `lists`: the clues to which a rule applies; the decided cells, in order; the clues with unknown
cells around them, ascending."""

ZERO: int = np.int64(0)  # type: ignore[assignment]  # numba compiles a function anew for a literal 0 or 1
ONE: int = np.int64(1)  # type: ignore[assignment]


class State(NamedTuple):
    """The knowledge about a field of n cells, and room to work in."""

    around: Ints
    """int32 (n, width): for each cell, its neighbours, then NONE; see `CellGraph.neighbour_table`."""
    cells: Ints
    """int32 (n, 5)"""
    lists: Ints
    """int32 (3, n)"""


class Goals(NamedTuple):
    """The early stops of a run: at a zero cell if `wanted[result[group[cell]]] == run`; all int32."""

    group: Ints
    result: Ints
    wanted: Ints


def new_state(around: Ints) -> State:
    """Room for a field with this table of neighbours; the arrays are not filled yet."""
    return State(around, np.empty((len(around), 5), np.int32), np.empty((3, len(around)), np.int32))


@inlined
def no_goals(state: State) -> Goals:
    """The goals of a run that never stops early."""
    none = state.lists[TRAIL, :0]
    return Goals(none, none, none)


@compiled
def cover_cells(mined: Bytes, state: State) -> int:
    """Cover every cell of a board, `mined` uint8 (n,): 1 for a mine. Returns how many mines it has."""
    around, cells = state.around, state.cells
    mines = 0
    for cell in range(len(mined)):
        degree = around.shape[1]
        while degree and around[cell, degree - 1] < 0:
            degree -= 1
        cells[cell, KNOWN] = UNKNOWN
        cells[cell, LEFT] = degree
        cells[cell, NEED] = cells[cell, SHARED] = cells[cell, CHANGED] = 0
    for cell in range(len(mined)):
        if mined[cell]:
            mines += 1
            for clue in around[cell]:
                if clue < 0:
                    break
                cells[clue, NEED] += 1
    return mines


@compiled
def decide_cell(cell: int, mine: int, shows: int, last: int, state: State) -> int:
    """Decide a cell, and append the clues to which a rule now applies to QUEUE, from `last` on.

    Returns the end of the queue, or NONE if a clue is wrong. `shows`: whether a safe cell shows its number. A
    clue enters the queue once in a run, since both rules decide all cells around it.
    """
    cells, queue = state.cells, state.lists[QUEUE]
    around = state.around
    for at in range(around.shape[1]):  # faster than over a slice
        clue = around[cell, at]
        if clue < 0:
            break
        cells[clue, LEFT] -= 1
        cells[clue, NEED] -= mine
        cells[clue, CHANGED] = 1
        if cells[clue, KNOWN] == SHOWN:
            need, left = cells[clue, NEED], cells[clue, LEFT]
            if need < 0 or need > left:
                return NONE
            if left and need == (0 if mine else left):
                queue[last] = clue
                last += 1
    cells[cell, KNOWN], cells[cell, CHANGED] = MINE if mine else SHOWN if shows else CLEAR, 1
    if shows and not mine and _rule_applies(cell, cells):
        queue[last] = cell
        last += 1
    return last


@inlined
def _rule_applies(clue: int, cells: Ints) -> bool:
    """Whether a rule applies to a clue."""
    need, left = cells[clue, NEED], cells[clue, LEFT]
    return bool(left > 0 and (need == 0 or need == left))


@compiled
def follow_rules(last: int, count: int, shows: int, run: int, goals: Goals, state: State) -> tuple[int, int]:
    """Follow both rules, starting with `last` clues in QUEUE; append decided cells to TRAIL from `count` on.

    Returns the end of the trail (NONE if a clue is wrong) and NONE. If `run` is above 0, stops at the first
    zero cell that is a goal of that run, and returns that cell instead of the second NONE.
    """
    around, cells, queue, trail = state.around, state.cells, state.lists[QUEUE], state.lists[TRAIL]
    first = 0
    while first < last:
        clue = queue[first]
        first += 1
        mine = ONE if cells[clue, NEED] > 0 else ZERO
        for at in range(around.shape[1]):
            cell = around[clue, at]
            if cell < 0:
                break
            if cells[cell, KNOWN] != UNKNOWN:
                continue
            trail[count] = cell
            count += 1
            last = decide_cell(int(cell), mine, shows, last, state)
            if last < 0:
                return NONE, NONE
            if run > 0 and not mine and not cells[cell, NEED] and _is_goal(cell, run, goals):
                return count, int(cell)
    return count, NONE


@inlined
def _is_goal(cell: int, run: int, goals: Goals) -> bool:
    return bool(goals.wanted[goals.result[goals.group[cell]]] == run)


@compiled
def spread_from(start: int, run: int, goals: Goals, state: State) -> tuple[int, int]:
    """Clear a safe cell of a covered board and follow both rules; see `follow_rules`."""
    state.lists[TRAIL, 0] = start
    return follow_rules(decide_cell(start, ZERO, ONE, ZERO, state), ONE, ONE, run, goals, state)


@compiled
def take_back(mined: Bytes, count: int, state: State) -> None:
    """Undo: cover the first `count` cells of the trail again."""
    cells = state.cells
    for cell in state.lists[TRAIL, :count]:
        cells[cell, KNOWN] = UNKNOWN
        for clue in state.around[cell]:
            if clue < 0:
                break
            cells[clue, LEFT] += 1
            cells[clue, NEED] += mined[cell]


@compiled
def list_front(state: State) -> int:
    """List the clues with unknown cells around them in FRONT. Returns how many there are."""
    front = 0
    for cell in range(len(state.cells)):
        if state.cells[cell, KNOWN] == SHOWN and state.cells[cell, LEFT]:
            state.lists[FRONT, front] = cell
            front += 1
    return front


@compiled
def follow_view(marks: Marks, trust_flags: bool, verdicts: Bytes, state: State) -> int:
    """Follow the two rules in a view, and write the verdicts of the cells that they decide.

    `marks` int8 (n,); `verdicts` uint8 (n,). Returns how many clues are then in FRONT, or NONE for a clash.
    """
    cells, trail, fronts = state.cells, state.lists[TRAIL], state.lists[FRONT]
    for cell in range(len(marks)):
        mark = marks[cell]
        if mark >= 0:
            cells[cell, KNOWN] = SHOWN
        elif mark == FLAG and trust_flags:
            cells[cell, KNOWN], verdicts[cell] = MINE, MINED
        else:
            cells[cell, KNOWN] = CLEAR if mark == SAFE else UNKNOWN
    last, listed = _list_clues(marks, state)
    if last < 0:
        return NONE
    count, _ = follow_rules(last, ZERO, ZERO, ZERO, no_goals(state), state)
    if count < 0:
        return NONE
    for at in range(count):
        verdicts[trail[at]] = MINED if cells[trail[at], KNOWN] == MINE else SAFE_CELL
    front = ZERO
    for at in range(listed):
        if cells[fronts[at], LEFT]:
            fronts[front] = fronts[at]
            front += 1
    return int(front)


@inlined
def _list_clues(marks: Marks, state: State) -> tuple[int, int]:
    """Count what each clue needs and has left; list in FRONT those with unknown cells, in QUEUE the ready.

    Returns the lengths of the queue (NONE if a clue is wrong) and of the front.
    """
    cells, around, queue, fronts = state.cells, state.around, state.lists[QUEUE], state.lists[FRONT]
    last = front = ZERO
    for clue in range(len(marks)):
        if marks[clue] >= 0:
            need, left = np.int64(marks[clue]), ZERO
            for at in range(WIDTH):
                cell = around[clue, at]
                if cell < 0:
                    break
                known = cells[cell, KNOWN]
                left += known == UNKNOWN
                need -= known == MINE
            if need < 0 or need > left:
                return NONE, NONE
            cells[clue, NEED], cells[clue, LEFT] = need, left
            if left:
                fronts[front] = clue
                front += 1
                if need in (0, left):
                    queue[last] = clue
                    last += 1
    return int(last), int(front)
