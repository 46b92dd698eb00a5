"""Elimination on flat arrays: the layers of states of `csp.elimination`, forwards and backwards.

A *state* is what the open sums still need, four bits for each, in two words; where mines are counted, the
number of mines so far is in the second word too. Forwards a state knows in how many ways a beginning leads to
it, backwards how much the ends that follow it weigh. Whether there is an end at all is told apart from its
weight: what is forced does not depend on a rounded number.

The layers of all parts of a position stand one after another; each part begins with a layer of one state.
Arrays: `words` uint64 (2, STATES); `weights` float64 (2, STATES), rows WAYS and ENDS; `steps` int32 (3,
STATES + 1), rows FEWEST, MOVE and LIVES; `to` int32 (MOVES,): the state that a move leads to; `begin` int32
(2 * cells + 2,): the first state of each layer; `table` int64 (2, TABLE), rows PLACE and STAMP: a hash table
of the layer that is made; `now` int64 (3,), at STATE and AT_MOVE how many states and moves there are, at
TURN the stamp of the entries that count in the table.
"""

from __future__ import annotations

from math import comb

import numpy as np

from logicsweep.kernel.codes import NONE, PAST_FLOATS, SOLVED, TOO_WIDE, WIDTH
from logicsweep.kernel.compiled import Floats, Ints, Longs, Words, compiled, inlined
from logicsweep.kernel.network import CELLS, MINES, ORDER, SIZE, SLOT, SUMS, UNPLACED

STATES, MOVES, TABLE = 1 << 16, 1 << 18, 1 << 17
"""Room for the states and moves of all layers of a position, and for a hash table of one layer's states."""
WAYS, ENDS = range(2)
"""Rows of `weights`: the beginnings that lead to a state, and the weight of the ends that follow."""
FEWEST, MOVE, LIVES = range(3)
"""Rows of `steps`: the fewest mines that the next group may hold in a state, its first move (there is one
for each number of mines), and 1 where an end that counts follows."""
PLACE, STAMP = range(2)
STATE, AT_MOVE, TURN = range(3)
_SLOTS = 28  # open sums at a time: 16 in the first word, 12 in the second
_MINES_AT = np.uint64(48)  # the bit of the second word where the number of mines begins
_LARGEST = 1e290  # ways; one more step multiplies them by less than 10**10
_MIX = np.uint64(0x9E3779B97F4A7C15)
_CHOOSE = np.array([[comb(n, k) for k in range(WIDTH + 1)] for n in range(WIDTH + 1)], np.float64)


@compiled
def forwards(
    first: int, end: int, layer: int, counted: bool,
    sums: Ints, groups: Ints, sums_of: Ints,
    words: Words, weights: Floats, steps: Ints, to: Ints, begin: Ints, table: Longs, now: Longs,
) -> int:  # fmt: skip
    """Make the layers of a part whose groups are `order[first:end]`; the first is number `layer`.

    There is one layer more than groups: the last holds the ends. SOLVED, TOO_WIDE or PAST_FLOATS; a part
    without layout has an empty last layer.
    """
    state = now[STATE]
    if state >= STATES:
        return TOO_WIDE
    words[0, state], words[1, state], weights[WAYS, state] = 0, 0, 1.0
    begin[layer] = state
    begin[layer + 1] = now[STATE] = state + 1
    free = (1 << _SLOTS) - 1
    for at in range(first, end):
        group = groups[ORDER, at]
        free = _open(group, free, sums, groups, sums_of)
        if free == NONE:
            return TOO_WIDE
        status = _step(
            group, layer, counted, sums, groups, sums_of, words, weights, steps, to, begin, table, now
        )
        if status != SOLVED:
            return status
        free = _close(group, free, sums, groups, sums_of)
        layer += 1
    return SOLVED


@inlined
def _open(group: int, free: int, sums: Ints, groups: Ints, sums_of: Ints) -> int:
    """Give a free slot, a bit of `free`, to each sum that a group is the first of; what is left, or NONE."""
    for at in range(groups[SUMS, group]):
        number = sums_of[group, at]
        if sums[UNPLACED, number] == sums[SIZE, number]:
            if not free:
                return NONE
            slot = 0
            while not free >> slot & 1:
                slot += 1
            free ^= 1 << slot
            sums[SLOT, number] = slot
    return free


@inlined
def _close(group: int, free: int, sums: Ints, groups: Ints, sums_of: Ints) -> int:
    """Give back the slots of the sums of which a group is the last; what is free then."""
    for at in range(groups[SUMS, group]):
        number = sums_of[group, at]
        if not sums[UNPLACED, number]:
            free |= 1 << sums[SLOT, number]
    return free


