"""Many positions: the forced cells of each, and its risks, like `csp.position`.

A position goes through the two casual rules (`casual`), the elimination of each part, and, if the mine total
is known, the weighing of the parts.

*The network.* Sums are numbered in the order of their clues; a group has the number of its first cell. A
*part* is a set of sums that share groups, directly or through other sums.

*The layers.* A *state* is the need of each open sum, in four bits each, in two words. If mines are counted,
the second word also has the number of mines so far. The forward pass gives a state the number of ways that
lead to it. The backward pass gives it the weight of the ends that follow it, which is 0 only if there is no
end. So no rounded number decides which cells are forced. The layers of all parts follow each other; each part
begins with a layer of one state.

*The mine total.* Each part has a number of ways to hold k mines. The weight of a layout of one part is the
number of layouts of the rest with the remaining mines, as in `csp.elimination.weigh`. The weights are floats.
While they are whole numbers below 2**53, they are exact, and so are the risks; beyond that they are scaled so
that the largest is about 1. Rounding must not change which numbers of mines are possible: a weight is 0 if
there is no layout, and never below `LEAST_WEIGHT` if there is one.
"""

from __future__ import annotations

from math import comb, lgamma, log
from threading import local
from typing import NamedTuple

import numpy as np

from logicsweep.kernel import (
    CLASH,
    MINED,
    NONE,
    NOT_FORCED,
    NOTHING,
    PAST_FLOATS,
    SAFE_CELL,
    SOLVED,
    TOO_WIDE,
    WIDTH,
)
from logicsweep.kernel.casual import FRONT, KNOWN, LEFT, NEED, UNKNOWN, ZERO, State, follow_view, new_state
from logicsweep.kernel.compiled import Bytes, Floats, Ints, Longs, Marks, Words, compiled, inlined

MINES, SIZE, GROUPS, FIRST, LACKS, MET, WALK, OPENED, SLOT, UNPLACED = range(10)
"""Rows of `sums`. For each sum, MINES, SIZE and GROUPS are its mines, its cells and its number of groups.
FIRST is the first in the list of groups whose first sum it is. LACKS is its number of unplaced groups, MET is
1 if its part was met. WALK and OPENED are lists: a walk through a part, and the open sums. For each sum, SLOT
is its place in a state, UNPLACED its number of unplaced cells."""

CELLS, SUMS, FOLLOWING, PLACED, ORDER, OF_CELL, TOUCHED = range(7)
"""Rows of `groups`. CELLS to PLACED, for each group: its cells, its number of sums, the next in its first
sum's list, 1 if it is placed in the order. ORDER: the groups, one part after another. OF_CELL: the group of
each cell, or NONE. TOUCHED: the list of cells that have sums."""

STATES, MOVES, TABLE = 1 << 16, 1 << 18, 1 << 17
"""The size of the arrays for the states and moves of all layers, and for a hash table of one layer's
states."""
WAYS, ENDS = range(2)
"""Rows of `weights`: the number of ways to a state, and the weight of the ends that follow."""
FEWEST, MOVE = range(2)
"""Rows of `steps`: the fewest mines that the next group may hold in a state, and the state's first move.
There is a move for each number of mines."""
PLACE, STAMP = range(2)
STATE, AT_MOVE, TURN, PARTS = range(4)
_SLOTS = 28  # open sums at a time: 16 in the first word, 12 in the second
_MINES_AT = np.uint64(48)  # the first bit of the number of mines in the second word
_LARGEST = 1e290  # ways; one more step multiplies them by less than 10**10
_MIX = np.uint64(0x9E3779B97F4A7C15)
_CHOOSE = np.array([[comb(n, k) for k in range(WIDTH + 1)] for n in range(WIDTH + 1)], np.float64)


