"""The two casual rules on flat arrays, for any cell graph: what clearing a cell leads to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import compress, count
from operator import sub
from typing import NamedTuple

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph


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


def zero_cells(board: Board) -> list[int]:
    """The safe cells whose clue is 0, ascending."""
    neighbours, mined = board.graph.neighbours, board.mined
    danger = bytearray(mined)
    for i in compress(count(), mined):
        for j in neighbours[i]:
            danger[j] = 1
    return [i for i, near in enumerate(danger) if not near]
