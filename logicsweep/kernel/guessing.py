"""Whole games with guesses: where nothing is certain a policy chooses a cell, and a mine ends the game.

The policies are those of `guessing.policy`, in floats. BEST plays out to the end what has few layouts left
(`endgame`). Its weights, and the idea, are those of David Hill's JSMinesweeper. What is equal but for
rounding (within TIE) is a tie: it goes to the cell with the fewest neighbours, and then to the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, log10
from typing import NamedTuple

import numpy as np

from logicsweep.kernel import (
    INFLUENCE,
    MOST_LAYOUTS,
    MOST_TELLERS,
    NONE,
    NOTHING,
    OPEN_CELL,
    SAFE_CELL,
    SECOND,
    SOLVED,
    TELLING,
    UNLIKELY,
    WIDTH,
    in_blocks,
)
from logicsweep.kernel.casual import (
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
    cover,
    decide_cell,
    follow,
    list_front,
    new_state,
    no_goals,
)
from logicsweep.kernel.compiled import Bytes, Floats, Ints, Longs, compiled, inlined
from logicsweep.kernel.endgame import Tree, best_cell, list_layouts, new_tree
from logicsweep.kernel.games import CLEARED, FLAGGED, TALLIES, most_neighbours, settle_found
from logicsweep.kernel.positions import Room, agree, risk_of, room_for, write_risks

LEAST_RISK, SAFEST_TWO, BEST = range(3)
"""The policies."""
UNPLAYED, LOST, WON = range(3)
"""How a game ended; one is not played to its end where a position does not fit the kernel."""
TIE = 1e-9
"""Chances that differ by less are equal."""
OTHERS, TELLERS = 2, 4
"""Where in a row of `swaps` the others and the tellers begin."""


class Guessed(NamedTuple):
    """How games with guesses ended, each an array (games,)."""

    outcome: Bytes
    """uint8: WON, LOST or UNPLAYED."""
    guesses: Longs
    """int64: how many there were, the last and lost one too."""
    luck: Floats
    """float64: what they took, the sum of -log10 of the chance to survive each."""


class Desk(NamedTuple):
    """Arrays for one game: see `casual`, `positions` and `endgame`."""

    state: State
    other: State  # what is supposed
    room: Room
    tree: Tree
    tally: Longs
    found: Bytes  # uint8 (cells,): what is decided
    risks: Floats  # float64 (cells,): 1 for a mine, NaN for a cell that is cleared
    ranks: Ints  # int32 (cells,): the order in which cells win ties
    influence: Floats  # float64 (cells,): of the 50/50s that may arise
    swaps: Ints  # see `swaps_table`


def play_guessing(
    mined: Bytes, starts: Longs, around: Ints, swaps: Sequence[Sequence[Sequence[int]]], policy: int
) -> Guessed:
    """Play games on one field to their ends, with guesses.

    `mined` uint8 (games, cells): 1 for a mine. `starts` int64 (games,): the first cell cleared of each; where
    it is a mine the game is lost without a guess. `around` int32 (cells, 8): see `CellGraph.neighbour_table`.
    `swaps`: of each the ones, the others and the tellers, see `guessing.influence`. `policy`: LEAST_RISK,
    SAFEST_TWO or BEST.
    """
    games, cells = mined.shape
    played = Guessed(np.zeros(games, np.uint8), np.zeros(games, np.int64), np.zeros(games, np.float64))
    most = most_neighbours(around)
    field = ranks_of(around), swaps_table(swaps)

    def play(first: int, end: int) -> None:
        part = slice(first, end)
        ends = played.outcome[part], played.guesses[part], played.luck[part]
        guess_each(mined[part], starts[part], policy, most, *ends, _new_desk(around, *field))

    in_blocks(play, games, cells)
    return played


def ranks_of(around: Ints) -> Ints:
    """The order in which cells win ties, int32 (cells,): those with the fewest neighbours, then the first.

    >>> from logicsweep.boards.cells import CellGraph
    >>> ranks_of(CellGraph.grid(3, 3).neighbour_table).reshape(3, 3).tolist()
    [[0, 4, 1], [5, 8, 6], [2, 7, 3]]
    """
    order = np.argsort((around >= 0).sum(axis=1), kind="stable")
    return np.argsort(order).astype(np.int32)


def swaps_table(swaps: Sequence[Sequence[Sequence[int]]]) -> Ints:
    """The swaps of a field, int32 (swaps, 10): two ones, two others and the tellers, NONE for none."""
    table = np.full((len(swaps), TELLERS + MOST_TELLERS), NONE, np.int32)
    for row, swap in zip(table, swaps, strict=True):
        for at, cells in zip((0, OTHERS, TELLERS), swap, strict=True):
            row[at : at + len(cells)] = cells
    return table


def _new_desk(around: Ints, ranks: Ints, swaps: Ints) -> Desk:
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
        np.empty(cells, np.float64),
        swaps,
    )


@compiled
def guess_each(
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
    desk.influence[:] = 0.0
    if policy == BEST:
        _weigh_swaps(layouts, spare, desk)
    return _look_ahead(policy == BEST, layouts, spare, desk)


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
    cell = best_cell(many, count, desk.ranks, desk.tree)
    return int(desk.tree.cells[cell]) if cell != NONE else NONE


@compiled
def _weigh_swaps(layouts: float, spare: int, desk: Desk) -> None:
    """Into `influence`: how often each cell is in a 50/50 or its teller; see `guessing.influence`."""
    risks, influence = desk.risks, desk.influence
    for number in range(len(desk.swaps)):
        swap = desk.swaps[number]
        if _likely(swap, desk) >= UNLIKELY:
            share = exp(_fix(swap, spare, desk) - layouts)
            for at in range(len(swap) if share > TELLING + TIE else TELLERS):
                if swap[at] >= 0:
                    influence[swap[at]] += share
    for cell in range(len(risks)):
        if influence[cell]:
            influence[cell] = min(influence[cell], risks[cell], 1 - risks[cell])


@inlined
def _likely(swap: Ints, desk: Desk) -> float:
    """About how likely a swap is a 50/50: the product of its cells' chances; 0 where it is none."""
    chance = 1.0
    for at in range(len(swap)):
        cell = swap[at]
        if cell >= 0 and desk.state.cells[cell, KNOWN] == UNKNOWN:
            chance *= 1 - desk.risks[cell] if OTHERS <= at < TELLERS else desk.risks[cell]
        elif cell >= 0 and (at < TELLERS or desk.state.cells[cell, KNOWN] != MINE):
            return 0.0
    return chance


