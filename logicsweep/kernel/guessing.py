"""Whole games with guesses: where nothing is certain a policy chooses a cell, and a mine ends the game.

The policies: LEAST_RISK clears a cell that is a mine in the fewest layouts; SAFEST_TWO one after which this
guess and the next move are survived in the most; BEST is the same, but plays out to the end what has few
layouts left (`endgame`). What is equal but for rounding (within TIE) is a tie: it goes to the cell with the
fewest neighbours, and then to the first.
"""

from __future__ import annotations

from math import exp, log, log10
from typing import NamedTuple

import numpy as np

from logicsweep.kernel import NONE, NOTHING, OPEN_CELL, SAFE_CELL, SOLVED, in_blocks
from logicsweep.kernel.casual import (
    KNOWN,
    LEFT,
    MINE,
    NEED,
    ONE,
    TRAIL,
    ZERO,
    State,
    cover,
    decide_cell,
    follow,
    list_front,
    new_state,
    no_goals,
)
from logicsweep.kernel.compiled import Bytes, Floats, Ints, Longs, compiled, inlined
from logicsweep.kernel.endgame import MOST_LAYOUTS, Tree, best_cell, list_layouts, new_tree
from logicsweep.kernel.games import CLEARED, FLAGGED, TALLIES, most_neighbours, settle_found
from logicsweep.kernel.positions import Room, agree, risk_of, room_for, write_risks

LEAST_RISK, SAFEST_TWO, BEST = range(3)
"""The policies."""
UNPLAYED, LOST, WON = range(3)
"""How a game ended; one is not played to its end where a position does not fit the kernel."""
TIE = 1e-9
"""Chances that differ by less are equal."""
MOST_TRIED = 15
"""So many cells, those of the least risk, are looked at more closely."""


class Guessed(NamedTuple):
    """How games with guesses ended, each an array (games,)."""

    outcome: Bytes
    """uint8: WON, LOST or UNPLAYED."""
    guesses: Longs
    """int64: how many there were, the last and lost one too."""
    luck: Floats
    """float64: what they took, the sum of -log10 of the chance to survive each."""


class Desk(NamedTuple):
    """Arrays for one game: its state and one that is supposed, see `casual`, `positions` and `endgame`.

    `found` uint8 (cells,): what is decided; `risks` float64 (cells,): of each cell, 1 for a mine, NaN for
    one that is cleared; `ranks` int32 (cells,): the order in which
    cells win ties.
    """

    state: State
    other: State
    room: Room
    tree: Tree
    tally: Longs
    found: Bytes
    risks: Floats
    ranks: Ints


def play_guessing(mined: Bytes, starts: Longs, around: Ints, policy: int, jobs: int = 1) -> Guessed:
    """Play games on one field to their ends, with guesses.

    `mined` uint8 (games, cells): 1 for a mine. `starts` int64 (games,): the first cell cleared of each; where
    it is a mine the game is lost without a guess. `around` int32 (cells, 8): see `neighbour_table`. `policy`:
    LEAST_RISK, SAFEST_TWO or BEST. `jobs`: threads. The games are the same for any number of them.
    """
    games, cells = mined.shape
    played = Guessed(np.zeros(games, np.uint8), np.zeros(games, np.int64), np.zeros(games, np.float64))
    ranks, most = ranks_of(around), most_neighbours(around)

    def play(first: int, end: int) -> None:
        part = slice(first, end)
        ends = played.outcome[part], played.guesses[part], played.luck[part]
        _play_each(mined[part], starts[part], policy, most, *ends, _new_desk(around, ranks))

    in_blocks(play, games, cells, jobs)
    return played


def ranks_of(around: Ints) -> Ints:
    """The order in which cells win ties, int32 (cells,): those with the fewest neighbours, then the first.

    >>> from logicsweep.boards.cells import CellGraph
    >>> from logicsweep.kernel.neighbours import neighbour_table
    >>> ranks_of(neighbour_table(CellGraph.grid(3, 3))).reshape(3, 3).tolist()
    [[0, 4, 1], [5, 8, 6], [2, 7, 3]]
    """
    order = np.argsort((around >= 0).sum(axis=1), kind="stable")
    return np.argsort(order).astype(np.int32)


def _new_desk(around: Ints, ranks: Ints) -> Desk:
    cells = len(around)
    return Desk(
        new_state(around),
        new_state(around),
        room_for(cells),
        new_tree(),
        np.zeros(TALLIES, np.int64),
        np.empty(cells, np.uint8),
        np.empty(cells, np.float64),
        ranks,
    )


@compiled
def _play_each(
    mined: Bytes, starts: Longs, policy: int, most: int, outcome: Bytes, guesses: Longs, luck: Floats,
    desk: Desk,
) -> None:  # fmt: skip
    """The loop of `play_guessing`; `most` neighbours has a cell."""
    for game in range(len(mined)):
        outcome[game], guesses[game], luck[game] = _play(mined[game], starts[game], policy, most, desk)


