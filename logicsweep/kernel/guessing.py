"""Whole games with guesses: if no cell is known to be safe, a policy chooses one; a mine ends the game.

The policies are those of `guessing.policy`, computed in floats. BEST plays positions with few layouts to the
end (`endgame`). The idea and its weights are from David Hill's JSMinesweeper. Values within TIE are equal;
ties are broken by the fewest neighbours, then by the first cell.
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
    NOT_FORCED,
    NOTHING,
    SAFE_CELL,
    SECOND,
    SOLVED,
    TELLING,
    UNLIKELY,
    WIDTH,
    run_in_blocks,
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
    cover_cells,
    decide_cell,
    follow_rules,
    list_front,
    new_state,
    no_goals,
)
from logicsweep.kernel.compiled import Bytes, Floats, Ints, Longs, compiled, inlined
from logicsweep.kernel.endgame import Tree, find_best_cell, list_layouts, new_tree
from logicsweep.kernel.games import CLEARED, FLAGGED, TALLIES, most_neighbours, settle_found
from logicsweep.kernel.positions import Room, cell_risk, find_agreement, room_for, write_risks

LEAST_RISK, SAFEST_TWO, BEST = range(3)
"""The policies."""
UNPLAYED, LOST, WON = range(3)
"""Outcomes of a game; UNPLAYED if one of its positions does not fit the kernel."""
TIE = 1e-9
"""Chances that differ by less are equal."""
OTHERS, TELLERS = 2, 4
"""Indices at which the others and the tellers begin in a row of `swaps`."""


class Guessed(NamedTuple):
    """The results of games with guesses, each an array (games,)."""

    outcome: Bytes
    """uint8: WON, LOST or UNPLAYED."""
    guesses: Longs
    """int64: the number of guesses, including the one that lost."""
    luck: Floats
    """float64: the luck needed, the sum of -log10 of the chance to survive each guess."""


class Desk(NamedTuple):
    """Arrays for one game: see `casual`, `positions` and `endgame`."""

    state: State
    other: State  # a copy in which a cell is assumed
    room: Room
    tree: Tree
    tally: Longs
    found: Bytes  # uint8 (cells,): the verdicts
    risks: Floats  # float64 (cells,): 1 for a mine, NaN for a cell that is cleared
    ranks: Ints  # int32 (cells,): the order in which cells win ties
    influence: Floats  # float64 (cells,): how often each cell is in a 50/50 that may arise
    swaps: Ints  # see `swaps_table`


def play_guessing(
    mined: Bytes,
    starts: Longs,
    around: Ints,
    swaps: Sequence[Sequence[Sequence[int]]],
    policy: int,
    jobs: int = 1,
) -> Guessed:
    """Play games on one field to their ends, with guesses.

    `mined` uint8 (games, cells): 1 for a mine. `starts` int64 (games,): the cell that each game clears first;
    if it is a mine, the game is lost without a guess. `around` int32 (cells, 8): see
    `CellGraph.neighbour_table`. `swaps`: the ones, the others and the tellers of each swap, see
    `guessing.influence`. `policy`: LEAST_RISK, SAFEST_TWO or BEST. `jobs`: threads.
    """
    games, cells = mined.shape
    played = Guessed(np.zeros(games, np.uint8), np.zeros(games, np.int64), np.zeros(games, np.float64))
    most = most_neighbours(around)
    field = rank_cells(around), swaps_table(swaps)

    def play(first: int, end: int) -> None:
        part = slice(first, end)
        ends = played.outcome[part], played.guesses[part], played.luck[part]
        guess_each(mined[part], starts[part], policy, most, *ends, _new_desk(around, *field))

    run_in_blocks(play, games, cells, jobs)
    return played


def rank_cells(around: Ints) -> Ints:
    """Rank cells for ties, int32 (cells,): by the fewest neighbours, then by the first cell."""
    order = np.argsort((around >= 0).sum(axis=1), kind="stable")
    return np.argsort(order).astype(np.int32)


def swaps_table(swaps: Sequence[Sequence[Sequence[int]]]) -> Ints:
    """The swaps of a field, int32 (swaps, 10): two ones, two others and the tellers, padded with NONE."""
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
    """The loop of `play_guessing`; `most`: see `most_neighbours`."""
    for game in range(len(mined)):
        outcome[game], guesses[game], luck[game] = _play_game(mined[game], starts[game], policy, most, desk)


@compiled
def _play_game(mined: Bytes, start: int, policy: int, most: int, desk: Desk) -> tuple[int, int, float]:
    """Play one game. Returns its outcome, its number of guesses, and the luck needed."""
    state, room, tally, found = desk.state, desk.room, desk.tally, desk.found
    mines = cover_cells(mined, state)
    guesses, luck = 0, 0.0
    tally[:] = 0
    found[:] = NOTHING
    found[start] = SAFE_CELL
    if mined[start]:
        return LOST, guesses, luck
    settle_found(found, False, mined, most, tally, state)
    while tally[CLEARED] < len(mined) - mines:
        found[:] = NOTHING
        if find_agreement(list_front(state), True, mines - tally[FLAGGED], found, state, room) != SOLVED:
            return UNPLAYED, guesses, luck
        if write_risks(found, room, desk.risks) != SOLVED:
            return UNPLAYED, guesses, luck
        cleared = tally[CLEARED]
        settle_found(found, False, mined, most, tally, state)
        if tally[CLEARED] == cleared:
            cell = _choose_cell(policy, mines - tally[FLAGGED], desk)
            guesses += 1
            luck -= log10(1 - desk.risks[cell])
            if mined[cell]:
                return LOST, guesses, luck
            found[:] = NOTHING
            found[cell] = SAFE_CELL
            settle_found(found, False, mined, most, tally, state)
    return WON, guesses, luck


@inlined
def _choose_cell(policy: int, spare: int, desk: Desk) -> int:
    """Choose a policy's guess when `spare` mines are left."""
    if policy == LEAST_RISK:
        return _find_safest(desk.risks, desk.ranks)
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
def _find_safest(risks: Floats, ranks: Ints) -> int:
    """Find the cell with the least risk, ties broken by rank; NONE if all cells are mines."""
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
    """Find the cell whose clearing wins the most layouts; NONE if that takes too long."""
    count, many = list_layouts(spare, desk.room.groups, desk.state, desk.tree)
    if many == NONE:
        return NONE
    cell = find_best_cell(many, count, desk.ranks, desk.tree)
    return int(desk.tree.cells[cell]) if cell != NONE else NONE