@compiled
def _fix(swap: Ints, spare: int, desk: Desk) -> float:
    """The logarithm of the number of layouts with a swap's mines, where its tellers are mines too."""
    state, last = _copied(desk), ZERO
    for at in range(len(swap)):
        cell = swap[at]
        if cell >= 0 and state.cells[cell, KNOWN] == UNKNOWN and last >= 0:
            mine = ZERO if OTHERS <= at < TELLERS else ONE
            last = decide_cell(int(cell), mine, ZERO, last, state)
            spare -= mine
    return _count_layouts(last, spare, desk)


@compiled
def _look_ahead(further: bool, layouts: float, spare: int, desk: Desk) -> int:
    """The cell that is worth most; no cell whose worth would be less if nothing followed is looked at.

    Of the cells far from all clues with equally many neighbours the first stands for all.
    """
    untried, ranks, most, best, kinds = desk.risks - INFLUENCE * desk.influence, desk.ranks, 0.0, NONE, 0
    while True:
        cell = _safest(untried, ranks)
        if cell == NONE or 1 - untried[cell] < most - TIE:
            break
        if _is_far(cell, desk.state):
            kind = 1 << desk.state.cells[cell, LEFT]
            if kinds & kind:
                untried[cell] = 1.0
                continue
            kinds |= kind
        gain = (1 - untried[cell]) / (1 - desk.risks[cell])
        worth = gain * _survive(cell, most / gain - TIE, further, layouts, spare, desk)
        untried[cell] = 1.0
        if best == NONE or worth > most + TIE or (worth > most - TIE and ranks[cell] < ranks[best]):
            best = cell
        most = max(most, worth)
    return best


@inlined
def _is_far(cell: int, state: State) -> bool:
    """Whether nothing is known of a cell's neighbours, and no clue sees one."""
    for beside in state.around[cell]:
        if beside >= 0:
            if state.cells[beside, KNOWN] != UNKNOWN:
                return False
            for clue in state.around[beside]:
                if clue >= 0 and state.cells[clue, KNOWN] == SHOWN:
                    return False
    return True