class Room(NamedTuple):
    """The arrays for one position of n cells, made once for many positions."""

    sums: Ints  # int32 (10, n), rows MINES to UNPLACED
    groups: Ints  # int32 (7, n), rows CELLS to TOUCHED
    groups_in: Ints  # int32 (n, 8): the groups of each sum
    sums_of: Ints  # int32 (n, 8): the sums of each group or cell, ascending
    words: Words  # uint64 (2, STATES)
    weights: Floats  # float64 (2, STATES), rows WAYS and ENDS
    steps: Ints  # int32 (2, STATES + 1), rows FEWEST and MOVE
    to: Ints  # int32 (MOVES,): the state that a move leads to
    begin: Ints  # int32 (2 * n + 2,): the first state of each layer
    table: Longs  # int64 (2, TABLE), rows PLACE and STAMP: a hash table of the current layer
    now: Longs  # int64 (4,): the numbers of states and moves, the stamp of valid entries, the number of parts
    parts: Ints  # int32 (4, n), rows LEAST_MINES to END
    shares: Floats  # float64 (2, 2 * n), rows HELD and REST: for each possible number of mines of a part
    met: Floats  # float64 (n + 1, 2): for each group, and last for the untouched cells, the weight of layouts
    # times its mines, and times its safe cells; NaN for none
    log: Floats  # float64 (1,): the natural logarithm of the number of layouts, if the mine total counts
    exact: Floats  # float64 (6,), entries UNSCALED to FREE_MINES


@inlined
def build_network(front: int, state: State, sums: Ints, groups: Ints, groups_in: Ints, sums_of: Ints) -> None:
    """Build the sums and groups of the unknown cells around the clues in front; each clue is a sum."""
    touched = _list_sums(front, state, sums, groups, sums_of)
    for at in range(touched):
        _join_group(groups[TOUCHED, at], sums, groups, groups_in, sums_of)


@inlined
def _list_sums(front: int, state: State, sums: Ints, groups: Ints, sums_of: Ints) -> int:
    """List the sums, and the sums of each cell. Returns how many cells have sums, listed in TOUCHED."""
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
def _join_group(cell: int, sums: Ints, groups: Ints, groups_in: Ints, sums_of: Ints) -> None:
    """Put a cell into the group with the same sums, or start a new group with it."""
    own, first = groups[SUMS, cell], sums_of[cell, 0]
    group = sums[FIRST, first]
    while group != NONE and not _has_same_sums(group, cell, own, groups, sums_of):
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
def _has_same_sums(one: int, other: int, own: int, groups: Ints, sums_of: Ints) -> bool:
    """Whether a cell has the same sums as another, which has `own` of them."""
    if groups[SUMS, one] != own:
        return False
    for at in range(own):  # noqa: SIM110  # compiled code has no generators
        if sums_of[one, at] != sums_of[other, at]:
            return False
    return True


@inlined
def place_part(begin: int, placed: int, sums: Ints, groups: Ints, groups_in: Ints, sums_of: Ints) -> int:
    """Append the groups of the part of sum `begin` to the order of `placed` groups. Returns the new length.

    The order starts at a far end of the part, so that few sums are open at a time.
    """
    end = _find_far_end(begin, sums, groups, groups_in, sums_of)
    return _finish_nearest(end, placed, sums, groups, groups_in, sums_of)


@inlined
def _find_far_end(begin: int, sums: Ints, groups: Ints, groups_in: Ints, sums_of: Ints) -> int:
    """Find the last sum of a breadth-first walk through the part of a sum."""
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
    """Repeatedly place all groups of the open sum with the fewest unplaced. Returns how many are placed."""
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
    """Note that a group of sum `number` is placed: its other sums are now open, with one unplaced less."""
    for at in range(groups[SUMS, group]):
        other = sums_of[group, at]
        full = sums[LACKS, other] == sums[GROUPS, other]
        sums[LACKS, other] -= 1
        if full and other != number and sums[LACKS, other]:
            sums[OPENED, opened] = other
            opened += 1
    return opened


