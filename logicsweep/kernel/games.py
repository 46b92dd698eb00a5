"""Many games without a trace: where a player ends, as `traceless` plays them one by one.

A game's board and what is known of it stand in `clues` (see `casual`: MARK is 1 for a cleared cell, else 0),
so that the solver finds what it needs, and in the rows of `board`, int32 (5, N + 1).
"""

from __future__ import annotations

import numpy as np

from logicsweep.kernel.casual import FRONT, LEFT, MARK, NEED, STACK, UNDECIDED, WAITING
from logicsweep.kernel.codes import MINED, NONE, NOTHING, SAFE_CELL, SOLVED, WIDTH
from logicsweep.kernel.compiled import Bytes, Ints, Longs, compiled, inlined
from logicsweep.kernel.positions import Room, agree, room_for

MINE, FRESH, CHANGED, SHARED, DEGREE = range(5)
"""Rows of `board`. Of a cell: 1 where it is a mine; 1 where it is a clue that changed since the last wave of
`overlap`; these clues; the undecided cells that it shares with the clue that is compared; its neighbours."""
OVERLAP, ENTAILED, COUNTED = range(3)
"""Places in `levels` bool (3,): which productions the player has beside the casual ones."""
ALL_FOUND, ALL_MINES, WAVES, SOLVER, SOLVER_WITH_TOTAL, CLEARED, FLAGGED, CHANGES = range(8)
"""Places in `tally` int64 (8,) of one game: how often the productions fire at least, in the order of the
ladder; how many cells are cleared and flagged; how many clues are listed in CHANGED."""
TALLIES = CHANGES + 1
"""How many these are."""


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

    `mined` uint8 (games, cells): 1 for a mine. `starts` int64 (games,): safe cells. `around` int32 (cells,
    8): the neighbours of each cell, padded with NONE. `levels` uint8 (3,): 1 where the player has `overlap`,
    `entailed`, `counted`. Filled are `cleared`, `flagged` uint8 (games, cells), or not at all where their
    shape is (0, cells); `tallies` int64 (games, TALLIES), see ALL_FOUND and those after it; `status` uint8
    (games,): SOLVED, or why the game must be played otherwise (see `codes`).
    """
    cells = mined.shape[1]
    board = np.zeros((5, cells + 1), np.int32)
    board[DEGREE, :cells] = (around != NONE).sum(axis=1)
    around = np.where(around == NONE, cells, around).astype(np.int32)
    found = np.empty(cells, np.uint8)
    _play_each(
        mined, starts, around, levels, cleared, flagged, tallies, status, board, found, room_for(cells)
    )


@compiled
def _play_each(
    mined: Bytes, starts: Longs, around: Ints, levels: Bytes, cleared: Bytes, flagged: Bytes,
    tallies: Longs, status: Bytes, board: Ints, found: Bytes, room: Room,
) -> None:  # fmt: skip
    """The loop of `play_games`; `found` uint8 (cells,) is for what is decided in between."""
    most = 1
    for cell in range(mined.shape[1]):
        most = max(most, board[DEGREE, cell])
    for game in range(len(mined)):
        tally = tallies[game]
        status[game] = play_game(mined[game], starts[game], around, levels, most, tally, board, found, room)
        if len(cleared):
            for cell in range(mined.shape[1]):
                settled = not room.clues[UNDECIDED, cell]
                cleared[game, cell] = settled and not board[MINE, cell]
                flagged[game, cell] = settled and board[MINE, cell]


@inlined
def play_game(
    mined: Bytes,
    start: int,
    around: Ints,
    levels: Bytes,
    most: int,
    tally: Longs,
    board: Ints,
    found: Bytes,
    room: Room,
) -> int:
    """Play one game: SOLVED, or why it could not be played to its end; `most` neighbours has a cell."""
    clues = room.clues
    mines = _deal(mined, around, clues, board)
    tally[:] = 0
    found[:] = NOTHING
    found[start] = SAFE_CELL
    _take(found, True, around, most, tally, clues, board)
    level = OVERLAP
    while level <= COUNTED:
        found[:] = NOTHING
        if levels[level]:
            status = _conclude(level, mines - tally[FLAGGED], around, tally, board, found, room)
            if status != SOLVED:
                return status
            if _has_news(found):
                tally[WAVES + level] += 1
                _take(found, level != OVERLAP, around, most, tally, clues, board)
                level = OVERLAP
                continue
        level += 1
    return SOLVED


@inlined
def _conclude(
    level: int, spare: int, around: Ints, tally: Longs, board: Ints, found: Bytes, room: Room
) -> int:
    """What the production of a level concludes from what is known, into `found`: SOLVED, or why not.

    `spare` mines are not found yet.
    """
    if level == OVERLAP:
        _wave(around, room.clues, board, found, tally)
        return SOLVED
    return agree(_list_front(room.clues), level == COUNTED, spare, around, found, room)


@compiled
def _deal(mined: Bytes, around: Ints, clues: Ints, board: Ints) -> int:
    """A new board, every cell covered; how many mines it has."""
    cells = len(mined)
    for cell in range(cells):
        board[MINE, cell] = mined[cell]
        clues[UNDECIDED, cell], clues[LEFT, cell] = 1, board[DEGREE, cell]
        clues[MARK, cell] = clues[NEED, cell] = clues[WAITING, cell] = board[FRESH, cell] = 0
    clues[MARK, cells] = clues[UNDECIDED, cells] = 0
    mines = 0
    for cell in range(cells):
        if mined[cell]:
            mines += 1
            for at in range(WIDTH):
                clues[NEED, around[cell, at]] += 1
    return mines


@compiled
def _take(found: Bytes, alike: bool, around: Ints, most: int, tally: Longs, clues: Ints, board: Ints) -> None:
    """Settle the cells that are decided in `found`, and what the casual rules make of them.

    `alike`: every play passes through this state, so that what the casual rules then decide counts.
    """
    height = safe = mines = 0
    before = tally[CLEARED], tally[FLAGGED]
    for cell in range(len(found)):
        if clues[UNDECIDED, cell] and (found[cell] == SAFE_CELL or found[cell] == MINED):
            safe += found[cell] == SAFE_CELL
            mines += found[cell] == MINED
            height = _settle_cell(cell, height, around, tally, clues, board)
    while height:
        height -= 1
        clue = clues[STACK, height]
        clues[WAITING, clue] = 0
        for at in range(WIDTH):
            cell = around[clue, at]
            if clues[UNDECIDED, cell]:
                height = _settle_cell(cell, height, around, tally, clues, board)
    if alike:
        tally[ALL_FOUND] += (tally[CLEARED] - before[0] - safe + most - 1) // most
        tally[ALL_MINES] += (tally[FLAGGED] - before[1] - mines + most - 1) // most


@compiled
def _settle_cell(cell: int, height: int, around: Ints, tally: Longs, clues: Ints, board: Ints) -> int:
    """Clear or flag a cell, which changes the clues around it; the height of the stack of those to follow."""
    clues[UNDECIDED, cell] = 0
    mine = board[MINE, cell]
    tally[FLAGGED if mine else CLEARED] += 1
    for at in range(WIDTH):
        clue = around[cell, at]
        clues[LEFT, clue] -= 1
        clues[NEED, clue] -= mine
        if clues[MARK, clue]:
            height = _change(clue, height, tally, clues, board)
    if not mine:
        clues[MARK, cell] = 1
        height = _change(cell, height, tally, clues, board)
    return height


@inlined
def _change(clue: int, height: int, tally: Longs, clues: Ints, board: Ints) -> int:
    """A clue changed: list it for the next wave, and on the stack if it decides cells; the stack's height."""
    need, left = clues[NEED, clue], clues[LEFT, clue]
    if not board[FRESH, clue]:
        board[FRESH, clue], board[CHANGED, tally[CHANGES]] = 1, clue
        tally[CHANGES] += 1
    if left and (need == 0 or need == left) and not clues[WAITING, clue]:
        clues[WAITING, clue], clues[STACK, height] = 1, clue
        height += 1
    return height


