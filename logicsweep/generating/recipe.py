"""Tries at boards: drawn, played, and repaired where the player is stuck, until the player finishes them.

A try has three numbered streams, for its start, its mines and its repairs (the generator and `draw_below` are
those of `boards.random`). After each repair the player plays the board from the start again. So a board
counts as finished only if the player won a whole game on it.

A repair picks a clue in front, and makes its covered cells all safe or all mines; then the clue decides them
for every player. It swaps them with cells that no clue touches. If these are too few, it swaps them with
other covered cells, then with decided ones. If no clue is in front, a mine of the wall around the cleared
cells moves behind it. The mine total stays the same, and no mine moves to a cell that the first click keeps
free.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, islice, repeat
from operator import or_

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.random import draw_below, sample, splitmix64, stream
from logicsweep.closures.spread import cover_board
from logicsweep.games.game import play
from logicsweep.games.many import play_many
from logicsweep.games.players import Player
from logicsweep.games.quick import Levels, QuickGame, levels_of
from logicsweep.generating.demand import Demand
from logicsweep.kernel import Backend

START, MINES, REPAIRS = range(3)
"""The streams of a try."""
ROUNDS = 100
"""The number of times that a board is repaired and played again."""
PER_REPAIR = 64
"""Clues in front for each additional repair at a time; players get stuck in many places on large boards."""


@dataclass
class Try:
    """A try at a board, whose mines the repairs move.

    `outputs`: the random numbers for the repairs. `repairs`: the number of repaired places. `remaining`: the
    number of safe cells that the finisher left covered.
    """

    graph: CellGraph
    mined: bytearray
    start: int
    outputs: Iterator[int]
    repairs: int = 0
    remaining: int = 0

    @property
    def board(self) -> Board:
        """The current board."""
        return Board(self.graph, bytes(self.mined))


def draw(demand: Demand, state: int, number: int) -> Try:
    """Draw try number `number` of the board with this state of its stream."""
    state = stream(state, number)
    start = demand.starts[draw_below(len(demand.starts), splitmix64(stream(state, START)))]
    kept, mined = demand.mine_free(start), bytearray(len(demand.field))
    free = [cell for cell in range(len(mined)) if cell not in kept]
    for cell in compress(free, sample(len(free), demand.mines, splitmix64(stream(state, MINES)))):
        mined[cell] = 1
    return Try(demand.field, mined, start, splitmix64(stream(state, REPAIRS)))


def finish(demand: Demand, tries: Sequence[Try], rounds: int, backend: Backend) -> None:
    """Let the finisher play each try, and repair those that they do not finish, at most `rounds` times."""
    stuck = tries
    for left in range(rounds, -1, -1):
        moved = []
        games = play_tries(demand.finisher, stuck, backend)
        for one, (remaining, undecided) in zip(stuck, games, strict=True):
            one.remaining = remaining
            if remaining and left:
                places = repair(one.graph, one.mined, undecided, demand.mine_free(one.start), one.outputs)
                one.repairs += places
                moved += [one] if places else []
        if not moved:
            return
        stuck = moved


def play_tries(player: Player, tries: Sequence[Try], backend: Backend) -> list[tuple[int, set[int]]]:
    """Let a player play each try; returns the number of safe cells left covered, and the undecided cells."""
    boards, starts = [one.board for one in tries], [one.start for one in tries]
    levels = levels_of(player.productions)
    if not levels:
        runs = map(play, boards, starts, repeat(player))
        return [(run.remaining, {*run.undecided}) for run in runs]
    if not backend.compiled:
        return [_play_quickly(board, start, levels) for board, start in zip(boards, starts, strict=True)]
    end = play_many(boards, starts, player, kernel=backend.compiled, jobs=backend.jobs)
    decided, size = map(or_, end.cleared.tobytes(), end.flagged.tobytes()), len(tries[0].mined)
    return [
        (remaining, {cell for cell, known in enumerate(islice(decided, size)) if not known})
        for remaining in end.remaining.tolist()
    ]


def _play_quickly(board: Board, start: int, levels: Levels) -> tuple[int, set[int]]:
    """Play one board without numpy, whose import takes as long as a whole board."""
    game = QuickGame(cover_board(board), start, levels)
    game.play()
    undecided = {*range(len(board.mined))}.difference(game.trail)
    return sum([not board.mined[cell] for cell in undecided]), undecided


def repair(
    graph: CellGraph, mined: bytearray, undecided: set[int], kept: set[int], outputs: Iterator[int]
) -> int:
    """Move mines so that a stuck player gets further. Returns how many places it repaired."""
    around, cells, covered = graph.neighbours, range(len(mined)), undecided - kept
    edge = [cell for cell in cells if cell not in covered and not covered.isdisjoint(around[cell])]
    front = [cell for cell in edge if not mined[cell]]
    if not front:
        return _open_wall([cell for cell in edge if mined[cell]], covered, mined, outputs)
    far = covered.difference(*map(around.__getitem__, front))
    pools = [sorted(pool) for pool in (far, covered - far, {*cells} - covered - kept)]
    done = 0
    for _ in range(1 + len(front) // PER_REPAIR):
        clue = front[draw_below(len(front), outputs)]
        near, mine = [cell for cell in around[clue] if cell in covered], draw_below(2, outputs)
        done += _decide_cells(near, mine, mined, pools, outputs) or _decide_cells(
            near, 1 - mine, mined, pools, outputs
        )
    return done


def _decide_cells(
    cells: Sequence[int], mine: int, mined: bytearray, pools: Sequence[list[int]], outputs: Iterator[int]
) -> bool:
    """Make these cells all mines or all safe, by swaps with others. Returns whether any changed."""
    change = [cell for cell in cells if mined[cell] != mine]
    fit = [[cell for cell in pool if mined[cell] == mine and cell not in cells] for pool in pools]
    if not change or sum(map(len, fit)) < len(change):
        return False
    others: list[int] = []
    for pool in fit:
        others += _draw_some(pool, len(change) - len(others), outputs)
    for cell in (*change, *others):
        mined[cell] ^= 1
    return True


def _draw_some(cells: list[int], most: int, outputs: Iterator[int]) -> list[int]:
    """Draw at most `most` of these cells, each choice equally likely; this shuffles the list."""
    most = min(most, len(cells))
    for at in range(most):
        other = at + draw_below(len(cells) - at, outputs)
        cells[at], cells[other] = cells[other], cells[at]
    return cells[:most]


def _open_wall(walls: list[int], covered: set[int], mined: bytearray, outputs: Iterator[int]) -> int:
    """Move a mine of the wall around the cleared cells to a covered cell behind it. Returns 1 or 0."""
    behind = [cell for cell in sorted(covered) if not mined[cell]]
    if not walls or not behind:
        return 0
    for cell in (walls[draw_below(len(walls), outputs)], behind[draw_below(len(behind), outputs)]):
        mined[cell] ^= 1
    return 1
