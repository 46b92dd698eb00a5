"""The network of a view on flat arrays: sums over groups of alike cells, as `csp.model` has it; its parts.

Sums are numbered from 0 in the order of their clues; a group has the number of its first cell. What is known
of each stands in the rows of `sums`, int32 (10, N), and `groups`, int32 (7, N). `groups_in` int32 (N, 8)
lists the groups of each sum, `sums_of` int32 (N, 8) the sums of each group, or cell, ascending.
"""

from __future__ import annotations

from logicsweep.kernel.casual import FRONT, LEFT, NEED, UNDECIDED
from logicsweep.kernel.codes import NONE, WIDTH
from logicsweep.kernel.compiled import Ints, compiled, inlined

MINES, SIZE, GROUPS, FIRST, LACKS, MET, WALK, OPENED, SLOT, UNPLACED = range(10)
"""Rows of `sums`. Of a sum: its mines, its cells, how many groups it has, the first group in the list of
those that it is the first sum of, the groups that are not placed in the order yet, 1 where its part is met.
A walk through a part. The sums that are open. Of a sum: its place in a state, its cells not placed yet."""

CELLS, SUMS, FOLLOWING, PLACED, ORDER, OF_CELL, TOUCHED = range(7)
"""Rows of `groups`. Of a group: its cells, how many sums it has, the next in its first sum's list, 1 where it
is placed in the order. The order: groups, one part after another. The group of a cell, or NONE. The cells
that have sums."""


@compiled
def build(
    front: int, around: Ints, clues: Ints, sums: Ints, groups: Ints, groups_in: Ints, sums_of: Ints
) -> None:
    """Make the sums and groups of the undecided cells around so many clues in front; each clue is a sum."""
    touched = _list_sums(front, around, clues, sums, groups, sums_of)
    for at in range(touched):
        _join(groups[TOUCHED, at], sums, groups, groups_in, sums_of)


@inlined
def _list_sums(front: int, around: Ints, clues: Ints, sums: Ints, groups: Ints, sums_of: Ints) -> int:
    """Make the sums, and list those of each cell; how many cells have any, which stand in TOUCHED."""
    groups[SUMS] = 0
    groups[OF_CELL] = NONE
    touched = 0
    for number in range(front):
        clue = clues[FRONT, number]
        sums[MINES, number] = clues[NEED, clue]
        sums[SIZE, number] = sums[UNPLACED, number] = clues[LEFT, clue]
        sums[GROUPS, number] = sums[MET, number] = 0
        sums[FIRST, number] = NONE
        for at in range(WIDTH):
            cell = around[clue, at]
            if clues[UNDECIDED, cell]:
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
