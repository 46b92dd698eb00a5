"""The two casual rules on flat arrays, for any cell graph: what clearing a cell leads to, exactly.

Of every opening: openings that lead to each other's cells share one *result*. So a run may stop early: when
its opening lies inside a known result and it reaches an opening that has this result, they are the same. And
a run that reaches the *ground*, a known result whose end state is kept, goes on from that state. Runs spread
in breadth, and the openings inside a new result are decided next, in the order in which it reached them: then
each finds a decided neighbour after a short way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import compress, count
from operator import sub
from typing import NamedTuple

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph, components
from logicsweep.work.progress import count_done

_LARGE = 16  # a part of the board so large is worth a copy of its state


class Sweep(NamedTuple):
    """Where a casual player stands on a board; `spread` and `unspread` change it in place.

    `settled[i]` is 1 once cell i is cleared or flagged. `mines[i]` and `safe[i]` count its neighbours of
    that kind which are not settled. Flags are never wrong, so rule 1 applies at a cleared cell when
    `mines[i]` is zero and rule 2 when `safe[i]` is: both then settle all the rest of its neighbours.
    Until i itself is cleared, `away` is added to both counts, so that zero always means a rule applies.
    """

    board: Board
    settled: bytearray
    mines: list[int]
    safe: list[int]
    away: int


def untouched(board: Board) -> Sweep:
    """Every cell covered."""
    neighbours, mined = board.graph.neighbours, board.mined
    away, both = _counts(board.graph)
    mines = [away] * len(mined)
    for i in compress(count(), mined):
        for j in neighbours[i]:
            mines[j] += 1
    return Sweep(board, bytearray(len(mined)), mines, [*map(sub, both, mines)], away)


@lru_cache(maxsize=4)  # boards of one cell graph come together
def _counts(graph: CellGraph) -> tuple[int, tuple[int, ...]]:
    """`away`, and for each cell what both counts add up to before anything is settled."""
    sizes = [*map(len, graph.neighbours)]
    away = max(sizes) + 1
    return away, tuple([2 * away + size for size in sizes])


def spread(
    known: Sweep, first: tuple[int, ...], goal: Sequence[int] = (), wanted: Collection[int] = ()
) -> tuple[list[int], int]:
    """Settle the `first` cells, follow both rules until nothing changes; list the cells settled, in order.

    With `wanted`, stop at the first cell of clue 0 whose `goal` is one of them, and return that cell
    too, else -1. The news spreads in breadth. Each cell is settled once, and settles its neighbours at
    most once, so the work is linear in what is settled.
    """
    (graph, mined), settled, mines, safe, away = (known.board.graph, known.board.mined), *known[1:]
    neighbours = graph.neighbours
    trail: list[int] = []
    work: list[tuple[int, ...]] = [first]  # groups of cells to settle; it grows while we go through it
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


def unspread(known: Sweep, trail: Iterable[int]) -> None:
    """Take back what `spread` settled."""
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


def openings_of(board: Board) -> list[list[int]]:
    """The zero cells of each opening (indices, ascending); the openings by their first cell."""
    neighbours = board.graph.neighbours
    danger = bytearray(board.mined)
    for i in compress(count(), board.mined):
        for j in neighbours[i]:
            danger[j] = 1
    zeros = [i for i, near in enumerate(danger) if not near]
    among = set(zeros)
    return [sorted(one) for one in components(zeros, lambda i: among.intersection(neighbours[i]))]


def cleared_by_opening(board: Board) -> list[tuple[list[int], int]]:
    """Each opening's zero cells, as `openings_of` gives them, and how many cells a start there clears.

    Linear on boards whose results are few or apart, as random ones are. Not promised for all: where many
    large results overlap and none contains the other, each costs its own size.
    """
    search = _Search(board, openings_of(board))
    search.decide_all()
    return [
        (zeros, search.sizes[result]) for zeros, result in zip(search.openings, search.result, strict=True)
    ]


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
        self.covered = self.ground_state = untouched(board)
        self.ground = 0

    def decide_all(self) -> None:
        done = count_done("openings", len(self.openings))
        todo = [iter(range(len(self.openings)))]
        while todo:
            for opening in todo[-1]:
                if not self.result[opening]:
                    todo.append(iter(self.decide(opening)))
                    done(1)
                    break
            else:
                todo.pop()

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
            return []
        mined = self.board.mined
        self.sizes.append(size + len([i for i in trail if not mined[i]]))
        inner = [n for n in dict.fromkeys([self.opening[i] for i in trail]) if n >= 0 and not self.result[n]]
        for n in inner:
            self.inside[n].append(result)
        return inner

    def run(self, known: Sweep, start: int, wanted: Collection[int]) -> tuple[list[int], int]:
        """`spread` until one of the results is reached, and take it back; a new large one is the ground then.

        Of large results the last is best, though smaller: it is inside those before it, and more lead there.
        """
        trail, reached = spread(known, (start,), self.result_at, wanted)
        large = max(self.sizes[self.ground] // 2, len(self.opening) // _LARGE)
        if known is self.covered and reached < 0 and len(trail) > large:
            self.ground = len(self.sizes)
            copies = known.settled[:], known.mines[:], known.safe[:]
            self.ground_state = Sweep(known.board, *copies, known.away)
        unspread(known, trail)
        return trail, self.result_at[reached] if reached >= 0 else 0