@inlined
def _change(
    group: int, counted: bool, sums: Ints, groups: Ints, sums_of: Ints
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """What a group changes in both words: the needs of the sums that it opens, and what a mine takes off."""
    one = np.uint64(1)
    low, high, per_low, per_high = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    for at in range(groups[SUMS, group]):
        number = sums_of[group, at]
        slot = sums[SLOT, number]
        shift = np.uint64(4 * (slot & 15))
        need = np.uint64(0)
        if sums[UNPLACED, number] == sums[SIZE, number]:
            need = np.uint64(sums[MINES, number]) << shift
        sums[UNPLACED, number] -= groups[CELLS, group]
        if slot < 16:
            low, per_low = low + need, per_low + (one << shift)
        else:
            high, per_high = high + need, per_high + (one << shift)
    if counted:
        per_high -= one << _MINES_AT
    return low, high, per_low, per_high


@inlined
def _step(
    group: int, layer: int, counted: bool,
    sums: Ints, groups: Ints, sums_of: Ints,
    words: Words, weights: Floats, steps: Ints, to: Ints, begin: Ints, table: Longs, now: Longs,
) -> int:  # fmt: skip
    """Make the next layer: every number of mines that a group may hold in every state of the last."""
    size, first, end = groups[CELLS, group], begin[layer], begin[layer + 1]
    mask = _table_for((end - first) * (size + 1)) - 1
    if mask < 0:
        return TOO_WIDE
    now[TURN] += 1
    open_low, open_high, per_low, per_high = _change(group, counted, sums, groups, sums_of)
    move = now[AT_MOVE]
    for state in range(first, end):
        low, high, ways = words[0, state] + open_low, words[1, state] + open_high, weights[WAYS, state]
        fewest, most = _span(group, size, low, high, sums, groups, sums_of)
        steps[MOVE, state], steps[FEWEST, state] = move, fewest
        if move + size >= MOVES or now[STATE] + size >= STATES:
            return TOO_WIDE
        for mines in range(fewest, most + 1):
            held = np.uint64(mines)
            after = _state_of(low - held * per_low, high - held * per_high, mask, words, weights, table, now)
            weights[WAYS, after] += ways * _CHOOSE[size, mines]
            to[move] = after
            move += 1
        if ways > _LARGEST:
            return PAST_FLOATS
    steps[MOVE, end] = move  # where the moves of the last state end; the next layer's first begin there
    now[AT_MOVE] = move
    begin[layer + 2] = now[STATE]
    return SOLVED


@inlined
def _table_for(states: int) -> int:
    """How much of the hash table to use for so many states, a power of 2; 0 where they are too many."""
    size = 16
    while size < 2 * states:
        size *= 2
    return size if size <= TABLE else 0


@inlined
def _span(
    group: int, size: int, low: np.uint64, high: np.uint64, sums: Ints, groups: Ints, sums_of: Ints
) -> tuple[int, int]:
    """The fewest and the most mines that a group may hold in a state."""
    fewest, most = 0, size
    for at in range(groups[SUMS, group]):
        number = sums_of[group, at]
        slot = sums[SLOT, number]
        word = low if slot < 16 else high
        need = int(word >> np.uint64(4 * (slot & 15)) & np.uint64(15))
        most = min(most, need)
        fewest = max(fewest, int(need - sums[UNPLACED, number]))
    return fewest, most


@inlined
def _state_of(
    low: np.uint64, high: np.uint64, mask: int, words: Words, weights: Floats, table: Longs, now: Longs
) -> int:
    """The state with these words in the layer that is made, perhaps a new one, which has no ways yet."""
    mixed = (low ^ (high * _MIX >> np.uint64(7))) * _MIX
    at = np.int64(mixed >> np.uint64(40)) & mask
    while table[STAMP, at] == now[TURN]:
        state = table[PLACE, at]
        if words[0, state] == low and words[1, state] == high:
            return int(state)
        at = at + 1 & mask
    state = now[STATE]
    now[STATE] = state + 1
    table[STAMP, at], table[PLACE, at] = now[TURN], state
    words[0, state], words[1, state], weights[WAYS, state] = low, high, 0.0
    return int(state)


@inlined
def mines_in(state: int, words: Words) -> int:
    """How many mines led to a state, where they are counted."""
    return int(words[1, state] >> _MINES_AT)


@compiled
def backwards(
    first: int, end: int, layer: int, largest: float, met: Floats,
    groups: Ints, weights: Floats, steps: Ints, to: Ints, begin: Ints,
) -> None:  # fmt: skip
    """Follow the ends of a part back to its beginning; `forwards` says what the numbers are.

    The last layer's ENDS and LIVES are given, and its `largest` WAYS. `met` float64 (cells, 2): for each
    group of the part, the weight of layouts times its mines, and times its safe cells, as shares of
    `largest`; NaN where the group holds no mine, or no safe cell, in any layout that counts.
    """
    for at in range(end - 1, first - 1, -1):
        group, step = groups[ORDER, at], layer + at - first
        _step_back(group, groups[CELLS, group], begin[step], begin[step + 1], met, weights, steps, to)
        met[group, 0] /= largest  # only here: an end's weight as a share might be too small for a float
        met[group, 1] /= largest


@inlined
def _step_back(
    group: int, size: int, first: int, end: int, met: Floats, weights: Floats, steps: Ints, to: Ints
) -> None:
    """One group back: the ends of the states from `first` to `end`, and how often its cells are mines."""
    mined, plain = 0.0, 0.0
    may_mine, may_plain = False, False
    for state in range(first, end):
        ends, of_mined, lives = 0.0, 0.0, 0
        mines = steps[FEWEST, state]
        for move in range(steps[MOVE, state], steps[MOVE, state + 1]):
            after = to[move]
            if steps[LIVES, after]:
                weight = weights[ENDS, after] * _CHOOSE[size, mines]
                lives = 1
                ends += weight
                of_mined += weight * mines
                plain += weights[WAYS, state] * weight * (size - mines)
                may_mine |= mines > 0
                may_plain |= mines < size
            mines += 1
        weights[ENDS, state], steps[LIVES, state] = ends, lives
        mined += weights[WAYS, state] * of_mined
    met[group, 0] = mined if may_mine else np.nan
    met[group, 1] = plain if may_plain else np.nan