@compiled
def _weigh_swaps(layouts: float, spare: int, desk: Desk) -> None:
    """Fill `influence`: how often each cell is in a 50/50 or is its teller; see `guessing.influence`."""
    risks, influence = desk.risks, desk.influence
    for number in range(len(desk.swaps)):
        swap = desk.swaps[number]
        if _swap_chance(swap, desk) >= UNLIKELY:
            share = exp(_count_swap_layouts(swap, spare, desk) - layouts)
            for at in range(len(swap) if share > TELLING + TIE else TELLERS):
                if swap[at] >= 0:
                    influence[swap[at]] += share
    for cell in range(len(risks)):
        if influence[cell]:
            influence[cell] = min(influence[cell], risks[cell], 1 - risks[cell])


@inlined
def _swap_chance(swap: Ints, desk: Desk) -> float:
    """Estimate the chance that a swap is a 50/50: the product of its cells' chances, 0 if it cannot be."""
    chance = 1.0
    for at in range(len(swap)):
        cell = swap[at]
        if cell >= 0 and desk.state.cells[cell, KNOWN] == UNKNOWN:
            chance *= 1 - desk.risks[cell] if OTHERS <= at < TELLERS else desk.risks[cell]
        elif cell >= 0 and (at < TELLERS or desk.state.cells[cell, KNOWN] != MINE):
            return 0.0
    return chance


@compiled
def _count_swap_layouts(swap: Ints, spare: int, desk: Desk) -> float:
    """Count the layouts with a swap's mines and with mines in its tellers, as a logarithm."""
    state, last = _copy_state(desk), ZERO
    for at in range(len(swap)):
        cell = swap[at]
        if cell >= 0 and state.cells[cell, KNOWN] == UNKNOWN and last >= 0:
            mine = ZERO if OTHERS <= at < TELLERS else ONE
            last = decide_cell(int(cell), mine, ZERO, last, state)
            spare -= mine
    return _count_layouts(last, spare, desk)


