"""Elimination on flat arrays, as `csp.elimination` has it: sums over groups of alike cells, layers of states.

*The network.* Sums are numbered from 0 in the order of their clues; a group has the number of its first
cell. What is known of each stands in the rows of `sums`, int32 (10, N), and `groups`, int32 (7, N).
`groups_in` int32 (N, 8) lists the groups of each sum, `sums_of` int32 (N, 8) the sums of each group, or
cell, ascending. A *part* is what sums tie together.

*The layers.* A *state* is what the open sums still need, four bits for each, in two words; where mines are
counted, the number of mines so far is in the second word too. Forwards a state knows in how many ways a
beginning leads to it, backwards how much the ends that follow it weigh: 0 only where there is none, so that
what is forced does not depend on a rounded number. The layers of all parts of a
position stand one after another; each part begins with a layer of one state. Arrays: `words` uint64
(2, STATES); `weights` float64 (2, STATES), rows WAYS and ENDS; `steps` int32 (2, STATES + 1), rows FEWEST and
MOVE; `to` int32 (MOVES,): the state that a move leads to; `begin` int32 (2 * cells + 2,): the first
state of each layer; `table` int64 (2, TABLE), rows PLACE and STAMP: a hash table of the layer that is made;
`now` int64 (3,), at STATE and AT_MOVE how many states and moves there are, at TURN the stamp of the entries
that count in the table.
"""

from __future__ import annotations

from math import comb

import numpy as np

from logicsweep.kernel import NONE, PAST_FLOATS, SOLVED, TOO_WIDE, WIDTH
from logicsweep.kernel.casual import FRONT, KNOWN, LEFT, NEED, UNKNOWN, State
from logicsweep.kernel.compiled import Floats, Ints, Longs, Words, compiled, inlined

MINES, SIZE, GROUPS, FIRST, LACKS, MET, WALK, OPENED, SLOT, UNPLACED = range(10)
"""Rows of `sums`. Of a sum: its mines, its cells, how many groups it has, the first group in the list of
those that it is the first sum of, the groups that are not placed in the order yet, 1 where its part is met.
A walk through a part. The sums that are open. Of a sum: its place in a state, its cells not placed yet."""

CELLS, SUMS, FOLLOWING, PLACED, ORDER, OF_CELL, TOUCHED = range(7)
"""Rows of `groups`. Of a group: its cells, how many sums it has, the next in its first sum's list, 1 where it
is placed in the order. The order: groups, one part after another. The group of a cell, or NONE. The cells
that have sums."""

STATES, MOVES, TABLE = 1 << 16, 1 << 18, 1 << 17
"""Room for the states and moves of all layers of a position, and for a hash table of one layer's states."""
WAYS, ENDS = range(2)
"""Rows of `weights`: the beginnings that lead to a state, and the weight of the ends that follow."""
FEWEST, MOVE = range(2)
"""Rows of `steps`: the fewest mines that the next group may hold in a state, its first move (there is one
for each number of mines)."""
PLACE, STAMP = range(2)
STATE, AT_MOVE, TURN = range(3)
_SLOTS = 28  # open sums at a time: 16 in the first word, 12 in the second
_MINES_AT = np.uint64(48)  # the bit of the second word where the number of mines begins
_LARGEST = 1e290  # ways; one more step multiplies them by less than 10**10
_MIX = np.uint64(0x9E3779B97F4A7C15)
_CHOOSE = np.array([[comb(n, k) for k in range(WIDTH + 1)] for n in range(WIDTH + 1)], np.float64)


@compiled
def build(front: int, state: State, sums: Ints, groups: Ints, groups_in: Ints, sums_of: Ints) -> None:
    """Make the sums and groups of the unknown cells around so many clues in front; each clue is a sum."""
    touched = _list_sums(front, state, sums, groups, sums_of)
    for at in range(touched):
        _join(groups[TOUCHED, at], sums, groups, groups_in, sums_of)


@inlined
def _list_sums(front: int, state: State, sums: Ints, groups: Ints, sums_of: Ints) -> int:
    """Make the sums, and list those of each cell; how many cells have any, which stand in TOUCHED."""
    cells = state.cells
    groups[SUMS] = 0
    groups[OF_CELL] = NONE
    touched = 0
    for number in range(front):
        clue = state.lists[FRONT, number]
        sums[MINES, number] = cells[clue, NEED]
        sums[SIZE, number] = sums[UNPLACED, number] = cells[clue, LEFT]
        sums[GROUPS, number] = sums[MET, number] = 0
        sums[FIRST, number] = NONE
        for cell in state.around[clue]:
            if cell < 0:
                break
            if cells[cell, KNOWN] == UNKNOWN:
                own = groups[SUMS, cell]
                if not own:
                    groups[TOUCHED, touched] = cell
                    touched += 1
                sums_of[cell, own] = number
                groups[SUMS, cell] = own + 1
    return touched