@compiled
def _wave(around: Ints, clues: Ints, board: Ints, found: Bytes, tally: Longs) -> None:
    """Compare each clue that changed with all that share its cells; what that decides goes into `found`."""
    for at in range(tally[CHANGES]):
        clue = board[CHANGED, at]
        board[FRESH, clue] = 0
        if clues[LEFT, clue]:
            _compare_with_all(clue, around, clues, board, found)
    tally[CHANGES] = 0


@compiled
def _compare_with_all(clue: int, around: Ints, clues: Ints, board: Ints, found: Bytes) -> None:
    """Compare a clue with every other that shares undecided cells."""
    met = 0
    for at in range(WIDTH):
        cell = around[clue, at]
        if clues[UNDECIDED, cell]:
            for beside in range(WIDTH):
                other = around[cell, beside]
                if clues[MARK, other] and other != clue:
                    if not board[SHARED, other]:
                        clues[FRONT, met] = other
                        met += 1
                    board[SHARED, other] += 1
    for at in range(met):
        other = clues[FRONT, at]
        only, others = clues[LEFT, clue] - board[SHARED, other], clues[LEFT, other] - board[SHARED, other]
        more = clues[NEED, clue] - clues[NEED, other]
        board[SHARED, other] = 0
        if (only or others) and (more == only or -more == others):
            _decide(clue, other, MINED if more == only else SAFE_CELL, around, clues, found)
            _decide(other, clue, SAFE_CELL if more == only else MINED, around, clues, found)


@inlined
def _decide(clue: int, other: int, verdict: int, around: Ints, clues: Ints, found: Bytes) -> None:
    """The undecided cells that a clue sees and another does not."""
    for at in range(WIDTH):
        cell = around[clue, at]
        if clues[UNDECIDED, cell]:
            seen = False
            for beside in range(WIDTH):
                seen |= around[cell, beside] == other
            if not seen:
                found[cell] = verdict


@inlined
def _list_front(clues: Ints) -> int:
    """List the clues with undecided cells around them; how many they are."""
    front = 0
    for cell in range(clues.shape[1] - 1):
        if clues[MARK, cell] and clues[LEFT, cell]:
            clues[FRONT, front] = cell
            front += 1
    return front


@inlined
def _has_news(found: Bytes) -> bool:
    """Whether the solver decided any cell; `found` has something for undecided cells alone."""
    for cell in range(len(found)):  # noqa: SIM110  # compiled code has no generators
        if found[cell] == SAFE_CELL or found[cell] == MINED:
            return True
    return False
