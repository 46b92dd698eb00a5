"""Many games without a trace, to their ends; `games.quick` does the same for one game at a time."""

from __future__ import annotations

import numpy as np

from logicsweep.kernel import MINED, NOTHING, SAFE_CELL, SOLVED, WIDTH
from logicsweep.kernel.casual import (
    CHANGED,
    FRONT,
    KNOWN,
    LEFT,
    MINE,
    NEED,
    ONE,
    SHARED,
    SHOWN,
    TRAIL,
    UNKNOWN,
    ZERO,
    State,
    cover_cells,
    decide_cell,
    follow_rules,
    list_front,
    new_state,
    no_goals,
)
from logicsweep.kernel.compiled import Bytes, Ints, Longs, compiled, inlined
from logicsweep.kernel.positions import Room, find_agreement, room_for

OVERLAP, ENTAILED, COUNTED = range(3)
"""Places in `levels` bool (3,): the player's productions other than the casual ones."""
ALL_FOUND, ALL_MINES, WAVES, SOLVER, SOLVER_WITH_TOTAL, CLEARED, FLAGGED = range(7)
"""Places in `tally` int64 (7,) of one game: the least number of firings of each production, in the order of
the ladder; the numbers of cleared and of flagged cells."""
TALLIES = FLAGGED + 1
"""The number of places in `tally`."""


def most_neighbours(around: Ints) -> int:
    """The largest number of neighbours of any cell, at least 1."""
    return int((around >= 0).sum(axis=1).max(initial=1))


def play_games(
    mined: Bytes,
    starts: Longs,
    around: Ints,
    levels: Bytes,
    cleared: Bytes,
    flagged: Bytes,
    tallies: Longs,
    status: Bytes,
) -> None:
    """Play games on one field to their ends.

    `mined` uint8 (games, cells): 1 for a mine. `starts` int64 (games,): safe cells. `around`: the field's
    `CellGraph.neighbour_table`. `levels` uint8 (3,): see OVERLAP. Fills `cleared`, `flagged` uint8 (games,
    cells), unless their shape is (0, cells); `tallies` int64 (games, TALLIES); `status` uint8 (games,):
    SOLVED, or why the kernel cannot play the game.
    """
    cells = mined.shape[1]
    work = most_neighbours(around), np.empty(cells, np.uint8), new_state(around), room_for(cells)
    play_each(mined, starts, levels, cleared, flagged, tallies, status, *work)


@compiled
def play_each(
    mined: Bytes, starts: Longs, levels: Bytes, cleared: Bytes, flagged: Bytes,
    tallies: Longs, status: Bytes, most: int, found: Bytes, state: State, room: Room,
) -> None:  # fmt: skip
    """The loop of `play_games`; `found` uint8 (cells,) is room for the cells that a step decides."""
    for game in range(len(mined)):
        status[game] = play_game(mined[game], starts[game], levels, most, tallies[game], found, state, room)
        if len(cleared):
            for cell in range(mined.shape[1]):
                cleared[game, cell] = state.cells[cell, KNOWN] == SHOWN
                flagged[game, cell] = state.cells[cell, KNOWN] == MINE


@compiled
def play_game(
    mined: Bytes, start: int, levels: Bytes, most: int, tally: Longs, found: Bytes, state: State, room: Room
) -> int:
    """Play one game. Returns SOLVED, or why it could not be played to its end. `most`: `most_neighbours`."""
    mines = cover_cells(mined, state)
    tally[:] = 0
    found[:] = NOTHING
    found[start] = SAFE_CELL
    level = ZERO
    settle_found(found, level == OVERLAP, mined, most, tally, state)
    while level <= COUNTED:
        found[:] = NOTHING
        if levels[level]:
            if level == OVERLAP:
                _compare_changed_clues(found, state)
            else:
                spare = mines - tally[FLAGGED]
                status = find_agreement(list_front(state), level == COUNTED, spare, found, state, room)
                if status != SOLVED:
                    return status
            if _has_news(found):
                tally[WAVES + level] += 1
                settle_found(found, level != OVERLAP, mined, most, tally, state)
                level = ZERO
                continue
        level += 1
    return SOLVED