@compiled
def _survive(cell: int, least_chance: float, further: bool, layouts: float, spare: int, desk: Desk) -> float:
    """The chance to survive the clearing of a cell and the next move, whatever the clue shows.

    Where it is sure to be less than `least_chance`, any number below that.
    """
    chance, rest = 0.0, 1 - desk.risks[cell]
    for clue in range(desk.state.cells[cell, LEFT] + 1):
        state = _copied(desk)
        state.cells[cell, NEED] = clue
        count = _count_layouts(decide_cell(cell, ZERO, ONE, ZERO, state), spare, desk)
        if count > -np.inf:
            least, second = _two_least(further, desk)
            share = exp(count - layouts)
            chance += share * (1 - least - (SECOND * (second - least) if further else 0.0))
            rest -= share
            if chance + rest < least_chance:
                break
    return chance


@inlined
def _copied(desk: Desk) -> State:
    """A copy of the game's state to suppose something in."""
    for at in range(len(desk.found)):
        for column in range(SHARED):
            desk.other.cells[at, column] = desk.state.cells[at, column]
    return desk.other


@compiled
def _count_layouts(last: int, spare: int, desk: Desk) -> float:
    """The logarithm of the number of layouts of what is supposed, minus infinity for none; `found` is filled.

    The first `last` clues of the queue are to be followed; NONE where one cannot hold.
    """
    other, found = desk.other, desk.found
    count = NONE
    if last >= 0:
        count, _ = follow(last, ZERO, ZERO, ZERO, no_goals(other), other)
    if count < 0:
        return -np.inf
    found[:] = NOTHING
    for at in range(count):
        decided = other.lists[TRAIL, at]
        if other.cells[decided, KNOWN] == MINE:
            spare -= 1
        else:
            found[decided] = SAFE_CELL
    if spare < 0 or agree(list_front(other), True, spare, found, other, desk.room) != SOLVED:
        return -np.inf
    return float(desk.room.log[0])


@inlined
def _two_least(living: bool, desk: Desk) -> tuple[float, float]:
    """The least risk of what is supposed and the next, 0 where nothing is left to clear.

    `living`: cells that tell nothing are left out where there are others.
    """
    least, second, of_all = 1.0, 1.0, 1.0
    for cell in range(len(desk.found)):
        if desk.found[cell] == SAFE_CELL or desk.found[cell] == OPEN_CELL:
            risk = risk_of(cell, desk.room) if desk.found[cell] == OPEN_CELL else 0.0
            of_all = min(of_all, risk)
            if risk < second and not (living and _is_dead(cell, desk)):
                least, second = min(least, risk), max(least, risk)
    if of_all == 1.0:
        return 0.0, 0.0
    if least == 1.0:
        return of_all, of_all
    return least, second if second < 1.0 else least


@compiled
def _is_dead(cell: int, desk: Desk) -> bool:
    """Whether a cell's clue is known before: it sees no open cell, or those that a clue sees beside it."""
    around, cells = desk.other.around, desk.other.cells
    some, count = NONE, 0
    for at in range(WIDTH):
        beside = around[cell, at]
        if beside >= 0 and desk.found[beside] == OPEN_CELL:
            some = beside
            count += 1
    if not count:
        return True
    for at in range(WIDTH):
        clue = around[some, at]
        if clue >= 0 and cells[clue, KNOWN] == SHOWN and _shared(clue, cell, desk) == count:
            return True
    return False


@inlined
def _shared(clue: int, cell: int, desk: Desk) -> int:
    """How many open cells both see, where the clue sees no other but the cell itself; else NONE."""
    around = desk.other.around
    count = 0
    for at in range(WIDTH):
        one = around[clue, at]
        if one >= 0 and one != cell and desk.found[one] == OPEN_CELL:
            if not _sees(cell, one, around):
                return NONE
            count += 1
    return count


@inlined
def _sees(cell: int, other: int, around: Ints) -> bool:
    for beside in around[cell]:  # noqa: SIM110  # compiled code has no generators
        if beside == other:
            return True
    return False
