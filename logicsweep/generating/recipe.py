"""One try at a board: drawn, played, and repaired where the player is stuck, until they finish it.

The recipe, which compiled code follows number by number (`kernel.making`). The three numbered streams of a
try (the generator and `below` are those of `random_boards`) give its start, its mines and its repairs. After
each repair the board is played anew from the start, so that only a game from scratch ever counts as finished.

A repair picks a clue in front, and whether its covered cells are all to be safe or all mines: then it
decides them for every player. What that takes is swapped with cells that no clue touches; where those do
not do, with other covered cells, then with cells that are decided already. Where no clue is in front, a
mine of the wall around what is cleared goes behind it. The mine total stays, and no mine comes to the cells
that the first click keeps free.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress, count
from operator import or_
from typing import NamedTuple

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.random import below, sample, splitmix64, stream
from logicsweep.games.ends import ends
from logicsweep.games.game import play
from logicsweep.games.players import Player
from logicsweep.games.quick import Levels, levels_of
from logicsweep.generating.demand import Demand
from logicsweep.kernel import in_blocks

START, MINES, REPAIRS = range(3)
"""The streams of a try."""
ROUNDS = 100
"""So many times is a board repaired and played anew."""
PER_REPAIR = 64
"""For each so many clues in front there is one more repair at a time: large boards are stuck all over."""
_AT_A_TIME = 16  # tries of a board in one call of the kernel


class Finished(NamedTuple):
    """A board that its player finishes from a start, and how many places were repaired in it."""

    board: Board
    start: int
    repairs: int


class Tries(NamedTuple):
    """Some tries at a board: how many, all their repairs, the fewest cells that remained; the last of them,
    where the player finished it."""

    number: int
    repairs: int
    least: int
    finished: Finished | None


def try_once(demand: Demand, uniform: bool, state: int, number: int) -> Tries:
    """The try of this number at the board of a state; `uniform`: without repairs, each layout as likely.

    >>> found = try_once(Demand((4, 5), 5, "r1c1", finisher="casual"), False, 7, 0)
    >>> found.finished.board, found.least, found.repairs
    (Board.parse('..M..\\n..M..\\nMM...\\n....M'), 0, 5)
    """
    state = stream(state, number)
    start = demand.starts[below(len(demand.starts), splitmix64(stream(state, START)))]
    graph, kept = demand.field, demand.kept(start)
    free = [cell for cell in range(len(graph)) if cell not in kept]
    mined = bytearray(len(graph))
    for cell in compress(free, sample(len(free), demand.mines, splitmix64(stream(state, MINES)))):
        mined[cell] = 1
    outputs, repairs = splitmix64(stream(state, REPAIRS)), 0
    for left in range(0 if uniform else ROUNDS, -1, -1):
        board = Board(graph, bytes(mined))
        remaining, settled = played(board, start, demand.finisher)
        places = repair(graph, mined, settled, kept, outputs) if remaining and left else 0
        if not places:
            break
        repairs += places
    return Tries(1, repairs, remaining, None if remaining else Finished(board, start, repairs))


def played(board: Board, start: int, player: Player) -> tuple[int, bytes]:
    """How many safe cells a player leaves; and 1 for each cell that is decided then, else 0."""
    if levels_of(player.productions):
        end = ends(board, start, player, kernel=False)
        return int(end.remaining[0]), bytes(map(or_, end.cleared.tobytes(), end.flagged.tobytes()))
    game = play(board, start, player)
    settled = {*game.cleared, *game.mines}
    return game.remaining, bytes([cell in settled for cell in range(len(board.mined))])


def try_by_kernel(
    demand: Demand,
    uniform: bool,
    levels: Levels,
    states: Sequence[int],
    firsts: Sequence[int],
    most: int,
    threads: int,
) -> Iterator[Tries]:
    """Some tries at each board, from a first on up to `most`; those that do not fit in plain Python."""
    import numpy as np

    from logicsweep.kernel import MISSED, SOLVED
    from logicsweep.kernel import making as kernel
    from logicsweep.kernel.neighbours import neighbour_table

    boards, size = len(states), len(demand.field)
    order = kernel.Order(
        starts=np.array(demand.starts, np.int64),
        mines=demand.mines,
        opening=int(demand.first == "opening"),
        rounds=0 if uniform else ROUNDS,
        at_once=PER_REPAIR,
        levels=np.array(levels, np.uint8),
    )
    around = neighbour_table(demand.field)
    streams, tries = np.array(states, np.uint64), np.array(firsts, np.int64)
    upto = np.minimum(tries + _AT_A_TIME, most)
    mined, starts = np.zeros((boards, size), np.uint8), np.zeros(boards, np.int64)
    counts, status = np.zeros((boards, 4), np.int64), np.zeros(boards, np.uint8)

    def work(first: int, end: int) -> None:
        part = slice(first, end)
        given = streams[part], tries[part], upto[part], mined[part], starts[part]
        kernel.make_boards(order, around, *given, counts[part], status[part])

    in_blocks(work, boards, size * _AT_A_TIME, threads)
    for at, first in enumerate(firsts):
        _, repairs, least, all_repairs = map(int, counts[at])
        number, finished = int(tries[at]) - first, None
        if status[at] == SOLVED:
            finished = Finished(Board(demand.field, mined[at].tobytes()), int(starts[at]), repairs)
        elif status[at] != MISSED:
            more = try_once(demand, uniform, states[at], int(tries[at]))
            number, finished = number + 1, more.finished
            least, all_repairs = min(least, more.least), all_repairs + more.repairs
        yield Tries(number, all_repairs, least, finished)


def repair(graph: CellGraph, mined: bytearray, settled: bytes, kept: set[int], outputs: Iterator[int]) -> int:
    """Move mines so that a stuck player gets further; how many places were repaired, 0 where none can be."""
    settled = bytes(done or cell in kept for cell, done in enumerate(settled))
    clear = bytes(done and not mine for done, mine in zip(settled, mined, strict=True))
    front = [clue for clue in compress(count(), clear) if _covered(graph, settled, clue)]
    if not front:
        return _open_wall(graph, mined, settled, outputs)
    pools = _pools(graph, settled, clear, kept)
    done = 0
    for _ in range(1 + len(front) // PER_REPAIR):
        cells = _covered(graph, settled, front[below(len(front), outputs)])
        mine = below(2, outputs)
        done += _decide(cells, mine, mined, pools, outputs) or _decide(cells, 1 - mine, mined, pools, outputs)
    return done


def _covered(graph: CellGraph, settled: bytes, clue: int) -> list[int]:
    return [cell for cell in graph.neighbours[clue] if not settled[cell]]


def _pools(graph: CellGraph, settled: bytes, clear: bytes, kept: set[int]) -> list[list[int]]:
    """The cells to swap with: those that no clue touches, the other covered ones, those that are decided."""
    pools: list[list[int]] = [[], [], []]
    for cell, done in enumerate(settled):
        if cell not in kept:
            touched = any(map(clear.__getitem__, graph.neighbours[cell]))
            pools[2 if done else touched].append(cell)
    return pools


def _decide(
    cells: Sequence[int], mine: int, mined: bytearray, pools: Sequence[list[int]], outputs: Iterator[int]
) -> bool:
    """Make these cells all mines or all safe, by swaps with others; whether any changed."""
    change = [cell for cell in cells if mined[cell] != mine]
    fit = [[cell for cell in pool if mined[cell] == mine and cell not in cells] for pool in pools]
    if not change or sum(map(len, fit)) < len(change):
        return False
    others: list[int] = []
    for pool in fit:
        others += _some(pool, len(change) - len(others), outputs)
    for cell in (*change, *others):
        mined[cell] ^= 1
    return True


def _some(cells: list[int], most: int, outputs: Iterator[int]) -> list[int]:
    """So many of these cells, or all of them, each choice equally likely; the list is shuffled."""
    most = min(most, len(cells))
    for at in range(most):
        other = at + below(len(cells) - at, outputs)
        cells[at], cells[other] = cells[other], cells[at]
    return cells[:most]


def _open_wall(graph: CellGraph, mined: bytearray, settled: bytes, outputs: Iterator[int]) -> int:
    """Move a mine of the wall around what is cleared to a covered cell behind it; whether there is one."""
    walls = [cell for cell in compress(count(), mined) if settled[cell] and _covered(graph, settled, cell)]
    behind = [cell for cell, mine in enumerate(mined) if not mine and not settled[cell]]
    if not walls or not behind:
        return 0
    for cell in (walls[below(len(walls), outputs)], behind[below(len(behind), outputs)]):
        mined[cell] ^= 1
    return 1