@compiled
def make_layers(first: int, end: int, layer: int, counted: bool, room: Room) -> int:
    """Make the layers of the part with the groups `order[first:end]`, from number `layer` on.

    There is one layer more than groups: the last one holds the ends, and is empty if the part has no layout.
    Returns SOLVED, TOO_WIDE or PAST_FLOATS.
    """
    sums, groups, _, sums_of, words, weights, steps, to, begin, table, now, _, _, _, _, _ = room
    state = now[STATE]
    if state >= STATES:
        return TOO_WIDE
    words[0, state], words[1, state], weights[WAYS, state] = 0, 0, 1.0
    begin[layer] = state
    begin[layer + 1] = now[STATE] = state + 1
    free = (1 << _SLOTS) - 1
    for at in range(first, end):
        group = groups[ORDER, at]
        free = _open_slots(group, free, sums, groups, sums_of)
        if free == NONE:
            return TOO_WIDE
        status = _make_layer(
            group, layer, counted, sums, groups, sums_of, words, weights, steps, to, begin, table, now
        )
        if status != SOLVED:
            return status
        free = _close_slots(group, free, sums, groups, sums_of)
        layer += 1
    return SOLVED


@inlined
def _open_slots(group: int, free: int, sums: Ints, groups: Ints, sums_of: Ints) -> int:
    """Give a slot, a bit of `free`, to each sum that begins here. Returns the free slots, or NONE."""
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
def _close_slots(group: int, free: int, sums: Ints, groups: Ints, sums_of: Ints) -> int:
    """Release the slots of the sums that end here. Returns the free slots."""
    for at in range(groups[SUMS, group]):
        number = sums_of[group, at]
        if not sums[UNPLACED, number]:
            free |= 1 << sums[SLOT, number]
    return free