@compiled
def _play(mined: Bytes, start: int, policy: int, most: int, desk: Desk) -> tuple[int, int, float]:
    """Play one game: how it ended, how many guesses there were, and what luck they took."""
    state, room, tally, found = desk.state, desk.room, desk.tally, desk.found
    mines = cover(mined, state)
    guesses, luck = 0, 0.0
    tally[:] = 0
    found[:] = NOTHING
    found[start] = SAFE_CELL
    if mined[start]:
        return LOST, guesses, luck
    settle_found(found, False, mined, most, tally, state)
    while tally[CLEARED] < len(mined) - mines:
        found[:] = NOTHING
        if agree(list_front(state), True, mines - tally[FLAGGED], found, state, room) != SOLVED:
            return UNPLAYED, guesses, luck
        if write_risks(found, room, desk.risks) != SOLVED:
            return UNPLAYED, guesses, luck
        cleared = tally[CLEARED]
        settle_found(found, False, mined, most, tally, state)
        if tally[CLEARED] == cleared:
            cell = _choose(policy, mines - tally[FLAGGED], desk)
            guesses += 1
            luck -= log10(1 - desk.risks[cell])
            if mined[cell]:
                return LOST, guesses, luck
            found[:] = NOTHING
            found[cell] = SAFE_CELL
            settle_found(found, False, mined, most, tally, state)
    return WON, guesses, luck


@inlined
def _choose(policy: int, spare: int, desk: Desk) -> int:
    """The cell that a policy clears where nothing is certain and so many mines are left."""
    if policy == LEAST_RISK:
        return _safest(desk.risks, desk.ranks)
    layouts = desk.room.log[0]
    if policy == BEST and layouts < log(MOST_LAYOUTS + 0.5):
        cell = _play_out(spare, desk)
        if cell != NONE:
            return cell
    return _safest_two(layouts, spare, desk)


@compiled
def _safest(risks: Floats, ranks: Ints) -> int:
    """The cell of the least risk, the first by rank among equals; NONE where all are mines."""
    least, best = 1.0, NONE
    for cell in range(len(risks)):
        if risks[cell] < least:
            least = risks[cell]
    for cell in range(len(risks)):
        if risks[cell] < min(least + TIE, 1.0) and (best == NONE or ranks[cell] < ranks[best]):
            best = cell
    return best


@compiled
def _play_out(spare: int, desk: Desk) -> int:
    """The cell that wins most of all layouts, or NONE where that takes too long to find."""
    count, many = list_layouts(spare, desk.room.groups, desk.state, desk.tree)
    if many == NONE:
        return NONE
    cell, _ = best_cell(many, count, desk.ranks, desk.tree)
    return int(desk.tree.cells[cell]) if cell != NONE else NONE


@compiled
def _safest_two(layouts: float, spare: int, desk: Desk) -> int:
    """The cell after which this guess and the next are survived in the most of the layouts, a logarithm."""
    untried, ranks = desk.risks.copy(), desk.ranks
    most, best = 0.0, NONE
    for _ in range(MOST_TRIED):
        cell = _safest(untried, ranks)
        if cell == NONE or 1 - untried[cell] < most - TIE:
            break
        untried[cell] = 1.0
        score = _survive_two(cell, layouts, spare, desk)
        if best == NONE or score > most + TIE or (score > most - TIE and ranks[cell] < ranks[best]):
            best = cell
        most = max(most, score)
    return best


@compiled
def _survive_two(cell: int, layouts: float, spare: int, desk: Desk) -> float:
    """The chance to survive the clearing of a cell, and of the safest after it."""
    score = 0.0
    other = desk.other
    for clue in range(desk.state.cells[cell, LEFT] + 1):
        left = _suppose(cell, clue, spare, desk)
        if left >= 0 and agree(list_front(other), True, left, desk.found, other, desk.room) == SOLVED:
            score += exp(desk.room.log[0] - layouts) * (1 - _least_after(desk))
    return score


@inlined
def _suppose(cell: int, clue: int, spare: int, desk: Desk) -> int:
    """Suppose that a cell is safe, with so many mines around it of those not found: what are left of `spare`.

    A negative number where the casual rules find that it cannot be.
    """
    other, found = desk.other, desk.found
    for at in range(len(found)):
        for column in range(3):
            other.cells[at, column] = desk.state.cells[at, column]
    found[:] = NOTHING
    other.cells[cell, NEED] = clue
    last = decide_cell(cell, ZERO, ONE, ZERO, other)
    count, _ = follow(last, ZERO, ZERO, ZERO, no_goals(other), other) if last >= 0 else (NONE, NONE)
    if count < 0:
        return NONE
    for at in range(count):
        decided = other.lists[TRAIL, at]
        if other.cells[decided, KNOWN] == MINE:
            spare -= 1
        else:
            found[decided] = SAFE_CELL
    return spare


@inlined
def _least_after(desk: Desk) -> float:
    """The least risk of what is supposed; none where nothing is left to clear."""
    least = 1.0
    for cell in range(len(desk.found)):
        if desk.found[cell] == SAFE_CELL:
            return 0.0
        if desk.found[cell] == OPEN_CELL:
            least = min(least, risk_of(cell, desk.room))
    return least if least < 1.0 else 0.0
