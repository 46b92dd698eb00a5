"""Many positions: of each, what all its layouts agree on, and the risks, as `csp.position` finds them.

A position flows through the two casual rules (`casual`), the elimination of each part
(`elimination`), and where the mine total counts the weights of the parts (`totals`).
"""

from __future__ import annotations

from threading import local
from typing import NamedTuple

import numpy as np

from logicsweep.kernel import (
    CLASH,
    MINED,
    NONE,
    NOTHING,
    OPEN_CELL,
    PAST_FLOATS,
    SAFE_CELL,
    SOLVED,
    WIDTH,
)
from logicsweep.kernel.casual import KNOWN, UNKNOWN, ZERO, State, follow_view, new_state
from logicsweep.kernel.compiled import Bytes, Floats, Ints, Longs, Marks, Words, compiled, inlined
from logicsweep.kernel.elimination import (
    AT_MOVE,
    ENDS,
    MET,
    MOVES,
    OF_CELL,
    STATE,
    STATES,
    TABLE,
    WAYS,
    backwards,
    build,
    forwards,
    mines_in,
    place_part,
)
from logicsweep.kernel.totals import BEGIN, END, HELD, LEAST, LEAST_MINES, REST, SPREAD, weigh_parts

_KEPT = local()
_SMALL = 1 << 16  # cells


class Room(NamedTuple):
    """The arrays that the work on one position needs, made once for many of them; their modules tell of them.

    `met` float64 (cells + 1, 2): of each group, and at the end of the untouched cells, the weight of
    layouts times its mines, and times its safe cells; NaN for none.
    """

    sums: Ints
    groups: Ints
    groups_in: Ints
    sums_of: Ints
    words: Words
    weights: Floats
    steps: Ints
    to: Ints
    begin: Ints
    table: Longs
    now: Longs
    parts: Ints
    shares: Floats
    met: Floats


def room_for(cells: int) -> Room:
    """Room for positions of so many cells; a thread keeps that which it used last, if it is small."""
    if cells > _SMALL:
        return _new_room(cells)
    if getattr(_KEPT, "cells", None) != cells:
        _KEPT.cells, _KEPT.room = cells, _new_room(cells)
    room: Room = _KEPT.room
    return room


def _new_room(cells: int) -> Room:
    return Room(
        sums=np.empty((10, cells), np.int32),
        groups=np.empty((7, cells), np.int32),
        groups_in=np.empty((cells, WIDTH), np.int32),
        sums_of=np.empty((cells, WIDTH), np.int32),
        words=np.empty((2, STATES), np.uint64),
        weights=np.empty((2, STATES), np.float64),
        steps=np.empty((2, STATES + 1), np.int32),
        to=np.empty(MOVES, np.int32),
        begin=np.empty(2 * cells + 2, np.int32),
        table=np.zeros((2, TABLE), np.int64),
        now=np.zeros(3, np.int64),
        parts=np.empty((4, cells), np.int32),
        shares=np.empty((2, 2 * cells), np.float64),
        met=np.empty((cells + 1, 2), np.float64),
    )


def solve_positions(
    marks: Marks,
    totals: Longs,
    around: Ints,
    trust_flags: bool,
    verdicts: Bytes,
    risks: Floats,
    status: Bytes,
) -> None:
    """Solve positions on one field, each by its clues, and by its mine total where that is told.

    `marks` int8 (positions, cells): as a View has them. `totals` int64 (positions,): mine totals, NONE where
    not told. `around` int32 (cells, 8): the neighbours of each cell, as `neighbour_table` has them.
    `trust_flags`: flags are mines, not claims. Filled are `verdicts` uint8 (positions, cells); `risks`
    float64 (positions, cells), NaN where a cell is not covered, or not at all where its shape is (0, cells);
    `status` uint8 (positions,): SOLVED, or why there is no answer (see `codes`), and then verdicts are
    NOTHING and risks NaN.
    """
    state = new_state(around)
    _solve_each(marks, totals, trust_flags, verdicts, risks, status, state, room_for(marks.shape[1]))


@compiled
def _solve_each(
    marks: Marks,
    totals: Longs,
    trust_flags: bool,
    verdicts: Bytes,
    risks: Floats,
    status: Bytes,
    state: State,
    room: Room,
) -> None:
    """The loop of `solve_positions`."""
    for one in range(len(marks)):
        verdicts[one] = NOTHING
        found = solve_position(marks[one], totals[one], trust_flags, verdicts[one], state, room)
        if found == SOLVED and len(risks):
            found = _write_risks(verdicts[one], room.groups, room.met, risks[one])
        if found != SOLVED:
            verdicts[one] = NOTHING
            if len(risks):
                risks[one] = np.nan
        status[one] = found


@inlined
def solve_position(
    marks: Marks, total: int, trust_flags: bool, verdicts: Bytes, state: State, room: Room
) -> int:
    """What all layouts of one position agree on: SOLVED, or why not; `verdicts` uint8 (cells,) is filled.

    `room.met` then holds what risks are made of.
    """
    front = follow_view(marks, trust_flags, verdicts, state)
    if front < 0:
        return CLASH
    counted = total != NONE  # of a total that is too small, what is left may be NONE
    for cell in range(len(marks)):
        total -= verdicts[cell] == MINED
    return agree(front, counted, total, verdicts, state, room)


