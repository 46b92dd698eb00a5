"""The two casual rules on flat arrays, for any cell graph: the exact result of clearing a cell.

Openings that clear each other share one *result*. So a run may stop early: if its opening is inside a known
result and it reaches an opening that has this result, its own result is the same. A run that reaches the
*ground*, a known result whose end state is kept, continues from that state. Runs spread breadth first. The
openings inside a new result are decided next, in the order in which it reached them: so each soon finds a
decided neighbour.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import compress, count
from operator import sub
from typing import NamedTuple

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.work.progress import count_done

_PATIENCE = 1.1  # times all cells: after so many, openings inside others are decided too
_LARGE = 16  # a result of at least 1/_LARGE of all cells is worth a copy of its state


class Sweep(NamedTuple):
    """The state of a casual player's game; `spread` and `undo_spread` change it in place.

    `settled[i]` is 1 once cell i is cleared or flagged. `mines[i]` and `safe[i]` count its unsettled
    neighbours of each kind. Flags are never wrong, so rule 1 applies at a cleared cell if `mines[i]` is zero,
    and rule 2 if `safe[i]` is zero: both then settle all other neighbours. Until i itself is cleared, `away`
    is added to both counts, so that zero always means that a rule applies.
    """

    board: Board
    settled: bytearray
    mines: list[int]
    safe: list[int]
    away: int


def cover_board(board: Board) -> Sweep:
    """The `Sweep` with every cell covered."""
    neighbours, mined = board.graph.neighbours, board.mined
    away, both = _initial_counts(board.graph)
    mines = [away] * len(mined)
    for i in compress(count(), mined):
        for j in neighbours[i]:
            mines[j] += 1
    return Sweep(board, bytearray(len(mined)), mines, [*map(sub, both, mines)], away)


@lru_cache(maxsize=4)  # boards of one cell graph usually follow each other
def _initial_counts(graph: CellGraph) -> tuple[int, tuple[int, ...]]:
    """`away`, and the sum of both counts of each cell before anything is settled."""
    sizes = [*map(len, graph.neighbours)]
    away = max(sizes) + 1
    return away, tuple([2 * away + size for size in sizes])


def spread(
    known: Sweep, first: tuple[int, ...], goal: Sequence[int] = (), wanted: Collection[int] = ()
) -> tuple[list[int], int]:
    """Settle the `first` cells and follow both rules until nothing changes; list the settled cells, in order.

    With `wanted`, stop at the first cell of clue 0 whose `goal` is among them, and return that cell too, else
    -1. News spreads breadth first. Each cell is settled once, and settles its neighbours at most once, so the
    work is linear in the settled cells.
    """
    (graph, mined), settled, mines, safe, away = (known.board.graph, known.board.mined), *known[1:]
    neighbours = graph.neighbours
    trail: list[int] = []
    work: list[tuple[int, ...]] = [first]  # groups of cells to settle; it grows during the loop
    for cells in work:
        for i in cells:
            if settled[i]:
                continue
            settled[i] = 1
            trail.append(i)
            around = neighbours[i]
            if mined[i]:
                for j in around:
                    mines[j] = left = mines[j] - 1
                    if not left and safe[j]:
                        work.append(neighbours[j])
                continue
            mines[i] -= away
            safe[i] -= away
            for j in around:
                safe[j] = left = safe[j] - 1
                if not left and mines[j]:
                    work.append(neighbours[j])
            if not mines[i]:
                if wanted and goal[i] in wanted:
                    return trail, i
                work.append(around)
            elif not safe[i]:
                work.append(around)
    return trail, -1


def undo_spread(known: Sweep, trail: Iterable[int]) -> None:
    """Undo `spread`."""
    board, settled, mines, safe, away = known
    neighbours, mined = board.graph.neighbours, board.mined
    for i in trail:
        settled[i] = 0
        counts = mines if mined[i] else safe
        for j in neighbours[i]:
            counts[j] += 1
        if not mined[i]:
            mines[i] += away
            safe[i] += away


def find_openings(board: Board) -> list[list[int]]:
    """Find the zero cells of each opening (indices, ascending); openings are ordered by their first cells."""
    neighbours = board.graph.neighbours
    passed, openings = bytearray(board.mined), list[list[int]]()
    for i in compress(count(), board.mined):
        for j in neighbours[i]:
            passed[j] = 1
    for first in range(len(passed)):
        if not passed[first]:
            passed[first], zeros = 1, [first]
            for zero in zeros:  # it grows during the loop
                for j in neighbours[zero]:
                    if not passed[j]:
                        passed[j] = 1
                        zeros.append(j)
            openings.append(sorted(zeros))
    return openings


def least_clicks(board: Board, openings: Sequence[Sequence[int]]) -> int:
    """The 3BV of a board with these openings: the fewest left clicks that clear it, without flags."""
    neighbours = board.graph.neighbours
    cleared = {cell for zeros in openings for zero in zeros for cell in (zero, *neighbours[zero])}
    return len(openings) + board.safe_count - len(cleared)


def count_cleared(board: Board, inner: bool = True) -> list[tuple[list[int], int]]:
    """For each opening of `find_openings` its zero cells, and how many cells a start there clears.

    Without `inner` it counts 0 for an opening that another one clears, since this cannot clear more.

    Time is linear on boards with few or separate results, such as random boards. It is not linear on all: if
    many large results overlap and none contains the other, each costs its own size.
    """
    search = _Search(board, find_openings(board))
    search.decide_all(inner)
    return [
        (zeros, search.sizes[result]) for zeros, result in zip(search.openings, search.result, strict=True)
    ]


def _copy(known: Sweep) -> Sweep:
    return known._replace(settled=known.settled[:], mines=known.mines[:], safe=known.safe[:])


class _Search:
    """The results known so far, numbered from 1; 0 means none."""

    def __init__(self, board: Board, openings: list[list[int]]) -> None:
        self.board = board
        self.openings = openings
        self.opening = [-1] * len(board.mined)  # for each zero cell
        for number, zeros in enumerate(openings):
            for i in zeros:
                self.opening[i] = number
        self.result = [0] * len(openings)
        self.result_at = [0] * len(board.mined)  # the same for each zero cell
        self.inside: list[list[int]] = [[] for _ in openings]  # the results that contain an opening
        self.sizes = [0]  # the number of cells that each result clears
        self.covered = self.ground_state = cover_board(board)
        self.ground, self.fresh = 0, _copy(self.covered)
        self.settled = 0  # cells, by all runs

    def decide_all(self, inner: bool) -> None:
        done = count_done("openings", len(self.openings))
        todo, put_off = [iter(range(len(self.openings)))], list[int]()
        while todo:
            if not inner and self.settled > _PATIENCE * len(self.opening):
                inner = True  # once they are decided, other runs reach them soon
                todo.append(iter(put_off))
            for opening in todo[-1]:
                if not self.result[opening]:
                    if inner or not self.inside[opening]:
                        todo.append(iter(self.decide(opening)))
                        done(1)
                        break
                    put_off.append(opening)
            else:
                todo.pop()

    def decide(self, opening: int) -> list[int]:
        """Give an opening its result; if that is new, list the undecided openings inside it."""
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
            return []
        mined = self.board.mined
        self.sizes.append(size + len([i for i in trail if not mined[i]]))
        inner = [n for n in dict.fromkeys([self.opening[i] for i in trail]) if n >= 0 and not self.result[n]]
        for n in inner:
            self.inside[n].append(result)
        return inner

    def run(self, known: Sweep, start: int, wanted: Collection[int]) -> tuple[list[int], int]:
        """`spread` until it reaches one of the results, and undo it; a new large result becomes the ground.

        The last large result is best, even if it is smaller: earlier ones contain it, and more runs reach it.
        """
        trail, reached = spread(known, (start,), self.result_at, wanted)
        self.settled += len(trail)
        large = max(self.sizes[self.ground] // 2, len(self.opening) // _LARGE)
        if known is self.covered and reached < 0 and len(trail) > large:
            self.ground, self.ground_state = len(self.sizes), known
            self.covered = _copy(self.fresh)  # sooner than cell by cell
            return trail, 0
        undo_spread(known, trail)
        return trail, self.result_at[reached] if reached >= 0 else 0
