"""What every opening of a board leads to, exactly, with little work done twice.

Openings that lead to each other's cells share one *result*. So a run may stop early: when its opening lies
inside a known result and it reaches an opening that has this result, they are the same. And a run that
reaches the *ground*, a known result whose end state is kept, goes on from that state.

Runs spread in breadth, and the openings inside a new result are decided next, in the order in which it
reached them: then each finds a decided neighbour after a short way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from logicsweep.boards.board import Board
from logicsweep.closures.spread import Sweep, spread, unspread, untouched, zero_cells
from logicsweep.kernel import wanted

_OVERLAP = 2  # when runs come to more than so many boards, they overlap: make them stop early
_WORTH = 60_000  # cells from which the kernel pays: it starts in 0.6 s, plain Python takes 4 to 40 us a cell
_LONG = 600_000  # cells, some seconds of plain Python


def wanted_for(cells: int, kernel: bool | None, entry: str = "cleared_from_openings") -> bool:
    """Whether the kernel is to answer, by its function `entry`, for so many cells of large boards.

    >>> wanted_for(1000, None), wanted_for(10**8, False)
    (False, False)
    """
    return wanted(kernel, entry, cells, _WORTH, _LONG)


def openings_of(board: Board) -> list[list[int]]:
    """The zero cells of each opening (indices, ascending); the openings by their first cell.

    >>> openings_of(Board.parse('''
    ... ...M
    ... ....
    ... M...
    ... '''))
    [[0, 1], [10, 11]]
    """
    neighbours = board.graph.neighbours
    zeros = zero_cells(board)
    unseen = set(zeros)
    openings = []
    for first in zeros:
        if first in unseen:
            unseen.remove(first)
            opening = [first]
            for i in opening:
                fresh = unseen.intersection(neighbours[i])
                unseen -= fresh
                opening.extend(fresh)
            openings.append(sorted(opening))
    return openings


def cleared_by_opening(board: Board, kernel: bool | None = None) -> list[tuple[list[int], int]]:
    """Each opening's zero cells, as `openings_of` gives them, and how many cells a start there clears.

    Linear on boards whose results are few or apart, as random ones are. Not promised for all: where many
    large results overlap and none contains the other, each costs its own size. `kernel` as `wanted` has it.
    """
    if wanted_for(len(board.mined), kernel):
        from logicsweep.closures.flat import cleared_flat

        return cleared_flat(board.graph, board.mined)
    search = _Search(board, openings_of(board))
    search.decide_all()
    return [
        (zeros, search.sizes[result]) for zeros, result in zip(search.openings, search.result, strict=True)
    ]


def least_remaining(board: Board, kernel: bool | None = None) -> int:
    """The least number of safe cells left covered over all starts; -1 when no cell is safe.

    An opening inside the result of an earlier run is passed over: it can do no better. `kernel` as `wanted`
    has it.

    >>> least_remaining(Board.parse("M.M. .M.M M.M."))
    5
    """
    if wanted_for(len(board.mined), kernel, "left_of_boards"):
        from logicsweep.closures.flat import remaining_flat

        return remaining_flat(board.graph, board.mined)[0]
    known, mined = untouched(board), board.mined
    covered = bytearray(len(mined))
    best, spent = 1, 0
    for zero in zero_cells(board):
        if not covered[zero]:
            trail, _ = spread(known, (zero,))
            unspread(known, trail)
            best = max(best, len([i for i in trail if not mined[i]]))
            for i in trail:
                covered[i] = 1
            spent += len(trail)
            if spent > _OVERLAP * len(mined):
                return board.safe_count - max(cleared for _, cleared in cleared_by_opening(board, False))
    return board.safe_count - best


class _Search:
    """All that is known so far. Results are numbered from 1; 0 stands for none."""

    def __init__(self, board: Board, openings: list[list[int]]) -> None:
        self.board = board
        self.openings = openings
        self.opening = [-1] * len(board.mined)  # of each zero cell
        for number, zeros in enumerate(openings):
            for i in zeros:
                self.opening[i] = number
        self.result = [0] * len(openings)
        self.result_at = [0] * len(board.mined)  # the same for each zero cell
        self.inside: list[list[int]] = [[] for _ in openings]  # the results that contain an opening
        self.sizes = [0]  # of each result: how many cells it clears
        self.members = [0]  # of each result: how many openings have it
        self.covered = self.ground_state = untouched(board)
        self.ground = self.ground_worth = 0

    def decide_all(self) -> None:
        """Give every opening its result."""
        todo: list[tuple[Iterator[int], int]] = [(iter(range(len(self.openings))), 0)]
        while todo:
            openings, result = todo[-1]
            for opening in openings:
                if not self.result[opening]:
                    inner = self.decide(opening)
                    todo.append((iter(inner), self.result[opening] if inner else 0))
                    break
            else:
                todo.pop()
                self.consider_ground(result)

    def decide(self, opening: int) -> list[int]:
        """Give an opening its result; when that is new, list the undecided openings inside it."""
        start, inside = self.openings[opening][0], self.inside[opening]
        trail, reached = self.run(self.covered, start, {*inside, self.ground} - {0})
        size = 0
        if reached and reached not in inside:
            size = self.sizes[reached]
            trail, reached = self.run(self.ground_state, start, inside)
        self.result[opening] = result = reached or len(self.sizes)
        for i in self.openings[opening]:
            self.result_at[i] = result
        if reached:
            self.members[result] += 1
            return []
        mined = self.board.mined
        self.sizes.append(size + len([i for i in trail if not mined[i]]))
        self.members.append(1)
        inner = [n for n in dict.fromkeys([self.opening[i] for i in trail]) if n >= 0 and not self.result[n]]
        for n in inner:
            self.inside[n].append(result)
        return inner

    def run(self, known: Sweep, start: int, wanted: Collection[int]) -> tuple[list[int], int]:
        """`spread` until one of the results is reached, and take it back."""
        trail, reached = spread(known, (start,), self.result_at, wanted)
        unspread(known, trail)
        return trail, self.result_at[reached] if reached >= 0 else 0

    def consider_ground(self, result: int) -> None:
        """Stand on this result from now on if many openings have it and it is large."""
        worth = self.sizes[result] * self.members[result]
        if worth > max(2 * self.ground_worth, len(self.board.mined)):
            self.ground, self.ground_worth = result, worth
            self.ground_state = untouched(self.board)
            spread(self.ground_state, (self.openings[self.result.index(result)][0],))