@inlined
def _join(cell: int, sums: Ints, groups: Ints, groups_in: Ints, sums_of: Ints) -> None:
    """Put a cell into the group that has the same sums; where there is none, it is the first of a new one."""
    own, first = groups[SUMS, cell], sums_of[cell, 0]
    group = sums[FIRST, first]
    while group != NONE and not _same(group, cell, own, groups, sums_of):
        group = groups[FOLLOWING, group]
    if group != NONE:
        groups[OF_CELL, cell] = group
        groups[CELLS, group] += 1
        return
    groups[OF_CELL, cell] = cell
    groups[CELLS, cell], groups[PLACED, cell] = 1, 0
    groups[FOLLOWING, cell] = sums[FIRST, first]
    sums[FIRST, first] = cell
    for at in range(own):
        number = sums_of[cell, at]
        groups_in[number, sums[GROUPS, number]] = cell
        sums[GROUPS, number] += 1


@inlined
def _same(one: int, other: int, own: int, groups: Ints, sums_of: Ints) -> bool:
    """Whether a cell has the same sums as another, which has so many."""
    if groups[SUMS, one] != own:
        return False
    for at in range(own):  # noqa: SIM110  # compiled code has no generators
        if sums_of[one, at] != sums_of[other, at]:
            return False
    return True


@compiled
def place_part(begin: int, placed: int, sums: Ints, groups: Ints, groups_in: Ints, sums_of: Ints) -> int:
    """Put the groups of the part that sum `begin` is in into the order, after those that are `placed`.

    How many are placed then. The order starts at a far end of the part: few sums are open at a time.
    """
    end = _far_end(begin, sums, groups, groups_in, sums_of)
    return _finish_nearest(end, placed, sums, groups, groups_in, sums_of)


@inlined
def _far_end(begin: int, sums: Ints, groups: Ints, groups_in: Ints, sums_of: Ints) -> int:
    """The last sum of a walk in breadth through the part of a sum."""
    sums[WALK, 0], sums[MET, begin] = begin, 1
    met, at = 1, 0
    while at < met:
        number = sums[WALK, at]
        sums[LACKS, number] = sums[GROUPS, number]
        for one in range(sums[GROUPS, number]):
            group = groups_in[number, one]
            for other_at in range(groups[SUMS, group]):
                other = sums_of[group, other_at]
                if not sums[MET, other]:
                    sums[MET, other], sums[WALK, met] = 1, other
                    met += 1
        at += 1
    return int(sums[WALK, met - 1])


@inlined
def _finish_nearest(start: int, placed: int, sums: Ints, groups: Ints, groups_in: Ints, sums_of: Ints) -> int:
    """Place all groups of the open sum that lacks fewest, and so on; how many are placed then."""
    sums[OPENED, 0] = start
    opened = 1
    while opened:
        best = 0
        for at in range(1, opened):
            if sums[LACKS, sums[OPENED, at]] < sums[LACKS, sums[OPENED, best]]:
                best = at
        number = sums[OPENED, best]
        opened -= 1
        sums[OPENED, best] = sums[OPENED, opened]
        for one in range(sums[GROUPS, number]):
            group = groups_in[number, one]
            if not groups[PLACED, group]:
                groups[PLACED, group], groups[ORDER, placed] = 1, group
                placed += 1
                opened = _open_sums(group, number, opened, sums, groups, sums_of)
    return placed


@inlined
def _open_sums(group: int, number: int, opened: int, sums: Ints, groups: Ints, sums_of: Ints) -> int:
    """A group of sum `number` is placed: its other sums lack one less, and are open from now on."""
    for at in range(groups[SUMS, group]):
        other = sums_of[group, at]
        full = sums[LACKS, other] == sums[GROUPS, other]
        sums[LACKS, other] -= 1
        if full and other != number and sums[LACKS, other]:
            sums[OPENED, opened] = other
            opened += 1
    return opened


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

    The last layer's ENDS are given, and its `largest` WAYS. `met` float64 (cells, 2): for each
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
    for state in range(first, end):
        ends, of_mined = 0.0, 0.0
        mines = steps[FEWEST, state]
        for move in range(steps[MOVE, state], steps[MOVE, state + 1]):
            weight = weights[ENDS, to[move]] * _CHOOSE[size, mines]
            ends += weight
            of_mined += weight * mines
            plain += weights[WAYS, state] * weight * (size - mines)
            mines += 1
        weights[ENDS, state] = ends
        mined += weights[WAYS, state] * of_mined
    met[group, 0] = mined if mined else np.nan
    met[group, 1] = plain if plain else np.nan