@compiled
def _look_ahead(further: bool, layouts: float, spare: int, desk: Desk) -> int:
    """Find the cell with the highest value. Skips cells that cannot beat the best so far.

    Cells far from all clues with the same number of neighbours are alike: only the first is tried.
    """
    untried, ranks, most, best, kinds = desk.risks - INFLUENCE * desk.influence, desk.ranks, 0.0, NONE, 0
    while True:
        cell = _find_safest(untried, ranks)
        if cell == NONE or 1 - untried[cell] < most - TIE:
            break
        if _is_far(cell, desk.state):
            kind = 1 << desk.state.cells[cell, LEFT]
            if kinds & kind:
                untried[cell] = 1.0
                continue
            kinds |= kind
        gain = (1 - untried[cell]) / (1 - desk.risks[cell])
        worth = gain * _survival_chance(cell, most / gain - TIE, further, layouts, spare, desk)
        untried[cell] = 1.0
        if best == NONE or worth > most + TIE or (worth > most - TIE and ranks[cell] < ranks[best]):
            best = cell
        most = max(most, worth)
    return best


@inlined
def _is_far(cell: int, state: State) -> bool:
    """Whether a cell is far from all clues: its neighbours are unknown, and no clue sees any of them."""
    for beside in state.around[cell]:
        if beside >= 0:
            if state.cells[beside, KNOWN] != UNKNOWN:
                return False
            for clue in state.around[beside]:
                if clue >= 0 and state.cells[clue, KNOWN] == SHOWN:
                    return False
    return True


@compiled
def _survival_chance(
    cell: int, least_chance: float, further: bool, layouts: float, spare: int, desk: Desk
) -> float:
    """The chance to survive both clearing a cell and the next move, over all clues that it may show.

    If the chance is certainly less than `least_chance`, the result is just some number below that.
    """
    chance, rest = 0.0, 1 - desk.risks[cell]
    for clue in range(desk.state.cells[cell, LEFT] + 1):
        state = _copy_state(desk)
        state.cells[cell, NEED] = clue
        count = _count_layouts(decide_cell(cell, ZERO, ONE, ZERO, state), spare, desk)
        if count > -np.inf:
            least, second = _find_two_least(further, desk)
            share = exp(count - layouts)
            chance += share * (1 - least - (SECOND * (second - least) if further else 0.0))
            rest -= share
            if chance + rest < least_chance:
                break
    return chance


@inlined
def _copy_state(desk: Desk) -> State:
    """Copy the game's state into `other`, to assume a cell there."""
    for at in range(len(desk.found)):
        for column in range(SHARED):
            desk.other.cells[at, column] = desk.state.cells[at, column]
    return desk.other


@compiled
def _count_layouts(last: int, spare: int, desk: Desk) -> float:
    """Count the layouts of the state `other`, as a logarithm (minus infinity for none); fills `found`.

    Follows the rules from the first `last` clues of the queue; `last` is NONE if a clue is wrong.
    """
    other, found = desk.other, desk.found
    count = NONE
    if last >= 0:
        count, _ = follow_rules(last, ZERO, ZERO, ZERO, no_goals(other), other)
    if count < 0:
        return -np.inf
    found[:] = NOTHING
    for at in range(count):
        decided = other.lists[TRAIL, at]
        if other.cells[decided, KNOWN] == MINE:
            spare -= 1
        else:
            found[decided] = SAFE_CELL
    if spare < 0 or find_agreement(list_front(other), True, spare, found, other, desk.room) != SOLVED:
        return -np.inf
    return float(desk.room.log[0])


@inlined
def _find_two_least(living: bool, desk: Desk) -> tuple[float, float]:
    """Find the two least risks in the state `other`; 0 if nothing is left to clear.

    `living`: skip cells whose clue adds no information, if there are others.
    """
    least, second, of_all = 1.0, 1.0, 1.0
    for cell in range(len(desk.found)):
        if desk.found[cell] == SAFE_CELL or desk.found[cell] == NOT_FORCED:
            risk = cell_risk(cell, desk.room) if desk.found[cell] == NOT_FORCED else 0.0
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
    """Whether a cell's clue adds no information: it sees no undecided cell, or just those of another clue."""
    around, cells = desk.other.around, desk.other.cells
    some, count = NONE, 0
    for at in range(WIDTH):
        beside = around[cell, at]
        if beside >= 0 and desk.found[beside] == NOT_FORCED:
            some = beside
            count += 1
    if not count:
        return True
    for at in range(WIDTH):
        clue = around[some, at]
        if clue >= 0 and cells[clue, KNOWN] == SHOWN and _count_shared(clue, cell, desk) == count:
            return True
    return False


@inlined
def _count_shared(clue: int, cell: int, desk: Desk) -> int:
    """Count the undecided cells that both see; NONE if the clue sees any other, except the cell itself."""
    around = desk.other.around
    count = 0
    for at in range(WIDTH):
        one = around[clue, at]
        if one >= 0 and one != cell and desk.found[one] == NOT_FORCED:
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
