"""Very many boards made to order: each drawn, played and repaired as `generating.recipe` does it one by one.

That file's text is the recipe, and the names of the parts are the same. `pools` int32 (4, cells): the cells
to swap with in its first rows, and those of them that fit; `chosen` uint8 (cells,): 1 for the cells that are
to be decided.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from logicsweep.kernel import MISSED, SOLVED
from logicsweep.kernel.casual import (
    FRONT,
    KNOWN,
    LEFT,
    MINE,
    SHOWN,
    UNKNOWN,
    ZERO,
    State,
    list_front,
    new_state,
)
from logicsweep.kernel.compiled import Bytes, Ints, Longs, Words, compiled, inlined
from logicsweep.kernel.drawing import draw_mines, number_below, stream_of
from logicsweep.kernel.games import CLEARED, TALLIES, most_neighbours, play_game
from logicsweep.kernel.positions import Room, room_for

REMAINING, REPAIRS, LEAST, ALL_REPAIRS = range(4)
"""Columns of `record` int64 (boards, 4): of the last try the safe cells that remained and its repairs; of all
these tries the least that remained, and their repairs."""
_START, _MINES, _REPAIRS = np.uint64(0), np.uint64(1), np.uint64(2)
_FAR, _NEAR, _DECIDED, _FIT = range(4)


class Order(NamedTuple):
    """What all boards have in common: of `levels` see `games`.

    `starts` int64: the cells that may be the start. `opening`: 1 where the cells beside it get no mine.
    `rounds`: how many times a board is repaired at most. `at_once`: for so many clues one repair more.
    """

    starts: Longs
    mines: int
    opening: int
    rounds: int
    at_once: int
    levels: Bytes


class Bench(NamedTuple):
    """Arrays for the work on one board: see `games`; `random` is the state of the generator."""

    state: State
    most: int
    found: Bytes
    tally: Longs
    kept: Bytes
    drawn: Bytes
    chosen: Bytes
    pools: Ints
    random: Words


def make_boards(
    order: Order,
    around: Ints,
    streams: Words,
    tries: Longs,
    ends: Longs,
    mined: Bytes,
    starts: Longs,
    record: Longs,
    status: Bytes,
) -> None:
    """Go on with boards, each to a try that the player finishes, or to the number of a try in `ends`.

    `around` as for `games`. `streams` uint64 (boards,): the
    stream of each; `tries` int64 (boards,): the number of the next try, counted on. Filled are `mined` uint8
    (boards, cells), `starts` int64 (boards,) and `record` of what it took; `status` uint8 (boards,): SOLVED
    where it is finished, MISSED where the end came first, or why the next try must be made otherwise.
    """
    cells = mined.shape[1]
    work = Bench(
        new_state(around),
        most_neighbours(around),
        np.empty(cells, np.uint8),
        np.zeros(TALLIES, np.int64),
        np.zeros(cells, np.uint8),
        np.zeros(cells, np.uint8),
        np.zeros(cells, np.uint8),
        np.empty((4, cells), np.int32),
        np.zeros(1, np.uint64),
    )
    _make_each(order, streams, tries, ends, mined, starts, record, status, work, room_for(cells))


@compiled
def _make_each(
    order: Order, streams: Words, tries: Longs, ends: Longs, mined: Bytes, starts: Longs, record: Longs,
    status: Bytes, work: Bench, room: Room,
) -> None:  # fmt: skip
    """The loop of `make_boards`."""
    for one in range(len(mined)):
        status[one] = MISSED
        record[one, LEAST], record[one, ALL_REPAIRS] = mined.shape[1], 0
        while tries[one] < ends[one] and status[one] == MISSED:
            stream = stream_of(streams[one], np.uint64(tries[one]))
            starts[one] = _draw(order, stream, mined[one], work)
            work.random[0] = stream_of(stream, _REPAIRS)
            found = _finish(order, starts[one], mined[one], record[one], work, room)
            if found == SOLVED:
                tries[one] += 1
                record[one, LEAST] = min(record[one, LEAST], record[one, REMAINING])
                record[one, ALL_REPAIRS] += record[one, REPAIRS]
            if found != SOLVED or not record[one, REMAINING]:
                status[one] = found


@inlined
def _draw(order: Order, stream: int, mined: Bytes, work: Bench) -> int:
    """Draw the start and the mines of a try; the start."""
    work.random[0] = stream_of(stream, _START)
    start = order.starts[number_below(len(order.starts), work.random)]
    work.kept[:] = 0
    work.kept[start] = 1
    if order.opening:
        for cell in work.state.around[start]:
            if cell < 0:
                break
            work.kept[cell] = 1
    free = 0
    for cell in range(len(mined)):
        free += not work.kept[cell]
    work.drawn[:] = 0
    draw_mines(stream_of(stream, _MINES), order.mines, work.drawn[:free])
    free = 0
    for cell in range(len(mined)):
        mined[cell] = 0
        if not work.kept[cell]:
            mined[cell] = work.drawn[free]
            free += 1
    return int(start)


@inlined
def _finish(order: Order, start: int, mined: Bytes, record: Longs, work: Bench, room: Room) -> int:
    """Play a board and repair it until it is finished: SOLVED, or why it could not be played."""
    record[REPAIRS] = 0
    for left in range(order.rounds, -1, -1):
        status = play_game(mined, start, order.levels, work.most, work.tally, work.found, work.state, room)
        if status != SOLVED:
            return int(status)
        record[REMAINING] = len(mined) - order.mines - work.tally[CLEARED]
        places = _repair(order, mined, work) if record[REMAINING] and left else 0
        if not places:
            break
        record[REPAIRS] += places
    return SOLVED


@inlined
def _repair(order: Order, mined: Bytes, work: Bench) -> int:
    """Move mines so that a stuck player gets further; how many places were repaired."""
    around, cells = work.state.around, work.state.cells
    front = list_front(work.state)
    if not front:
        return _open_wall(mined, work)
    sizes = _fill_pools(work)
    done = 0
    for _ in range(1 + front // order.at_once):
        clue = work.state.lists[FRONT, number_below(front, work.random)]
        mine = number_below(2, work.random)
        for cell in around[clue]:
            if cell < 0:
                break
            work.chosen[cell] = cells[cell, KNOWN] == UNKNOWN
        done += _make_alike(clue, mine, mined, sizes, work) or _make_alike(clue, 1 - mine, mined, sizes, work)
        for cell in around[clue]:
            if cell < 0:
                break
            work.chosen[cell] = 0
    return done


@inlined
def _fill_pools(work: Bench) -> tuple[int, int, int]:
    """List the cells to swap with; how many of each kind there are."""
    cells = work.state.cells
    far = near = decided = ZERO
    for cell in range(len(work.kept)):
        if work.kept[cell]:
            continue
        if cells[cell, KNOWN] != UNKNOWN:
            work.pools[_DECIDED, decided] = cell
            decided += 1
            continue
        touched = False
        for clue in work.state.around[cell]:
            if clue < 0:
                break
            touched |= cells[clue, KNOWN] == SHOWN
        if touched:
            work.pools[_NEAR, near] = cell
            near += 1
        else:
            work.pools[_FAR, far] = cell
            far += 1
    return far, near, decided


@compiled
def _make_alike(clue: int, mine: int, mined: Bytes, sizes: tuple[int, int, int], work: Bench) -> int:
    """Make the chosen cells around a clue all mines or all safe; 1 where they differed and that could be."""
    around = work.state.around
    change = 0
    for cell in around[clue]:
        if cell < 0:
            break
        change += work.chosen[cell] and mined[cell] != mine
    fit = 0
    for kind in range(len(sizes)):
        for at in range(sizes[kind]):
            cell = work.pools[kind, at]
            fit += mined[cell] == mine and not work.chosen[cell]
    if not change or fit < change:
        return 0
    for kind in range(len(sizes)):
        change -= _swap(kind, sizes[kind], change, mine, mined, work)
    for cell in around[clue]:
        if cell < 0:
            break
        if work.chosen[cell]:
            mined[cell] = mine
    return 1


@inlined
def _swap(kind: int, size: int, most: int, mine: int, mined: Bytes, work: Bench) -> int:
    """Turn so many cells of a pool, or all that fit; how many."""
    fit = 0
    for at in range(size):
        cell = work.pools[kind, at]
        if mined[cell] == mine and not work.chosen[cell]:
            work.pools[_FIT, fit] = cell
            fit += 1
    most = min(most, fit)
    for at in range(most):
        other = at + number_below(fit - at, work.random)
        cell = work.pools[_FIT, other]
        work.pools[_FIT, other] = work.pools[_FIT, at]
        mined[cell] ^= 1
    return most


@inlined
def _open_wall(mined: Bytes, work: Bench) -> int:
    """Move a mine of the wall around what is cleared to a covered cell behind it; whether there is one."""
    cells = work.state.cells
    walls = behind = ZERO
    for cell in range(len(mined)):
        if cells[cell, KNOWN] == UNKNOWN:
            if not mined[cell]:
                work.pools[_FAR, behind] = cell
                behind += 1
        elif cells[cell, KNOWN] == MINE and cells[cell, LEFT]:
            work.pools[_FIT, walls] = cell
            walls += 1
    if not walls or not behind:
        return 0
    mined[work.pools[_FIT, number_below(walls, work.random)]] = 0
    mined[work.pools[_FAR, number_below(behind, work.random)]] = 1
    return 1