@inlined
def _sum_changes(
    group: int, counted: bool, sums: Ints, groups: Ints, sums_of: Ints
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """A group's changes of both words: the needs of the sums that it opens, and the change by each mine."""
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
def _make_layer(
    group: int, layer: int, counted: bool,
    sums: Ints, groups: Ints, sums_of: Ints,
    words: Words, weights: Floats, steps: Ints, to: Ints, begin: Ints, table: Longs, now: Longs,
) -> int:  # fmt: skip
    """Make the next layer: try every number of mines of a group in every state of the last layer."""
    size, first, end = groups[CELLS, group], begin[layer], begin[layer + 1]
    mask = _choose_table_size((end - first) * (size + 1)) - 1
    if mask < 0:
        return TOO_WIDE
    now[TURN] += 1
    open_low, open_high, per_low, per_high = _sum_changes(group, counted, sums, groups, sums_of)
    move = now[AT_MOVE]
    for state in range(first, end):
        low, high, ways = words[0, state] + open_low, words[1, state] + open_high, weights[WAYS, state]
        fewest, most = _mine_bounds(group, size, low, high, sums, groups, sums_of)
        steps[MOVE, state], steps[FEWEST, state] = move, fewest
        if move + size >= MOVES or now[STATE] + size >= STATES:
            return TOO_WIDE
        for mines in range(fewest, most + 1):
            placed = np.uint64(mines)
            after = _find_state(
                low - placed * per_low, high - placed * per_high, mask, words, weights, table, now
            )
            weights[WAYS, after] += ways * _CHOOSE[size, mines]
            to[move] = after
            move += 1
        if ways > _LARGEST:
            return PAST_FLOATS
    steps[MOVE, end] = move  # the end of the last state's moves: the next layer's moves begin here
    now[AT_MOVE] = move
    begin[layer + 2] = now[STATE]
    return SOLVED


@inlined
def _choose_table_size(states: int) -> int:
    """Choose how much of the hash table to use for `states` states: a power of 2, or 0 for too many."""
    size = 16
    while size < 2 * states:
        size *= 2
    return size if size <= TABLE else 0


@inlined
def _mine_bounds(
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
def _find_state(
    low: np.uint64, high: np.uint64, mask: int, words: Words, weights: Floats, table: Longs, now: Longs
) -> int:
    """Find the state with these words in the current layer, or make a new one without ways."""
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
def mines_so_far(state: int, words: Words) -> int:
    """The number of mines so far in a state, if mines are counted."""
    return int(words[1, state] >> _MINES_AT)


@inlined
def _step_back(
    group: int, size: int, first: int, end: int, met: Floats, weights: Floats, steps: Ints, to: Ints
) -> None:
    """Go back by one group: weigh the ends of states `first` to `end`, and fill the group's `met`."""
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


LEAST_MINES, SPREAD, BEGIN, END = range(4)
"""Rows of `parts`: a part's fewest mines, how many more it may hold, the beginning of its numbers of mines in
`shares`, the end of its groups in the order."""
HELD, REST = range(2)
"""Rows of `shares`, for a number of mines of a part. HELD: its layouts, or their share of the largest number.
REST: the weight of the rest with the remaining mines, or 0 if the rest has no such layout."""
UNSCALED, FIXED, VARIED, UNIT, FREE, FREE_MINES = range(6)
"""Entries of `exact`. UNSCALED: 1 while no weight is scaled; in the end, if asked, only if `is_exact`. FIXED:
the product of the layouts of the parts with a fixed number of mines; their HELD is 1. VARIED: the weight of
all layouts of the others and the untouched cells, where UNIT stands for the layouts of FREE untouched cells
with FREE_MINES mines."""
EXACT = float(1 << 53)
"""A sum of whole numbers that a float shows as less is exact, and so were the numbers."""
LEAST = 1e-250
"""Smaller shares of layouts are not trusted: some terms may have been too small for a float."""
FAINT = 1e-50
"""If all sums are smaller they are not trusted either: scaling them up could make lost terms count."""
LEAST_WEIGHT = 1e-300
"""Too small to change any trusted sum."""


@compiled
def weigh_parts(count: int, spare: int, untouched: int, room: Room) -> int:
    """Weigh the numbers of mines of `count` parts that hold `spare` mines together with the untouched cells.

    Fills REST, and the last row of `met`. Returns SOLVED, CLASH if the total fits no layout, or PAST_FLOATS.
    """
    parts, rest, spans = room.parts, room.met[-1], 0
    for part in range(count):
        spare -= parts[LEAST_MINES, part]
        spans += parts[SPREAD, part]
    after = np.zeros((count + 1, spans + 1), np.float64)
    room.log[0] += _weigh_untouched(spare, untouched, spans, after, room.exact)
    if _weigh_from_last(count, spans, room, after) < FAINT:
        return PAST_FLOATS
    if not after[0, 0]:
        return CLASH
    room.exact[VARIED] = after[0, 0]
    room.log[0] += log(after[0, 0])
    before = np.zeros((2, spans + 1), np.float64)
    if _weigh_from_first(count, room, after, before) < FAINT:
        return PAST_FLOATS
    mined, plain = 0.0, 0.0
    for k in range(spans + 1):
        weight = _multiply(before[count & 1, k], after[count, k])
        mined += weight * (spare - k)
        plain += weight * (untouched - spare + k)
    rest[0] = mined if mined else np.nan
    rest[1] = plain if plain else np.nan
    return PAST_FLOATS if mined + plain < LEAST and untouched else SOLVED


@inlined
def _multiply(one: float, other: float) -> float:
    """Multiply two weights; the product is 0 only if one of them is 0."""
    return max(one * other, LEAST_WEIGHT) if one and other else 0.0


@inlined
def _scale(weights: Floats, row: int, first: int, end: int, least: float, exact: Floats) -> float:
    """Divide weights by the largest unless that is below `least`, or all is exact. Returns the divisor."""
    most = 0.0
    for at in range(first, end):
        most = max(most, weights[row, at])
    if not most or most < least or (exact[UNSCALED] and most < EXACT):
        return 1.0
    exact[UNSCALED] = 0.0
    for at in range(first, end):
        weights[row, at] = _multiply(weights[row, at], 1.0 / most)
    return most


@inlined
def _weigh_untouched(spare: int, untouched: int, spans: int, after: Floats, exact: Floats) -> float:
    """Fill the last row of `after`, and return the logarithm of the ways that a weight of 1 stands for.

    The row has, for each k, the number of ways in which the untouched cells hold `spare - k` mines, in
    proportion. The largest is a product of all divisors, so that all are whole; or 1 if that is not exact.
    """
    ways = after[len(after) - 1]
    low, high = max(0, spare - untouched), min(spans, spare)
    if low > high:
        return 0.0
    most = min(max(spare - untouched // 2, low), high)
    unit, mines = 1.0, spare - most
    for k in range(most, high):
        unit *= untouched - spare + k + 1
    for k in range(most, low, -1):
        unit *= spare - k + 1
    if unit >= EXACT:
        unit, exact[UNSCALED] = 1.0, 0.0
    ways[most] = exact[UNIT] = unit
    exact[FREE_MINES] = mines
    for k in range(most, high):  # one mine less
        ways[k + 1] = _multiply(ways[k] / (untouched - spare + k + 1), spare - k)
    for k in range(most, low, -1):  # one mine more
        ways[k - 1] = _multiply(ways[k] / (spare - k + 1), untouched - spare + k)
    return lgamma(untouched + 1.0) - lgamma(mines + 1.0) - lgamma(untouched - mines + 1.0) - log(unit)


@inlined
def _weigh_from_last(count: int, spans: int, room: Room, after: Floats) -> float:
    """Fill `after[p, t]`: the weight of part p, all later parts and the untouched cells, after t mines.

    Returns the least divisor of a row, at most 1.
    """
    parts, least = room.parts, 1.0
    for part in range(count - 1, -1, -1):
        spans -= parts[SPREAD, part]
        for k in range(parts[SPREAD, part] + 1):
            share = room.shares[HELD, parts[BEGIN, part] + k]
            if share:
                for t in range(spans + 1):
                    after[part, t] += _multiply(share, after[part + 1, t + k])
        divisor = _scale(after, part, 0, spans + 1, 0.0, room.exact)
        room.log[0] += log(divisor)
        least = min(least, divisor)
    return least


@inlined
def _weigh_from_first(count: int, room: Room, after: Floats, before: Floats) -> float:
    """Fill REST, the weight of the rest, for each part.

    `before` float64 (2, mines): row `part & 1` has the weight of the earlier parts, by their mines. Returns
    the least divisor of a row, at most 1.
    """
    parts, shares = room.parts, room.shares
    before[0, 0] = 1.0
    reach, least = 0, 1.0
    for part in range(count):
        now, then = before[part & 1], before[1 - (part & 1)]
        for t in range(len(then)):
            then[t] = 0.0
        for k in range(parts[SPREAD, part] + 1):
            at = parts[BEGIN, part] + k
            share, weight = shares[HELD, at], 0.0
            if share:
                for t in range(reach + 1):
                    weight += _multiply(now[t], after[part + 1, t + k])
                    then[t + k] += _multiply(now[t], share)
            shares[REST, at] = weight if parts[SPREAD, part] else 1.0
        at = parts[BEGIN, part]
        _scale(shares, REST, at, at + parts[SPREAD, part] + 1, 1.0, room.exact)
        reach += parts[SPREAD, part]
        least = min(least, _scale(before, 1 - (part & 1), 0, reach + 1, 0.0, room.exact))
    return least


_KEPT = local()
_SMALL = 1 << 16  # cells


def room_for(cells: int) -> Room:
    """Room for positions of this size; a thread keeps the last room that it used, if it is small."""
    kept: Room | None = getattr(_KEPT, "room", None)
    if kept is not None and len(kept.met) == cells + 1:
        return kept
    room = Room(
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
        now=np.zeros(4, np.int64),
        parts=np.empty((4, cells), np.int32),
        shares=np.empty((2, 2 * cells), np.float64),
        met=np.empty((cells + 1, 2), np.float64),
        log=np.empty(1, np.float64),
        exact=np.empty(6, np.float64),
    )
    if cells <= _SMALL:
        _KEPT.room = room
    return room


def solve_positions(
    marks: Marks,
    totals: Longs,
    around: Ints,
    trust_flags: bool,
    verdicts: Bytes,
    risks: Floats,
    status: Bytes,
    exactly: bool = False,
) -> None:
    """Solve positions on one field, each by its clues and, if it has one, its mine total.

    `marks` int8 (positions, cells): the marks of a View. `totals` int64 (positions,): mine totals, or NONE.
    `around`: the field's `CellGraph.neighbour_table`. `trust_flags`: flags are mines, not claims. Fills
    `verdicts` uint8 (positions, cells); `risks` float64 (positions, cells), NaN for cells that are not
    covered, unless its shape is (0, cells); `status` uint8 (positions,): SOLVED, or why there is no answer.
    With `exactly`, a number in the room is exact only if UNSCALED says so (see `is_exact`).
    """
    room = room_for(marks.shape[1])
    solve_each(marks, totals, trust_flags, verdicts, risks, status, exactly, new_state(around), room)


SURE = 400
"""If no part has a higher score, plain Python stays within its budget for every part: it needs at most
SURE ** (1 / 0.7) = 5,215 states (`csp.elimination.best_order`) for at most 8 * SURE cells."""


class Exact(NamedTuple):
    """The exact numbers of one position of n cells."""

    of_cell: Ints  # int32 (n,): the group of each cell, or NONE
    met: Floats  # float64 (n + 1, 2), as in `Room`
    numbers: Floats  # float64 (6,), entries UNSCALED to FREE_MINES


def solve_position(
    marks: bytearray, total: int, around: Ints, trust_flags: bool
) -> tuple[int, Bytes, Exact | None]:
    """Solve one position with int8 marks in the same way; returns its status, verdicts and exact numbers.

    These are None if not all are exact, or plain Python may be unable to count the position.
    """
    verdicts, status = np.empty((1, len(marks)), np.uint8), np.empty(1, np.uint8)
    given = np.frombuffer(marks, np.int8).reshape(1, -1), np.array([total], np.int64), around, trust_flags
    solve_positions(*given, verdicts, np.empty((0, len(marks))), status, True)
    room, exact = room_for(len(marks)), None
    if status[0] == SOLVED and room.exact[UNSCALED]:
        exact = Exact(room.groups[OF_CELL].copy(), room.met.copy(), room.exact.copy())
    return int(status[0]), verdicts[0], exact


@compiled
def is_exact(room: Room) -> bool:
    """Whether all numbers are exact, after `find_agreement`, and plain Python is sure to count them, too.

    No term of a sum of whole numbers is larger than the sum: if that is small enough, all are exact.
    """
    groups, exact, met = room.groups, room.exact, room.met
    count = room.parts[END, room.now[PARTS] - 1] if room.now[PARTS] else 0
    for at in range(-1, count):
        group = groups[ORDER, at] if at >= 0 else NONE
        if met[group, 0] + met[group, 1] >= EXACT:  # NaN for a group of mines, or of safe cells
            return False
    return bool(exact[UNSCALED] and exact[FIXED] < EXACT > exact[VARIED] and score_parts(room) <= SURE)


@compiled
def score_parts(room: Room) -> float:
    """The highest `csp.elimination.score` of a part along its cells in order, one of the orders tried there.

    Comparing sums and finding forced cells, as plain Python does before, only lowers the score: what is left
    of a sum has fewer cells, no more mines and no more safe cells.
    """
    sums, groups, sums_of, count = room.sums, room.groups, room.sums_of, room.now[PARTS]
    states, scores = np.ones(count), np.zeros(count)
    first = ZERO
    for part in range(count):
        for at in range(first, room.parts[END, part]):
            group = groups[ORDER, at]
            groups[PLACED, group] = part
            for number in sums_of[group, : groups[SUMS, group]]:
                sums[UNPLACED, number] = sums[SIZE, number]
        first = room.parts[END, part]
    for group in range(groups.shape[1]):
        if groups[OF_CELL, group] == group:
            part = groups[PLACED, group]
            for number in sums_of[group, : groups[SUMS, group]]:
                states[part] /= _count_needs(number, sums)
                sums[UNPLACED, number] -= groups[CELLS, group]
                states[part] *= _count_needs(number, sums)
            scores[part] += states[part] ** 0.7
    return float(scores.max()) if count else 0.0


@inlined
def _count_needs(number: int, sums: Ints) -> float:
    """How many different needs a sum may have, by its unplaced cells."""
    need, left = sums[MINES, number], sums[UNPLACED, number]
    return float(1 + min(need, sums[SIZE, number] - left) - max(0, need - left))


@compiled
def solve_each(
    marks: Marks,
    totals: Longs,
    trust_flags: bool,
    verdicts: Bytes,
    risks: Floats,
    status: Bytes,
    exactly: bool,
    state: State,
    room: Room,
) -> None:
    """The loop of `solve_positions`."""
    for one in range(len(marks)):
        verdicts[one] = NOTHING
        found = CLASH
        front = follow_view(marks[one], trust_flags, verdicts[one], state)
        if front >= 0:
            spare = totals[one]
            for cell in range(marks.shape[1]):
                spare -= verdicts[one, cell] == MINED
            found = find_agreement(front, totals[one] != NONE, spare, verdicts[one], state, room)
        if found == SOLVED and len(risks):
            found = write_risks(verdicts[one], room, risks[one])
        if found == SOLVED and exactly and not is_exact(room):
            room.exact[UNSCALED] = 0.0
        if found != SOLVED:
            verdicts[one] = NOTHING
            if len(risks):
                risks[one] = np.nan
        status[one] = found


@compiled
def find_agreement(front: int, counted: bool, spare: int, verdicts: Bytes, state: State, room: Room) -> int:
    """Find the cells on which all layouts agree, after the casual rules; fills `verdicts`. Returns a status.

    `front`: the number of clues in FRONT. `counted`: whether the unknown cells hold `spare` mines together.
    """
    sums, groups, groups_in, sums_of = room.sums, room.groups, room.groups_in, room.sums_of
    begin, now, parts, met = room.begin, room.now, room.parts, room.met
    build_network(front, state, sums, groups, groups_in, sums_of)
    untouched = _count_untouched(state.cells, groups)
    room.log[0], room.exact[:], room.exact[FREE] = 0.0, 1.0, untouched
    now[STATE] = now[AT_MOVE] = 0
    first = layer = at = part = ZERO
    for number in range(front):
        if sums[MET, number]:
            continue
        end = place_part(number, first, sums, groups, groups_in, sums_of)
        status = make_layers(first, end, layer, counted, room)
        if status != SOLVED:
            return status
        layer += end - first
        if begin[layer] == begin[layer + 1]:
            return CLASH
        parts[END, part], parts[BEGIN, part] = end, at
        at = _count_mines(part, begin[layer], begin[layer + 1], room)
        first, layer, part = end, layer + 1, part + 1
    met[-1], now[PARTS] = 1.0, part
    if counted:
        status = weigh_parts(part, spare, untouched, room)
        if status != SOLVED:
            return status
    _follow_back(part, counted, room)
    _write_verdicts(state.cells, room, verdicts)
    return SOLVED


@inlined
def _count_mines(part: int, first: int, end: int, room: Room) -> int:
    """From its last layer, note in how many ways a part holds each number of mines.

    Without the mine total all ways count as having no mines. Returns the beginning of the next part's shares.
    """
    words, weights, parts, shares, exact = room.words, room.weights, room.parts, room.shares, room.exact
    fewest = most = mines_so_far(first, words)
    largest = weights[WAYS, first]
    for state in range(first + 1, end):
        mines = mines_so_far(state, words)
        fewest, most = min(fewest, mines), max(most, mines)
        largest = max(largest, weights[WAYS, state])
    parts[LEAST_MINES, part], parts[SPREAD, part] = fewest, most - fewest
    if fewest == most:
        exact[FIXED] *= largest
    elif largest < EXACT:
        largest = 1.0
    else:
        exact[UNSCALED] = 0.0
    room.log[0] += log(largest)
    at = parts[BEGIN, part]
    for k in range(most - fewest + 1):
        shares[HELD, at + k] = 0.0
    for state in range(first, end):
        shares[HELD, at + mines_so_far(state, words) - fewest] = weights[WAYS, state] / largest
    return int(at + most - fewest + 1)


@inlined
def _count_untouched(cells: Ints, groups: Ints) -> int:
    """Count the undecided cells that no clue touches."""
    count = ZERO
    for cell in range(groups.shape[1]):
        count += cells[cell, KNOWN] == UNKNOWN and groups[OF_CELL, cell] == NONE
    return count


@inlined
def _follow_back(count: int, counted: bool, room: Room) -> None:
    """Go back from the ends of every part to its beginning, weighed by the rest if mines are counted."""
    groups, words, weights, steps, to = room.groups, room.words, room.weights, room.steps, room.to
    begin, parts, met = room.begin, room.parts, room.met
    layer = first = ZERO
    for part in range(count):
        end = parts[END, part]
        last, largest = layer + end - first, 0.0
        for state in range(begin[last], begin[last + 1]):
            largest = max(largest, weights[WAYS, state])
            weights[ENDS, state] = 1.0
            if counted:
                at = parts[BEGIN, part] + mines_so_far(state, words) - parts[LEAST_MINES, part]
                weights[ENDS, state] = room.shares[REST, at]
        for at in range(end - 1, first - 1, -1):
            group, step = groups[ORDER, at], layer + at - first
            _step_back(group, groups[CELLS, group], begin[step], begin[step + 1], met, weights, steps, to)
            if largest >= EXACT:
                met[group, 0] /= largest  # only now: the share of a single end might be too small for a float
                met[group, 1] /= largest
        layer, first = last + 1, end


@inlined
def _write_verdicts(cells: Ints, room: Room, verdicts: Bytes) -> None:
    """Write the verdicts of the cells that the casual rules left; NONE leads to the untouched ones."""
    for cell in range(len(verdicts)):
        if cells[cell, KNOWN] == UNKNOWN:
            mined, plain = room.met[room.groups[OF_CELL, cell], 0], room.met[room.groups[OF_CELL, cell], 1]
            if np.isnan(mined):
                verdicts[cell] = SAFE_CELL
            else:
                verdicts[cell] = MINED if np.isnan(plain) else NOT_FORCED


@inlined
def cell_risk(cell: int, room: Room) -> float:
    """The risk of a cell that `find_agreement` left undecided."""
    mined, plain = room.met[room.groups[OF_CELL, cell], 0], room.met[room.groups[OF_CELL, cell], 1]
    return float(mined / (mined + plain))


@inlined
def write_risks(verdicts: Bytes, room: Room, risks: Floats) -> int:
    """Write the risks of all cells; returns PAST_FLOATS if a float cannot hold one of them exactly enough."""
    for cell in range(len(verdicts)):
        if verdicts[cell] == NOT_FORCED:
            mined, plain = room.met[room.groups[OF_CELL, cell], 0], room.met[room.groups[OF_CELL, cell], 1]
            if not (mined >= LEAST and plain >= LEAST):
                return PAST_FLOATS
            risks[cell] = mined / (mined + plain)
        elif verdicts[cell] == NOTHING:
            risks[cell] = np.nan
        else:
            risks[cell] = 1.0 if verdicts[cell] == MINED else 0.0
    return SOLVED