@compiled
def agree(front: int, counted: bool, spare: int, verdicts: Bytes, state: State, room: Room) -> int:
    """What all layouts agree on where the casual rules are followed to their end: SOLVED, or why not.

    `state` has the unknown cells, what the clues need, and so many clues in front. `counted`: the unknown
    cells hold `spare` mines together. `verdicts` is filled for them.
    """
    sums, groups, groups_in, sums_of, words, weights, steps, to, begin, table, now, parts, shares, met = room
    build(front, state, sums, groups, groups_in, sums_of)
    now[STATE] = now[AT_MOVE] = 0
    first = layer = at = part = ZERO
    for number in range(front):
        if sums[MET, number]:
            continue
        end = place_part(number, first, sums, groups, groups_in, sums_of)
        status = forwards(
            first, end, layer, counted, sums, groups, sums_of, words, weights, steps, to, begin, table, now
        )
        if status != SOLVED:
            return status
        layer += end - first
        if begin[layer] == begin[layer + 1]:
            return CLASH
        parts[END, part], parts[BEGIN, part] = end, at
        at = _count_mines(part, begin[layer], begin[layer + 1], words, weights, parts, shares)
        first, layer, part = end, layer + 1, part + 1
    met[-1] = 1.0
    if counted:
        status = weigh_parts(part, spare, _untouched(state.cells, groups), parts, shares, met[-1])
        if status != SOLVED:
            return status
    _follow_back(part, counted, groups, words, weights, steps, to, begin, parts, shares, met)
    _write_verdicts(state.cells, groups, met, verdicts)
    return SOLVED


@inlined
def _count_mines(
    part: int, first: int, end: int, words: Words, weights: Floats, parts: Ints, shares: Floats
) -> int:
    """Note in how many ways a part holds how many mines, by its last layer; where the next part's begin.

    Without the mine total all are under no mines. The ways become shares of the most.
    """
    fewest = most = mines_in(first, words)
    largest = weights[WAYS, first]
    for state in range(first + 1, end):
        mines = mines_in(state, words)
        fewest, most = min(fewest, mines), max(most, mines)
        largest = max(largest, weights[WAYS, state])
    parts[LEAST_MINES, part], parts[SPREAD, part] = fewest, most - fewest
    at = parts[BEGIN, part]
    for k in range(most - fewest + 1):
        shares[HELD, at + k] = 0.0
    for state in range(first, end):
        shares[HELD, at + mines_in(state, words) - fewest] = weights[WAYS, state] / largest
    return int(at + most - fewest + 1)


@inlined
def _untouched(cells: Ints, groups: Ints) -> int:
    """How many undecided cells no clue touches."""
    count = ZERO
    for cell in range(groups.shape[1]):
        count += cells[cell, KNOWN] == UNKNOWN and groups[OF_CELL, cell] == NONE
    return count


@inlined
def _follow_back(
    count: int, counted: bool, groups: Ints, words: Words, weights: Floats,
    steps: Ints, to: Ints, begin: Ints, parts: Ints, shares: Floats, met: Floats,
) -> None:  # fmt: skip
    """Follow the ends of every part back, weighed by the rest where mines are counted."""
    layer = first = ZERO
    for part in range(count):
        end = parts[END, part]
        last, largest = layer + end - first, 0.0
        for state in range(begin[last], begin[last + 1]):
            largest = max(largest, weights[WAYS, state])
            weights[ENDS, state] = 1.0
            if counted:
                at = parts[BEGIN, part] + mines_in(state, words) - parts[LEAST_MINES, part]
                weights[ENDS, state] = shares[REST, at]
        backwards(first, end, layer, largest, met, groups, weights, steps, to, begin)
        layer, first = last + 1, end


@inlined
def _write_verdicts(cells: Ints, groups: Ints, met: Floats, verdicts: Bytes) -> None:
    """The verdicts of all cells that the casual rules left; NONE, for no group, finds the untouched cells."""
    for cell in range(len(verdicts)):
        if cells[cell, KNOWN] == UNKNOWN:
            mined, plain = met[groups[OF_CELL, cell], 0], met[groups[OF_CELL, cell], 1]
            if np.isnan(mined):
                verdicts[cell] = SAFE_CELL
            else:
                verdicts[cell] = MINED if np.isnan(plain) else OPEN_CELL


@inlined
def _write_risks(verdicts: Bytes, groups: Ints, met: Floats, risks: Floats) -> int:
    """The risks of all cells, where all are numbers that floats can be trusted with; else PAST_FLOATS."""
    for cell in range(len(verdicts)):
        if verdicts[cell] == OPEN_CELL:
            mined, plain = met[groups[OF_CELL, cell], 0], met[groups[OF_CELL, cell], 1]
            if not (mined >= LEAST and plain >= LEAST):
                return PAST_FLOATS
            risks[cell] = mined / (mined + plain)
        elif verdicts[cell] == NOTHING:
            risks[cell] = np.nan
        else:
            risks[cell] = 1.0 if verdicts[cell] == MINED else 0.0
    return SOLVED