@compiled
def settle_found(found: Bytes, alike: bool, mined: Bytes, most: int, tally: Longs, state: State) -> None:
    """Settle the cells that `found` decides, and those that follow by the casual rules.

    `alike`: whether every play passes through this state; if so, firings of the casual rules count.
    """
    trail = state.lists[TRAIL]
    last = ZERO
    before = given = tally[CLEARED] + tally[FLAGGED]
    for cell in range(len(found)):
        if state.cells[cell, KNOWN] == UNKNOWN and (found[cell] == SAFE_CELL or found[cell] == MINED):
            trail[given] = cell
            given += 1
            last = decide_cell(cell, ONE if mined[cell] else ZERO, ONE, last, state)
    end, _ = follow_rules(last, given, ONE, ZERO, no_goals(state), state)
    found_mines, mines = _count_mines(trail[before:given], mined), _count_mines(trail[given:end], mined)
    tally[FLAGGED] += found_mines + mines
    tally[CLEARED] = end - tally[FLAGGED]
    if alike:
        tally[ALL_FOUND] += (end - given - mines + most - 1) // most
        tally[ALL_MINES] += (mines + most - 1) // most


@inlined
def _count_mines(trail: Ints, mined: Bytes) -> int:
    mines = 0
    for cell in trail:
        mines += mined[cell]
    return mines


@inlined
def _compare_changed_clues(found: Bytes, state: State) -> None:
    """Compare each changed clue with all clues that share its cells; fills `found`."""
    for clue in range(len(state.cells)):
        if state.cells[clue, CHANGED]:
            state.cells[clue, CHANGED] = 0
            if state.cells[clue, KNOWN] == SHOWN and state.cells[clue, LEFT]:
                _compare_with_all(clue, found, state)


@inlined
def _compare_with_all(clue: int, found: Bytes, state: State) -> None:
    """Compare a clue with every other clue that shares unknown cells with it."""
    around, cells, others = state.around, state.cells, state.lists[FRONT]
    met = 0
    for at in range(WIDTH):
        cell = around[clue, at]
        if cell >= 0 and cells[cell, KNOWN] == UNKNOWN:
            for beside in range(WIDTH):
                other = around[cell, beside]
                if other < 0:
                    break
                if cells[other, KNOWN] == SHOWN and other != clue:
                    if not cells[other, SHARED]:
                        others[met] = other
                        met += 1
                    cells[other, SHARED] += 1
    for at in range(met):
        other = others[at]
        shared = cells[other, SHARED]
        only, beyond = cells[clue, LEFT] - shared, cells[other, LEFT] - shared
        more = cells[clue, NEED] - cells[other, NEED]
        cells[other, SHARED] = 0
        if (only or beyond) and (more == only or -more == beyond):
            _mark_unshared(clue, other, MINED if more == only else SAFE_CELL, found, state)
            _mark_unshared(other, clue, SAFE_CELL if more == only else MINED, found, state)


@inlined
def _mark_unshared(clue: int, other: int, verdict: int, found: Bytes, state: State) -> None:
    """Write a verdict for the unknown cells that `clue` sees and `other` does not."""
    around = state.around
    for at in range(WIDTH):
        cell = around[clue, at]
        if cell >= 0 and state.cells[cell, KNOWN] == UNKNOWN:
            seen = False
            for beside in range(WIDTH):
                seen |= around[cell, beside] == other
            if not seen:
                found[cell] = verdict


@inlined
def _has_news(found: Bytes) -> bool:
    """Whether any cell was decided; `found` has verdicts for unknown cells only."""
    for cell in range(len(found)):  # noqa: SIM110  # compiled code has no generators
        if found[cell] == SAFE_CELL or found[cell] == MINED:
            return True
    return False
